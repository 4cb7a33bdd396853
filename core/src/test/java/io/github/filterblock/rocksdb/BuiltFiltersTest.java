// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.RecordedFullFilters;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Builders make the bytes that RocksDB 7.8.3's builders made. */
class BuiltFiltersTest {

    static List<RecordedFullFilters.Built> built() {
        return RecordedFullFilters.configured().built();
    }

    @ParameterizedTest
    @MethodSource("built")
    void bytesAreThoseOfRocksDb(RecordedFullFilters.Built one) throws Exception {
        if (one.built().equals("no builder")) {
            assertThrows(IllegalArgumentException.class, () -> policy(one));
            return;
        }
        FullFilterBuilder builder = policy(one).newBuilder();
        List<byte[]> keys = one.keys();
        keys.forEach(builder::addKey);
        assertEquals(one.additions(), builder.additions());
        FullFilterGeometry plan = builder.plan();
        assertEquals(builder.sizeInBytes(), plan.sizeInBytes());
        if (one.built().equals("nothing")) {
            assertEquals(FullFilterKind.EMPTY, plan.kind());
            assertEquals(0, builder.finish().length);
            return;
        }
        byte[] filter = builder.finish();
        FullFilterGeometry geometry = FullFilter.wrap(filter).geometry();
        assertEquals(one.k(), geometry.probes());
        assertEquals(one.lines(), geometry.lines());
        assertEquals(one.blocks(), geometry.blocks());
        assertEquals(one.segments(), geometry.segments());
        assertEquals(one.seed(), geometry.seed());
        assertEquals(one.length(), filter.length);
        assertEquals(one.sha256(), sha256(filter));
        int moreSeeds = Math.max(0, one.seedsTried() - 1);
        assertEquals(one.seed() - moreSeeds & 0xff, plan.seed());
        assertSameFromGeometry(geometry, filter, keys);
    }

    /** The set of keys and the geometry decide the bytes; order and repetitions do not. */
    private static void assertSameFromGeometry(FullFilterGeometry geometry, byte[] filter, List<byte[]> keys) {
        FullFilterBuilder builder = FullFilterBuilder.of(geometry);
        List<byte[]> shuffled = new ArrayList<>(keys);
        Collections.shuffle(shuffled, new Random(7));
        shuffled.subList(0, shuffled.size() / 10).forEach(builder::addKey);
        shuffled.forEach(builder::addKey);
        assertEquals(geometry, builder.solve().orElseThrow());
        assertArrayEquals(filter, builder.finish());
    }

    static FullFilterPolicy policy(RecordedFullFilters.Built one) {
        return switch (one.kind()) {
            case "fast" -> FullFilterPolicy.fastLocalBloom(one.bitsPerKey());
            case "ribbon" -> FullFilterPolicy.ribbon(one.bitsPerKey());
            case "legacy" -> FullFilterPolicy.legacyBloom(one.bitsPerKey());
            default -> throw new IllegalArgumentException(one.kind());
        };
    }

    private static String sha256(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }

    /** So many cases must be there, so that a test of none does not pass. */
    @Test
    void allKindsAreThere() {
        for (String kind : List.of("fast", "ribbon", "legacy")) {
            assertTrue(built().stream().filter(one -> one.built().equals(kind)).count() > 20, kind);
        }
    }
}
