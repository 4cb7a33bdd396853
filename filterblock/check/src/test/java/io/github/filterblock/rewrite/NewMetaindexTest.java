// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The entries of a rebuilt metaindex: in the order of names, each once. */
class NewMetaindexTest {
    private static final BlockHandle OLD = new BlockHandle(10, 5);
    private static final BlockHandle NEW = new BlockHandle(20, 5);

    /** Read from a table, as entries always are. */
    private static List<MetaindexEntry> entries(byte[] handle, String... keys) throws IOException {
        TestTable table = TestTable.ofWholeKeys().block("a").changeMetaindexEntries(entries -> {
            entries.clear();
            for (String key : keys) {
                entries.add(new Entry(key.getBytes(StandardCharsets.ISO_8859_1), handle));
            }
        });
        try (TableFile file = table.write().open()) {
            return file.metaindex();
        }
    }

    private static List<MetaindexEntry> entries(String... keys) throws IOException {
        return entries(OLD.encode(), keys);
    }

    private static List<String> kept(NewMetaindex metaindex) {
        return metaindex.kept().stream().map(MetaindexEntry::key).toList();
    }

    /** The keys of the block that is written, which have a letter each and share none. */
    private static List<String> written(NewMetaindex metaindex) {
        byte[] block = metaindex.contents(Map.of(OLD, OLD), Optional.of(NEW), 16);
        List<String> keys = new ArrayList<>();
        for (int at = 0; at < block.length - 8; at += 3 + 1 + 2) {
            assertEquals(0, block[at]);
            keys.add(String.valueOf((char) block[at + 3]));
        }
        return keys;
    }

    @Test
    void entriesAreSortedAndTheFirstOfANameStays() throws IOException {
        NewMetaindex metaindex = NewMetaindex.of(entries("c", "a", "b", "a"), Optional.empty(), Optional.of("b"));
        assertEquals(List.of("a", "c"), kept(metaindex));
        assertEquals(List.of("a", "b", "c"), written(metaindex));
        assertEquals(List.of("a", "b"), written(NewMetaindex.of(entries("b"), Optional.empty(), Optional.of("a"))));
        assertEquals(List.of("b", "c"), written(NewMetaindex.of(entries("b"), Optional.empty(), Optional.of("c"))));
        List<MetaindexEntry> old = entries("x", "f");
        assertEquals(
                List.of("x"),
                kept(NewMetaindex.of(old, Optional.of(old.get(1)), Optional.of("g"))),
                "the old filter goes");
    }

    @Test
    void orderIsStrict() throws IOException {
        assertTrue(NewMetaindex.isInOrder(List.of()));
        assertTrue(NewMetaindex.isInOrder(entries("a", "b", "\u00ff")));
        assertFalse(NewMetaindex.isInOrder(entries("a", "a")));
        assertFalse(NewMetaindex.isInOrder(entries("a", "c", "b")));
    }

    /** A name has a byte for each character, and a handle that does not move stays as it was written. */
    @Test
    void namesAndHandlesKeepTheirBytes() throws IOException {
        byte[] overlong = {(byte) 0x8a, 0, 5};
        MetaindexEntry odd = entries(overlong, "\u00ff").get(0);
        assertEquals(Optional.of(OLD), odd.handle());
        NewMetaindex metaindex = NewMetaindex.of(List.of(odd), Optional.empty(), Optional.empty());
        byte[] same = new byte[] {0, 1, 3, (byte) 0xff, (byte) 0x8a, 0, 5, 0, 0, 0, 0, 1, 0, 0, 0};
        assertArrayEquals(same, metaindex.contents(Map.of(OLD, OLD), Optional.empty(), 16));
        byte[] moved = new byte[] {0, 1, 2, (byte) 0xff, 20, 5, 0, 0, 0, 0, 1, 0, 0, 0};
        assertArrayEquals(moved, metaindex.contents(Map.of(OLD, NEW), Optional.empty(), 16));
    }
}
