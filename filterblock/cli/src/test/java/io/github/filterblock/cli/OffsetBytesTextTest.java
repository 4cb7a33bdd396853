// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The bytes of offsets that {@code inspect} prints are those that {@code audit} counts. */
class OffsetBytesTextTest {
    /** Larger tables are for the long profile. */
    private static final long LARGEST = Integer.getInteger("filterblock.scale", 1) > 1 ? Long.MAX_VALUE : 120 << 10;

    private static final Pattern PRINTED = Pattern.compile("bytes? of filters, ([0-9,]+) bytes of offsets");

    private static long printed(MatchResult found) {
        return Long.parseLong(found.group(1).replace(",", ""));
    }

    @Test
    void inspectAndAuditAgreeForEveryTableOfTheCorpus() throws IOException {
        int compared = 0;
        for (CorpusTable table : Corpus.configured().tables()) {
            Path file = table.path();
            if (Files.size(file) > LARGEST) {
                continue;
            }
            JsonObject space =
                    ToolRun.of("audit", "--json", "--samples=1", file).json().getAsJsonObject("space");
            if (space.get("tables").getAsLong() == 1) {
                List<Long> inspected = PRINTED.matcher(
                                ToolRun.of("inspect", file).out())
                        .results()
                        .map(OffsetBytesTextTest::printed)
                        .toList();
                assertEquals(List.of(space.get("offsetBytes").getAsLong()), inspected, file::toString);
                compared++;
            }
        }
        assertTrue(compared > 0);
    }
}
