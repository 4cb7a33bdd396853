// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.source;

import java.io.IOException;

/** The source of another owner: closing it closes nothing. */
final class BorrowedSource implements TableSource {
    private final TableSource source;

    BorrowedSource(TableSource source) {
        this.source = source;
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
    }

    @Override
    public void close() {
        // the owner closes it
    }
}
