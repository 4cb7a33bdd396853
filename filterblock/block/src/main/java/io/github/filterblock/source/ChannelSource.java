// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.source;

import io.github.filterblock.coding.RegularFiles;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file channel, read by position. The JDK closes a channel when a thread that uses it is interrupted, for all
 * threads. So a thread clears its interrupt while it reads and restores it at the end; if an interrupt comes while it
 * reads, the file is opened again.
 */
final class ChannelSource implements TableSource {
    private final String name;
    private final @Nullable OpenedFile file;
    private volatile FileChannel channel;
    private boolean closed;

    /** Identifies the file that was opened, so another file that now has its name is not taken for it. */
    private record OpenedFile(Path path, @Nullable Object key, FileTime modified, long size) {

        static OpenedFile of(Path path) throws IOException {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            return new OpenedFile(path, attributes.fileKey(), attributes.lastModifiedTime(), attributes.size());
        }

        void checkUnchanged() throws IOException {
            if (!of(path).equals(this)) {
                throw new IOException(path + ": an interrupt closed the file, and it has changed since it was opened");
            }
        }
    }

    /**
     * Reads bytes, or, without a target, asks for the size. One class for both, and no lambda: the first of a process
     * costs it milliseconds.
     */
    private record Operation(
            String name, long position, @Nullable ByteBuffer target) {

        long on(FileChannel channel) throws IOException {
            if (target == null) {
                return channel.size();
            }
            ByteBuffer left = target.duplicate();
            long at = position;
            while (left.hasRemaining()) {
                int count = channel.read(left, at);
                if (count < 0) {
                    throw new EOFException(
                            name + ": the file ends at " + at + ", wanted up to " + (position + target.remaining()));
                }
                at += count;
            }
            return at;
        }
    }

    private ChannelSource(FileChannel channel, String name, @Nullable OpenedFile file) {
        this.channel = Objects.requireNonNull(channel, "channel");
        this.name = Objects.requireNonNull(name, "name");
        this.file = file;
    }

    static ChannelSource open(Path path) throws IOException {
        RegularFiles.check(path);
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            return new ChannelSource(channel, path.toString(), OpenedFile.of(path));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    static ChannelSource borrowing(FileChannel channel, String name) {
        return new ChannelSource(channel, name, null);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long size() throws IOException {
        return uninterrupted(new Operation(name, 0, null));
    }

    @Override
    public void read(long position, byte[] dst, int offset, int length) throws IOException {
        uninterrupted(new Operation(name, position, ByteBuffer.wrap(dst, offset, length)));
    }

    private long uninterrupted(Operation operation) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                FileChannel opened = channel;
                try {
                    return operation.on(opened);
                } catch (ClosedChannelException e) {
                    interrupted |= Thread.interrupted();
                    openAgain(opened, e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Opens the file again after an interrupt has closed it, unless another thread has done so. */
    private synchronized void openAgain(FileChannel broken, ClosedChannelException reason) throws IOException {
        if (closed || file == null) {
            throw reason;
        }
        if (channel == broken) {
            FileChannel again = FileChannel.open(file.path, StandardOpenOption.READ);
            try {
                file.checkUnchanged();
            } catch (IOException | RuntimeException e) {
                again.close();
                throw e;
            }
            channel = again;
        }
    }

    /** The channel that is open now. */
    FileChannel channel() {
        return channel;
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        if (file != null) {
            channel.close();
        }
    }
}
