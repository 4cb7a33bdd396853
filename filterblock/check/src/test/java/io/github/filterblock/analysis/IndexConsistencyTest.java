// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.IndexEntry;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the keys of an index show: that keys of a table have tags, and that index and data blocks belong together. */
@Tag("TF-12")
class IndexConsistencyTest {
    private static final KeyFormat USER = KeyFormat.USER_KEY;
    private static final String NOT_BELOW =
            "1000: the index key before the data block that ends at 200 is not below the block's first key";
    private static final String LAST_TAG = "0140420f00000000";

    private static byte[] key(String user, String tag) {
        return HexFormat.of()
                .parseHex(HexFormat.of().formatHex(user.getBytes(StandardCharsets.US_ASCII)) + tag.strip());
    }

    /** A shortened user key, whose last byte is raised by one, with the tag of the highest sequence. */
    @ParameterizedTest
    @CsvSource({
        "b,       01ffffffffffffff, true",
        "b,       00ffffffffffffff, true",
        "aq,      18ffffffffffffff, true",
        "applf,   7fffffffffffffff, true",
        "b,       80ffffffffffffff, false", // a kind that no tag has
        "b,       01feffffffffffff, false", // another sequence
        "b,       01fffffffeffffff, false",
        "b,       01fffffffffffffe, false",
        "b,       01ffffffffffff7f, false",
        "'',      01ffffffffffffff, false", // no byte is raised
        "'',        ffffffffffffff, false", // no room for a tag
        "c,       01ffffffffffffff, false", // raised by two
        "a,       01ffffffffffffff, false", // not raised
        "bq,      01ffffffffffffff, false", // another key
        "applf,   01ffffffffff,     false", // the tag is cut
        "'apple\2',  01ffffffffffffff, false" // longer than the last key
    })
    void onlyAShortenedUserKeyProvesATag(String user, String tag, boolean proves) {
        IndexConsistency consistency = new IndexConsistency(1000);
        byte[] last = key("apple", LAST_TAG);
        consistency.lastKey(new IndexEntry(key(user, tag), new BlockHandle(0, 10)), last, last.length);
        assertEquals(proves, consistency.hasSeekTags());
    }

    /** What a table's data blocks and index show; each block is an index key, the first stored key and the last one. */
    private static IndexConsistency of(String... blocks) {
        IndexConsistency consistency = new IndexConsistency(1000);
        for (int i = 0; i < blocks.length; i++) {
            String[] keys = blocks[i].split(" ");
            BlockHandle handle = new BlockHandle(i * 100L, 95);
            consistency.place(handle);
            byte[] first = keys[1].getBytes(StandardCharsets.US_ASCII);
            byte[] last = keys[2].getBytes(StandardCharsets.US_ASCII);
            consistency.firstKey(first, first.length);
            consistency.lastKey(new IndexEntry(keys[0].getBytes(StandardCharsets.US_ASCII), handle), last, last.length);
        }
        return consistency;
    }

    private static List<String> separators(IndexConsistency consistency, KeyFormat format) {
        return consistency.separators(format).first().stream()
                .map(finding -> finding.offset() + ": " + finding.message())
                .toList();
    }

    @Test
    @Tag("TF-11")
    void keysOfTheIndexSeparateTheBlocks() {
        assertEquals(List.of(), separators(of("c a b", "f d e", "h g h"), KeyFormat.WHOLE_KEY));
        assertEquals(
                List.of("1000: the index key of the data block at 0 is below the block's last key"),
                separators(of("a a b", "f d e"), KeyFormat.WHOLE_KEY));
        assertEquals(List.of(NOT_BELOW), separators(of("d a b", "f c e"), KeyFormat.WHOLE_KEY));
        assertEquals(List.of(NOT_BELOW), separators(of("d a b", "f d e"), KeyFormat.WHOLE_KEY));
        assertEquals(
                List.of(NOT_BELOW, "1000: the index key of the data block at 100 is below that of the block before"),
                separators(of("e a b", "d c d"), KeyFormat.WHOLE_KEY));
    }

