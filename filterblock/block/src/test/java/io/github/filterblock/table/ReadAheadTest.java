// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.source.TableSource;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stretches of a file that are read ahead, or one after the other; what they hold is not read again. */
class ReadAheadTest {
    private static final int STRETCH = 64 << 10;

    /** A 48th of the file, at least 4 KiB and at most 1 MiB, and not more than there is before the limit. */
    @ParameterizedTest
    @CsvSource({
        "1000, 900, 0+900",
        "1000, 1000, 0+1000",
        "1000, 0, 0+0",
        "1000, -1, ''",
        "1000, 1001, ''",
        "1000, -9223372036854775808, ''",
        "1000, 9223372036854775807, ''",
        "100000, 99000, 94904+4096",
        "480000, 470000, 460000+10000",
        "60000000, 59000000, 57951424+1048576"
    })
    void theStretchEndsAtTheLimit(int size, long limit, String read) throws IOException {
        CountedSource counted = new CountedSource(new byte[size]);
        ReadAheadSource ahead = ReadAheadSource.endingAt(limit, counted);
        assertEquals(read.isEmpty() ? List.of() : List.of(read), counted.places());
        assertEquals(size, ahead.size());
        assertEquals("a.ldb", ahead.name());
        ahead.close();
    }

    @Test
    void bytesInsideTheStretchAreNotReadAgain() throws IOException {
        byte[] file = new byte[20_000];
        new Random(1).nextBytes(file);
        CountedSource counted = new CountedSource(file);
        ReadAheadSource ahead = ReadAheadSource.endingAt(15_000, counted);
        int start = 15_000 - 4096;
        for (int from : new int[] {0, start - 1, start, start + 1, start + 17, 14_999, 15_000, 15_001, 19_000}) {
            for (int length : new int[] {0, 1, 2, 100, 4095, 4096, 4097}) {
                counted.places().clear();
                byte[] dst = new byte[length + 3];
                if (from + length > file.length) {
                    assertThrows(EOFException.class, () -> ahead.read(from, dst, 2, length));
                } else {
                    ahead.read(from, dst, 2, length);
                    assertArrayEquals(
                            Arrays.copyOfRange(file, from, from + length), Arrays.copyOfRange(dst, 2, 2 + length));
                    boolean inside = from >= start && from + length <= 15_000;
                    assertEquals(inside ? List.of() : List.of(from + "+" + length), counted.places());
                }
            }
        }
    }

    private static TableSource sequential(CountedSource table) throws IOException {
        return ReadAheadSource.sequential(table, TableFile.open(table).structure()::nextRead);
    }

    @Test
    void everyReadGivesTheBytesOfTheFile() throws IOException {
        byte[] table = HostileKind.EMPTY_BLOCKS.table(300_000);
        TableSource source = sequential(new CountedSource(table));
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
        CountedSource counted = new CountedSource(HostileKind.EMPTY_BLOCKS.table(300_000));
        TableSource source = sequential(counted);
        int reads = counted.reads();
        long bytes = counted.bytes();
        source.read(7, new byte[STRETCH + 1], 0, STRETCH + 1);
        assertEquals(STRETCH + 1, counted.bytes() - bytes);
        source.read(7, new byte[1], 0, 1);
        source.read(8, new byte[STRETCH - 1], 0, STRETCH - 1);
        assertEquals(2L * STRETCH + 1, counted.bytes() - bytes, "one stretch");
        assertEquals(2, counted.reads() - reads);
    }

    /** What a failed read has left in memory is not taken for bytes of the file. */
    @Test
    void aFailedReadLeavesNothing() throws IOException {
        byte[] table = HostileKind.EMPTY_BLOCKS.table(300_000);
        CountedSource sound = new CountedSource(table);
        AtomicBoolean failing = new AtomicBoolean();
        TableSource breaking = new FailingSource(sound, 0) {
            @Override
            public void read(long position, byte[] dst, int offset, int length) throws IOException {
                sound.read(position, dst, offset, length);
                if (failing.get()) {
                    Arrays.fill(dst, offset, offset + length, (byte) 0x55);
                    throw new IOException("gone");
                }
            }
        };
        TableSource source =
                ReadAheadSource.sequential(breaking, TableFile.open(sound).structure()::nextRead);
        source.read(7, new byte[1], 0, 1);
        failing.set(true);
        assertThrows(IOException.class, () -> source.read(200_000, new byte[1], 0, 1));
        failing.set(false);
        byte[] read = new byte[100];
        source.read(8, read, 0, 100);
        assertArrayEquals(Arrays.copyOfRange(table, 8, 108), read);
    }
}
