// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.damage.ThreadUse;
import io.github.filterblock.table.HostileTables.Contents;
import io.github.filterblock.table.HostileTables.Part;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Memory and time for opening any table are bounded by its size, whatever its bytes are. */
@Tag("TF-5")
class HostileTableTest {
    private static final long FREE = 256L << 20;
    private static final int SHARE = 4;
    private static final long LONGEST = 5_000_000_000L;
    private static final boolean LONG = Integer.getInteger("filterblock.scale", 1) > 1;
    private static final int LARGEST_BLOCK = LONG ? 63 << 20 : 20 << 20;
    private static final int LARGE_BLOCK = LONG ? 16 << 20 : 1 << 20;

    private interface Use {
        void of(TableFile table) throws IOException;
    }

    private static Map<String, Use> uses() {
        Map<String, Use> uses = new LinkedHashMap<>();
        uses.put("openFilter", table -> table.openFilter(BloomFilterPolicy.levelDb(10)));
        uses.put("structure", table -> {
            for (IndexEntry entry : table.structure().index()) {
                if (entry.handle().size() < 0) {
                    throw new AssertionError("a size of 2^63 or more");
                }
            }
        });
        uses.put("data", table -> {
            for (IndexEntry entry : table.index()) {
                KeyValueBlock.Cursor cursor = table.readEntries(entry.handle()).cursor();
                while (cursor.next()) {
                    // every entry is looked at
                }
            }
        });
        return uses;
    }

    private static void hold(String what, byte[] bytes, Use use) throws Exception {
        long start = ThreadUse.cpuNanos();
        long allocated = ThreadUse.allocatedBytesOf(() -> {
            try {
                use.of(TableFile.open(TableSource.of(ByteBuffer.wrap(bytes), "hostile")));
            } catch (CorruptTableException e) {
                assertTrue(e.getMessage().length() < 1000, e::getMessage);
            }
        });
        long took = ThreadUse.cpuNanos() - start;
        assertTrue(
                allocated <= FREE + (long) SHARE * bytes.length,
                () -> what + " of " + bytes.length + " bytes allocates " + allocated);
        assertTrue(took <= LONGEST, () -> what + " of " + bytes.length + " bytes takes " + took + " ns");
    }

    @ParameterizedTest
    @EnumSource
    void everyPartWithEveryContents(Packing packing) throws Exception {
        int length = packing == Packing.ZSTD ? LARGEST_BLOCK : LARGE_BLOCK;
        for (Contents contents : Contents.values()) {
            byte[] packed = HostileTables.packed(contents, packing, length);
            for (Part part : Part.values()) {
                byte[] bytes = HostileTables.table(part, packed, packing);
                for (Map.Entry<String, Use> use : uses().entrySet()) {
                    hold(use.getKey() + ": " + contents + " as " + part + ", " + packing, bytes, use.getValue());
                }
            }
        }
    }

    /** Four gigabytes of blocks of 4 KiB, whose index is a sound one. */
    @Test
    @Tag("TF-11")
    void anIndexOfAMillionEntriesIsRead() throws IOException {
        int blocks = 1_000_000;
        List<TestBlocks.Entry> entries = new ArrayList<>(blocks);
        for (int i = 0; i < blocks; i++) {
            byte[] key = ByteBuffer.allocate(16).putLong(8, i).array();
            entries.add(new TestBlocks.Entry(key, TestBlocks.handle(i * 4101L, 4096)));
        }
        KeyValueBlock block = KeyValueBlock.of(TestBlocks.entries(entries, 1), "large.ldb", 1L << 32);
        IndexEntries.Place place = new IndexEntries.Place("large.ldb", 1L << 32, (1L << 32) + block.length());
        List<IndexEntry> index = IndexReader.entriesOf(block, Optional.empty(), place);
        assertEquals(blocks, index.size());
        for (int i = 0; i < blocks; i += 999) {
            assertEquals(new BlockHandle(i * 4101L, 4096), index.get(i).handle());
            assertEquals(i, ByteBuffer.wrap(index.get(i).key()).getLong(8));
        }
        assertThrows(IndexOutOfBoundsException.class, () -> index.get(blocks));
    }
}
