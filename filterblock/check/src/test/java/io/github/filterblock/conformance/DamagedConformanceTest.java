// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockLayout;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableFilter;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.DamagedFile;
import io.github.filterblock.testdata.GoogleAnswer;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Damaged files end in an answer or in the one documented exception, and hide no key that LevelDB would find. */
class DamagedConformanceTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final FilterMatcher LEVELDB = FilterDialect.LEVELDB.matcher();
    private static final int MAX_BASE_LG = 63;
    private static final int TAG = 8;
    private static final Set<TableStatus> DAMAGED = Set.of(TableStatus.CORRUPT, TableStatus.NOT_A_TABLE);

    /** How the corpus describes copies that a reader must accept. */
    private static final Pattern SOUND = Pattern.compile(
            "the good file itself|\\(valid\\)|\\(allowed\\)|needless zero groups|followed by \\d+ zero bytes"
                    + "|six metaindex entries");

    private interface Law {
        void check(DamagedFile file) throws IOException;
    }

    private static Map<String, Law> laws() {
        Map<String, Law> laws = new LinkedHashMap<>();
        laws.put("everything that is asked ends soon", DamagedConformanceTest::endsSoon);
        laws.put("the status is what LevelDB makes of it", DamagedConformanceTest::status);
        laws.put("without checksums the answers are LevelDB's", DamagedConformanceTest::answersLikeLevelDb);
        laws.put("an opened filter hides nothing that LevelDB finds", DamagedConformanceTest::openedFilter);
        laws.put("a query hides no key that can be read", DamagedConformanceTest::query);
        return laws;
    }

    @TestFactory
    Stream<DynamicContainer> everyLawHoldsForEveryFile() {
        return laws().entrySet().stream()
                .map(law -> DynamicContainer.dynamicContainer(
                        law.getKey(),
                        Golden.CORPUS.damaged().stream()
                                .map(file -> DynamicTest.dynamicTest(
                                        file.toString(), () -> law.getValue().check(file)))));
    }

    private static TableStatus statusOf(DamagedFile file) throws IOException {
        try (TableFile table = TableFile.open(file.path())) {
            return TableReport.of(table).status();
        } catch (CorruptTableException e) {
            return e.reason().isNotATable() ? TableStatus.NOT_A_TABLE : TableStatus.CORRUPT;
        }
    }

    private static void endsSoon(DamagedFile file) {
        assertTimeout(SOON, () -> {
            try (TableFile table = TableFile.open(file.path())) {
                askEverything(table, file);
                askEverything(table.ignoringChecksums(), file);
            } catch (CorruptTableException e) {
                assertEquals(file.path().toString(), e.file());
                assertFalse(e.detail().isBlank());
            }
        });
    }

    private static void askEverything(TableFile table, DamagedFile file) throws IOException {
        TableQuery query = new TableQuery(TableReport.of(table));
        for (DamagedFile.Question question : file.probes()) {
            query.ask(question.key());
            query.askFilter(question.blockOffset(), question.key());
        }
        try {
            table.openFilter();
        } catch (CorruptTableException e) {
            assertFalse(e.reason().isNotATable(), e.getMessage());
        }
    }

    private static void status(DamagedFile file) throws IOException {
        TableStatus status = statusOf(file);
        GoogleAnswer usual = file.googleByDefault();
        GoogleAnswer paranoid = file.googleParanoid();
        if (SOUND.matcher(file.damage()).find()) {
            assertEquals(TableStatus.OK, status);
        }
        if (usual.tableOpen()
                .filter(said -> said.contains("too short") || said.contains("bad magic number"))
                .isPresent()) {
            assertTrue(status == TableStatus.NOT_A_TABLE
                    || status == TableStatus.CORRUPT && Golden.endsAsRocksDbs(file.bytes()));
        }
        if (paranoid.crashed() || paranoid.tableOpen().isPresent() && !paranoid.opened()) {
            assertTrue(DAMAGED.contains(status));
        }
        if (paranoid.scanStatus().equals(Optional.of("OK"))
                && paranoid.scanEntries().isPresent()) {
            try (TableFile table = TableFile.open(file.path())) {
                assertEquals(
                        paranoid.scanEntries().getAsLong(),
                        TableReport.of(table).entries());
            }
        }
        // A filter that only a reader without checksums loads is damage.
        if (isLoaded(usual, true) && isLoaded(paranoid, false)) {
            assertEquals(TableStatus.CORRUPT, status);
            try (TableFile table = TableFile.open(file.path())) {
                CorruptTableException e = assertThrows(CorruptTableException.class, table::openFilter);
                assertEquals(Reason.CHECKSUM, e.reason());
                assertEquals(TableQuery.Search.NO_FILTER, new TableQuery(TableReport.of(table)).search());
            }
        }
    }

    private static boolean isLoaded(GoogleAnswer google, boolean loaded) {
        return google.filterLoaded().equals(Optional.of(loaded));
    }

    /** LevelDB knows one policy, so it loads the first entry of that name, whatever other filters there are. */
    private static void answersLikeLevelDb(DamagedFile file) throws IOException {
        GoogleAnswer google = file.googleByDefault();
        if (!isLoaded(google, true)) {
            return;
        }
        try (TableFile table = TableFile.open(file.path()).ignoringChecksums()) {
            MetaindexEntry entry = table.metaindex().stream()
                    .filter(candidate -> candidate.policyName().equals(Optional.of(LEVELDB.name())))
                    .findFirst()
                    .orElseThrow();
            byte[] block = table.read(entry.handle().orElseThrow()).contents();
            FilterBlockReader reader = FilterBlockReader.wrap(block, 0, block.length, LEVELDB);
            ReferenceFilterBlock model = new ReferenceFilterBlock(block, ReferencePolicy.bloom(10));
            FilterBlockLayout layout = reader.layout();
            boolean undefined = google.baseLgByte().orElse(0) > MAX_BASE_LG;
            google.numFilters().ifPresent(filters -> assertEquals(filters, layout.filterCount()));
            if (google.readerHasData().orElse(false)) {
                google.baseLgByte().ifPresent(lg -> assertEquals(lg, layout.baseLg()));
            }
            for (int i = 0; i < file.probes().size(); i++) {
                DamagedFile.Question question = file.probes().get(i);
                boolean answer = model.keyMayMatch(question.blockOffset(), question.key());
                boolean safe = model.keyMayMatchSafely(question.blockOffset(), question.key());
                String what = "question " + i;
                google.mayMatch(i).ifPresent(recorded -> assertEquals(recorded || undefined, answer, what));
                assertEquals(safe, reader.keyMayMatch(question.blockOffset(), question.key()), what);
            }
            Optional<MetaindexEntry> first = table.metaindex().stream()
                    .filter(each -> each.policyName()
                            .flatMap(FilterDialect::safeMatcher)
                            .isPresent())
                    .findFirst();
            assertEquals(first, table.structure().filterEntry(FilterDialect.safeMatchers()));
        }
    }

    /** With checksums on, a filter hides a key only where LevelDB's paranoid reader hides it as well. */
    private static void openedFilter(DamagedFile file) throws IOException {
        Optional<TableFilter> reader = Optional.empty();
        try (TableFile table = TableFile.open(file.path())) {
            reader = table.openFilter();
        } catch (CorruptTableException e) {
            // no filter, and so no answer
        }
        for (int i = 0; reader.isPresent() && i < file.probes().size(); i++) {
            DamagedFile.Question question = file.probes().get(i);
            if (question.present() && !reader.get().keyMayMatch(question.blockOffset(), question.key())) {
                assertEquals(Optional.of(false), file.googleParanoid().mayMatch(i), "question " + i);
            }
        }
    }

    /** A query has seen the table's keys, so no filter that contradicts them is believed. */
    private static void query(DamagedFile file) throws IOException {
        try (TableFile table = TableFile.open(file.path())) {
            TableQuery query = new TableQuery(TableReport.of(table));
            readableKeys(table, file).forEach((offset, keys) -> {
                for (ByteBuffer key : keys) {
                    assertTrue(query.askFilter(offset, key.array()), () -> "a key of block " + offset);
                    assertTrue(query.ask(key.array()).mayMatch(), () -> "a key of block " + offset);
                }
            });
        } catch (CorruptTableException e) {
            assertTrue(e.reason().isNotATable() || e.reason() == Reason.BAD_HANDLE, e.getMessage());
        }
    }

    /** Filter keys by the offset of their block, from the blocks that can be read with checksums on. */
    private static Map<Long, Set<ByteBuffer>> readableKeys(TableFile table, DamagedFile file) throws IOException {
        Map<Long, Set<ByteBuffer>> whole = new HashMap<>();
        for (IndexEntry entry : indexOrNothing(table)) {
            try {
                Set<ByteBuffer> keys = new HashSet<>();
                KeyValueBlock.Cursor cursor = table.readEntries(entry.handle()).cursor();
                while (cursor.next()) {
                    keys.add(ByteBuffer.wrap(cursor.copyOfKey()));
                }
                whole.put(entry.handle().offset(), keys);
            } catch (CorruptTableException e) {
                // the keys of this block cannot be known
            }
        }
        boolean internal = !whole.isEmpty()
                && file.probes().stream()
                        .filter(DamagedFile.Question::present)
                        .noneMatch(question -> whole.getOrDefault(question.blockOffset(), Set.of())
                                .contains(ByteBuffer.wrap(question.key())));
        if (internal) {
            whole.replaceAll((offset, keys) -> keys.stream()
                    .map(key -> ByteBuffer.wrap(Arrays.copyOf(key.array(), Math.max(0, key.capacity() - TAG))))
                    .collect(Collectors.toSet()));
        }
        return whole;
    }

    private static List<IndexEntry> indexOrNothing(TableFile table) throws IOException {
        try {
            return table.index();
        } catch (CorruptTableException e) {
            return List.of();
        }
    }

    @Test
    void theBundledCorpusHasSoundVariants() {
        assertEquals(
                10,
                Corpus.bundled().damaged().stream()
                        .filter(file -> SOUND.matcher(file.damage()).find())
                        .count());
    }
}
