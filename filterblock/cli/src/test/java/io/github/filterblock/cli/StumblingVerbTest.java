// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** An error of this program is that of one file. */
class StumblingVerbTest {

    /** A document with a name and nothing else. */
    record Named(String file, String status, String reason) implements Document {}

    /** A verb with an error: it fails for one name. */
    @Command(name = "stumble")
    static final class Stumbling extends TablesVerb<Named> {
        Stumbling() {
            super(Named.class);
        }

        @Override
        Named examine(Path file) {
            if (file.endsWith("odd")) {
                throw new IllegalStateException("nobody thought of it");
            }
            if (file.endsWith("large")) {
                throw new OutOfMemoryError("Java heap space");
            }
            return new Named(file.toString(), "ok", null);
        }

        @Override
        void print(Named document, Printer printer) {
            if (document.file().endsWith("long")) {
                throw new OutOfMemoryError("Java heap space");
            }
            printer.heading(document);
        }
    }

    private static ToolRun run(String... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine tool = new CommandLine(new FilterBlockTool(Terminals.NONE))
                .addSubcommand(new Stumbling())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err));
        return new ToolRun(tool.execute(words), out.toString(), err.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void theNextFileIsStillWorkedOn(String jobs) {
        ToolRun run = run("stumble", "--jobs", jobs, "a", "odd", "b", "odd", "c");
        assertEquals(3, run.status());
        assertEquals(
                List.of("a: ok", "odd: unreadable", "b: ok", "odd: unreadable", "c: ok"),
                run.lines().stream().filter(line -> !line.startsWith("  ")).toList());
        assertTrue(run.out().contains("an error of this program: java.lang.IllegalStateException: nobody thought"));
        assertFalse((run.out() + run.err()).contains("\tat "), run.err());
    }

    @Test
    void aSingleFileIsGuardedToo() {
        ToolRun run = run("stumble", Path.of("some", "odd").toString());
        assertEquals(3, run.status());
        assertTrue(run.out().contains("an error of this program"), run.out());
        assertEquals("", run.err());
    }

    /** A file that needs too much memory, and one whose document is too large to print. */
    @ParameterizedTest
    @ValueSource(strings = {"large", "long"})
    void aHeapThatIsTooSmallIsThatOfOneFile(String name) {
        for (List<String> files : List.of(List.of(name), List.of("a", name, "b"))) {
            ToolRun run =
                    run(Stream.concat(Stream.of("stumble"), files.stream()).toArray(String[]::new));
            assertEquals(3, run.status());
            assertTrue(run.out().contains(name + ": unreadable\n"), run.out());
            assertTrue(run.out().contains("needs more memory than the "), run.out());
            assertTrue(run.out().contains("-Xmx"), run.out());
            assertFalse((run.out() + run.err()).contains("\tat "), run.err());
            assertEquals(
                    files.size(),
                    run.lines().stream().filter(line -> !line.startsWith("  ")).count());
        }
    }
}
