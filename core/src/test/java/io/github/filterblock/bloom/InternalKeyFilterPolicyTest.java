// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("TF-12")
class InternalKeyFilterPolicyTest {
    private static final FilterPolicy USER = BloomFilterPolicy.levelDb(12);
    private static final FilterPolicy INTERNAL = FilterPolicy.ofInternalKeys(USER);

    // Sequence number 123 and kind 1, a value.
    private static final byte[] TAG = Bytes.hex("017b000000000000");

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

    @Test
    void keyOfATagAloneIsTheEmptyUserKey() {
        assertEquals(
                Bytes.toHex(Bytes.filter(USER, Bytes.asciiKeys(""))),
                Bytes.toHex(Bytes.filter(INTERNAL, List.of(TAG))));
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
    void keyMayLieInsideItsArray() {
        FilterGenerator generator = INTERNAL.newGenerator();
        generator.addKey(Bytes.ascii("..hello12345678.."), 2, 13);
        assertEquals(Bytes.toHex(Bytes.filter(USER, Bytes.asciiKeys("hello"))), Bytes.toHex(generator.generate()));
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
    void nameIsThatOfThePolicyOverUserKeys() {
        assertEquals("leveldb.BuiltinBloomFilter2", INTERNAL.name());
        assertEquals(
                "leveldb.BuiltinBloomFilter2",
                FilterMatcher.ofInternalKeys(USER).name());
    }

    @Test
    void partsAreThoseOfThePolicyAndAnswerAboutKeysWithoutTheirTag() {
        for (FilterMatcher matcher : List.of(INTERNAL, FilterMatcher.ofInternalKeys(USER))) {
            assertEquals(USER.bloomParts(), matcher.bloomParts());
            assertEquals(8, matcher.tagLength());
        }
        assertEquals(0, USER.tagLength());
        FilterMatcher twice = FilterMatcher.ofInternalKeys(INTERNAL);
        assertEquals(16, twice.tagLength());
        assertEquals(List.of(), FilterMatcher.anyOf("any", List.of(INTERNAL)).bloomParts());
    }

    @Test
    void policyIsNeeded() {
        assertThrows(NullPointerException.class, () -> FilterPolicy.ofInternalKeys(null));
        assertThrows(NullPointerException.class, () -> FilterMatcher.ofInternalKeys(null));
    }

    @Test
    void viewShowsThePolicyBehindIt() {
        assertEquals(USER + " over internal keys", INTERNAL.toString());
    }
}
