// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.security.AccessControlException;

/**
 * The local file system under the scheme {@code odd:}, which counts reads and in which some names have effects: a file
 * whose name contains {@code vanish} is gone once it was opened, {@code grow} grows then, {@code touch} gets another
 * time, {@code deny} cannot be opened, {@code heap} takes all memory to read, {@code deep} all of the stack, {@code
 * break} breaks off, and {@code fault} is a fault of the program.
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
        java.nio.file.Path file = pathToFile(path).toPath();
        if (path.getName().contains("vanish")) {
            Files.delete(file);
        }
        if (path.getName().contains("grow")) {
            Files.write(file, new byte[1], StandardOpenOption.APPEND);
        }
        if (path.getName().contains("touch")) {
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000_000L));
        }
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
