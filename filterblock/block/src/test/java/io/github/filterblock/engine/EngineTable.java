// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.FilterContents;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.StoredBlock;
import io.github.filterblock.table.StoredFilterBlock;
import io.github.filterblock.table.StoredProperties;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Writes a table as an engine would: every key goes to a {@link FilterWriter}, whose filter is stored after the data.
 * For one table.
 */
public final class EngineTable {
    /** LevelDB's footer. */
    public static final Footer LEVELDB = footer(0, BlockChecksum.CRC32C, 0);

    private static final int KEYS_OF_A_BLOCK = 20;

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final LongSupplier position = file::size;
    private final Map<String, byte[]> metaindex = new TreeMap<>();
    private final Footer footer;

    private EngineTable(Footer footer) {
        this.footer = footer;
    }

    /** A footer of a version; from 6 on with a context. */
    public static Footer footer(int version, BlockChecksum checksum, int baseContext) {
        return new Footer(Footer.NO_INDEX, Footer.NO_INDEX, checksum, version, baseContext);
    }

    /** Returns a table with LevelDB's footer and, if wanted, with RocksDB's properties. */
    public static byte[] write(FilterWriter writer, List<byte[]> userKeys, boolean properties) {
        return write(writer, userKeys, properties, LEVELDB);
    }

    /** Returns a table of these keys, which ascend, each with a sequence number. */
    public static byte[] write(FilterWriter writer, List<byte[]> userKeys, boolean properties, Footer footer) {
        EngineTable table = new EngineTable(footer);
        List<Entry> index = new ArrayList<>();
        for (int from = 0; from < userKeys.size(); from += KEYS_OF_A_BLOCK) {
            List<byte[]> ofBlock = userKeys.subList(from, Math.min(userKeys.size(), from + KEYS_OF_A_BLOCK));
            List<Entry> entries = new ArrayList<>();
            for (byte[] userKey : ofBlock) {
                byte[] key = TestTable.internalKey(userKey, 7, 1);
                writer.addInternalKey(key, 0, key.length);
                entries.add(new Entry(key, new byte[100]));
            }
            BlockHandle handle = table.block(TestBlocks.entries(entries, 16));
            writer.blockWritten(table.position.getAsLong());
            index.add(new Entry(entries.get(entries.size() - 1).key(), TestBlocks.handle(handle)));
        }
        table.filter(writer, properties);
        return table.finish(index);
    }

    private BlockHandle block(byte[] contents) {
        BlockHandle handle = new BlockHandle(position.getAsLong(), contents.length);
        file.writeBytes(StoredBlock.raw(contents, footer.checksum(), footer.context(handle.offset())));
        return handle;
    }

    private void filter(FilterWriter writer, boolean properties) {
        StoredFilterBlock filter = (footer.equals(LEVELDB)
                        ? writer.finish(position.getAsLong())
                        : writer.finish(position.getAsLong(), footer))
                .orElse(null);
        if (filter == null) {
            return;
        }
        append(filter.bytes());
        metaindex.put(new String(filter.metaindexKey(), ISO_8859_1), filter.metaindexValue());
        if (properties) {
            StoredProperties stored =
                    StoredProperties.of(filter, FilterContents.BYTEWISE, Map.of(), position.getAsLong(), footer);
            append(stored.bytes());
            metaindex.put(new String(stored.metaindexKey(), ISO_8859_1), stored.metaindexValue());
        }
    }

    private void append(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        file.writeBytes(copy);
    }

    private byte[] finish(List<Entry> index) {
        BlockHandle indexHandle = block(TestBlocks.entries(index, 1));
        if (footer.formatVersion() >= 6) {
            metaindex.put("rocksdb.index", indexHandle.encode());
        }
        List<Entry> entries = new ArrayList<>();
        metaindex.forEach((name, value) -> entries.add(Entry.of(name, value)));
        BlockHandle metaindexHandle = block(TestBlocks.entries(entries, 1));
        Footer end = new Footer(
                metaindexHandle, indexHandle, footer.checksum(), footer.formatVersion(), footer.baseContext());
        file.writeBytes(end.encode(position.getAsLong()));
        return file.toByteArray();
    }

    /** Returns the table in memory. */
    public static TableSource source(byte[] table) {
        return TableSource.of(ByteBuffer.wrap(table), "000005.ldb");
    }
}
