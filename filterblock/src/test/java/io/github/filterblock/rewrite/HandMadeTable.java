// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.KeyValueBlockBuilder;
import io.github.filterblock.table.StoredBlock;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A table put together block by block, in any order. */
final class HandMadeTable {
    private static final long MAGIC = 0xdb4775248b80fb57L;

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final List<BlockHandle> data = new ArrayList<>();
    final Map<String, BlockHandle> metaindex = new TreeMap<>();

    /** Writes a block of any contents. */
    BlockHandle block(byte[] contents) {
        BlockHandle handle = new BlockHandle(file.size(), contents.length);
        file.writeBytes(StoredBlock.raw(contents, BlockChecksum.CRC32C));
        return handle;
    }

    /** Writes bytes that belong to no block. */
    HandMadeTable gap(int length) {
        file.writeBytes(new byte[length]);
        return this;
    }

    /** Writes a data block with these keys. */
    HandMadeTable data(String... keys) {
        KeyValueBlockBuilder block = new KeyValueBlockBuilder(16);
        for (String key : keys) {
            block.add(bytes(key), bytes("value"));
        }
        data.add(block(block.contents()));
        return this;
    }

    /** Lets the index name the data blocks from the last to the first. */
    HandMadeTable reversed() {
        Collections.reverse(data);
        return this;
    }

    /** Writes a block that the metaindex leads to. */
    HandMadeTable meta(String name, String contents) {
        metaindex.put(name, block(bytes(contents)));
        return this;
    }

    BlockHandle writeMetaindex() {
        KeyValueBlockBuilder block = new KeyValueBlockBuilder(16);
        metaindex.forEach((key, handle) -> block.add(bytes(key), handle.encode()));
        return block(block.contents());
    }

    BlockHandle writeIndex() {
        KeyValueBlockBuilder block = new KeyValueBlockBuilder(1);
        for (int i = 0; i < data.size(); i++) {
            block.add(bytes("z" + i), data.get(i).encode());
        }
        return block(block.contents());
    }

    byte[] finish(BlockHandle metaindexHandle, BlockHandle indexHandle) {
        byte[] footer = new byte[Footer.LENGTH];
        ByteBuffer.wrap(footer).order(ByteOrder.LITTLE_ENDIAN).putLong(Footer.LENGTH - Long.BYTES, MAGIC);
        file.writeBytes(Footer.withHandles(footer, metaindexHandle, indexHandle));
        return file.toByteArray();
    }

    /** Metaindex, index, footer, as LevelDB orders them. */
    byte[] finish() {
        BlockHandle metaindexHandle = writeMetaindex();
        return finish(metaindexHandle, writeIndex());
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
