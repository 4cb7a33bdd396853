// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestTable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** An interrupted thread keeps its interrupt, and the table stays open for all threads. */
class ChannelSourceTest {
    private static final byte[] TABLE =
            TestTable.ofWholeKeys().block("apple", "plum").valueLength(3000).bytes();
    private static final byte[] APPLE = {'a', 'p', 'p', 'l', 'e'};
    private static final int LOOKUPS = 600;

    @TempDir
    Path directory;

    private Path file() throws IOException {
        return Files.write(directory.resolve("a.ldb"), TABLE);
    }

    @AfterEach
    void noInterruptIsLeft() {
        assertFalse(Thread.interrupted());
    }

    private static void assertUsable(TableFile table) throws IOException {
        assertTrue(table.openFilter().orElseThrow().keyMayMatch(0, APPLE));
        assertEquals(1, table.index().size());
        assertEquals(TABLE.length, table.size());
    }

    @Test
    void aThreadThatIsInterruptedReadsAndStaysInterrupted() throws IOException {
        try (TableFile table = TableFile.open(file());
                FileChannel channel = FileChannel.open(file());
                TableFile borrowing = TableFile.open(TableSource.of(channel, "channel"))) {
            for (TableFile each : List.of(table, borrowing)) {
                Thread.currentThread().interrupt();
                assertUsable(each);
                assertTrue(Thread.interrupted());
                assertUsable(each);
            }
        }
    }

    @Test
    void cancelledLookupsLeaveTheTableOpenForOthers() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (TableFile table = TableFile.open(file())) {
            List<Future<?>> lookups = new ArrayList<>();
            for (int i = 0; i < LOOKUPS; i++) {
                lookups.add(threads.submit(() -> {
                    for (int j = 0; j < 20; j++) {
                        assertUsable(table);
                    }
                    return null;
                }));
                if (i % 3 == 2) {
                    Thread.sleep(0, 100_000);
                    lookups.get(i - 1).cancel(true);
                    lookups.get(i).cancel(true);
                }
            }
            for (Future<?> lookup : lookups) {
                if (!lookup.isCancelled()) {
                    lookup.get(1, TimeUnit.MINUTES);
                }
            }
            assertUsable(table);
        } finally {
            threads.shutdownNow();
        }
    }

    /** An interrupt in the middle of a read closes the channel, is taken away for the next attempt, and given back. */
    @Test
    void anInterruptInTheMiddleOfAReadIsGivenBack() throws Exception {
        int length = 32 << 20;
        Path large = Files.write(directory.resolve("large"), new byte[length]);
        try (ChannelSource source = ChannelSource.open(large)) {
            FileChannel first = source.channel();
            Thread reader = Thread.currentThread();
            byte[] dst = new byte[length];
            boolean reopened = false;
            for (int attempt = 0; attempt < 200 && !reopened; attempt++) {
                long delay = 100_000L * (attempt % 40);
                Thread other = new Thread(() -> {
                    LockSupport.parkNanos(delay);
                    reader.interrupt();
                });
                other.start();
                source.read(0, dst, 0, length);
                while (other.isAlive()) {
                    Thread.onSpinWait();
                }
                assertTrue(Thread.interrupted(), "the interrupt is lost");
                reopened = source.channel() != first;
            }
            assertTrue(reopened, "no interrupt came while the file was read");
        }
    }

    /** The effect of an interrupt while a thread reads. */
    @Test
    void aChannelThatWasClosedIsOpenedAgain() throws IOException {
        ChannelSource source = ChannelSource.open(file());
        FileChannel first = source.channel();
        TableFile table = TableFile.open(source);
        first.close();
        assertUsable(table);
        assertTrue(source.channel().isOpen());
        FileChannel second = source.channel();
        table.close();
        assertFalse(second.isOpen());
        assertThrows(ClosedChannelException.class, table::openFilter);
        table.close();
    }

    /** How many descriptors of this process lead to a file. */
    private static long descriptors(Path file) throws IOException {
        Path target = file.toRealPath();
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.filter(each -> {
                        try {
                            return Files.readSymbolicLink(each).equals(target);
                        } catch (IOException e) {
                            return false; // that of the list itself
                        }
                    })
                    .count();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aRefusedFileIsClosed() throws IOException {
        Path file = file();
        try (ChannelSource source = ChannelSource.open(file)) {
            assertEquals(1, descriptors(file));
            Files.move(Files.write(directory.resolve("other"), TABLE), file, StandardCopyOption.REPLACE_EXISTING);
            source.channel().close();
            for (int i = 0; i < 3; i++) {
                assertThrows(IOException.class, () -> source.read(0, new byte[1], 0, 1));
                assertEquals(0, descriptors(file));
            }
        }
    }

    @Test
    void anotherFileOfThatNameIsNotTakenForTheTable() throws IOException {
        Path file = file();
        ChannelSource source = ChannelSource.open(file);
        try (source) {
            TableFile table = TableFile.open(source);
            Path other = Files.write(directory.resolve("other"), TABLE);
            Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
            assertUsable(table);
            source.channel().close();
            IOException e = assertThrows(IOException.class, table::openFilter);
            assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
        }
    }

    @Test
    void aFileIsClosedWithItsSource() throws IOException {
        ChannelSource source = ChannelSource.open(file());
        FileChannel channel = source.channel();
        byte[] dst = new byte[TABLE.length];
        source.read(0, dst, 0, dst.length);
        assertArrayEquals(TABLE, dst);
        EOFException e = assertThrows(EOFException.class, () -> source.read(1, dst, 0, dst.length));
        assertTrue(e.getMessage().endsWith("ends at " + dst.length + ", wanted up to " + (dst.length + 1)));
        assertTrue(channel.isOpen());
        source.close();
        assertFalse(channel.isOpen());
    }
}
