// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.source;

import io.netty.buffer.ByteBuf;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Where the bytes of a table come from: a file, a buffer, or a cache or store of your own.
 *
 * <p>Implementations must allow any number of threads to read at once.
 */
public interface TableSource extends Closeable {

    /** {@return the source's name in messages, one line of text; usually the path of the file} */
    String name();

    /**
     * The number of bytes of the table.
     *
     * @return 0 or more
     * @throws IOException if it cannot be determined
     */
    long size() throws IOException;

    /**
     * Reads bytes at a place, all of them.
     *
     * @param position offset in the table of the first byte, 0 or more
     * @param dst receives the bytes
     * @param offset index in {@code dst} of the first byte
     * @param length number of bytes, 0 or more
     * @throws java.io.EOFException if the table ends too early
     * @throws IOException if reading fails
     */
    void read(long position, byte[] dst, int offset, int length) throws IOException;

    /** Releases what the source holds; closing again does nothing. */
    @Override
    void close() throws IOException;

    /**
     * The same source, for code that closes the source it is given.
     *
     * @return a view of this source; closing it closes nothing
     */
    default TableSource borrowed() {
        return new BorrowedSource(this);
    }

    /**
     * A file, opened for reading only and read by position. Files are not mapped: if another program truncates a mapped
     * file, the JVM stops with an error that cannot be handled.
     *
     * <p>Reads survive an interrupt: the thread stays interrupted, and the file stays open for all threads.
     *
     * @param path the file
     * @return the source; closing it closes the file
     * @throws IOException if the file cannot be opened, or is not a regular file: reading a FIFO could wait forever
     */
    static TableSource of(Path path) throws IOException {
        return ChannelSource.open(path);
    }

    /**
     * An open channel, read by position; its own position is not moved.
     *
     * <p>A thread that is interrupted before it reads through the source does not close the channel, as it would if it
     * read the channel itself. A thread that is interrupted while it reads closes the channel for all threads.
     *
     * @param channel the file; borrowed, closing the source leaves it open
     * @param name the source's name in messages
     * @return the source
     */
    static TableSource of(FileChannel channel, String name) {
        return ChannelSource.borrowing(channel, name);
    }

    /**
     * A buffer that holds a whole table, on or off the heap, such as a mapped file. If another process truncates that
     * file, the JVM throws an {@link InternalError} from a read, or from whatever the thread does next.
     *
     * @param table its remaining bytes are the table; kept, so they must no longer change; position and limit stay,
     *     and may change
     * @param name the source's name in messages
     * @return the source; closing it does nothing
     */
    static TableSource of(ByteBuffer table, String name) {
        return new ByteBufferSource(table.slice(), name);
    }

    /**
     * A buffer of Netty that holds a whole table.
     *
     * @param table its readable bytes are the table; its reference count grows by one until the source is closed,
     *     indexes stay
     * @param name the source's name in messages
     * @return the source; close it
     */
    static TableSource retaining(ByteBuf table, String name) {
        return new BufferSource(table, name);
    }
}
