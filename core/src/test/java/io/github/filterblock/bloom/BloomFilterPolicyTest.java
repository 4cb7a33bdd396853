// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names, hashes, and how bits per key become probes. */
class BloomFilterPolicyTest {
    /** k for 0 to 44 bits per key, as google/leveldb's util/bloom.cc makes them. */
    private static final int[] PROBES = {
        1, 1, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 8, 9, 10, 11, 11, 12, 13, 13, 14, 15, //
        15, 16, 17, 17, 18, 19, 20, 20, 21, 22, 22, 23, 24, 24, 25, 26, 26, 27, 28, 28, 29, 30
    };

    static Stream<Arguments> factories() {
        return Stream.of(
                Arguments.of(BloomFilterPolicy.levelDb(10), FilterDialect.LEVELDB),
                Arguments.of(BloomFilterPolicy.levelDb117Signed(10), FilterDialect.LEVELDB_117_SIGNED),
                Arguments.of(BloomFilterPolicy.levelDb117Unsigned(10), FilterDialect.LEVELDB_117_UNSIGNED),
                Arguments.of(BloomFilterPolicy.goLevelDb(10), FilterDialect.GOLEVELDB),
                Arguments.of(BloomFilterPolicy.rocksDbBlockBased(10), FilterDialect.ROCKSDB_BLOCK));
    }

    @ParameterizedTest
    @MethodSource("factories")
    @Tag("TF-14")
    void factoryTakesNameAndHashOfItsDialect(BloomFilterPolicy policy, FilterDialect dialect) {
        assertEquals(dialect.policyName(), policy.name());
        assertEquals(dialect.bloomMatcher().hash(), policy.hash());
        assertSame(dialect.matcher(), policy.matcher());
        assertEquals(List.of(dialect.matcher()), policy.bloomParts());
        assertEquals(10, policy.bitsPerKey());
        assertEquals(6, policy.probes());
    }

    @Test
    @Tag("FB-4")
    void probesUpTo44BitsAreThoseOfLevelDb() {
        for (int bits = 0; bits < PROBES.length; bits++) {
            assertEquals(PROBES[bits], BloomFilterPolicy.levelDb(bits).probes(), bits + " bits per key");
            assertEquals(PROBES[bits], BloomFilterPolicy.levelDb117Signed(bits).probes(), bits + " bits per key");
            assertEquals(
                    PROBES[bits], BloomFilterPolicy.levelDb117Unsigned(bits).probes(), bits + " bits per key");
            assertEquals(PROBES[bits], BloomFilterPolicy.goLevelDb(bits).probes(), bits + " bits per key");
            assertEquals(PROBES[bits], BloomFilterPolicy.rocksDbBlockBased(bits).probes(), bits + " bits per key");
        }
    }

    @Test
    @Tag("FB-4")
    void probesStayAt30FromThereOn() {
        for (int bits = PROBES.length; bits <= 1000; bits++) {
            assertEquals(30, BloomFilterPolicy.levelDb(bits).probes(), bits + " bits per key");
            assertEquals(30, BloomFilterPolicy.levelDb117Signed(bits).probes(), bits + " bits per key");
            assertEquals(30, BloomFilterPolicy.levelDb117Unsigned(bits).probes(), bits + " bits per key");
            assertEquals(30, BloomFilterPolicy.rocksDbBlockBased(bits).probes(), bits + " bits per key");
        }
    }

    // Run with goleveldb: its k is an uint8 of bits * 69 / 100 before it is clamped.
    @ParameterizedTest
    @Tag("FB-4")
    @CsvSource({
        "371, 30",
        "372, 1",
        "373, 1",
        "374, 2",
        "414, 29",
        "415, 30",
        "500, 30",
        "741, 30",
        "743, 1",
        "1000, 30"
    })
    void probesOfGoLevelDbWrapInEightBits(int bitsPerKey, int probes) {
        assertEquals(probes, BloomFilterPolicy.goLevelDb(bitsPerKey).probes());
    }

