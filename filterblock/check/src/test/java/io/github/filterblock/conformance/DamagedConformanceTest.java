// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.DamagedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** That damaged files end in an answer, in findings or in the one documented exception, and soon. */
class DamagedConformanceTest {
    private static final Duration SOON = Duration.ofSeconds(2);

    /** How the corpus describes copies that a reader must accept. */
    private static final Pattern SOUND = Pattern.compile(
            "the good file itself|\\(valid\\)|\\(allowed\\)|needless zero groups|followed by \\d+ zero bytes");

    interface FileLaw {
        void check(DamagedFile file) throws Exception;
    }

    static Stream<DynamicTest> each(Predicate<DamagedFile> which, FileLaw law) {
        return Golden.CORPUS.damaged().stream()
                .filter(which)
                .map(file -> DynamicTest.dynamicTest(file.toString(), () -> law.check(file)));
    }

    static TableStatus status(DamagedFile file) throws IOException {
        try (TableFile table = TableFile.open(file.path())) {
            return TableReport.of(table).status();
        } catch (CorruptTableException e) {
            return e.reason().meansNoTable() ? TableStatus.NOT_A_TABLE : TableStatus.CORRUPT;
        }
    }

    @TestFactory
    @Tag("TF-5")
    Stream<DynamicTest> everyFileEndsInAnAnswerOrTheDocumentedExceptionSoon() {
        return each(
                file -> true,
                file -> assertTimeout(SOON, () -> {
                    try (TableFile table = TableFile.open(file.path())) {
                        askEverything(table, file);
                        askEverything(table.ignoringChecksums(), file);
                    } catch (CorruptTableException e) {
                        assertEquals(file.path().toString(), e.file());
                        assertFalse(e.detail().isBlank());
                    }
                }));
    }

    private static void askEverything(TableFile table, DamagedFile file) throws IOException {
        TableQuery query = new TableQuery(TableReport.of(table, FilterHints.NONE));
        for (DamagedFile.Question question : file.probes()) {
            query.ask(question.key());
            query.askFilter(question.blockOffset(), question.key());
        }
        try {
            askFilters(table, file);
        } catch (CorruptTableException e) {
            assertFalse(e.reason().meansNoTable(), e.getMessage());
        }
    }

    private static void askFilters(TableFile table, DamagedFile file) throws IOException {
        Optional<FilterBlockReader> reader = table.openFilter();
        if (reader.isEmpty()) {
            return;
        }
        Optional<FilterBlockReader> known = table.openFilter(FilterDialect.safeMatchers());
        for (DamagedFile.Question question : file.probes()) {
            byte[] key = question.key();
            boolean answer = reader.orElseThrow().keyMayMatch(question.blockOffset(), key);
            assertEquals(answer, known.orElseThrow().keyMayMatch(question.blockOffset(), key));
        }
    }

    @TestFactory
    Stream<DynamicTest> soundVariantsAreAccepted() {
        return each(file -> SOUND.matcher(file.damage()).find(), file -> assertEquals(TableStatus.OK, status(file)));
    }

    @Test
    void theSoundVariantsOfTheBundledCorpusAreAccepted() throws IOException {
        Set<String> sound = Set.of(
                "n-good.ldb",
                "s-good.ldb",
                "n-handle-overlong.ldb",
                "n-foot-overlong.ldb",
                "n-handle-trailing.ldb",
                "n-filter-type1-snappy.ldb",
                "s-filter-type1-snappy.ldb",
                "n-meta-snappy.ldb",
                "n-padding-ff.ldb");
        int found = 0;
        for (DamagedFile file : Corpus.bundled().damaged()) {
            if (sound.contains(file.name())) {
                assertEquals(TableStatus.OK, status(file), file::toString);
                found++;
            }
        }
        assertEquals(sound.size(), found);
    }

    @TestFactory
    @Tag("TF-1")
    Stream<DynamicTest> whatLevelDbDoesNotTakeForATableIsRefused() {
        return each(
                file -> file.googleByDefault()
                        .tableOpen()
                        .filter(status -> status.contains("too short") || status.contains("bad magic number"))
                        .isPresent(),
                file -> assertTrue(status(file) == TableStatus.NOT_A_TABLE
                        || status(file) == TableStatus.CORRUPT && Golden.endsAsRocksDbs(file.bytes())));
    }

    /** Where LevelDB ends the process, or refuses the table with checksums on, there is damage to report. */
    @TestFactory
    @Tag("TF-5")
    Stream<DynamicTest> whatLevelDbCannotOpenIsReported() {
        return each(
                file -> file.googleParanoid().crashed()
                        || file.googleParanoid().tableOpen().isPresent()
                                && !file.googleParanoid().opened(),
                file -> assertTrue(
                        Set.of(TableStatus.CORRUPT, TableStatus.NOT_A_TABLE).contains(status(file))));
    }

    /** A filter that only a reader without checksums loads is damage: opening it fails, and no query trusts it. */
    @TestFactory
    @Tag("TF-4")
    Stream<DynamicTest> whatLevelDbLoadsOnlyWithoutChecksumsIsRefused() {
        return each(
                file -> file.googleByDefault().filterLoaded().equals(Optional.of(true))
                        && file.googleParanoid().filterLoaded().equals(Optional.of(false)),
                file -> {
                    assertEquals(TableStatus.CORRUPT, status(file));
                    try (TableFile table = TableFile.open(file.path())) {
                        CorruptTableException e = assertThrows(CorruptTableException.class, table::openFilter);
                        assertEquals(CorruptTableException.Reason.CHECKSUM, e.reason());
                        assertEquals(TableQuery.Search.NO_FILTER, new TableQuery(TableReport.of(table)).search());
                    }
                });
    }

    @Test
    void aDirectoryNamedLikeATableIsNoCorruptTable() {
        Optional<Path> directory = Golden.CORPUS.directoryNamedLikeATable();
        if (directory.isPresent()) {
            IOException e = assertThrows(
                    IOException.class, () -> TableFile.open(directory.get()).close());
            assertNotEquals(CorruptTableException.class, e.getClass());
            assertTrue(e.getMessage().contains(directory.get().toString()), e.getMessage());
        }
    }
}
