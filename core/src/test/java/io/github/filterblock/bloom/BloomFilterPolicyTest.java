// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names, hashes, how bits per key become probes, and how long filters are. */
class BloomFilterPolicyTest {
    /** k for 0 to 44 bits per key, as google/leveldb's util/bloom.cc makes them. */
    private static final int[] PROBES = {
        1, 1, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 8, 9, 10, 11, 11, 12, 13, 13, 14, 15, //
        15, 16, 17, 17, 18, 19, 20, 20, 21, 22, 22, 23, 24, 24, 25, 26, 26, 27, 28, 28, 29, 30
    };

    private static List<FilterDialect> written() {
        return Stream.of(FilterDialect.values())
                .filter(FilterDialect::isWritten)
                .toList();
    }

    @Test
    @Tag("TF-14")
    void factoryTakesNameAndHashOfItsDialect() {
        Map<FilterDialect, BloomFilterPolicy> factories = Map.of(
                FilterDialect.LEVELDB, BloomFilterPolicy.levelDb(10),
                FilterDialect.LEVELDB_117_SIGNED, BloomFilterPolicy.levelDb117Signed(10),
                FilterDialect.LEVELDB_117_UNSIGNED, BloomFilterPolicy.of(FilterDialect.LEVELDB_117_UNSIGNED, 10),
                FilterDialect.GOLEVELDB, BloomFilterPolicy.goLevelDb(10),
                FilterDialect.ROCKSDB_BLOCK, BloomFilterPolicy.rocksDbBlockBased(10));
        assertEquals(Set.copyOf(written()), factories.keySet());
        factories.forEach((dialect, policy) -> {
            for (BloomFilterPolicy each : List.of(policy, BloomFilterPolicy.of(dialect, 10))) {
                assertEquals(dialect.policyName(), each.name());
                assertEquals(dialect.hash(), each.hash());
                assertSame(dialect.matcher(), each.matcher());
                assertEquals(dialect.matcher(), each.matcher());
                assertEquals(10, each.bitsPerKey());
                assertEquals(6, each.probes());
            }
        });
        assertThrows(IllegalArgumentException.class, () -> BloomFilterPolicy.of(FilterDialect.BASHO_2, 10));
    }

    // goleveldb's k is an uint8 of bits * 69 / 100 before it is clamped, so that 372 bits have one probe; run with it.
    @Test
    @Tag("FB-4")
    void probesAreThoseOfLevelDbAndThoseOfGoLevelDbWrapInEightBits() {
        for (int bits = 0; bits <= 1000; bits++) {
            int probes = bits < PROBES.length ? PROBES[bits] : 30;
            for (FilterDialect dialect : written()) {
                boolean wraps = dialect == FilterDialect.GOLEVELDB && bits >= 372;
                int expected = wraps ? Math.max(1, Math.min(30, bits * 69 / 100 % 256)) : probes;
                assertEquals(expected, BloomFilterPolicy.of(dialect, bits).probes(), dialect + " " + bits);
            }
        }
        assertEquals(1, BloomFilterPolicy.goLevelDb(372).probes());
        assertEquals(2, BloomFilterPolicy.goLevelDb(374).probes());
        assertEquals(20, BloomFilterPolicy.goLevelDb(400).probes());
    }

    // RocksDB 6.29, table/block_based/filter_policy.cc: thousandths first, whole bits from them, 100 at most.
    @ParameterizedTest
    @Tag("FB-4")
    @CsvSource({
        "0.499, 0, 1",
        "0.5, 1, 1",
        "9.4994, 9, 6",
        "9.4995, 10, 6",
        // The last millionth of RocksDB's rounding to thousandths.
        "9.4994999995, 10, 6",
        "9.499498, 9, 6",
        "9.5, 10, 6",
        "10.5, 11, 7",
        "100, 100, 30",
        "1000, 100, 30"
    })
    void bitsOfRocksDbAreRoundedToWholeOnes(double given, int bitsPerKey, int probes) {
        BloomFilterPolicy policy = BloomFilterPolicy.rocksDbBlockBased(given);
        assertEquals(
                "rocksdb.BuiltinBloomFilter (SIGNED_TAIL) with " + bitsPerKey + " bits per key", policy.toString());
        assertEquals(bitsPerKey, policy.bitsPerKey());
        assertEquals(probes, policy.probes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1001", "-2147483648", "2147483647", "-0.001", "1000.001", "NaN", "Infinity"})
    void bitsOutOfRangeAreRefusedNamingTheUnit(String bitsPerKey) {
        assertRefused(() -> BloomFilterPolicy.rocksDbBlockBased(Double.parseDouble(bitsPerKey)));
        if (bitsPerKey.matches("-?\\d+")) {
            int bits = Integer.parseInt(bitsPerKey);
            written().forEach(dialect -> assertRefused(() -> BloomFilterPolicy.of(dialect, bits)));
        }
    }

    private static void assertRefused(Runnable call) {
        String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
        assertTrue(message.startsWith("bits per key must be 0 to 1000, not "), message);
        assertTrue(message.contains("bits of filter for each key"), message);
    }

    @Test
    void anotherNameChangesTheNameOnly() {
        BloomFilterPolicy go = BloomFilterPolicy.goLevelDb(372);
        BloomFilterPolicy named = go.named("mine");
        assertEquals("mine", named.name());
        assertEquals(go.hash(), named.hash());
        assertThrows(IllegalStateException.class, () -> named.filterSize(Integer.MAX_VALUE));
        List<byte[]> keys = Bytes.asciiKeys("hello", "world");
        assertArrayEquals(Bytes.filter(go, keys), Bytes.filter(named, keys));
    }

    // At least 64 bits, rounded up to bytes, and one byte for k. 214,748,364 keys at 10 bits have just fewer than 2^31
    // bits; 2^32 - 8 bits are the most for which (bits + 7) / 8 does not wrap in 32.
    @ParameterizedTest
    @Tag("FB-5")
    @CsvSource({
        "0, 0, 9, true",
        "0, 1000000, 9, true",
        "1, 64, 9, true",
        "1, 65, 10, true",
        "10, 6, 9, true",
        "10, 7, 10, true",
        "10, 8, 11, true",
        "12, 6, 10, true",
        "16, 4, 9, true",
        "16, 5, 11, true",
        "100, 13, 164, true",
        "10, 214748364, 268435456, true",
        "10, 214748365, 268435458, true",
        "10, 429496728, 536870911, true",
        "10, 429496730, 536870914, false",
        "2, 2147483644, 536870912, true",
        "2, 2147483645, 536870913, false",
        "2, 2147483647, 536870913, false",
        "10, 2147483647, 2684354560, false",
        "44, 2147483647, 11811160060, false",
        "100, 2147483647, 26843545589, false"
    })
    void lengthsDoNotWrapAndWritersThatCountIn32BitsRefuse(int bitsPerKey, int keys, long length, boolean in32Bits) {
        for (FilterDialect dialect : written()) {
            BloomFilterPolicy policy = BloomFilterPolicy.of(dialect, bitsPerKey);
            if (in32Bits || dialect.policyName().startsWith("leveldb.") && dialect != FilterDialect.GOLEVELDB) {
                assertEquals(length, policy.filterSize(keys), dialect.id());
                continue;
            }
            String message = assertThrows(IllegalStateException.class, () -> policy.filterSize(keys))
                    .getMessage();
            assertTrue(message.contains(policy.name()) && message.contains(keys + " keys"), message);
        }
    }
}
