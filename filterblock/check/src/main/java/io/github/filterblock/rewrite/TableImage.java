// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.StoredBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;

/** A new table file as a row of pieces, some copied from the old one. Made by one thread; not changed afterwards. */
final class TableImage {
    private static final int COPY_LENGTH = 1 << 18;

    /** Bytes of the old file, or new ones. */
    private sealed interface Piece {
        record Copy(long from, long length) implements Piece {}

        record Bytes(byte[] bytes) implements Piece {}
    }

    private final TableFile table;
    private final TableStructure structure;
    private final List<Piece> pieces = new ArrayList<>();
    private long size;

    TableImage(TableFile table, TableStructure structure) {
        this.table = table;
        this.structure = structure;
    }

    /** The old file as it is. */
    static TableImage copyOf(TableFile table, TableStructure structure) throws IOException {
        TableImage copy = new TableImage(table, structure);
        copy.copy(0, table.size());
        return copy;
    }

    /** The number of bytes so far, which is the offset of the next piece. */
    long size() {
        return size;
    }

    void copy(long from, long length) {
        if (length > 0) {
            pieces.add(new Piece.Copy(from, length));
            size += length;
        }
    }

    /** A block as it is stored, with its trailer, at its new place. */
    BlockHandle copy(BlockHandle block) {
        BlockHandle place = new BlockHandle(size, block.size());
        copy(block.offset(), block.size() + BlockHandle.TRAILER_LENGTH);
        return place;
    }

    void bytes(byte[] bytes) {
        pieces.add(new Piece.Bytes(bytes));
        size += bytes.length;
    }

    /** A new block, stored raw. */
    BlockHandle block(byte[] contents) throws IOException {
        BlockChecksum checksum = table.footer().checksum();
        if (!checksum.isComputed()) {
            throw new CorruptTableException(
                    table.name(),
                    table.footerOffset(),
                    Reason.UNKNOWN_CHECKSUM,
                    "the blocks of the file are checksummed with " + checksum.label()
                            + ", which is not computed, so that no block can be added");
        }
        BlockHandle place = new BlockHandle(size, contents.length);
        bytes(StoredBlock.raw(contents, checksum));
        return place;
    }

    void writeTo(WritableByteChannel channel) throws IOException {
        byte[] buffer = new byte[(int) Math.min(COPY_LENGTH, size)];
        for (Piece piece : pieces) {
            if (piece instanceof Piece.Copy copy) {
                for (long done = 0; done < copy.length(); ) {
                    int length = (int) Math.min(buffer.length, copy.length() - done);
                    structure.readBytes(table, copy.from() + done, buffer, 0, length);
                    writeAll(channel, ByteBuffer.wrap(buffer, 0, length));
                    done += length;
                }
            } else if (piece instanceof Piece.Bytes added) {
                writeAll(channel, ByteBuffer.wrap(added.bytes()));
            }
        }
    }

    private static void writeAll(WritableByteChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}
