// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.engine.DatabaseFilters;
import io.github.filterblock.engine.EngineFilter;
import io.github.filterblock.engine.FilterWriter;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.StoredBlock;
import io.github.filterblock.table.StoredFilterBlock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A table as an engine has it open: the filter, and an index of the last key of each data block, which is searched for
 * the block that may have a key. There are no data blocks: a denial reads none.
 */
final class EngineTable {
    private static final long DATA_END = Keys.offset(Keys.BLOCKS_PER_TABLE);
    private static final int KEY_LENGTH = Keys.FIXED_LENGTH;

    private final boolean wholeTable;
    private final byte[][] lastKeys = new byte[Keys.BLOCKS_PER_TABLE][];
    private final StoredFilterBlock stored;
    private final EngineFilter filter;

    /** A table whose filters are for windows, or one with a filter of either kind for all of its keys. */
    static EngineTable of(Shape.Target target) {
        return switch (target) {
            case DENIAL_WINDOWS -> new EngineTable(DatabaseFilters.of(OurSide.POLICY), false);
            case DENIAL_FAST -> new EngineTable(DatabaseFilters.of(OurSide.policy(Shape.Target.FAST)), true);
            default -> new EngineTable(DatabaseFilters.of(OurSide.POLICY).wholeTable(), true);
        };
    }

    private EngineTable(DatabaseFilters filters, boolean wholeTable) {
        this.wholeTable = wholeTable;
        this.stored = write(filters.newWriter());
        try {
            this.filter = filters.open(TableSource.of(file(stored), "table of the benchmark"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (!filter.isUsable()) {
            throw new IllegalStateException("the filter cannot be used");
        }
    }

    private StoredFilterBlock write(FilterWriter writer) {
        Keys keys = Keys.ofTable(0, Keys.PER_TABLE);
        byte[][] sorted =
                IntStream.range(0, keys.count()).mapToObj(keys::copyOf).toArray(byte[][]::new);
        Arrays.sort(sorted, Arrays::compareUnsigned);
        for (int block = 0, key = 0; block < Keys.BLOCKS_PER_TABLE; block++) {
            for (int end = key + Keys.PER_BLOCK; key < end; key++) {
                writer.addUserKey(sorted[key], 0, KEY_LENGTH);
            }
            lastKeys[block] = sorted[key - 1];
            writer.blockWritten(Keys.offset(block + 1));
        }
        return writer.finish(DATA_END).orElseThrow();
    }

    /** The file: nothing where the data would be, the filter, the metaindex, an index without entries, the footer. */
    private static ByteBuffer file(StoredFilterBlock stored) {
        byte[] metaindex = block(stored.metaindexKey(), stored.metaindexValue());
        byte[] index = block();
        long metaindexAt = DATA_END + stored.bytes().remaining();
        long indexAt = metaindexAt + metaindex.length;
        Footer footer = new Footer(handle(metaindexAt, metaindex), handle(indexAt, index));
        return ByteBuffer.allocateDirect((int) indexAt + index.length + Footer.LENGTH)
                .position((int) DATA_END)
                .put(stored.bytes())
                .put(metaindex)
                .put(index)
                .put(footer.encode())
                .rewind();
    }

    private static BlockHandle handle(long offset, byte[] stored) {
        return new BlockHandle(offset, stored.length - BlockHandle.TRAILER_LENGTH);
    }

    /** A block of a key and its value, or of nothing, with its trailer. */
    private static byte[] block(byte[]... keyAndValue) {
        ByteBuffer block = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
        if (keyAndValue.length > 0) {
            block.put((byte) 0).put((byte) keyAndValue[0].length).put((byte) keyAndValue[1].length);
            block.put(keyAndValue[0]).put(keyAndValue[1]);
        }
        block.putInt(0).putInt(1);
        return StoredBlock.raw(Arrays.copyOf(block.array(), block.position()), BlockChecksum.CRC32C);
    }

    /** The filter block without its trailer. */
    byte[] filterBlock() {
        ByteBuffer bytes = stored.bytes();
        byte[] block = new byte[bytes.remaining() - BlockHandle.TRAILER_LENGTH];
        bytes.get(block);
        return block;
    }

    /** Asks the window's filter once the index is searched; one for the table is asked before the index. */
    JavaWork.Asker asker(byte[] keys) {
        if (wholeTable) {
            return (from, answers) -> {
                for (int i = from; i < from + answers.length; i++) {
                    int at = i * KEY_LENGTH;
                    answers[i - from] =
                            filter.tableMayMatch(keys, at, KEY_LENGTH) && search(keys, at) < lastKeys.length;
                }
            };
        }
        return (from, answers) -> {
            for (int i = from; i < from + answers.length; i++) {
                int at = i * KEY_LENGTH;
                int block = search(keys, at);
                answers[i - from] =
                        block < lastKeys.length && filter.keyMayMatch(Keys.offset(block), keys, at, KEY_LENGTH);
            }
        };
    }

    /** The first block whose last key is not before a key. */
    private int search(byte[] keys, int at) {
        int low = 0;
        int high = lastKeys.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Arrays.compareUnsigned(lastKeys[middle], 0, KEY_LENGTH, keys, at, at + KEY_LENGTH) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
