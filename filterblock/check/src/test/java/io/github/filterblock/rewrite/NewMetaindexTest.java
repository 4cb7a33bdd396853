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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The entries of a rebuilt metaindex: in the order of names, each once, or as they were. */
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

    @Test
    void entriesAreSortedAndTheFirstOfANameStays() throws IOException {
        NewMetaindex metaindex =
                NewMetaindex.of(entries("c", "a", "b", "a"), Optional.empty(), Optional.of("b"), false);
        assertEquals(List.of("a", "c"), kept(metaindex));
        assertEquals(1, metaindex.filterIndex());
        assertEquals(
                0,
                NewMetaindex.of(entries("b"), Optional.empty(), Optional.of("a"), false)
                        .filterIndex());
        assertEquals(
                1,
                NewMetaindex.of(entries("b"), Optional.empty(), Optional.of("c"), false)
                        .filterIndex());
        List<MetaindexEntry> old = entries("x", "f");
        assertEquals(
                List.of("x"),
                kept(NewMetaindex.of(old, Optional.of(old.get(1)), Optional.of("g"), false)),
                "the old filter goes");
    }

    @Test
    void asTheyAreTheyKeepTheirOrderAndTheFilterItsFirstPlace() throws IOException {
        List<MetaindexEntry> old = entries("c", "f", "a", "a", "f", "b");
        NewMetaindex metaindex = NewMetaindex.of(old, Optional.of(old.get(1)), Optional.of("f"), true);
        assertEquals(List.of("c", "a", "a", "b"), kept(metaindex));
        assertEquals(1, metaindex.filterIndex());
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
        NewMetaindex metaindex = NewMetaindex.of(List.of(odd), Optional.empty(), Optional.empty(), false);
        byte[] same = new byte[] {0, 1, 3, (byte) 0xff, (byte) 0x8a, 0, 5, 0, 0, 0, 0, 1, 0, 0, 0};
        assertArrayEquals(same, metaindex.contents(Map.of(OLD, OLD), Optional.empty(), 16));
        byte[] moved = new byte[] {0, 1, 2, (byte) 0xff, 20, 5, 0, 0, 0, 0, 1, 0, 0, 0};
        assertArrayEquals(moved, metaindex.contents(Map.of(OLD, NEW), Optional.empty(), 16));
    }
}
