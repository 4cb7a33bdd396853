// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.security.AccessControlException;

/**
 * The local file system under the scheme {@code odd:}, which counts reads and in which some names have effects: a file
 * whose name contains {@code deny} cannot be opened, {@code heap} takes all memory to read, {@code deep} all of the
 * stack, {@code break} breaks off, and {@code fault} is a fault of the program.
 */
public final class CountingFileSystem extends RawLocalFileSystem {
    static final AtomicInteger READS = new AtomicInteger();
    static final AtomicInteger MOST = new AtomicInteger();

    @Override
    public URI getUri() {
        return URI.create("odd:///");
    }

    @Override
    public String getScheme() {
        return "odd";
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        if (path.getName().contains("deny")) {
            throw new AccessControlException("Permission denied: user=somebody, access=READ");
        }
        FSDataInputStream in = super.open(path, bufferSize);
        return new CountingStream(in, path.getName());
    }

    private static final class CountingStream extends FSDataInputStream {
        private final String name;

        CountingStream(FSDataInputStream in, String name) {
            super(in.getWrappedStream());
            this.name = name;
        }

        @Override
        public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
            READS.incrementAndGet();
            MOST.accumulateAndGet(length, Math::max);
            if (name.contains("heap")) {
                throw new OutOfMemoryError("Java heap space");
            }
            if (name.contains("deep")) {
                throw new StackOverflowError();
            }
            if (name.contains("break")) {
                throw new IOException("Connection reset by peer\n\tat somewhere");
            }
            if (name.contains("fault")) {
                throw new IllegalStateException("a fault");
            }
            super.readFully(position, buffer, offset, length);
        }

        @Override
        public void seek(long position) {
            throw new UnsupportedOperationException("reads are by position");
        }
    }
}
