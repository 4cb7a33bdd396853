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
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Matchers and policies made of others, and what the interfaces add to one from outside the library. */
class FilterMatcherTest {
    private static final FilterMatcher SIGNED = FilterDialect.LEVELDB_117_SIGNED.matcher();
    private static final FilterMatcher UNSIGNED = FilterDialect.GOLEVELDB.matcher();
    private static final FilterPolicy CUSTOM = new TestHashPolicy();
    private static final FilterMatcher NOTHING = AnyOfMatcher.alwaysMatching("nothing");

    // The key 80 under the signed hash; run with LevelDB 1.17 on x86.
    private static final byte[] KEY = Bytes.hex("80");
    private static final byte[] SIGNED_FILTER = Bytes.hex("208000000104100806");

    private static FilterMatcher anyOf(FilterMatcher... matchers) {
        return AnyOfMatcher.of("any", List.of(matchers));
    }

    private static List<BloomHash> hashes(FilterMatcher... matchers) {
        return ((AnyOfMatcher) anyOf(matchers)).hashes();
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
        assertTrue(Bytes.mayMatchAnywhere(NOTHING, KEY, new byte[0]));
        assertTrue(Bytes.mayMatchAnywhere(NOTHING, new byte[0], new byte[9]));
    }

    @Test
    void anyOfShowsItsHashesAndHasNoneIfOneMatcherHasNone() {
        List<FilterMatcher> matchers = new ArrayList<>(List.of(UNSIGNED));
        FilterMatcher any = AnyOfMatcher.of("any", matchers);
        matchers.set(0, NOTHING);
        assertFalse(Bytes.mayMatchAnywhere(any, KEY, SIGNED_FILTER), "a copy of the list");
        assertEquals("any by any of [leveldb.BuiltinBloomFilter (UNSIGNED_TAIL)]", any.toString());
        assertEquals(List.of(BloomHash.UNSIGNED_TAIL, BloomHash.SIGNED_TAIL), hashes(any, SIGNED));
        assertEquals(List.of(BloomHash.UNSIGNED_TAIL), hashes(BloomFilterPolicy.levelDb(10)));
        assertThrows(UnsupportedOperationException.class, hashes(any, SIGNED)::clear);
        for (FilterMatcher other : List.of(NOTHING, CUSTOM, FilterDialect.BASHO_2.matcher())) {
            assertEquals(List.of(), hashes(SIGNED, other));
        }
        Exception none = assertThrows(IllegalArgumentException.class, () -> AnyOfMatcher.of("none", List.of()));
        assertEquals("no matcher given for none", none.getMessage());
    }

    // google/leveldb's table/filter_block_test.cc: the hashes of foo, bar and box, run with HEAD.
    @Test
    void filterIsMadeAndABufferCopiedByTheInterface() {
        byte[] filter = Bytes.filter(CUSTOM, Bytes.asciiKeys("foo", "bar", "box"));
        assertEquals("c43577fe378c73d926960fc8", Bytes.toHex(filter));
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
