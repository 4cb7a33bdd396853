// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.CorruptTableException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The limits on index, metaindex and shared keys: exactly as much as stated, and no more. */
@Tag("TF-5")
class SizeLimitsTest {
    private static final long FREE_KEYS = 16 << 20;
    private static final byte[] NO_HANDLE = {0, 0};

    private static String refusal(Executable reading) {
        CorruptTableException e = assertThrows(CorruptTableException.class, reading);
        assertEquals(Reason.TOO_LARGE, e.reason());
        assertEquals(7, e.offset());
        return e.getMessage();
    }

    @Test
    void anIndexHasAtMostAnEntryForEachElevenBytesOfTheFile() throws CorruptTableException {
        IndexEntries.Place place = new IndexEntries.Place("a.ldb", 7, 110);
        place.checkSize(10, 0);
        String message = refusal(() -> place.checkSize(11, 0));
        assertTrue(message.contains("11 entries") && message.contains("110 bytes"), message);
        refusal(() -> new IndexEntries.Place("a.ldb", 7, 109).checkSize(10, 0));
    }

    @Test
    @Tag("TF-7")
    void keysOfAnIndexThatShareMayAmountToTheFileAndSixteenMebibytes() throws CorruptTableException {
        IndexEntries.Place place = new IndexEntries.Place("a.ldb", 7, 1000);
        place.checkSize(1, FREE_KEYS + 1000);
        refusal(() -> place.checkSize(1, FREE_KEYS + 1001));
        IndexEntries.Place large = new IndexEntries.Place("a.ldb", 7, 1L << 40);
        large.checkSize(1, Integer.MAX_VALUE - 16);
        refusal(() -> large.checkSize(1, Integer.MAX_VALUE - 15));
    }

    private static KeyValueBlock block(List<TestBlocks.Entry> entries, int interval) {
        return assertDoesNotThrow(() -> KeyValueBlock.of(TestBlocks.entries(entries, interval), "a.ldb", 7));
    }

    /** Ten keys of 2 MiB of which nine share all but a byte with the one before. */
    @Test
    @Tag("TF-7")
    void keysThatShareAreCountedWhole() throws CorruptTableException {
        List<TestBlocks.Entry> entries = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            byte[] key = new byte[2 << 20];
            key[key.length - 1] = (byte) i;
            entries.add(new TestBlocks.Entry(key, TestBlocks.handle(20L * i, 10)));
        }
        IndexEntries.Place place = new IndexEntries.Place("a.ldb", 7, 1000);
        refusal(() -> IndexReader.readAll(block(entries, 16), Optional.empty(), place));
        assertEquals(
                9,
                IndexReader.readAll(block(entries.subList(0, 9), 16), Optional.empty(), place)
                        .size());
        assertEquals(
                10,
                IndexReader.readAll(block(entries, 1), Optional.empty(), place).size(),
                "keys that share nothing are not written out");
    }

    @Test
    void anIndexOfMoreEntriesThanTheFileHasRoomForIsRefused() throws CorruptTableException {
        List<TestBlocks.Entry> entries = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            entries.add(new TestBlocks.Entry(new byte[] {(byte) i}, TestBlocks.handle(20L * i, 10)));
        }
        KeyValueBlock index = block(entries, 1);
        assertEquals(
                10,
                IndexReader.readAll(index, Optional.empty(), new IndexEntries.Place("a.ldb", 7, 110))
                        .size());
        refusal(() -> IndexReader.readAll(index, Optional.empty(), new IndexEntries.Place("a.ldb", 7, 109)));
    }

    private static List<MetaindexEntry> metaindex(List<TestBlocks.Entry> entries) throws CorruptTableException {
        return MetaindexEntry.readAll(block(entries, 1 << 20), "a.ldb", 7);
    }

    @Test
    @Tag("TF-8")
    void aMetaindexHasAtMostTenThousandEntries() throws CorruptTableException {
        List<TestBlocks.Entry> entries = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            entries.add(TestBlocks.Entry.of(Integer.toString(100_000 + i), NO_HANDLE));
        }
        assertEquals(
                10_000, MetaindexEntry.readAll(block(entries, 1), "a.ldb", 7).size());
        entries.add(TestBlocks.Entry.of("z", NO_HANDLE));
        refusal(() -> MetaindexEntry.readAll(block(entries, 1), "a.ldb", 7));
    }

    /** Of a hundred names that share all but three bytes: what they have written out, and what the block has. */
    @Test
    @Tag("TF-8")
    void namesAndValuesOfAMetaindexMayAmountToTheBlockAndSixteenKibibytes() throws CorruptTableException {
        List<TestBlocks.Entry> entries = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            entries.add(TestBlocks.Entry.of("n".repeat(200) + (100 + i), NO_HANDLE));
        }
        int written = 100 * (203 + 2);
        int blockLength = block(entries, 1 << 20).length();
        int padding = written - (16 << 10) - blockLength;
        assertTrue(padding > 200, "the block is far smaller than what it stands for");
        refusal(() -> metaindex(entries));
        // One entry more whose bytes are all its own widens the limit by its frame of 4 bytes only.
        List<TestBlocks.Entry> fewer = entries;
        while (fewer.size() * 205 > (16 << 10) + block(fewer, 1 << 20).length()) {
            fewer = fewer.subList(0, fewer.size() - 1);
        }
        assertEquals(fewer.size(), metaindex(fewer).size());
        assertTrue(fewer.size() > 70 && fewer.size() < 100, "the limit is in between");
        List<TestBlocks.Entry> oneMore = entries.subList(0, fewer.size() + 1);
        refusal(() -> metaindex(oneMore));
    }

    @Test
    @Tag("TF-8")
    void namesAndValuesOfAMetaindexAmountToAMebibyteAtMost() throws CorruptTableException {
        byte[] value = new byte[(1 << 20) - 1];
        assertEquals(1, metaindex(List.of(TestBlocks.Entry.of("n", value))).size());
        refusal(() -> metaindex(List.of(TestBlocks.Entry.of("nn", value))));
    }

    @Test
    @Tag("TF-7")
    void keysOfABlockMayAmountToAMultipleOfIt() {
        assertEquals(256_000, KeyValueBlock.mostKeyBytes(1000));
        assertEquals(256L * Integer.MAX_VALUE, KeyValueBlock.mostKeyBytes(Integer.MAX_VALUE));
        assertEquals(256_000, KeyValueBlock.mostKeyBytes(1000, 10));
        assertEquals((1L << 30) + 2048 * 1000, KeyValueBlock.mostKeyBytes(64 << 20, 1000));
        assertEquals(256L * (64 << 20), KeyValueBlock.mostKeyBytes(64 << 20, 64 << 20));
    }
}
