// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** A verb over many files that is interrupted ends its work, and its thread stays interrupted. */
@Timeout(60)
class InterruptedVerbTest {
    /** A document with a name and nothing else. */
    record Named(String file, String status, String reason) implements Document {}

    /** Two files at once interrupt the verb; their work lasts until it is interrupted itself. */
    @Command(name = "endless")
    static final class Endless extends TablesVerb<Named> {
        private final Thread caller = Thread.currentThread();
        private final CountDownLatch begun = new CountDownLatch(2);
        private final CountDownLatch interrupted = new CountDownLatch(2);

        Endless() {
            super(Named.class);
        }

        @Override
        Named examine(Path file) {
            try {
                begun.countDown();
                begun.await();
                caller.interrupt();
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return new Named(file.toString(), "ok", null);
        }

        @Override
        void print(Named document, Printer printer) {
            printer.heading(document);
        }
    }

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    @Test
    void anInterruptEndsAVerbAndIsKept() throws InterruptedException {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Endless endless = new Endless();
        CommandLine tool = new CommandLine(new FilterBlockTool(Terminals.NONE))
                .addSubcommand(endless)
                .setExecutionExceptionHandler((e, command, parsed) -> {
                    err.write(e.getMessage());
                    return 3;
                })
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err));
        int status = tool.execute("endless", "--jobs=2", "a", "b", "c");
        assertTrue(Thread.interrupted());
        new ToolRun(status, out.toString(), err.toString()).assertOneLineOfError(3, "interrupted");
        assertTrue(endless.interrupted.await(30, TimeUnit.SECONDS), "both jobs that were begun");
    }
}
