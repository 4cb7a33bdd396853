// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process loads to inspect one small table: nothing that belongs to another verb or form of output. */
class StartUpTest {
    /** The most classes of the project; there were 187 when this was written. */
    private static final int MAX_CLASSES = 195;

    @TempDir
    Path directory;

    private Set<String> loadedBy(String words) throws IOException, InterruptedException {
        Path log = directory.resolve("classes");
        ToolRun run = new ToolProcess(directory, "-Xlog:class+load=info:file=" + log + ":none").run(words);
        assertEquals(0, run.status(), run.err());
        try (Stream<String> lines = Files.lines(log)) {
            return lines.map(line -> line.split(" ")[0]).collect(Collectors.toSet());
        }
    }

    @Test
    void inspectingOneTableLoadsNothingElse() throws IOException, InterruptedException {
        Set<String> loaded = loadedBy("inspect " + Golden.path("tb123-onekey").toAbsolutePath());
        assertTrue(loaded.contains(InspectCommand.class.getName()));
        List<String> needless = loaded.stream()
                .filter(name -> name.startsWith("com.google.gson.")
                        || name.startsWith("com.github.luben.")
                        || name.startsWith("picocli.AutoComplete")
                        || name.equals("java.util.concurrent.ThreadPoolExecutor")
                        || name.endsWith("Command") && name.contains("filterblock") && !name.endsWith("InspectCommand"))
                .sorted()
                .toList();
        assertEquals(List.of(), needless);
        long own = loaded.stream()
                .filter(name -> name.startsWith("io.github.filterblock.") && !name.contains("$$Lambda"))
                .count();
        assertTrue(own <= MAX_CLASSES, own + " classes of the project");
    }
}
