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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
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
        "BASHO_1, basho-1, leveldb.BuiltinBloomFilter, SIGNED_TAIL"
    })
    void dialectHasIdNameAndHash(FilterDialect dialect, String id, String name, BloomHash hash) {
        assertEquals(id, dialect.id());
        assertEquals(name, dialect.policyName());
        assertEquals(name, dialect.matcher().name());
        assertEquals(hash, dialect.hash());
        assertEquals(hash, dialect.bloomMatcher().hash());
        assertSame(dialect.matcher(), dialect.bloomMatcher());
    }

    @Test
    @Tag("TF-14")
    void secondFilterOfBashoHasBitsOfItsOwn() {
        assertEquals("basho-2", FilterDialect.BASHO_2.id());
        assertEquals("leveldb.BuiltinBloomFilter2", FilterDialect.BASHO_2.policyName());
        assertEquals(BloomHash.SIGNED_TAIL, FilterDialect.BASHO_2.hash());
        assertEquals(List.of(), FilterDialect.BASHO_2.matcher().bloomParts());
        assertThrows(IllegalStateException.class, FilterDialect.BASHO_2::bloomMatcher);
    }

    @Test
    @Tag("TF-14")
    void nameInAnyFileMayStandForBashosBitsToo() {
        assertEquals(
                List.of(FilterDialect.LEVELDB, FilterDialect.BASHO_2),
                FilterDialect.withAllBits("leveldb.BuiltinBloomFilter2"));
        assertEquals(
                List.of(FilterDialect.GOLEVELDB, FilterDialect.LEVELDB_117_SIGNED),
                FilterDialect.withAllBits("leveldb.BuiltinBloomFilter"),
                "Basho's first filter has the bits of LevelDB's");
        assertEquals(List.of(FilterDialect.ROCKSDB_BLOCK), FilterDialect.withAllBits("rocksdb.BuiltinBloomFilter"));
        assertEquals(List.of(), FilterDialect.withAllBits("mine"));
    }

    @Test
    @Tag("TF-14")
    void nameInAFileOfBashoMeansOneDialect() {
        assertEquals(Optional.of(FilterDialect.BASHO_1), FilterDialect.namedByBasho("leveldb.BuiltinBloomFilter"));
        assertEquals(Optional.of(FilterDialect.BASHO_2), FilterDialect.namedByBasho("leveldb.BuiltinBloomFilter2"));
        assertEquals(Optional.empty(), FilterDialect.namedByBasho("rocksdb.BuiltinBloomFilter"));
        assertEquals(Optional.empty(), FilterDialect.namedByBasho(""));
    }

    @ParameterizedTest
    @EnumSource
    void dialectIsFoundByItsId(FilterDialect dialect) {
        assertEquals(Optional.of(dialect), FilterDialect.withId(dialect.id()));
        assertSame(dialect.matcher(), dialect.matcher());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "LevelDB", "LEVELDB", "leveldb.BuiltinBloomFilter2", "leveldb "})
    void otherTextIsNoId(String id) {
        assertEquals(Optional.empty(), FilterDialect.withId(id));
    }

    @Test
    @Tag("TF-14")
    void candidatesOfANameHaveDifferentHashes() {
        assertEquals(List.of(FilterDialect.LEVELDB), FilterDialect.named("leveldb.BuiltinBloomFilter2"));
        assertEquals(
                List.of(FilterDialect.GOLEVELDB, FilterDialect.LEVELDB_117_SIGNED),
                FilterDialect.named("leveldb.BuiltinBloomFilter"));
        assertEquals(List.of(FilterDialect.ROCKSDB_BLOCK), FilterDialect.named("rocksdb.BuiltinBloomFilter"));
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
    void nameOfOneWriterIsReadWithItsHashAlone() {
        assertEquals(
                List.of(FilterDialect.ROCKSDB_BLOCK.matcher()),
                matcher("rocksdb.BuiltinBloomFilter").bloomParts());
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
