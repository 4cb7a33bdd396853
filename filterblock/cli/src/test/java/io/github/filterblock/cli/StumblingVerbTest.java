// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** An error of this program is that of one file. */
class StumblingVerbTest {

    /** A verb with an error: it fails for one name. */
    @Command(name = "stumble")
    static final class Stumbling implements Callable<Integer> {
        @Mixin
        private TablePaths paths;

        @Mixin
        private FileJobs jobs;

        @Override
        public Integer call() throws IOException {
            return jobs.run(
                    paths,
                    file -> {
                        if (file.endsWith("odd")) {
                            throw new IllegalStateException("nobody thought of it");
                        }
                        return Outcome.ok(file, file);
                    },
                    Text.ofManyFiles((report, outcome, found) -> report.heading(outcome), false));
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
}
