// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script is taken by a real bash, which then completes. */
class CompletionCommandTest {
    private static final Path BASH = Path.of("/bin/bash");

    @TempDir
    Path directory;

    private String bash(String... words) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(BASH), "there is no bash");
        Path out = directory.resolve("out");
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("BASH_ENV", "");
        int status = builder.redirectOutput(out.toFile()).start().waitFor();
        String printed = Files.readString(out);
        assertEquals(0, status, printed);
        return printed;
    }

    private Path script() throws IOException {
        ToolRun run = ToolRun.of("completion");
        assertEquals(0, run.status());
        return Files.writeString(directory.resolve("completion"), run.out());
    }

    private String completed(String... words) throws IOException, InterruptedException {
        String line = String.join(" ", words);
        String program = "source '" + script() + "'; compopt() { :; }; COMP_WORDS=(" + line.replace("''", "\"\"")
                + "); COMP_CWORD=" + (words.length - 1) + "; _complete_filterblock; printf '%s\\n' \"${COMPREPLY[@]}\"";
        return bash(BASH.toString(), "-c", program);
    }

    @Test
    void verbsAndOptionsAreCompleted() throws IOException, InterruptedException {
        assertEquals(List.of("explain"), completed("filterblock", "exp").lines().toList());
        assertEquals(
                FilterBlockTool.VERBS.stream().sorted().toList(),
                completed("filterblock", "''").lines().sorted().toList());
        assertTrue(completed("filterblock", "inspect", "--").lines().toList().contains("--filters"));
    }

    /** What completes an option's value must not be that of another option. */
    @Test
    void valuesAreThoseOfTheirOption() throws IOException, InterruptedException {
        List<String> policies =
                completed("filterblock", "rebuild", "--policy", "''").lines().toList();
        assertTrue(policies.contains("ribbon") && !policies.contains("basho-1"), policies.toString());
        List<String> ofDatabases =
                completed("filterblock", "retrofit", "--policy", "''").lines().toList();
        assertTrue(ofDatabases.contains("goleveldb") && !ofDatabases.contains("ribbon"), ofDatabases.toString());
        List<String> dialects =
                completed("filterblock", "rebuild", "--dialect", "''").lines().toList();
        assertTrue(dialects.contains("basho-1") && !dialects.contains("ribbon"), dialects.toString());
    }

    @ParameterizedTest
    @CsvSource({"query, --keys-from", "query, --questions", "publish, --keys-from", "publish, --password-from"})
    void filesAreCompletedWhereAnOptionTakesOne(String verb, String option) throws IOException, InterruptedException {
        String file = Files.createFile(directory.resolve("list-of-keys")).toString();
        assertEquals(
                file + "\n",
                completed("filterblock", verb, option, directory.resolve("list").toString()));
    }
}
