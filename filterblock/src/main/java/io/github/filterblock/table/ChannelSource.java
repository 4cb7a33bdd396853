// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file channel, read by position. */
record ChannelSource(FileChannel channel, String name, boolean owned) implements TableSource {

    static ChannelSource open(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            throw new IOException(path + ": is a directory");
        }
        return new ChannelSource(FileChannel.open(path, StandardOpenOption.READ), path.toString(), true);
    }

    @Override
    public long size() throws IOException {
        return channel.size();
    }

    @Override
    public void read(long position, byte[] dst, int offset, int length) throws IOException {
        ByteBuffer target = ByteBuffer.wrap(dst, offset, length);
        long at = position;
        while (target.hasRemaining()) {
            int count = channel.read(target, at);
            if (count < 0) {
                throw new EOFException(name + ": the file ends at " + at + ", wanted up to " + (position + length));
            }
            at += count;
        }
    }

    @Override
    public void close() throws IOException {
        if (owned) {
            channel.close();
        }
    }
}
