// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Matchers and policies made of others, and what the interfaces add to one from outside the library. */
class FilterMatcherTest {
    private static final BloomFilterMatcher SIGNED = FilterDialect.LEVELDB_117_SIGNED.bloomMatcher();
    private static final BloomFilterMatcher UNSIGNED = FilterDialect.GOLEVELDB.bloomMatcher();
    private static final FilterMatcher CUSTOM = new TestHashPolicy();
    private static final FilterMatcher NOTHING = FilterMatcher.alwaysMatching("nothing");

    // The key 80 under the signed and the unsigned hash; run with LevelDB 1.17 on x86 and with HEAD.
    private static final byte[] KEY = Bytes.hex("80");
    private static final byte[] SIGNED_FILTER = Bytes.hex("208000000104100806");
    private static final byte[] UNSIGNED_FILTER = Bytes.hex("048008000100024006");
    private static final FilterPolicy USER = BloomFilterPolicy.levelDb(12);
    private static final FilterPolicy INTERNAL = FilterPolicy.ofInternalKeys(USER);

    // Sequence number 123 and kind 1, a value.
    private static final byte[] TAG = Bytes.hex("017b000000000000");
    private static final FilterPolicy POLICY = new TestHashPolicy();

    // google/leveldb's table/filter_block_test.cc: the hashes of foo, bar and box, run with HEAD.
    private static final String FOO_BAR_BOX = "c43577fe378c73d926960fc8";

    private static boolean mayMatch(FilterMatcher matcher, byte[] key, byte[] filter) {
        boolean answer = Bytes.mayMatch(matcher, key, filter);
        ByteBuffer direct = ByteBuffer.allocateDirect(filter.length + 2).put(1, filter);
        assertEquals(answer, matcher.keyMayMatch(key, 0, key.length, direct, 1, filter.length));
        return answer;
    }

    @Test
    @Tag("FB-2")
    void eitherHashMatchesThroughBoth() {
        FilterMatcher either = FilterMatcher.anyOf("either", List.of(SIGNED, UNSIGNED));
        assertEquals("either", either.name());
        assertTrue(mayMatch(either, KEY, SIGNED_FILTER));
        assertTrue(mayMatch(either, KEY, UNSIGNED_FILTER));
        assertFalse(mayMatch(either, Bytes.ascii("a"), SIGNED_FILTER));
        assertFalse(mayMatch(SIGNED, KEY, UNSIGNED_FILTER));
        assertFalse(mayMatch(UNSIGNED, KEY, SIGNED_FILTER));
    }

    @Test
    void allMatchersMustDeny() {
        assertTrue(mayMatch(FilterMatcher.anyOf("any", List.of(CUSTOM, NOTHING)), KEY, new byte[0]));
        assertFalse(mayMatch(FilterMatcher.anyOf("any", List.of(CUSTOM, SIGNED)), KEY, new byte[0]));
        assertTrue(mayMatch(FilterMatcher.anyOf("any", List.of(CUSTOM, SIGNED)), KEY, SIGNED_FILTER));
    }

    @Test
    void nothingIsDeniedByTheMatcherThatDeniesNothing() {
        assertEquals("nothing", NOTHING.name());
        assertEquals(List.of(), NOTHING.bloomParts());
        assertTrue(mayMatch(NOTHING, KEY, new byte[0]));
        assertTrue(mayMatch(NOTHING, new byte[0], new byte[9]));
    }

    @Test
    void anyOfShowsItsPartsAndHasNoneIfOneMatcherHasNone() {
        List<FilterMatcher> matchers = new ArrayList<>(List.of(SIGNED));
        FilterMatcher any = FilterMatcher.anyOf("any", matchers);
        matchers.set(0, NOTHING);
        assertFalse(mayMatch(any, KEY, UNSIGNED_FILTER), "a copy of the list");
        assertEquals("any by any of [leveldb.BuiltinBloomFilter (SIGNED_TAIL)]", any.toString());
        FilterMatcher nested = FilterMatcher.anyOf("a", List.of(FilterMatcher.anyOf("b", List.of(UNSIGNED)), SIGNED));
        assertEquals(List.of(UNSIGNED, SIGNED), nested.bloomParts());
        assertThrows(UnsupportedOperationException.class, nested.bloomParts()::clear);
        for (FilterMatcher other : List.of(NOTHING, CUSTOM)) {
            assertEquals(
                    List.of(),
                    FilterMatcher.anyOf("any", List.of(SIGNED, other)).bloomParts());
        }
        Exception none = assertThrows(IllegalArgumentException.class, () -> FilterMatcher.anyOf("none", List.of()));
        assertTrue(String.valueOf(none.getMessage()).contains("none"), none::toString);
    }

    private static byte[] internal(String userKey) {
        byte[] key = Arrays.copyOf(Bytes.ascii(userKey), userKey.length() + TAG.length);
        System.arraycopy(TAG, 0, key, userKey.length(), TAG.length);
        return key;
    }

    // leveldb-rs, src/filter.rs: the same filter as over the user keys.
    @Test
    void filterOfInternalKeysIsThatOfTheUserKeys() {
        List<byte[]> keys = List.of(
                internal("abc123def456"),
                internal("xxx111xxx222"),
                internal("ab00cd00ab"),
                internal("908070605040302010"));
        assertEquals("c294818cc0c484a408", Bytes.toHex(Bytes.filter(INTERNAL, keys)));
    }

