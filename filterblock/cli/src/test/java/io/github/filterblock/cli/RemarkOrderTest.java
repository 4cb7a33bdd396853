// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several threads read the tables of a directory, but what is said of them comes in the order of their names. */
class RemarkOrderTest {
    @TempDir
    private Path folder;

    @Test
    void remarksOnTablesComeInTheOrderOfTheTables() throws IOException {
        List<Path> tables = IntStream.range(100, 400)
                .mapToObj(number -> folder.resolve(String.format(Locale.ROOT, "%06d.ldb", number)))
                .toList();
        for (Path table : tables) {
            // the size differs, so that a table may be read faster than the one before it
            Files.write(table, new byte[table.hashCode() & 0xffff]);
        }
        ToolRun run = ToolRun.of("query", folder, "key");
        List<String> named = run.err()
                .lines()
                .filter(line -> line.contains("not-a-table"))
                .map(line -> line.substring(0, line.indexOf(": ")))
                .toList();
        assertEquals(tables.stream().map(Path::toString).toList(), named);
    }
}