    /** Versions of a user key may lie in two blocks; then the key of the index is the last one of the first block. */
    @Test
    @Tag("TF-11")
    void aUserKeyInTwoBlocksNeedsNoKeyBetweenThem() {
        assertEquals(List.of(), separators(of("b-------2 a-------3 b-------2", "c-------1 b-------1 c-------1"), USER));
        assertEquals(
                List.of(),
                separators(
                        of(
                                "b-------0 a-------3 b-------2",
                                "b-------0 b-------1 b-------0",
                                "c-------1 c-------1 c-------1"),
                        USER),
                "in three blocks, Pebble's index may have one key for the first two");
        assertEquals(
                List.of(NOT_BELOW),
                separators(of("c-------2 a-------3 b-------2", "c-------1 c-------1 c-------1"), USER));
    }

    /** Nothing is expected of keys that do not ascend; of others, that the index separates them in some format. */
    @Test
    @Tag("TF-11")
    void onlyKeysThatAscendCanBeContradicted() {
        IndexConsistency asBoth = of("b-------2 a-------3 b-------2", "c-------1 b-------3 c-------1");
        IndexConsistency asUser = of("b-------2 a-------3 b-------2", "c-------1 b-------1 c-------1");
        IndexConsistency asNone = of("d-------2 a-------3 b-------2", "c-------1 c-------3 c-------1");
        assertTrue(asBoth.separates(KeyFormat.WHOLE_KEY) && asBoth.separates(USER));
        assertTrue(!asUser.separates(KeyFormat.WHOLE_KEY) && asUser.separates(USER));
        assertFalse(asBoth.isUnreliable(format -> true));
        assertFalse(asUser.isUnreliable(format -> true));
        assertTrue(asUser.isUnreliable(format -> format == KeyFormat.WHOLE_KEY));
        assertFalse(asUser.isUnreliable(format -> format == USER));
        assertTrue(asNone.isUnreliable(format -> true));
        assertTrue(asNone.isUnreliable(format -> format == USER));
        assertFalse(asNone.isUnreliable(format -> false));
    }

    /** A key of the index, or the last one of a block, that has no room for a tag is no user key with one. */
    @Test
    @Tag("TF-11")
    void shortKeysSeparateNoUserKeys() {
        assertFalse(of("c a-------3 b-------2").separates(USER));
        assertFalse(of("c-------2 a-------3 b").separates(USER));
        assertTrue(of("a-------2 a-------2 a-------2", "c-------2 b c-------2").separates(USER), "a first key may be");
    }

    @Test
    @Tag("TF-11")
    void ofBlocksThatWereNotReadNothingIsContradicted() {
        IndexConsistency unknown = of("d a b", "c c c");
        unknown.unknown();
        assertFalse(unknown.isUnreliable(format -> true));
        assertFalse(unknown.isUnreliable(format -> true));
        assertFalse(of("b a b").isUnreliable(format -> true));
        IndexConsistency hidden = of("b a b");
        hidden.unknown();
        assertFalse(hidden.separates(KeyFormat.WHOLE_KEY));
    }

    @Test
    @Tag("TF-11")
    void damagedBlocksContradict() {
        IndexConsistency damaged = of("b a b");
        damaged.damaged();
        assertTrue(damaged.isUnreliable(format -> false));
        assertTrue(damaged.isUnreliable(format -> false));
        assertFalse(damaged.separates(KeyFormat.WHOLE_KEY));
    }

    /** goleveldb writes a data block without keys into a table without keys; beside other blocks it is an error. */
    @Test
    @Tag("TF-11")
    void onlyASingleBlockMayBeEmpty() {
        IndexConsistency alone = of();
        alone.place(new BlockHandle(0, 8));
        alone.empty();
        assertFalse(alone.isUnreliable(format -> true));
        IndexConsistency second = of("b a b");
        second.place(new BlockHandle(100, 8));
        second.empty();
        assertEquals(113, second.end());
        assertTrue(second.isUnreliable(format -> true));
        assertFalse(second.separates(KeyFormat.WHOLE_KEY));
    }
}
