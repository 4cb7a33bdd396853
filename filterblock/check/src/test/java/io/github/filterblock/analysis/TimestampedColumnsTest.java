// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.Seal;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.testdata.PebbleCorpus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A table of Pebble's in columns whose properties claim timestamps, which its keys do not have. */
class TimestampedColumnsTest {
    private static final int HANDLES_AT = 1;
    private static final int FORMAT_AT = 41;

    private static TableFile open(byte[] bytes) throws IOException {
        return TableFile.open(TableSource.of(ByteBuffer.wrap(bytes), "columns"));
    }

    private static List<Entry> entries(KeyValueBlock block) throws IOException {
        List<Entry> entries = new ArrayList<>();
        KeyValueBlock.Cursor cursor = block.cursor();
        while (cursor.next()) {
            entries.add(new Entry(cursor.copyOfKey(), cursor.copyOfValue()));
        }
        return entries;
    }

    /** The table with another value of a property: properties and metaindex are written once more before the footer. */
    private static byte[] with(byte[] table, String property, String value) throws IOException {
        TableFile file = open(table);
        Footer footer = file.footer();
        int end = (int) file.footerOffset();
        MetaindexEntry old = file.metaindex().stream()
                .filter(entry -> entry.key().equals("rocksdb.properties"))
                .findFirst()
                .orElseThrow();
        List<Entry> properties = entries(file.readEntries(old.handle().orElseThrow()));
        properties.replaceAll(entry -> replaced(entry, property, value.getBytes(StandardCharsets.US_ASCII)));
        byte[] first = TestBlocks.entries(properties, 1);
        BlockHandle place = new BlockHandle(end, first.length);
        List<Entry> metaindex = entries(file.readEntries(footer.metaindex()));
        metaindex.replaceAll(entry -> replaced(entry, "rocksdb.properties", place.encode()));
        byte[] second = TestBlocks.entries(metaindex, 1);
        BlockHandle next = new BlockHandle(place.end(), second.length);
        byte[] last = Arrays.copyOfRange(table, end, table.length);
        byte[] handles = TestBlocks.join(next.encode(), footer.index().encode());
        Arrays.fill(last, HANDLES_AT, FORMAT_AT, (byte) 0);
        System.arraycopy(handles, 0, last, HANDLES_AT, handles.length);
        byte[] changed = TestBlocks.join(Arrays.copyOf(table, end), first, new byte[5], second, new byte[5], last);
        Seal.block(changed, footer, place);
        Seal.block(changed, footer, next);
        return changed;
    }

    private static Entry replaced(Entry entry, String key, byte[] value) {
        return new String(entry.key(), StandardCharsets.US_ASCII).equals(key) ? new Entry(entry.key(), value) : entry;
    }

    /** What the columns show of each key reaches into what would be its timestamp. */
    @Test
    @Tag("PB-7")
    void noKeyOfTheTableIsDenied() throws IOException {
        byte[] table = PebbleCorpus.bundled().table("made-v5-fuse10").bytes();
        byte[] changed = with(table, "rocksdb.comparator", "leveldb.BytewiseComparator.u64ts");
        try (TableFile file = open(changed)) {
            TableReport report = TableReport.of(file);
            RocksDbFilter filter = report.rocksDbFilter().orElseThrow();
            assertEquals(8, filter.contents().timestampLength());
            assertFalse(filter.contents().showsParts(), "no key shows where it would be divided without a timestamp");
            TableStructure structure = file.structure();
            int keys = 0;
            for (IndexEntry entry : structure.index()) {
                KeyValueBlock.Cursor cursor =
                        structure.dataEntries(file.read(entry.handle())).cursor();
                while (cursor.next()) {
                    byte[] userKey = Arrays.copyOf(cursor.key(), cursor.keyLength() - FilterMatcher.TAG_LENGTH);
                    assertTrue(
                            filter.tableMayMatch(userKey), () -> HexFormat.of().formatHex(userKey));
                    keys++;
                }
            }
            assertEquals(report.entries(), keys);
        }
    }
}
