// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that another program cuts short while they are open. */
class TruncatedFileTest {
    private static final TableCase TABLE = SmallTables.all().get(0);
    private static final int RACES = 200;

    @TempDir
    Path directory;

    private Path file() throws IOException {
        return Files.write(directory.resolve("table.ldb"), TABLE.bytes());
    }

    private static void cut(Path file, long length) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        }
    }

    @Test
    void readingByPositionGivesAnExceptionThatCanBeHandled() throws IOException {
        Map<String, Integer> outcomes = new TreeMap<>();
        for (int length = TABLE.bytes().length; length >= 0; length -= 7) {
            Path file = file();
            try (TableFile table = TableFile.open(file)) {
                FilterBlockReader reader = table.openFilter().orElseThrow();
                cut(file, length);
                outcomes.merge(outcome(() -> table.openFilter().orElseThrow()), 1, Integer::sum);
                outcomes.merge(outcome(table::index), 1, Integer::sum);
                assertTrue(TABLE.deniedBy(reader).isEmpty(), "a reader has a copy of its own");
            }
        }
        System.out.println("R13 read by position: " + outcomes);
        assertTrue(outcomes.containsKey("OUTSIDE_FILE"));
    }

    private static String outcome(ThreadUse.Task task) {
        try {
            task.run();
            return "read";
        } catch (CorruptTableException e) {
            return e.reason().name();
        } catch (IOException e) {
            return e.getClass().getSimpleName();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void cuttingWhileReadingNeverEndsTheJvm() throws IOException {
        Path file = file();
        AtomicBoolean over = new AtomicBoolean();
        Map<String, Integer> outcomes = new TreeMap<>();
        Threads.run(2, thread -> {
            if (thread == 0) {
                while (!over.get()) {
                    outcomes.merge(outcome(() -> openAndRead(file)), 1, Integer::sum);
                }
            } else {
                for (int i = 0; i < RACES; i++) {
                    cut(file, i * 7 % TABLE.bytes().length);
                    Files.write(file, TABLE.bytes());
                }
                over.set(true);
            }
        });
        System.out.println("R13 cut while it is read: " + outcomes);
        assertTrue(outcomes.size() > 1, "outcomes " + outcomes);
    }

    private static void openAndRead(Path file) throws IOException {
        try (TableFile table = TableFile.open(file)) {
            table.openFilter();
        }
    }
}
