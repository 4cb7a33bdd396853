// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** One pass over a table reads it a stretch at a time, and gives the bytes of the file. */
class SequentialSourceTest {
    private static final int STRETCH = 64 << 10;

    @Test
    void everyReadGivesTheBytesOfTheFile() throws IOException {
        byte[] table = HostileKind.EMPTY_BLOCKS.table(300_000);
        TableStructure structure =
                TableFile.open(TableSource.of(ByteBuffer.wrap(table), "a.ldb")).structure();
        TableSource source = StretchSource.sequential(new CountedSource(table), structure);
        assertEquals(table.length, source.size());
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            int from = random.nextInt(table.length);
            int length = random.nextInt(Math.min(table.length - from, 1 << random.nextInt(18)) + 1);
            byte[] read = new byte[length + 2];
            source.read(from, read, 1, length);
            assertArrayEquals(Arrays.copyOfRange(table, from, from + length), Arrays.copyOfRange(read, 1, length + 1));
        }
        assertThrows(EOFException.class, () -> source.read(table.length - 3, new byte[4], 0, 4));
    }

    @Test
    void largeBlocksAreReadAsTheyAre() throws IOException {
        byte[] table = HostileKind.EMPTY_BLOCKS.table(300_000);
        CountedSource counted = new CountedSource(table);
        TableSource source = StretchSource.sequential(
                counted,
                TableFile.open(TableSource.of(ByteBuffer.wrap(table), "a.ldb")).structure());
        source.read(7, new byte[STRETCH + 1], 0, STRETCH + 1);
        assertEquals(STRETCH + 1, counted.bytes());
        source.read(7, new byte[1], 0, 1);
        source.read(8, new byte[STRETCH - 1], 0, STRETCH - 1);
        assertEquals(2L * STRETCH + 1, counted.bytes(), "one stretch");
        assertEquals(2, counted.reads());
    }
}
