// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.compression.ContentsBuffer;

/**
 * What holds the present block of a pass over a table. For one thread; close it.
 *
 * @param stored takes the bytes of the file
 * @param contents takes what they are decompressed to
 */
record BlockBuffers(ContentsBuffer stored, ContentsBuffer contents) implements AutoCloseable {
    BlockBuffers() {
        this(new ContentsBuffer(), new ContentsBuffer());
    }

    @Override
    public void close() {
        contents.close();
    }
}
