// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.source;

import java.io.IOException;

/** The source of another owner: closing it closes nothing. */
final class BorrowedSource implements TableSource {
    private final TableSource source;

    /** Asked for with every block; a source of a caller's may put it together each time. */
    private final String name;

    BorrowedSource(TableSource source) {
        this.source = source;
        this.name = source.name();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long size() throws IOException {
        return source.size();
    }

    @Override
    public void read(long position, byte[] dst, int offset, int length) throws IOException {
        source.read(position, dst, offset, length);
    }

    @Override
    public void close() {
        // the owner closes it
    }
}