    @Test
    @Tag("FB-4")
    void probesOfGoLevelDbFollowItsFormulaEverywhere() {
        for (int bits = 0; bits <= 1000; bits++) {
            int wrapped = bits * 69 / 100 % 256;
            int expected = wrapped < 1 ? 1 : wrapped > 30 ? 30 : wrapped;
            assertEquals(expected, BloomFilterPolicy.goLevelDb(bits).probes(), bits + " bits per key");
        }
    }

    // RocksDB 6.29, table/block_based/filter_policy.cc: thousandths first, whole bits from them, 100 at most.
    @ParameterizedTest
    @Tag("FB-4")
    @CsvSource({
        "0, 0, 1",
        "0.4, 0, 1",
        "0.499, 0, 1",
        "0.5, 1, 1",
        "1.5, 2, 1",
        "9.4, 9, 6",
        "9.4994, 9, 6",
        "9.4995, 10, 6",
        // The last millionth of RocksDB's rounding to thousandths.
        "9.4994999995, 10, 6",
        "9.499498, 9, 6",
        "9.5, 10, 6",
        "10.499, 10, 6",
        "10.5, 11, 7",
        "99.9, 100, 30",
        "100, 100, 30",
        "100.4, 100, 30",
        "150, 100, 30",
        "1000, 100, 30"
    })
    void bitsOfRocksDbAreRoundedToWholeOnes(double given, int bitsPerKey, int probes) {
        BloomFilterPolicy policy = BloomFilterPolicy.rocksDbBlockBased(given);
        assertEquals(bitsPerKey, policy.bitsPerKey());
        assertEquals(probes, policy.probes());
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1001, Integer.MIN_VALUE, Integer.MAX_VALUE, 1 << 30})
    void bitsOutOfRangeAreRefusedNamingTheUnit(int bitsPerKey) {
        assertRefused(() -> BloomFilterPolicy.levelDb(bitsPerKey), "not ");
        assertRefused(() -> BloomFilterPolicy.levelDb117Signed(bitsPerKey), "not ");
        assertRefused(() -> BloomFilterPolicy.levelDb117Unsigned(bitsPerKey), "not ");
        assertRefused(() -> BloomFilterPolicy.goLevelDb(bitsPerKey), "not ");
        assertRefused(() -> BloomFilterPolicy.rocksDbBlockBased(bitsPerKey), "not ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-1", "-0.001", "1000.001", "1001", "NaN", "Infinity", "-Infinity", "1.7976931348623157E308"})
    void fractionsOutOfRangeAreRefusedNamingTheUnit(String bitsPerKey) {
        assertRefused(() -> BloomFilterPolicy.rocksDbBlockBased(Double.parseDouble(bitsPerKey)), "not " + bitsPerKey);
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
    void policyShowsItsNameHashAndBits() {
        assertEquals(
                "rocksdb.BuiltinBloomFilter (SIGNED_TAIL) with 100 bits per key",
                BloomFilterPolicy.rocksDbBlockBased(150).toString());
    }

    @Test
    void everyDialectThatIsWrittenHasAPolicy() {
        for (FilterDialect dialect : FilterDialect.values()) {
            if (dialect.isWritten()) {
                BloomFilterPolicy policy = BloomFilterPolicy.of(dialect, 10);
                assertEquals(dialect.policyName(), policy.name());
                assertEquals(dialect.hash(), policy.hash());
                assertEquals(10, policy.bitsPerKey());
            } else {
                assertThrows(IllegalArgumentException.class, () -> BloomFilterPolicy.of(dialect, 10));
            }
        }
        assertEquals(100, BloomFilterPolicy.of(FilterDialect.ROCKSDB_BLOCK, 500).bitsPerKey());
        assertEquals(
                BloomFilterPolicy.goLevelDb(400).probes(),
                BloomFilterPolicy.of(FilterDialect.GOLEVELDB, 400).probes());
    }
}
