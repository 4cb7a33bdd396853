// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** An analysis reads a table a stretch at a time. */
class FewReadsTest {
    /** Counts the reads of a table. */
    private static final class Counted extends BorrowedSource {
        private int reads;
        private long bytes;

        Counted(byte[] table) {
            super(TableSource.of(ByteBuffer.wrap(table), "a.ldb"));
        }

        @Override
        public void read(long position, byte[] dst, int offset, int length) throws IOException {
            reads++;
            bytes += length;
            super.read(position, dst, offset, length);
        }
    }

    @Test
    void aMillionBytesOfTinyBlocksTakeFewReads() throws IOException {
        byte[] table = HostileKind.EMPTY_BLOCKS.table(1 << 20);
        Counted source = new Counted(table);
        TableFile file = TableFile.open(source);
        int blocks = file.index().size();
        assertTrue(blocks > 50_000, () -> blocks + " blocks");
        TableReport.of(file, FilterHints.NONE);
        assertTrue(source.reads < 50, () -> source.reads + " reads");
        assertTrue(source.bytes < 2L * table.length, () -> source.bytes + " bytes");
    }
}
