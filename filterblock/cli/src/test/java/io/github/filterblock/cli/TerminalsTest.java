// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On a pseudo-terminal, as {@code script} of util-linux makes it. */
class TerminalsTest {
    private static final String ESCAPE = "\u001b[";

    @TempDir
    Path directory;

    /** Shells do not export COLUMNS; the input need not be a terminal. */
    @ParameterizedTest
    @CsvSource({
        "60, '', '', true, 40, 60",
        "120, '', '', true, 90, 120",
        "120, NO_COLOR=1, '', false, 90, 120",
        "60, '', '< /dev/null', true, 40, 60",
        "60, COLUMNS=54, '', true, 40, 54",
        "60, CLICOLOR_FORCE=1, '| cat', true, 90, 1000",
        "60, '', '| cat', false, 90, 1000"
    })
    void widthAndColourAreThoseOfTheOutput(
            int columns, String variable, String after, boolean colour, int least, int most)
            throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "there is no script(1)");
        ToolProcess tool = new ToolProcess(directory);
        String java =
                tool.shellCommand("inspect " + Golden.path("cpp123-default").toAbsolutePath());
        Path typescript = directory.resolve("typescript");
        int status = new ProcessBuilder(
                        "/usr/bin/script",
                        "-qec",
                        "stty cols " + columns + "; env -u NO_COLOR -u COLUMNS TERM=xterm " + variable + " " + java
                                + " " + after,
                        typescript.toString())
                .redirectOutput(directory.resolve("out").toFile())
                .start()
                .waitFor();
        String printed = Files.readString(typescript);
        assertEquals(0, status, printed);
        assertEquals(colour, printed.contains(ESCAPE), printed);
        int widest = printed.lines()
                .filter(line -> line.startsWith("  "))
                .mapToInt(String::length)
                .max()
                .orElse(0);
        assertTrue(least < widest && widest <= most, widest + " columns: " + printed.replaceFirst(".*", ""));
    }
}
