// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Matchers and policies made of others, and what the interfaces add to one from outside the library. */
class FilterMatcherTest {
    private static final FilterMatcher SIGNED = FilterDialect.LEVELDB_117_SIGNED.matcher();
    private static final FilterMatcher UNSIGNED = FilterDialect.GOLEVELDB.matcher();
    private static final FilterPolicy CUSTOM = new TestHashPolicy();
    private static final FilterMatcher NOTHING = FilterMatcher.alwaysMatching("nothing");
    private static final FilterPolicy USER = BloomFilterPolicy.levelDb(12);

    // The key 80 under the signed hash; run with LevelDB 1.17 on x86.
    private static final byte[] KEY = Bytes.hex("80");
    private static final byte[] SIGNED_FILTER = Bytes.hex("208000000104100806");

    private final FilterPolicy internal = FilterPolicy.ofInternalKeys(USER);
    private final List<FilterMatcher> ofInternalKeys = List.of(internal, FilterMatcher.ofInternalKeys(USER));

    private static FilterMatcher anyOf(FilterMatcher... matchers) {
        return FilterMatcher.anyOf("any", List.of(matchers));
    }

    @Test
    void allMatchersMustDeny() {
        assertTrue(Bytes.mayMatchAnywhere(anyOf(CUSTOM, NOTHING), KEY, new byte[0]));
        assertFalse(Bytes.mayMatchAnywhere(anyOf(CUSTOM, SIGNED), KEY, new byte[0]));
        assertTrue(Bytes.mayMatchAnywhere(anyOf(CUSTOM, SIGNED), KEY, SIGNED_FILTER));
        assertTrue(Bytes.mayMatchAnywhere(anyOf(SIGNED, CUSTOM), KEY, SIGNED_FILTER));
    }

    @Test
    void nothingIsDeniedByTheMatcherThatDeniesNothing() {
        assertEquals("nothing", NOTHING.name());
        assertEquals(List.of(), NOTHING.bloomParts());
        assertTrue(Bytes.mayMatchAnywhere(NOTHING, KEY, new byte[0]));
        assertTrue(Bytes.mayMatchAnywhere(NOTHING, new byte[0], new byte[9]));
    }

    @Test
    void anyOfShowsItsPartsAndHasNoneIfOneMatcherHasNone() {
        List<FilterMatcher> matchers = new ArrayList<>(List.of(UNSIGNED));
        FilterMatcher any = FilterMatcher.anyOf("any", matchers);
        matchers.set(0, NOTHING);
        assertFalse(Bytes.mayMatchAnywhere(any, KEY, SIGNED_FILTER), "a copy of the list");
        assertEquals("any by any of [leveldb.BuiltinBloomFilter (UNSIGNED_TAIL)]", any.toString());
        assertEquals(List.of(UNSIGNED, SIGNED), anyOf(any, SIGNED).bloomParts());
        assertThrows(UnsupportedOperationException.class, anyOf(any, SIGNED).bloomParts()::clear);
        for (FilterMatcher other : List.of(NOTHING, CUSTOM, internal)) {
            assertEquals(List.of(), anyOf(SIGNED, other).bloomParts());
        }
        Exception none = assertThrows(IllegalArgumentException.class, () -> FilterMatcher.anyOf("none", List.of()));
        assertEquals("no matcher given for none", none.getMessage());
    }

    /** With sequence number 123 and kind 1, a value. */
    private static byte[] internal(String userKey) {
        byte[] key = Arrays.copyOf(Bytes.ascii(userKey), userKey.length() + 8);
        key[userKey.length()] = 1;
        key[userKey.length() + 1] = 123;
        return key;
    }

