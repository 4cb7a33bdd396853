// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.source.TableSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * A table file that a {@link TestTable} wrote. Not to be changed.
 *
 * @param bytes the whole file
 * @param data where its data blocks lie
 * @param filter where its filter block lies, if it has one
 * @param metaindex where its metaindex lies
 * @param index where its index lies
 */
public record TestFile(
        byte[] bytes, List<BlockHandle> data, Optional<BlockHandle> filter, BlockHandle metaindex, BlockHandle index) {

    /** Returns the bytes as a source; it needs no closing. */
    public TableSource source() {
        return TableSource.of(ByteBuffer.wrap(bytes), "test.ldb");
    }

    /** Opens the table; it needs no closing. */
    public TableFile open() throws IOException {
        return TableFile.open(source());
    }

    /** Returns the file with the lowest bit of one byte changed and no checksum made good. */
    public TestFile flipping(long position) {
        return new TestFile(TestBlocks.flipped(bytes, 8 * position), data, filter, metaindex, index);
    }
}
