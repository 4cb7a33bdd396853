// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.source.TableSource;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** A table whose bytes are counted as they are read, and the rest when it is closed: its size in all. */
final class CountedSource implements TableSource {
    private final TableSource source;
    private final LongAdder counter;
    private final AtomicLong left;

    CountedSource(TableSource source, LongAdder counter) throws IOException {
        this.source = source;
        this.counter = counter;
        this.left = new AtomicLong(source.size());
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public long size() throws IOException {
        return source.size();
    }

    @Override
    public void read(long position, byte[] dst, int offset, int length) throws IOException {
        source.read(position, dst, offset, length);
        count(length);
    }

    private void count(long bytes) {
        counter.add(Math.min(bytes, left.getAndUpdate(before -> before - Math.min(bytes, before))));
    }

    @Override
    public void close() throws IOException {
        count(Long.MAX_VALUE);
        source.close();
    }
}