    // leveldb-rs, src/filter.rs: the same filter as over the user keys.
    @ParameterizedTest
    @CsvSource({"abc123def456, true", "xxx111xxx222, true", "zzz, false", "'', false"})
    void filterOfInternalKeysIsThatOfTheUserKeys(String userKey, boolean expected) {
        List<byte[]> keys = Stream.of("abc123def456", "xxx111xxx222", "ab00cd00ab", "908070605040302010")
                .map(FilterMatcherTest::internal)
                .toList();
        byte[] filter = Bytes.filter(internal, keys);
        assertEquals("c294818cc0c484a408", Bytes.toHex(filter));
        ofInternalKeys.forEach(
                matcher -> assertEquals(expected, Bytes.mayMatchAnywhere(matcher, internal(userKey), filter)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7})
    void keyShorterThanATagMayMatchAndIsNotAdded(int length) {
        byte[] denying = new byte[9];
        denying[8] = 6;
        for (FilterMatcher matcher : ofInternalKeys) {
            assertTrue(Bytes.mayMatchAnywhere(matcher, new byte[length], denying));
            assertFalse(Bytes.mayMatchAnywhere(matcher, new byte[8], denying));
        }
        FilterGenerator generator = internal.newGenerator();
        Exception e = assertThrows(IllegalArgumentException.class, () -> generator.addKey(new byte[20], 3, length));
        assertEquals("an internal key has at least 8 bytes, this one has " + length, e.getMessage());
        assertEquals(0, generator.keyCount());
        generator.addKey(new byte[20], 3, 8);
        assertEquals(1, generator.keyCount());
    }

    @Test
    void generatorKeepsTheContractOfTheOneBehindIt() {
        FilterGenerator generator = internal.newGenerator();
        for (int i = 0; i < 10; i++) {
            generator.addKey(internal("key" + i), 0, 12);
        }
        assertEquals(16, generator.filterSize());
        assertThrows(IndexOutOfBoundsException.class, () -> generator.generate(new byte[16], 1));
        assertEquals(10, generator.keyCount());
        generator.reset();
        assertEquals(0, generator.keyCount());
    }

    @Test
    void partsAreThoseOfThePolicyAndAnswerAboutKeysWithoutTheirTag() {
        for (FilterMatcher matcher : ofInternalKeys) {
            assertEquals(USER.bloomParts(), matcher.bloomParts());
            assertEquals(USER.name(), matcher.name());
            assertEquals(8, matcher.tagLength());
        }
        assertEquals(0, USER.tagLength());
        assertEquals(USER + " over internal keys", internal.toString());
        assertEquals(16, FilterMatcher.ofInternalKeys(internal).tagLength());
    }

    // google/leveldb's table/filter_block_test.cc: the hashes of foo, bar and box, run with HEAD.
    @Test
    void filterIsMadeAndABufferCopiedByTheInterface() {
        byte[] filter = Bytes.filter(CUSTOM, Bytes.asciiKeys("foo", "bar", "box"));
        assertEquals("c43577fe378c73d926960fc8", Bytes.toHex(filter));
        assertEquals(List.of(), CUSTOM.bloomParts());
        for (String text : List.of("foo", "bar", "box", "hello", "")) {
            assertEquals(text.length() == 3, Bytes.mayMatchAnywhere(CUSTOM, Bytes.ascii(text), filter));
            assertFalse(Bytes.mayMatchAnywhere(CUSTOM, Bytes.ascii(text), new byte[0]));
        }
        ByteBuffer buffer = ByteBuffer.wrap(filter);
        assertThrows(IndexOutOfBoundsException.class, () -> CUSTOM.keyMayMatch(KEY, 0, 1, buffer, 5, filter.length));
    }

    @ParameterizedTest
    @ValueSource(
            longs = {Integer.MAX_VALUE - 7L, Integer.MAX_VALUE, 1L << 31, 1L << 32, (1L << 32) + 4, Long.MAX_VALUE})
    void arrayTooLargeForTheMachineIsRefusedBeforeItIsMade(long size) {
        Exception e = assertThrows(IllegalStateException.class, () -> new Claiming(size).generate());
        assertEquals("a filter of " + size + " bytes does not fit an array", e.getMessage());
        assertArrayEquals(new byte[7], new Claiming(7).generate());
    }
}
