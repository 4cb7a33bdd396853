// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.compression.BlockDecompressor;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.io.EOFException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file may be large enough for a block that no array holds: it is refused before anything is allocated or read. */
class HugeBlockTest {
    /** A file of 8 GiB without any bytes. */
    private static final class HugeSource implements TableSource {
        @Override
        public String name() {
            return "huge.ldb";
        }

        @Override
        public long size() {
            return 1L << 33;
        }

        @Override
        public void read(long position, byte[] dst, int offset, int length) throws EOFException {
            throw new EOFException("nothing is read");
        }

        @Override
        public void close() {}
    }

    @ParameterizedTest
    @ValueSource(longs = {Integer.MAX_VALUE - 15L, Integer.MAX_VALUE, 1L << 31, (1L << 32) + 1})
    void aBlockThatNoArrayHoldsIsRefused(long size) {
        Footer footer = new Footer(Footer.NO_INDEX, Footer.NO_INDEX);
        BlockHandle handle = new BlockHandle(100, size);
        CorruptTableException e = assertThrows(
                CorruptTableException.class,
                () -> StoredBlock.read(
                        new HugeSource(),
                        handle,
                        footer,
                        new BlockDecompressor(BlockDecompressor.DEFAULT_LIMIT),
                        null,
                        null));
        assertEquals(Reason.TOO_LARGE, e.reason());
        assertEquals(100, e.offset());
    }
}
