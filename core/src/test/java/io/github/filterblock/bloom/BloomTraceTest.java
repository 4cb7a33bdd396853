// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What explanations of answers are made of. */
class BloomTraceTest {

    private static BloomTrace trace(FilterDialect dialect, byte[] key, byte[] filter) {
        ByteBuffer buffer = Bytes.buffer(filter, 3, true, ByteOrder.BIG_ENDIAN);
        return dialect.trace(key, key.length, buffer, 3, filter.length);
    }

    private static List<Long> positions(BloomTrace trace) {
        return trace.probes().stream().map(BloomTrace.Probe::position).toList();
    }

    /** The examples of FORMAT.md: foo at k = 6 in 64 bits, and Basho's hello. */
    @Test
    @Tag("FB-3")
    @Tag("TF-14")
    void examplesAreTracedAsTheFormatSays() {
        BloomTrace trace = trace(FilterDialect.LEVELDB, Bytes.ascii("foo"), Bytes.hex("a14912040810624806"));
        assertEquals(0x9dfabe14, trace.hash());
        assertEquals(0x5f0a4efd, trace.delta());
        assertEquals(OptionalInt.empty(), trace.secondHash());
        assertEquals(64, trace.modulus());
        assertEquals(List.of(20L, 17L, 14L, 11L, 8L, 5L), positions(trace));
        BloomTrace.Probe first = trace.probes().get(0);
        assertEquals(2, first.byteIndex());
        assertEquals(0x10, first.mask());
        BloomTrace basho = trace(FilterDialect.BASHO_2, Bytes.ascii("hello"), Bytes.hex("418a22c1609861100b"));
        assertEquals(0xf795964e, basho.hash());
        assertEquals(OptionalInt.of(0xda39fd55), basho.secondHash());
        assertEquals(61, basho.modulus());
        assertEquals(List.of(43L, 6L, 30L, 54L, 17L, 37L, 0L, 24L, 48L, 11L, 31L), positions(basho));
        assertTrue(basho.firstUnset().isEmpty());
    }

    @ParameterizedTest
    @CsvSource({
        "'', FB-8, false",
        "06, FB-8, false",
        "0000000000000000 00, FB-9, true",
        "0000000000000000 1f, FB-9, true",
        "0000000000000000 ff, FB-9, true",
        "0000000000000000 1e, FB-7, false",
        "ffffffffffffffff 06, FB-7, true",
        "00 01, FB-7, false"
    })
    @Tag("FB-8")
    @Tag("FB-9")
    void theRuleThatDecidesIsNamed(String filter, String rule, boolean mayMatch) {
        for (FilterDialect dialect : FilterDialect.values()) {
            BloomTrace trace = trace(dialect, Bytes.ascii("key"), Bytes.hex(filter));
            assertEquals(rule, trace.rule().id());
            assertEquals(mayMatch, trace.mayMatch());
            assertEquals(trace.rule() == Rule.FB_7, !trace.probes().isEmpty());
            assertEquals(trace.rule() == Rule.FB_7, trace.modulus() > 0);
        }
    }

    @Property
    void theAnswerIsTheMatchersAndTheBitIsReallyNotSet(
            @ForAll FilterDialect dialect,
            @ForAll byte[] key,
            @ForAll @Size(max = 40) byte[] filter,
            @ForAll @IntRange(max = 35) int probes) {
        if (filter.length > 0) {
            filter[filter.length - 1] = (byte) probes;
        }
        BloomTrace trace = trace(dialect, key, filter);
        assertEquals(Bytes.mayMatch(dialect.matcher(), key, filter), trace.mayMatch());
        BitSet bits = BitSet.valueOf(filter);
        trace.probes().forEach(probe -> assertEquals(bits.get((int) probe.position()), probe.set()));
        trace.firstUnset()
                .ifPresent(probe ->
                        assertEquals(0, filter[(int) probe.byteIndex()] & probe.mask(), "bit " + probe.position()));
        byte[] longer = Arrays.copyOf(key, key.length + 2);
        assertEquals(
                trace,
                dialect.trace(longer, key.length, ByteBuffer.wrap(filter), 0, filter.length),
                "only the key counts");
    }

    /** Sizes of Basho's second filter leave room for the prime: 64 bits do not fit below 61, the prime of 8 bytes. */
    @ParameterizedTest
    @CsvSource({
        "LEVELDB, 4, 16, 9",
        "BASHO_1, 4, 16, 9",
        "BASHO_2, 4, 16, 10",
        "BASHO_2, 2, 16, 9",
        "BASHO_2, 0, 16, 9",
        "LEVELDB, 7, 10, 10",
        "BASHO_2, 7, 10, 10",
        "BASHO_2, 9, 8, 11",
        "LEVELDB, 9, 8, 10"
    })
    @Tag("FB-5")
    void writersOfADialectGiveItsFiltersTheirSize(FilterDialect dialect, int keys, int bitsPerKey, long size) {
        assertEquals(size, dialect.filterSize(keys, bitsPerKey));
        assertEquals(bitsPerKey == 16 ? 11 : bitsPerKey == 10 ? 6 : 5, dialect.probes(bitsPerKey));
    }

    @Property
    void sizesOfBashoAreTheSmallestWhosePrimeHoldsTheBits(
            @ForAll @IntRange(max = 20_000) int keys, @ForAll @IntRange(max = 50) int bitsPerKey) {
        long bits = Math.max(61, (long) keys * bitsPerKey);
        long bytes = FilterDialect.BASHO_2.filterSize(keys, bitsPerKey) - 1;
        assertTrue(BashoPrimes.modulus(bytes) >= bits);
        boolean smaller = bytes - 1 >= (bits + 7) / 8 && BashoPrimes.modulus(bytes - 1) >= bits;
        assertFalse(smaller, "one byte less would do");
    }
}