    @ParameterizedTest
    @CsvSource({"abc123def456, true", "xxx111xxx222, true", "zzz, false", "'', false"})
    void tagDoesNotCountForTheAnswer(String userKey, boolean expected) {
        byte[] filter = Bytes.hex("c294818cc0c484a408");
        ByteBuffer buffer = ByteBuffer.allocateDirect(12).put(3, filter);
        byte[] key = internal(userKey);
        for (FilterMatcher matcher : List.of(INTERNAL, FilterMatcher.ofInternalKeys(USER))) {
            assertEquals(expected, Bytes.mayMatch(matcher, key, filter));
            assertEquals(expected, matcher.keyMayMatch(key, 0, key.length, buffer, 3, filter.length));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7})
    void keyShorterThanATagIsRefusedAndNotCounted(int length) {
        FilterGenerator generator = INTERNAL.newGenerator();
        String message = assertThrows(IllegalArgumentException.class, () -> generator.addKey(new byte[20], 3, length))
                .getMessage();
        assertTrue(message.contains("8") && message.contains(Integer.toString(length)), message);
        assertEquals(0, generator.keyCount());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7})
    void keyShorterThanATagMayMatch(int length) {
        byte[] denying = new byte[9];
        denying[8] = 6;
        for (FilterMatcher matcher : List.of(INTERNAL, FilterMatcher.ofInternalKeys(USER))) {
            assertTrue(matcher.keyMayMatch(new byte[20], 3, length, denying, 0, 9));
            assertTrue(matcher.keyMayMatch(new byte[20], 3, length, ByteBuffer.wrap(denying), 0, 9));
            assertFalse(matcher.keyMayMatch(new byte[20], 3, 8, denying, 0, 9));
            assertFalse(matcher.keyMayMatch(new byte[20], 3, 8, ByteBuffer.wrap(denying), 0, 9));
        }
    }

    @Test
    void generatorKeepsTheContractOfTheOneBehindIt() {
        FilterGenerator generator = INTERNAL.newGenerator();
        for (int i = 0; i < 10; i++) {
            generator.addKey(internal("key" + i), 0, 12);
        }
        assertEquals(10, generator.keyCount());
        assertEquals(16, generator.filterSize());
        assertThrows(IndexOutOfBoundsException.class, () -> generator.generate(new byte[16], 1));
        assertEquals(10, generator.keyCount());
        generator.reset();
        assertEquals(0, generator.keyCount());
    }

    @Test
    void partsAreThoseOfThePolicyAndAnswerAboutKeysWithoutTheirTag() {
        for (FilterMatcher matcher : List.of(INTERNAL, FilterMatcher.ofInternalKeys(USER))) {
            assertEquals(USER.bloomParts(), matcher.bloomParts());
            assertEquals(8, matcher.tagLength());
        }
        assertEquals(0, USER.tagLength());
        assertEquals(USER.name(), INTERNAL.name());
        assertEquals(USER + " over internal keys", INTERNAL.toString());
        FilterMatcher twice = FilterMatcher.ofInternalKeys(INTERNAL);
        assertEquals(16, twice.tagLength());
        assertEquals(List.of(), FilterMatcher.anyOf("any", List.of(INTERNAL)).bloomParts());
    }

    @Test
    void filterIsMadeAndABufferCopiedByTheInterface() {
        byte[] filter = Bytes.filter(POLICY, Bytes.asciiKeys("foo", "bar", "box"));
        assertEquals(FOO_BAR_BOX, Bytes.toHex(filter));
        assertEquals(List.of(), POLICY.bloomParts());
        for (boolean direct : new boolean[] {false, true}) {
            ByteBuffer buffer =
                    Bytes.buffer(filter, 5, direct, ByteOrder.BIG_ENDIAN).position(2);
            for (String text : List.of("foo", "bar", "box", "hello", "")) {
                byte[] key = Bytes.ascii(text);
                boolean expected = Bytes.mayMatch(POLICY, key, filter);
                assertEquals(expected, POLICY.keyMayMatch(key, 0, key.length, buffer, 5, filter.length), text);
                assertFalse(POLICY.keyMayMatch(key, 0, key.length, buffer, buffer.limit(), 0));
            }
            assertEquals(2, buffer.position());
            assertEquals(5 + filter.length + 3, buffer.limit());
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> POLICY.keyMayMatch(new byte[1], 0, 1, buffer, 5, filter.length + 4));
        }
    }

    @ParameterizedTest
    @ValueSource(
            longs = {Integer.MAX_VALUE - 7L, Integer.MAX_VALUE, 1L << 31, 1L << 32, (1L << 32) + 4, Long.MAX_VALUE})
    void arrayTooLargeForTheMachineIsRefusedBeforeItIsMade(long size) {
        FilterGenerator claiming = new Claiming(size);
        String message =
                assertThrows(IllegalStateException.class, claiming::generate).getMessage();
        assertTrue(message.contains(size + " bytes"), message);
        assertArrayEquals(new byte[7], new Claiming(7).generate());
    }

    /** Claims a size and writes nothing. */
    private record Claiming(long filterSize) implements FilterGenerator {
        @Override
        public void addKey(byte[] key, int offset, int length) {}

        @Override
        public int keyCount() {
            return 1;
        }

        @Override
        public void generate(byte[] dst, int offset) {}

        @Override
        public void reset() {}
    }
}
