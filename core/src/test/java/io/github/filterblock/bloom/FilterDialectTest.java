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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        assertEquals(Optional.of(dialect), FilterDialect.withId(id));
        assertEquals(Optional.empty(), FilterDialect.withId(id + " "));
        assertEquals(name, dialect.policyName());
        assertEquals(name, dialect.matcher().name());
        assertEquals(hash, dialect.hash());
        if (dialect == FilterDialect.BASHO_2) {
            assertEquals(List.of(), dialect.matcher().bloomParts());
            assertThrows(IllegalStateException.class, dialect::bloomMatcher);
        } else {
            assertEquals(hash, dialect.bloomMatcher().hash());
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
        "mine,,,",
        "'',,,"
    })
    void candidatesOfAName(String name, String named, String withAllBits, FilterDialect ofBasho) {
        assertEquals(dialects(named), FilterDialect.named(name));
        assertEquals(dialects(withAllBits), FilterDialect.withAllBits(name));
        assertEquals(Optional.ofNullable(ofBasho), FilterDialect.namedByBasho(name));
    }

    private static List<FilterDialect> dialects(@Nullable String names) {
        return names == null
                ? List.of()
                : Stream.of(names.split(" ")).map(FilterDialect::valueOf).toList();
    }

    @ParameterizedTest
    @Tag("TF-14")
    @ValueSource(
            strings = {
                "",
                "filter.leveldb.BuiltinBloomFilter2",
                "leveldb.BuiltinBloomFilter3",
                "leveldb.BuiltinBloomFilte",
                "LEVELDB.BUILTINBLOOMFILTER2",
                "leveldb.BuiltinBloomFilter2\0",
                "fullfilter.rocksdb.BuiltinBloomFilter"
            })
    void otherNamesAreNotBuiltIn(String name) {
        assertEquals(List.of(), FilterDialect.named(name));
        assertEquals(Optional.empty(), FilterDialect.safeMatcher(name));
    }

    @Test
    @Tag("TF-14")
    void everyBuiltInNameHasOneMatcher() {
        List<String> names =
                FilterDialect.safeMatchers().stream().map(FilterMatcher::name).toList();
        assertEquals(
                List.of("leveldb.BuiltinBloomFilter2", "leveldb.BuiltinBloomFilter", "rocksdb.BuiltinBloomFilter"),
                names);
        for (FilterMatcher matcher : FilterDialect.safeMatchers()) {
            assertSame(matcher, FilterDialect.safeMatcher(matcher.name()).orElseThrow());
        }
        assertThrows(UnsupportedOperationException.class, FilterDialect.safeMatchers()::clear);
    }

    @Test
    void nameThatBashoUsesForOtherBitsIsReadWithBoth() {
        FilterMatcher matcher = matcher("leveldb.BuiltinBloomFilter2");
        assertEquals(List.of(), matcher.bloomParts());
        byte[] key = Bytes.hex("80");
        for (FilterDialect writer : List.of(FilterDialect.LEVELDB, FilterDialect.BASHO_2)) {
            byte[] filter = new byte[1 + 16];
            ProbingMatcher probing = (ProbingMatcher) writer.matcher();
            for (long bit : probing.positions(key, 0, key.length, 128, 6)) {
                filter[(int) (bit >> 3)] |= (byte) (1 << (bit & 7));
            }
            filter[16] = 6;
            assertTrue(Bytes.mayMatch(matcher, key, filter), writer.id());
        }
        assertFalse(Bytes.mayMatch(matcher, key, Bytes.hex("0000000000000000000000000000000006")));
    }

    @Test
    void builtInMatchersAreKnownFromOthersOfTheirName() {
        for (FilterMatcher matcher : FilterDialect.safeMatchers()) {
            assertTrue(FilterDialect.isSafeMatcher(matcher));
            assertFalse(FilterDialect.isSafeMatcher(FilterMatcher.alwaysMatching(matcher.name())));
        }
        assertFalse(FilterDialect.isSafeMatcher(FilterDialect.LEVELDB.matcher()));
        assertFalse(FilterDialect.isSafeMatcher(FilterMatcher.alwaysMatching("somebody's")));
    }

    // The key 80 under the signed and the unsigned hash; run with LevelDB 1.17 on x86 and with HEAD.
    @Test
    @Tag("FB-2")
    void ambiguousNameIsReadWithBothHashes() {
        FilterMatcher matcher = matcher("leveldb.BuiltinBloomFilter");
        Stream.of("208000000104100806", "048008000100024006").map(Bytes::hex).forEach(filter -> {
            assertTrue(Bytes.mayMatch(matcher, Bytes.hex("80"), filter));
            assertFalse(Bytes.mayMatch(matcher, Bytes.hex("81"), filter));
        });
        assertEquals(
                List.of(FilterDialect.GOLEVELDB.matcher(), FilterDialect.LEVELDB_117_SIGNED.matcher()),
                matcher.bloomParts());
    }

    private static FilterMatcher matcher(String name) {
        return FilterDialect.safeMatcher(name).orElseThrow();
    }
}
