// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Verbs over many files that fail for one of them, or are interrupted. */
@Timeout(60)
class TablesVerbTest {
    private static final Session SESSION = new Session(Terminals.NONE);

    /** A document with a name and nothing else. */
    record Named(String file, String status, String reason) implements Document {}

    /** Fails for some names. One of two jobs named "endless" interrupts the verb, which interrupts both of them. */
    @Command(name = "odd")
    static final class Odd extends TablesVerb<Named> {
        private final Thread caller = Thread.currentThread();
        private final CountDownLatch begun = new CountDownLatch(2);
        private final AtomicBoolean callerInterrupted = new AtomicBoolean();
        private final CountDownLatch interrupted = new CountDownLatch(2);
        private final AtomicInteger examined = new AtomicInteger();

        Odd() {
            super(SESSION);
        }

        @Override
        Named examine(Path file) {
            examined.incrementAndGet();
            switch (file.getFileName().toString()) {
                case "wrong" -> throw new IllegalStateException("nobody thought of it");
                case "large" -> throw new OutOfMemoryError("Java heap space");
                case "endless" -> {
                    try {
                        begun.countDown();
                        begun.await();
                        if (callerInterrupted.compareAndSet(false, true)) {
                            caller.interrupt(); // once: a second one might come after the test has cleared the first
                        }
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                    }
                }
                default -> {}
            }
            return new Named(file.toString(), "ok", null);
        }

        @Override
        int run(Path file, PrintWriter out, PrintWriter err) throws IOException {
            if (file.endsWith("lost")) {
                throw new IOException("the disk is gone");
            }
            return super.run(file, out, err);
        }

        @Override
        void print(Named document, Printer printer) {
            if (document.file().endsWith("long")) {
                throw new OutOfMemoryError("Java heap space");
            }
            printer.heading(document);
        }
    }

    private final Odd odd = new Odd();

    private ToolRun run(String words) {
        return run(words, new StringWriter());
    }

    private ToolRun run(String words, Writer out) {
        StringWriter err = new StringWriter();
        CommandLine tool = new CommandLine(new FilterBlockTool(SESSION))
                .addSubcommand(odd)
                .setExecutionExceptionHandler((e, command, parsed) -> {
                    err.write(e.getMessage());
                    return 3;
                })
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err));
        return new ToolRun(tool.execute(("odd " + words).split(" ")), out.toString(), err.toString());
    }

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    /** An error of this program, a file that needs too much memory, and one whose document is too large to print. */
    @ParameterizedTest
    @CsvSource({
        "wrong, internal error: java.lang.IllegalStateException: nobody thought",
        "large, -Xmx",
        "long, not enough memory: Java has ",
    })
    void anErrorIsThatOfOneFile(String name, String reason) {
        for (String files : List.of("some/" + name, "--jobs=1 a NAME b NAME c", "--jobs=2 a NAME b NAME c")) {
            ToolRun run = run(files.replace("NAME", name));
            assertEquals(3, run.status());
            String headings =
                    run.lines().stream().filter(line -> !line.startsWith("  ")).collect(Collectors.joining(" "));
            String bad = name + ": unreadable";
            assertEquals(
                    files.contains("NAME") ? "a: ok " + bad + " b: ok " + bad + " c: ok" : "some/" + bad, headings);
            assertTrue(run.out().contains(reason), run.out());
            assertFalse((run.out() + run.err()).contains("\tat "), run.err());
        }
    }

    /** As a pipe into {@code head} does: what was begun is finished, and nothing else is begun. */
    @Test
    void closedOutputEndsAVerb() {
        Writer closed = new Writer() {
            @Override
            public void write(char[] text, int offset, int length) throws IOException {
                throw new IOException("Broken pipe");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        run("--jobs=2" + " file".repeat(100), closed);
        int examined = odd.examined.get();
        assertTrue(examined >= 1 && examined <= 4, () -> examined + " files");
    }

    /** What is no property of one file ends the verb, with the reason. */
    @ParameterizedTest
    @ValueSource(strings = {"lost", "--jobs=2 lost c"})
    void aFailureOfTheVerbEndsIt(String words) {
        run(words).assertOneLineOfError(3, "the disk is gone");
    }

    @Test
    void aCommandWithoutMemoryEndsAsIfItsFileCouldNotBeRead() {
        StringWriter err = new StringWriter();
        int status = FilterBlockTool.withinMemory(new PrintWriter(err), () -> {
            throw new OutOfMemoryError("Java heap space");
        });
        String heap = Runtime.getRuntime().maxMemory() / (1 << 20) + " MiB";
        new ToolRun(status, "", err.toString()).assertOneLineOfError(3, "not enough memory: Java has " + heap, "-Xmx");
        assertEquals(1, FilterBlockTool.withinMemory(new PrintWriter(err), () -> 1));
    }

    @Test
    void anInterruptEndsAVerbAndIsKept() throws InterruptedException {
        ToolRun run = run("--jobs=2 a/endless b/endless c/endless");
        assertTrue(Thread.interrupted());
        run.assertOneLineOfError(3, "interrupted");
        assertTrue(odd.interrupted.await(30, TimeUnit.SECONDS), "both jobs that were begun");
    }
}
