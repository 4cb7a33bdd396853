// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.github.filterblock.testdata.RocksDbFilterTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which filter of a table answers, which do not, and whether the keys of the table were a test of it. */
class TableFilterTest {
    private static TableReport report(byte[] table) throws IOException {
        return TableReport.of(TableFile.open(TableSource.of(ByteBuffer.wrap(table), "a.sst")));
    }

    static List<RocksDbFilterTable> tables() {
        return RocksDbFilterCorpus.bundled().tables();
    }

    private static boolean isRocksDbs(String extractor) {
        return extractor.startsWith("rocksdb.") || extractor.isEmpty() || extractor.equals("nullptr");
    }

    @ParameterizedTest
    @MethodSource("tables")
    void keysTestTheFilterWhereItIsKnownWhatWasAdded(RocksDbFilterTable table) throws IOException {
        TableReport report = report(table.bytes());
        Optional<UserKeyFilter> found = report.filter(UserKeyFilter.class);
        if (found.isEmpty()) {
            return;
        }
        UserKeyFilter filter = found.get();
        boolean isKnown = isRocksDbs(table.prefixExtractor()) || table.wholeKeyFiltering();
        assertEquals(
                report.entries() > 0
                        && isKnown
                        && filter.stored().contents().obstacle().isEmpty(),
                filter.isTested());
        assertEquals(table.wholeKeyFiltering() && !isRocksDbs(table.prefixExtractor()), filter.hasUntestedPrefixes());
        if (filter.isTested()) {
            assertTrue(filter.trust().mayDeny(), table.path().toString());
        }
    }

    @Test
    void entriesOfFiltersAnswerOrAreOthers() throws IOException {
        List<byte[]> tables = new ArrayList<>();
        for (RocksDbFilterTable table : tables()) {
            tables.add(table.bytes());
        }
        for (byte[] table : tables) {
            TableReport report = report(table);
            List<MetaindexEntry> entries = new ArrayList<>(report.otherFilters());
            report.filter().ifPresent(filter -> entries.add(filter.entry()));
            assertEquals(
                    report.metaindex().stream()
                            .filter(entry -> entry.filterForm().isPresent())
                            .count(),
                    entries.size());
        }
    }
}
