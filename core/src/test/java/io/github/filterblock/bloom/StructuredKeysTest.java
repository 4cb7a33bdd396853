// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.rocksdb.FullFilter;
import io.github.filterblock.rocksdb.FullFilterBuilder;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The false positives of structured keys, as ADOPTING.md lists them: even numbers are stored, and odd ones asked for.
 */
class StructuredKeysTest {
    private static final int BITS_PER_KEY = 10;
    private static final int QUESTIONS = 80_000;
    private static final List<Integer> SIZES = List.of(32, 82, 20_000, 80_000, 1_000_000);

    /** Makes the filter of keys of one length, which lie one after the other in an array. */
    private interface Kind {
        Predicate<byte[]> filter(byte[] keys, int length);
    }

    private static Predicate<byte[]> levelDb(byte[] keys, int length) {
        FilterGenerator generator = BloomFilterPolicy.levelDb(BITS_PER_KEY).newGenerator();
        generator.addKeys(keys, 0, length, keys.length / length);
        return LevelDbFilter.wrap(ByteBuffer.wrap(generator.generate()), BloomHash.UNSIGNED_TAIL)::keyMayMatch;
    }

    private static Kind full(FullFilterPolicy policy) {
        return (keys, length) -> {
            FullFilterBuilder builder = policy.newBuilder();
            builder.addKeys(keys, 0, length, keys.length / length);
            return FullFilter.wrap(builder.finish())::keyMayMatch;
        };
    }

    private static void write(long number, byte[] key) {
        long rest = number;
        for (int i = key.length - 1; i >= 0; i--) {
            key[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    /** The share that matches, in per cent, over as many filters as give enough questions. */
    private static String rate(Kind kind, int size, int digits) {
        int filters = Math.max(1, QUESTIONS / size);
        byte[] key = new byte[digits];
        long matches = 0;
        for (int i = 0; i < filters; i++) {
            byte[] keys = new byte[size * digits];
            for (int j = 0; j < size; j++) {
                write(2L * ((long) i * size + j), key);
                System.arraycopy(key, 0, keys, j * digits, digits);
            }
            Predicate<byte[]> filter = kind.filter(keys, digits);
            for (int j = 0; j < size; j++) {
                write(2L * ((long) i * size + j) + 1, key);
                matches += filter.test(key) ? 1 : 0;
            }
        }
        return String.format(Locale.ROOT, "%.1f", 100.0 * matches / ((long) filters * size));
    }

    private static String row(int size) {
        Kind levelDb = StructuredKeysTest::levelDb;
        return String.format(
                Locale.ROOT,
                "| %,d | %s | %s | %s | %s | %s | %s |",
                size,
                rate(levelDb, size, 16),
                rate(levelDb, size, 17),
                rate(levelDb, size, 20),
                rate(full(FullFilterPolicy.legacyBloom(BITS_PER_KEY)), size, 16),
                rate(full(FullFilterPolicy.fastLocalBloom(BITS_PER_KEY)), size, 16),
                rate(full(FullFilterPolicy.ribbon(BITS_PER_KEY)), size, 16));
    }

    @Test
    void ratesAreThoseOfThePage() throws IOException {
        String page = Files.readString(Path.of("../filterblock/ADOPTING.md"));
        String header = "| keys in the filter |";
        String shown = Arrays.stream(page.substring(page.indexOf(header)).split("\n"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .collect(Collectors.joining("\n"));
        String expected = SIZES.stream().map(StructuredKeysTest::row).collect(Collectors.joining("\n"));
        assertEquals(expected, shown);
    }
}
