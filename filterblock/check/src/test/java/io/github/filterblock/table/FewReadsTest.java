// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableReport;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** An analysis reads a table a stretch at a time. */
class FewReadsTest {
    @Test
    void aMillionBytesOfTinyBlocksTakeFewReads() throws IOException {
        byte[] table = HostileKind.EMPTY_BLOCKS.table(1 << 20);
        CountedSource source = new CountedSource(table);
        TableFile file = TableFile.open(source);
        int blocks = file.index().size();
        assertTrue(blocks > 50_000, () -> blocks + " blocks");
        TableReport.of(file, FilterHints.NONE);
        assertTrue(source.reads() < 50, () -> source.reads() + " reads");
        assertTrue(source.bytes() < 2L * table.length, () -> source.bytes() + " bytes");
    }
}
