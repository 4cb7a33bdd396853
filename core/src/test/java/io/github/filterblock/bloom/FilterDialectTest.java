// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which names there are in files, and which hashes may stand behind each. */
class FilterDialectTest {

    @ParameterizedTest
    @Tag("TF-14")
    @CsvSource({
        "LEVELDB, leveldb, leveldb.BuiltinBloomFilter2, UNSIGNED_TAIL",
        "GOLEVELDB, goleveldb, leveldb.BuiltinBloomFilter, UNSIGNED_TAIL",
        "LEVELDB_117_SIGNED, leveldb-1.17-signed, leveldb.BuiltinBloomFilter, SIGNED_TAIL",
        "LEVELDB_117_UNSIGNED, leveldb-1.17-unsigned, leveldb.BuiltinBloomFilter, UNSIGNED_TAIL",
        "ROCKSDB_BLOCK, rocksdb-block, rocksdb.BuiltinBloomFilter, SIGNED_TAIL",
        "BASHO_1, basho-1, leveldb.BuiltinBloomFilter, SIGNED_TAIL",
        "BASHO_2, basho-2, leveldb.BuiltinBloomFilter2, SIGNED_TAIL"
    })
    void dialectHasIdNameAndHash(FilterDialect dialect, String id, String name, BloomHash hash) {
        assertEquals(id, dialect.id());
        assertEquals(name, dialect.policyName());
        assertEquals(name, dialect.matcher().name());
        assertEquals(hash, dialect.hash());
        if (dialect == FilterDialect.BASHO_2) {
            assertThrows(IllegalStateException.class, dialect::bloomMatcher);
        } else {
            assertSame(dialect.matcher(), dialect.bloomMatcher());
        }
    }

    /** What a name may stand for: in any file, with all of its bits, and in one of Basho. */
    @ParameterizedTest
    @Tag("TF-14")
    @CsvSource({
        "leveldb.BuiltinBloomFilter2, LEVELDB, LEVELDB BASHO_2, BASHO_2",
        "leveldb.BuiltinBloomFilter, GOLEVELDB LEVELDB_117_SIGNED, GOLEVELDB LEVELDB_117_SIGNED, BASHO_1",
        "rocksdb.BuiltinBloomFilter, ROCKSDB_BLOCK, ROCKSDB_BLOCK,",
        "'',,,",
        "filter.leveldb.BuiltinBloomFilter2,,,",
        "leveldb.BuiltinBloomFilter3,,,",
        "leveldb.BuiltinBloomFilte,,,",
        "LEVELDB.BUILTINBLOOMFILTER2,,,",
        "'leveldb.BuiltinBloomFilter2\0',,,",
        "fullfilter.rocksdb.BuiltinBloomFilter,,,"
    })
    void candidatesOfAName(
            String name, @Nullable String named, @Nullable String withAllBits, @Nullable FilterDialect ofBasho) {
        assertEquals(dialects(named), FilterDialect.named(name));
        assertEquals(dialects(withAllBits), FilterDialect.withAllBits(name));
        assertEquals(Optional.ofNullable(ofBasho), FilterDialect.namedByBasho(name));
        assertEquals(named != null, FilterDialect.safeMatcher(name).isPresent());
    }

    private static List<FilterDialect> dialects(@Nullable String names) {
        return names == null
                ? List.of()
                : Stream.of(names.split(" ")).map(FilterDialect::valueOf).toList();
    }

    @Test
    @Tag("TF-14")
    void everyBuiltInNameHasOneMatcher() {
        assertEquals(
                List.of("leveldb.BuiltinBloomFilter2", "leveldb.BuiltinBloomFilter", "rocksdb.BuiltinBloomFilter"),
                FilterDialect.safeMatchers().stream().map(FilterMatcher::name).toList());
        for (FilterMatcher matcher : FilterDialect.safeMatchers()) {
            assertSame(matcher, FilterDialect.safeMatcher(matcher.name()).orElseThrow());
            assertTrue(FilterDialect.isSafeMatcher(matcher));
            assertFalse(FilterDialect.isSafeMatcher(AnyOfMatcher.alwaysMatching(matcher.name())));
        }
        assertFalse(FilterDialect.isSafeMatcher(FilterDialect.LEVELDB.matcher()));
        assertFalse(FilterDialect.isSafeMatcher(AnyOfMatcher.alwaysMatching("somebody's")));
    }

    // The key 80 as LevelDB HEAD and LevelDB 1.17 on x86 write it; {hello, world} as LevelDB and Basho do.
    @ParameterizedTest
    @Tag("FB-2")
    @CsvSource({
        "leveldb.BuiltinBloomFilter, 80, 81, 048008000100024006 208000000104100806",
        "leveldb.BuiltinBloomFilter2, 68656c6c6f, 78, 114000414410401006 418a22c1609861100b",
        "rocksdb.BuiltinBloomFilter, 80, 81, 208000000104100806"
    })
    void ambiguousNameIsReadWithBothHashes(String name, String present, String absent, String filters) {
        FilterMatcher matcher = FilterDialect.safeMatcher(name).orElseThrow();
        for (String filter : filters.split(" ")) {
            assertTrue(Bytes.mayMatch(matcher, Bytes.hex(present), Bytes.hex(filter)), filter);
            assertFalse(Bytes.mayMatch(matcher, Bytes.hex(absent), Bytes.hex(filter)), filter);
        }
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
