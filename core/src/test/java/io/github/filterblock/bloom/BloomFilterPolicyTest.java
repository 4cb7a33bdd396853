// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names, hashes, and how bits per key become probes. */
class BloomFilterPolicyTest {
    /** k for 0 to 44 bits per key, as google/leveldb's util/bloom.cc makes them. */
    private static final int[] PROBES = {
        1, 1, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 8, 9, 10, 11, 11, 12, 13, 13, 14, 15, //
        15, 16, 17, 17, 18, 19, 20, 20, 21, 22, 22, 23, 24, 24, 25, 26, 26, 27, 28, 28, 29, 30
    };

    @Test
    @Tag("TF-14")
    void factoryTakesNameAndHashOfItsDialect() {
        Map<FilterDialect, BloomFilterPolicy> factories = Map.of(
                FilterDialect.LEVELDB, BloomFilterPolicy.levelDb(10),
                FilterDialect.LEVELDB_117_SIGNED, BloomFilterPolicy.levelDb117Signed(10),
                FilterDialect.LEVELDB_117_UNSIGNED, BloomFilterPolicy.levelDb117Unsigned(10),
                FilterDialect.GOLEVELDB, BloomFilterPolicy.goLevelDb(10),
                FilterDialect.ROCKSDB_BLOCK, BloomFilterPolicy.rocksDbBlockBased(10));
        for (FilterDialect dialect : FilterDialect.values()) {
            assertEquals(dialect.isWritten(), factories.containsKey(dialect));
        }
        factories.forEach((dialect, policy) -> {
            for (BloomFilterPolicy each : List.of(policy, BloomFilterPolicy.of(dialect, 10))) {
                assertEquals(dialect.policyName(), each.name());
                assertEquals(dialect.bloomMatcher().hash(), each.hash());
                assertSame(dialect.matcher(), each.matcher());
                assertEquals(List.of(dialect.matcher()), each.bloomParts());
                assertEquals(10, each.bitsPerKey());
                assertEquals(6, each.probes());
            }
        });
    }

    @Test
    @Tag("FB-4")
    void probesUpTo44BitsAreThoseOfLevelDb() {
        for (int bits = 0; bits < PROBES.length; bits++) {
            for (FilterDialect dialect : FilterDialect.values()) {
                if (dialect.isWritten()) {
                    assertEquals(
                            PROBES[bits], BloomFilterPolicy.of(dialect, bits).probes(), dialect + " " + bits);
                }
            }
        }
    }

    // Run with goleveldb: its k is an uint8 of bits * 69 / 100 before it is clamped, so that 372 bits have one probe.
    @Test
    @Tag("FB-4")
    void probesBeyondAreThirtyAndThoseOfGoLevelDbWrapInEightBits() {
        for (int bits = PROBES.length; bits <= 1000; bits++) {
            assertEquals(30, BloomFilterPolicy.levelDb(bits).probes(), bits + " bits per key");
            int wrapped = bits * 69 / 100 % 256;
            int expected = Math.max(1, Math.min(30, wrapped));
            assertEquals(expected, BloomFilterPolicy.goLevelDb(bits).probes(), bits + " bits per key");
        }
        assertEquals(1, BloomFilterPolicy.goLevelDb(372).probes());
        assertEquals(2, BloomFilterPolicy.goLevelDb(374).probes());
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
        assertEquals(bitsPerKey, policy.bitsPerKey());
        assertEquals(probes, policy.probes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1001", "-2147483648", "2147483647", "-0.001", "1000.001", "NaN", "Infinity"})
    void bitsOutOfRangeAreRefusedNamingTheUnit(String bitsPerKey) {
        if (bitsPerKey.matches("-?\\d+")) {
            int bits = Integer.parseInt(bitsPerKey);
            assertRefused(() -> BloomFilterPolicy.levelDb(bits), "not ");
            assertRefused(() -> BloomFilterPolicy.levelDb117Signed(bits), "not ");
            assertRefused(() -> BloomFilterPolicy.levelDb117Unsigned(bits), "not ");
            assertRefused(() -> BloomFilterPolicy.goLevelDb(bits), "not ");
        }
        assertRefused(() -> BloomFilterPolicy.rocksDbBlockBased(Double.parseDouble(bitsPerKey)), "not ");
    }

    private static void assertRefused(Runnable call, String value) {
        String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
        assertTrue(message.contains("bits of filter for each key"), message);
        assertTrue(message.contains("0 to 1000"), message);
        assertTrue(message.contains(value), message);
    }

    @Test
    void anotherNameChangesTheNameOnly() {
        BloomFilterPolicy go = BloomFilterPolicy.goLevelDb(372);
        BloomFilterPolicy named = go.named("mine");
        assertEquals("mine", named.name());
        assertEquals("leveldb.BuiltinBloomFilter", go.name());
        assertEquals(go.hash(), named.hash());
        assertEquals(go.bitsPerKey(), named.bitsPerKey());
        assertEquals(go.probes(), named.probes());
        assertThrows(IllegalStateException.class, () -> named.filterSize(Integer.MAX_VALUE));
        List<byte[]> keys = Bytes.asciiKeys("hello", "world");
        assertEquals(Bytes.toHex(Bytes.filter(go, keys)), Bytes.toHex(Bytes.filter(named, keys)));
    }

    @Test
    void policiesOfDialectsKeepTheirWritersRanges() {
        assertThrows(IllegalArgumentException.class, () -> BloomFilterPolicy.of(FilterDialect.BASHO_2, 10));
        assertEquals(100, BloomFilterPolicy.of(FilterDialect.ROCKSDB_BLOCK, 500).bitsPerKey());
        assertEquals(20, BloomFilterPolicy.of(FilterDialect.GOLEVELDB, 400).probes());
        assertEquals(
                "rocksdb.BuiltinBloomFilter (SIGNED_TAIL) with 100 bits per key",
                BloomFilterPolicy.rocksDbBlockBased(150).toString());
    }
}
