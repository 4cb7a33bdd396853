// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopTableSourceTest {
    private static final int WINDOW = HadoopTableSource.WINDOW;

    @TempDir
    private Path directory;

    @BeforeEach
    void countAnew() {
        CountingFileSystem.READS.set(0);
        CountingFileSystem.MOST.set(0);
    }

    private HadoopTableSource open(Path file) throws IOException {
        Configuration configuration = new Configuration();
        configuration.set("fs.odd.impl", CountingFileSystem.class.getName());
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("odd:" + file);
        FileSystem files = path.getFileSystem(configuration);
        return HadoopTableSource.open(files, ListedTable.of(files.getFileStatus(path)));
    }

    private static byte[] read(HadoopTableSource source, long position, int length) throws IOException {
        byte[] bytes = new byte[length + 2];
        source.read(position, bytes, 1, length);
        return Arrays.copyOfRange(bytes, 1, length + 1);
    }

    @Test
    void anyStretchIsRead() throws IOException {
        byte[] content = new byte[3 * WINDOW + 777];
        Random random = new Random(1);
        random.nextBytes(content);
        Path file = Files.write(directory.resolve("a.ldb"), content);
        try (HadoopTableSource source = open(file)) {
            assertEquals(content.length, source.size());
            for (int i = 0; i < 2000; i++) {
                int position = random.nextInt(content.length + 1);
                int length = random.nextInt(Math.min(content.length - position, i % 50 == 0 ? 2 * WINDOW : 9000) + 1);
                assertArrayEquals(
                        Arrays.copyOfRange(content, position, position + length), read(source, position, length));
            }
        }
    }

    @Test
    void aPassOverAFileTakesAReadForEachWindow() throws IOException {
        Path file = Files.write(directory.resolve("a.ldb"), new byte[10 * WINDOW]);
        try (HadoopTableSource source = open(file)) {
            read(source, 10 * WINDOW - 48, 48);
            for (int position = 0; position < 10 * WINDOW; position += 4096) {
                read(source, position, 4096);
            }
        }
        assertEquals(11, CountingFileSystem.READS.get());
        assertEquals(WINDOW, CountingFileSystem.MOST.get());
    }

    @Test
    void nothingBehindTheEndIsRead() throws IOException {
        Path file = Files.write(directory.resolve("a.ldb"), new byte[100]);
        try (HadoopTableSource source = open(file)) {
            for (long position : new long[] {90, 101, Long.MAX_VALUE, -1}) {
                int length = position == 101 ? 0 : 11;
                assertThrows(EOFException.class, () -> read(source, position, length));
            }
            assertEquals(0, CountingFileSystem.READS.get());
            assertEquals(100, read(source, 0, 100).length);
        }
    }

    @Test
    void aFileOfFiveGibibytesIsRead() throws IOException {
        Path file = directory.resolve("large.ldb");
        long size = 5L << 30;
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.seek((4L << 30) + 5);
            sparse.write(new byte[] {1, 2, 3});
            sparse.setLength(size);
        }
        try (HadoopTableSource source = open(file)) {
            assertEquals(size, source.size());
            assertArrayEquals(new byte[] {0, 1, 2, 3, 0}, read(source, (4L << 30) + 4, 5));
            assertArrayEquals(new byte[48], read(source, size - 48, 48));
            assertTrue(CountingFileSystem.MOST.get() <= WINDOW);
        }
    }
}
