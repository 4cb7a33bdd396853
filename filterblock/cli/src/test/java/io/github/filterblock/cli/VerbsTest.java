// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands in the place of the verb. */
class VerbsTest {
    @TempDir
    Path directory;

    @Test
    void withoutAVerbThereIsHelp() {
        ToolRun run = ToolRun.of();
        assertEquals(2, run.status());
        assertEquals("", run.out());
        assertEquals(ToolRun.of("--help").out(), run.err());
    }

    @Test
    void helpMayBeAskedForLikeAVerb() {
        assertEquals(ToolRun.of("--help"), ToolRun.of("help"));
        assertEquals(ToolRun.of("verify", "--help"), ToolRun.of("help", "verify"));
        assertEquals(ToolRun.of("completion", "--help"), ToolRun.of("help", "completion"));
    }

    /** Without care, the line breaks of the help depend on the locale. */
    @ParameterizedTest
    @ValueSource(strings = {"th", "ar-EG"})
    void helpIsTheSameInEveryLocale(String language) throws IOException, InterruptedException {
        String[] tag = language.split("-");
        String country = tag.length > 1 ? tag[1] : "";
        ToolRun run = new ToolProcess(directory, "-Duser.language=" + tag[0], "-Duser.country=" + country)
                .run("audit --help");
        assertEquals(ToolRun.of("audit", "--help"), run);
        assertTrue(run.out().contains("100000"), run.out());
    }
}
