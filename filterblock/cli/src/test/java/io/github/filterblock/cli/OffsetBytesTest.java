// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.audit.Audit;
import io.github.filterblock.audit.Audit.FilterSpace;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.DamagedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page of {@code inspect} and {@code audit} give one number for the bytes of offsets. */
@Tag("FB-11")
class OffsetBytesTest {

    /** Of a file: what the page says, which is checked against the audit; nothing without a filter that both read. */
    private static Optional<Long> offsetBytes(Path file) throws IOException {
        try (TableFile table = TableFile.open(file)) {
            TableReport analysis = TableReport.of(table);
            FilterSpace space = Audit.of(table, analysis, 1, 1).space();
            if (space.tables() == 0 || analysis.filter().isEmpty()) {
                return Optional.empty();
            }
            InspectDocument.Filter filter =
                    InspectDocument.of("", analysis, 0, -1, null).filter();
            assertEquals(space.offsetBytes(), filter.offsetBytes(), file::toString);
            assertEquals(space.filterBytes(), filter.filterBytes(), file::toString);
            return Optional.of(space.offsetBytes());
        } catch (CorruptTableException e) {
            return Optional.empty();
        }
    }

    @Test
    void pageAndAuditAgreeForEveryTableAndEveryDamagedFile() throws IOException {
        Corpus corpus = Corpus.configured();
        Stream<Path> files = Stream.concat(
                corpus.tables().stream().map(CorpusTable::path),
                corpus.damaged().stream().map(DamagedFile::path));
        int compared = 0;
        for (Path file : files.toList()) {
            compared += offsetBytes(file).isPresent() ? 1 : 0;
        }
        assertTrue(compared > 0);
    }

    @Test
    void chromiumsTableHas381OffsetsAndTheTail() throws IOException {
        CorpusTable chromium = Corpus.bundled().tables().stream()
                .filter(table -> table.name().equals("chromium-indexeddb"))
                .findFirst()
                .orElseThrow();
        assertEquals(Optional.of(4 * 381 + 5L), offsetBytes(chromium.path()));
        String text = ToolRun.of("inspect", chromium.path()).out();
        assertTrue(text.contains(" of filters, 1,529 bytes of offsets"), text);
    }
}
