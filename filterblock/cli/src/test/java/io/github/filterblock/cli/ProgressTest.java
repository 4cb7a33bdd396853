// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.TestTable;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How far the work is: on a terminal, after a second, and gone at the end. */
class ProgressTest {
    private static final long MILLIS = 1_000_000;

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // the clock may wrap
    private final StringWriter err = new StringWriter();
    private final AtomicInteger counts = new AtomicInteger();

    private Progress progress(boolean outputIsTerminal, boolean errorIsTerminal) {
        return new Progress(
                new PrintWriter(err),
                new Terminals(outputIsTerminal, errorIsTerminal, false, () -> 80, now::get),
                this::count);
    }

    private OptionalLong count() {
        counts.incrementAndGet();
        return OptionalLong.of(12345);
    }

    private static void done(Progress progress, int files) {
        for (int i = 0; i < files; i++) {
            progress.fileDone();
            progress.show();
        }
    }

    @Test
    void aLineIsShownAfterASecondFiveTimesASecondAndErasedOnce() {
        Progress progress = progress(true, true);
        done(progress, 5);
        now.addAndGet(999 * MILLIS);
        done(progress, 5);
        assertEquals("", err.toString());
        assertEquals(0, counts.get());
        now.addAndGet(1 * MILLIS);
        done(progress, 990);
        String shown = "\r11 of 12,345 files, 11 a second";
        assertEquals(shown, err.toString());
        now.addAndGet(199 * MILLIS);
        progress.show();
        assertEquals(shown, err.toString());
        now.addAndGet(1 * MILLIS);
        progress.show();
        shown += "\r1,000 of 12,345 files, 833 a second";
        assertEquals(shown, err.toString());
        now.addAndGet(100_000 * MILLIS);
        progress.show();
        shown += "\r1,000 of 12,345 files, 10 a second ";
        assertEquals(shown, err.toString());
        progress.erase();
        shown += "\r" + " ".repeat("1,000 of 12,345 files, 10 a second".length()) + "\r";
        assertEquals(shown, err.toString());
        progress.erase();
        progress.close();
        assertEquals(shown, err.toString());
        assertEquals(1, counts.get(), "files are counted once");
    }

    /** Bytes tell more than files, also within a single one. */
    @Test
    void bytesHaveARateAndATimeThatIsLeft() {
        long[] read = {0};
        for (int files : new int[] {1, 3}) {
            Progress progress = new Progress(
                    new PrintWriter(err),
                    new Terminals(false, true, false, () -> 80, now::get),
                    () -> new Progress.Total(OptionalLong.of(files), OptionalLong.of(3L << 30)),
                    () -> read[0]);
            read[0] = 0;
            now.addAndGet(1000 * MILLIS);
            progress.show();
            read[0] = 100 << 20;
            now.addAndGet(9_000 * MILLIS);
            progress.show();
            now.addAndGet(190_000 * MILLIS);
            progress.show();
            read[0] = 4L << 30; // more than there is
            progress.fileDone();
            now.addAndGet(56_000 * MILLIS);
            progress.show();
            progress.close();
        }
        String one = err.toString().replaceAll(" +\r", "").replaceAll("^\r|\r$", "");
        assertEquals(
                List.of(
                        "0 bytes of 3 GiB, 0 bytes a second",
                        "100 MiB of 3 GiB, 10 MiB a second, 4 min left",
                        "100 MiB of 3 GiB, 512 KiB a second, 1 h 39 min left",
                        "3 GiB of 3 GiB, 12 MiB a second, 0 s left",
                        "0 of 3 files, 0 bytes of 3 GiB, 0 bytes a second",
                        "0 of 3 files, 100 MiB of 3 GiB, 10 MiB a second, 4 min left",
                        "0 of 3 files, 100 MiB of 3 GiB, 512 KiB a second, 1 h 39 min left",
                        "1 of 3 files, 3 GiB of 3 GiB, 12 MiB a second, 0 s left"),
                Stream.of(one.split("\r"))
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .toList());
    }

    /** What is read and what is left when a table is closed make up its size, however often parts are read. */
    @Test
    void aTableCountsWithItsSize() throws IOException {
        LongAdder counter = new LongAdder();
        byte[] buffer = new byte[60];
        try (TableSource source = new CountedSource(TableSource.of(ByteBuffer.wrap(new byte[100]), "table"), counter)) {
            source.read(40, buffer, 0, 60);
            assertEquals(60, counter.sum());
            source.read(0, buffer, 0, 60);
            assertEquals(100, counter.sum());
            source.read(0, buffer, 0, 60);
            assertEquals(100, source.size());
        }
        assertEquals(100, counter.sum());
        new CountedSource(TableSource.of(ByteBuffer.wrap(new byte[7]), "other"), counter).close();
        assertEquals(107, counter.sum());
    }

    /** The error output may keep what is not flushed. */
    @Test
    void aLineIsSeenAtOnce() {
        PrintWriter buffered = new PrintWriter(new BufferedWriter(err));
        Progress progress =
                new Progress(buffered, new Terminals(true, true, false, () -> 80, now::get), OptionalLong::empty);
        now.addAndGet(1000 * MILLIS);
        done(progress, 1);
        assertEquals("\r1 files, 1 a second", err.toString());
        progress.erase();
        assertTrue(err.toString().endsWith(" \r"), err.toString());
    }

    /** The line is in the way only if both outputs are on one screen. */
    @ParameterizedTest
    @CsvSource({"true, true", "false, false"})
    void outputMakesTheLineGoAwayOnlyOnTheSameScreen(boolean outputIsTerminal, boolean erased) {
        Progress progress = progress(outputIsTerminal, true);
        now.addAndGet(1500 * MILLIS);
        done(progress, 1);
        progress.beforeOutput();
        assertEquals(erased, err.toString().endsWith("  \r"), err.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/dev/pts/0", "/dev/tty1", "/dev/ttyS0", "/dev/console"})
    void terminalsAreRecognizedByTheirNames(String device) {
        assertTrue(Terminals.isTerminal(device));
        assertFalse(Terminals.isTerminal("/tmp" + device));
        assertFalse(Terminals.isTerminal("/dev/null"));
        assertFalse(Terminals.isTerminal("pipe:[123]"));
    }

    /** Through the command line: with a clock that runs fast, a line is shown, and none is left. */
    @Test
    void verbsShowIt(@TempDir Path directory) throws IOException {
        Path table = Files.write(
                directory.resolve("a.ldb"),
                TestTable.ofWholeKeys().block("apple").bytes());
        List<String> words = new ArrayList<>(List.of("inspect", "--json", "--jobs=2"));
        words.addAll(Collections.nCopies(20, table.toString()));
        words.add(directory.resolve("none").toString());
        for (boolean terminal : new boolean[] {true, false}) {
            Terminals terminals = new Terminals(false, terminal, false, () -> 80, () -> now.addAndGet(400 * MILLIS));
            ToolRun run = ToolRun.on(terminals, words.toArray());
            assertEquals(3, run.status());
            assertEquals(21, run.tableLines().size());
            assertEquals(terminal, run.err().contains(" of 21 files, "), run.err());
            assertEquals(terminal, run.err().endsWith(" \r"), run.err());
            assertEquals(terminal, !run.err().isEmpty(), run.err());
        }
    }
}
