// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Matchers made of others, or of nothing. */
class FilterMatcherTest {
    private static final BloomFilterMatcher SIGNED = FilterDialect.LEVELDB_117_SIGNED.bloomMatcher();
    private static final BloomFilterMatcher UNSIGNED = FilterDialect.GOLEVELDB.bloomMatcher();
    private static final FilterMatcher CUSTOM = new TestHashPolicy();
    private static final FilterMatcher NOTHING = FilterMatcher.alwaysMatching("nothing");

    // The key 80 under the signed and the unsigned hash; run with LevelDB 1.17 on x86 and with HEAD.
    private static final byte[] KEY = Bytes.hex("80");
    private static final byte[] SIGNED_FILTER = Bytes.hex("208000000104100806");
    private static final byte[] UNSIGNED_FILTER = Bytes.hex("048008000100024006");

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
    void oneMatcherIsEnough() {
        FilterMatcher one = FilterMatcher.anyOf("one", List.of(SIGNED));
        assertTrue(mayMatch(one, KEY, SIGNED_FILTER));
        assertFalse(mayMatch(one, KEY, UNSIGNED_FILTER));
    }

    @Test
    void noMatcherIsRefused() {
        String message = assertThrows(IllegalArgumentException.class, () -> FilterMatcher.anyOf("none", List.of()))
                .getMessage();
        assertTrue(message.contains("none"), message);
    }

    @Test
    void listOfMatchersIsCopied() {
        List<FilterMatcher> matchers = new ArrayList<>(List.of(SIGNED));
        FilterMatcher any = FilterMatcher.anyOf("any", matchers);
        matchers.set(0, NOTHING);
        assertFalse(mayMatch(any, KEY, UNSIGNED_FILTER));
    }

    @Test
    void nothingIsDeniedByTheMatcherThatDeniesNothing() {
        assertEquals("nothing", NOTHING.name());
        assertEquals(List.of(), NOTHING.bloomParts());
        assertTrue(mayMatch(NOTHING, KEY, new byte[0]));
        assertTrue(mayMatch(NOTHING, new byte[0], new byte[9]));
    }

    @Test
    void namesAreNeeded() {
        assertThrows(NullPointerException.class, () -> FilterMatcher.alwaysMatching(null));
        assertThrows(NullPointerException.class, () -> FilterMatcher.anyOf(null, List.of(SIGNED)));
    }

    @Test
    void partsOfAnyOfAreThePartsOfAll() {
        assertEquals(
                List.of(SIGNED, UNSIGNED),
                FilterMatcher.anyOf("any", List.of(SIGNED, UNSIGNED)).bloomParts());
        FilterMatcher nested = FilterMatcher.anyOf("a", List.of(FilterMatcher.anyOf("b", List.of(UNSIGNED)), SIGNED));
        assertEquals(List.of(UNSIGNED, SIGNED), nested.bloomParts());
    }

    @Test
    void anyOfHasNoPartsIfOneMatcherHasNone() {
        assertEquals(
                List.of(), FilterMatcher.anyOf("any", List.of(SIGNED, NOTHING)).bloomParts());
        assertEquals(
                List.of(), FilterMatcher.anyOf("any", List.of(CUSTOM, UNSIGNED)).bloomParts());
    }

    @Test
    void partsCannotBeChanged() {
        List<BloomFilterMatcher> parts =
                FilterMatcher.anyOf("any", List.of(SIGNED, UNSIGNED)).bloomParts();
        assertThrows(UnsupportedOperationException.class, parts::clear);
        assertThrows(UnsupportedOperationException.class, SIGNED.bloomParts()::clear);
    }

    @Test
    void anyOfShowsItsNameAndParts() {
        assertEquals(
                "any by any of [leveldb.BuiltinBloomFilter (SIGNED_TAIL)]",
                FilterMatcher.anyOf("any", List.of(SIGNED)).toString());
    }
}
