// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.testdata.CorpusTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueryCommandTest {
    /** Every recorded probe of a golden table, in the order in which it was asked, in the form of the question. */
    @Test
    void probesAnswerAsTheOriginals(@TempDir Path directory) throws IOException {
        for (String name : List.of("cpp123-default", "goleveldb-baselg8", "old117-signed-high", "tb123-raw-bin")) {
            CorpusTable golden = Golden.table(name);
            List<String> questions = golden.probes().stream()
                    .map(probe -> Long.toUnsignedString(probe.blockOffset()) + "\t"
                            + HexFormat.of().formatHex(probe.key()))
                    .toList();
            String expected = golden.probes().stream()
                    .map(probe -> Long.toUnsignedString(probe.blockOffset()) + "\t"
                            + HexFormat.of().formatHex(probe.key()) + "\t"
                            + (probe.mayMatch() ? "may-match" : "absent") + System.lineSeparator())
                    .collect(Collectors.joining());
            Path file = Files.write(directory.resolve(name), questions);
            assertEquals(new ToolRun(1, expected, ""), ToolRun.of("query", golden.path(), "--questions", file));
        }
    }
}
