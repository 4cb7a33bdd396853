// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.TableBytes;
import io.github.filterblock.table.TestEntries;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A table put together block by block, in any order. */
final class HandMadeTable {
    private final TableBytes file = new TableBytes();
    private final List<BlockHandle> data = new ArrayList<>();
    private final List<String> lastKeys = new ArrayList<>();
    final Map<String, BlockHandle> metaindex = new TreeMap<>();

    /** Writes a block of any contents. */
    BlockHandle block(byte[] contents) {
        return file.block(contents, 0);
    }

    /** Writes bytes that belong to no block. */
    HandMadeTable gap(int length) {
        file.gap(length);
        return this;
    }

    /** Writes a data block with these keys. */
    HandMadeTable data(String... keys) {
        TestEntries block = new TestEntries(16);
        for (String key : keys) {
            block.add(bytes(key), bytes("value"));
        }
        data.add(block(block.block()));
        lastKeys.add(keys.length == 0 ? "" : keys[keys.length - 1]);
        return this;
    }

    /** Lets the index name the data blocks from the last to the first. */
    HandMadeTable reversed() {
        Collections.reverse(data);
        Collections.reverse(lastKeys);
        return this;
    }

    /** Writes a block that the metaindex leads to. */
    HandMadeTable meta(String name, String contents) {
        metaindex.put(name, block(bytes(contents)));
        return this;
    }

    BlockHandle writeMetaindex() {
        TestEntries block = new TestEntries(16);
        metaindex.forEach((key, handle) -> block.add(bytes(key), handle.encode()));
        return block(block.block());
    }

    BlockHandle writeIndex() {
        TestEntries block = new TestEntries(1);
        for (int i = 0; i < data.size(); i++) {
            block.add(bytes(lastKeys.get(i)), data.get(i).encode());
        }
        return block(block.block());
    }

    byte[] finish(BlockHandle metaindexHandle, BlockHandle indexHandle) {
        return file.finish(metaindexHandle, indexHandle);
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
