// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockLayout;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.Manner;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.DamagedFile;
import io.github.filterblock.testdata.GoogleAnswer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** That filters of damaged files answer as LevelDB's do where that is asked for, and hide no key otherwise. */
class DamagedAnswersConformanceTest {
    private static final FilterMatcher LEVELDB = FilterDialect.LEVELDB.matcher();
    private static final int MAX_BASE_LG = 63;
    private static final int TAG = 8;

    /** LevelDB knows one policy, so it loads the first entry of that name, whatever other filters there are. */
    @TestFactory
    @Tag("FB-25")
    Stream<DynamicTest> likeLevelDbIsWhatLevelDbAnswersWithoutChecksums() {
        return DamagedConformanceTest.each(DamagedAnswersConformanceTest::loadedByLevelDb, file -> {
            try (TableFile table = TableFile.open(file.path()).ignoringChecksums()) {
                MetaindexEntry entry = table.metaindex().stream()
                        .filter(candidate -> candidate.policyName().equals(Optional.of(LEVELDB.name())))
                        .findFirst()
                        .orElseThrow();
                byte[] block = table.read(entry.handle().orElseThrow()).contents();
                assertAnswersOf(file.googleByDefault(), file, block);
            }
        });
    }

    private static boolean loadedByLevelDb(DamagedFile file) {
        return file.googleByDefault().filterLoaded().equals(Optional.of(true));
    }

    private static void assertAnswersOf(GoogleAnswer google, DamagedFile file, byte[] block) {
        FilterBlockReader reader = Manner.LIKE_LEVELDB.of(FilterBlockReader.wrapping(block, 0, block.length, LEVELDB));
        FilterBlockLayout layout = reader.layout();
        boolean undefined = google.baseLgByte().orElse(0) > MAX_BASE_LG;
        google.numFilters().ifPresent(filters -> assertEquals(filters, layout.filterCount()));
        if (google.readerHasData().orElse(false)) {
            google.baseLgByte().ifPresent(lg -> assertEquals(lg, layout.baseLg()));
        }
        for (int i = 0; i < file.probes().size(); i++) {
            DamagedFile.Question question = file.probes().get(i);
            Optional<Boolean> recorded = google.mayMatch(i);
            if (recorded.isPresent()) {
                assertEquals(
                        recorded.get() || undefined,
                        reader.keyMayMatch(question.blockOffset(), question.key()),
                        "question " + i);
            }
        }
    }

    @TestFactory
    @Tag("TF-9")
    Stream<DynamicTest> theFirstFilterOfAKnownNameIsOpened() {
        return DamagedConformanceTest.each(DamagedAnswersConformanceTest::loadedByLevelDb, file -> {
            try (TableFile table = TableFile.open(file.path()).ignoringChecksums()) {
                Optional<MetaindexEntry> first = table.metaindex().stream()
                        .filter(entry -> entry.policyName()
                                .flatMap(FilterDialect::safeMatcher)
                                .isPresent())
                        .findFirst();
                assertEquals(first, table.filterEntry(FilterDialect.safeMatchers()));
                byte[] block =
                        table.read(first.orElseThrow().handle().orElseThrow()).contents();
                FilterBlockReader opened = table.openFilter().orElseThrow();
                assertEquals(block.length, opened.layout().length());
            }
        });
    }

    /** With checksums on, a filter hides a key only where LevelDB's paranoid reader hides it as well. */
    @TestFactory
    @Tag("TF-4")
    Stream<DynamicTest> openedFiltersHideNothingThatLevelDbFinds() {
        return DamagedConformanceTest.each(file -> true, file -> {
            Optional<FilterBlockReader> reader = openedFilter(file);
            if (reader.isEmpty()) {
                return;
            }
            for (int i = 0; i < file.probes().size(); i++) {
                DamagedFile.Question question = file.probes().get(i);
                boolean hidden = !reader.get().keyMayMatch(question.blockOffset(), question.key());
                if (question.present() && hidden) {
                    assertEquals(Optional.of(false), file.googleParanoid().mayMatch(i), "question " + i);
                }
            }
        });
    }

    private static Optional<FilterBlockReader> openedFilter(DamagedFile file) throws IOException {
        try (TableFile table = TableFile.open(file.path())) {
            return table.openFilter();
        } catch (CorruptTableException e) {
            return Optional.empty();
        }
    }

    /** A query has seen the table's keys, so no filter that contradicts them is believed. */
    @TestFactory
    @Tag("TF-13")
    Stream<DynamicTest> queriesHideNoKeyThatCanBeRead() {
        return DamagedConformanceTest.each(file -> true, file -> {
            try (TableFile table = TableFile.open(file.path())) {
                TableQuery query = new TableQuery(TableReport.of(table));
                readableKeys(table, file).forEach((offset, keys) -> {
                    for (ByteBuffer key : keys) {
                        assertTrue(query.askFilter(offset, key.array()), () -> "a key of block " + offset);
                        assertTrue(query.ask(key.array()).mayMatch(), () -> "a key of block " + offset);
                    }
                });
            } catch (CorruptTableException e) {
                assertTrue(e.reason().meansNoTable() || e.reason() == Reason.BAD_HANDLE, e.getMessage());
            }
        });
    }

    /** Filter keys by the offset of their block, from the blocks that can be read with checksums on. */
    private static Map<Long, Set<ByteBuffer>> readableKeys(TableFile table, DamagedFile file) throws IOException {
        Map<Long, Set<ByteBuffer>> whole = new HashMap<>();
        for (IndexEntry entry : indexOrNothing(table)) {
            try {
                whole.put(entry.handle().offset(), keysOf(table.readEntries(entry.handle())));
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
            whole.replaceAll((offset, keys) -> withoutTags(keys));
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

    private static Set<ByteBuffer> keysOf(KeyValueBlock block) throws CorruptTableException {
        Set<ByteBuffer> keys = new HashSet<>();
        KeyValueBlock.Cursor cursor = block.cursor();
        while (cursor.next()) {
            keys.add(ByteBuffer.wrap(cursor.copyOfKey()));
        }
        return keys;
    }

    private static Set<ByteBuffer> withoutTags(Set<ByteBuffer> keys) {
        return keys.stream()
                .map(key -> ByteBuffer.wrap(Arrays.copyOf(key.array(), Math.max(0, key.capacity() - TAG))))
                .collect(Collectors.toSet());
    }
}
