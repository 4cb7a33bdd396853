// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableQuery.Answer;
import io.github.filterblock.analysis.TableQuery.Search;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.Probe;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** That a query never denies a key that is in a table, whatever comparator the table has. */
class QueryConformanceTest {

    @TestFactory
    @Tag("TF-13")
    Stream<DynamicTest> noKeyOfATableIsAbsent() {
        return Golden.eachTable(table -> {
            TableQuery query = new TableQuery(Golden.analysis(table));
            for (Golden.Key key : Golden.keys(table)) {
                assertTrue(query.askFilter(key.blockOffset(), key.filterKey()), () -> hex(key.filterKey()));
                assertTrue(query.ask(key.filterKey()).mayMatch(), () -> hex(key.filterKey()));
            }
        });
    }

    @TestFactory
    @Tag("TF-15")
    Stream<DynamicTest> theIndexIsSearchedExactlyWhereKeysAreInByteOrder() {
        return Golden.eachTable(table -> {
            TableReport analysis = Golden.analysis(table);
            if (analysis.entries() == 0) { // with an empty data block or with none: there is nothing to search
                assertNotEquals(Search.INDEX, new TableQuery(analysis).search());
                return;
            }
            Search expected = analysis.status() != TableStatus.OK
                    ? Search.NO_FILTER
                    : isInByteOrder(table) ? Search.INDEX : Search.ALL_BLOCKS;
            assertEquals(expected, new TableQuery(analysis).search());
        });
    }

    /** Chromium's IndexedDB and the reversed table of the bundled corpus have comparators of their own. */
    @Test
    @Tag("TF-15")
    void tablesOfOtherComparatorsAreNotSearchedByTheIndex() throws IOException {
        int found = 0;
        for (CorpusTable table : Corpus.bundled().tables()) {
            if (Set.of("chromium-indexeddb", "cpp123-reverse-comparator").contains(table.name())) {
                assertEquals(Search.ALL_BLOCKS, new TableQuery(Golden.analysis(table)).search(), table.name());
                found++;
            }
        }
        assertEquals(2, found);
    }

    /** By user key and then by descending tag, or by whole key; never the same key twice. */
    private static boolean isInByteOrder(CorpusTable table) throws IOException {
        boolean internal = Golden.hasInternalKeys(table);
        List<Golden.Key> keys = Golden.keys(table);
        for (int i = 1; i < keys.size(); i++) {
            int order = Arrays.compareUnsigned(
                    keys.get(i - 1).filterKey(), keys.get(i).filterKey());
            boolean older = internal && Long.compareUnsigned(tag(keys.get(i - 1)), tag(keys.get(i))) > 0;
            if (order > 0 || order == 0 && !older) {
                return false;
            }
        }
        return true;
    }

    private static long tag(Golden.Key key) {
        return ByteBuffer.wrap(key.stored()).order(ByteOrder.LITTLE_ENDIAN).getLong(key.stored().length - 8);
    }

    /** An absent key that the index leads to a block is denied exactly if that block's filter denies it. */
    @TestFactory
    @Tag("TF-11")
    Stream<DynamicTest> answersForAbsentKeysAreThoseOfTheirBlocksFilter() {
        return Golden.eachTable(table -> {
            TableQuery query = new TableQuery(Golden.analysis(table));
            Set<String> present = new HashSet<>();
            Golden.keys(table).forEach(key -> present.add(hex(key.filterKey())));
            for (Probe probe : table.probes()) {
                if (present.contains(hex(probe.key()))) {
                    continue;
                }
                Answer answer = query.ask(probe.key());
                if (query.search() == Search.INDEX && answer.blockOffset().isPresent()) {
                    assertEquals(
                            query.askFilter(answer.blockOffset().getAsLong(), probe.key()),
                            answer.mayMatch(),
                            probe::toString);
                } else if (query.search() == Search.ALL_BLOCKS) {
                    assertEquals(anyBlockMayHold(table, query, probe.key()), answer.mayMatch(), probe::toString);
                }
            }
        });
    }

    private static boolean anyBlockMayHold(CorpusTable table, TableQuery query, byte[] key) throws IOException {
        return Golden.analysis(table).dataBlocks().stream().anyMatch(block -> query.askFilter(block.offset(), key));
    }

    @TestFactory
    Stream<DynamicTest> directQuestionsGetTheRecordedAnswersWhereTheDialectIsSettled() {
        return Golden.eachTable(table -> {
            TableReport analysis = Golden.analysis(table);
            if (analysis.status() != TableStatus.OK
                    || analysis.identification().ambiguous()
                    || analysis.entries() == 0) {
                return;
            }
            TableQuery query = new TableQuery(analysis);
            for (Probe probe : table.probes()) {
                assertEquals(probe.mayMatch(), query.askFilter(probe.blockOffset(), probe.key()), probe::toString);
            }
        });
    }

    private static String hex(byte[] key) {
        return HexFormat.of().formatHex(key);
    }
}
