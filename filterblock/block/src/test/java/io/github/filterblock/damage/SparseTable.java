// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.filterblock.damage.TableParts.Stored;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.Packing;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestEntries;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file of many gigabytes that takes little room, because most of it was never written. */
final class SparseTable implements Closeable {
    private static final long ROOM = 256 << 20;

    private final Path path;
    private final FileChannel channel;

    private SparseTable(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** A file of that many bytes; skips the test, with the reason, where the file system cannot make one. */
    static SparseTable create(Path directory, long size) throws IOException {
        Path path = directory.resolve("sparse.ldb");
        long before = Files.getFileStore(directory).getUsableSpace();
        assumeTrue(before > 2 * ROOM, "no room for a sparse file: " + before + " bytes");
        try {
            FileChannel channel = FileChannel.open(
                    path,
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.SPARSE);
            SparseTable table = new SparseTable(path, channel);
            table.write(size - 1, Unpooled.wrappedBuffer(new byte[1]));
            if (before - Files.getFileStore(directory).getUsableSpace() > size / 2) {
                table.close();
                abort("the file system keeps no sparse files");
            }
            return table;
        } catch (IOException e) {
            Files.deleteIfExists(path);
            return abort("the file system makes no file of " + size + " bytes: " + e);
        }
    }

    Path path() {
        return path;
    }

    FileChannel channel() {
        return channel;
    }

    /** Writes a block and its trailer. */
    BlockHandle put(long offset, Stored block) throws IOException {
        write(offset, Unpooled.wrappedBuffer(TestBlocks.withTrailer(block.bytes(), block.type())));
        return new BlockHandle(offset, block.bytes().length);
    }

    /** Writes metaindex, index and footer; with the footer the file ends. */
    void finish(long offset, TestEntries metaindex, TestEntries index) throws IOException {
        BlockHandle metaindexAt = put(offset, Stored.of(Packing.RAW, metaindex.block()));
        BlockHandle indexAt = put(metaindexAt.end(), Stored.of(Packing.RAW, index.block()));
        byte[] footer = TestBlocks.footer(TestBlocks.handle(metaindexAt), TestBlocks.handle(indexAt));
        channel.truncate(indexAt.end());
        write(indexAt.end(), Unpooled.wrappedBuffer(footer));
    }

    void write(long offset, ByteBuf bytes) throws IOException {
        long at = offset;
        while (bytes.isReadable()) {
            at += bytes.readBytes(channel, at, bytes.readableBytes());
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
        Files.delete(path);
    }
}
