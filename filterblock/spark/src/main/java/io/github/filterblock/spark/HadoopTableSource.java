// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.source.TableSource;
import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;

/**
 * A table in a Hadoop file system, read by position in pieces: its end, where footer, indexes and filter lie, is kept;
 * the rest is read a mebibyte at a time, so that a pass over the data costs few requests. No more of the file is in
 * memory, however long it is.
 *
 * <p>Safe for use by any number of threads, which wait for each other.
 */
final class HadoopTableSource implements TableSource {
    /** The most bytes of a read, except for single blocks that are longer. */
    static final int WINDOW = 1 << 20;

    /** The end of a file that is kept. */
    static final int END = 64 << 10;

    private static final Window NOTHING = new Window(0, new byte[0]);

    private final ListedTable table;
    private final FSDataInputStream in;
    private Window end = NOTHING;
    private Window window = NOTHING;

    private record Window(long position, byte[] bytes) {
        boolean has(long from, int length) {
            return from >= position && from + length <= position + bytes.length;
        }

        void copy(long from, byte[] dst, int offset, int length) {
            System.arraycopy(bytes, (int) (from - position), dst, offset, length);
        }
    }

    private HadoopTableSource(ListedTable table, FSDataInputStream in) {
        this.table = table;
        this.in = in;
    }

    /**
     * Opens a table.
     *
     * @param files its file system
     * @param table where it lies, and how long it is
     * @throws IOException if it cannot be opened
     */
    static HadoopTableSource open(FileSystem files, ListedTable table) throws IOException {
        FSDataInputStream in = FutureIO.awaitFuture(files.openFile(new Path(table.path()))
                .opt("fs.option.openfile.read.policy", "random")
                .opt("fs.option.openfile.length", Long.toString(table.length()))
                .build());
        return new HadoopTableSource(table, in);
    }

    @Override
    public String name() {
        return table.path();
    }

    @Override
    public long size() {
        return table.length();
    }

    @Override
    public synchronized void read(long position, byte[] dst, int offset, int length) throws IOException {
        long size = table.length();
        if (position < 0 || length > size - position) {
            throw new EOFException(name() + ": the file ends at " + size + ", wanted up to " + (position + length));
        }
        if (end.bytes.length == 0) {
            end = loaded(Math.max(0, size - END), END);
        }
        if (end.has(position, length)) {
            end.copy(position, dst, offset, length);
        } else if (length > WINDOW) {
            in.readFully(position, dst, offset, length);
        } else {
            if (!window.has(position, length)) {
                window = loaded(position, WINDOW);
            }
            window.copy(position, dst, offset, length);
        }
    }

    private Window loaded(long position, int most) throws IOException {
        byte[] bytes = new byte[(int) Math.min(most, table.length() - position)];
        in.readFully(position, bytes, 0, bytes.length);
        return new Window(position, bytes);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
