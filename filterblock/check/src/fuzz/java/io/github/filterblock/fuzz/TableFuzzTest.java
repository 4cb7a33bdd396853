// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableFilter;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.Optional;

/** Any bytes as a table, with checksums and, so that the blocks are reached, without them. */
class TableFuzzTest {
    private static final byte[] KEY = {'k', 'e', 'y'};

    /** A use of a table that is open meanwhile. */
    interface Use {
        void of(TableFile table) throws IOException;
    }

    @FuzzTest(maxDuration = "10m")
    void anyBytesAreExaminedOrRefused(byte[] input) throws IOException {
        with(input, TableFuzzTest::examine);
        with(input, table -> examine(table.ignoringChecksums()));
        with(input, table -> open(table.ignoringChecksums()));
    }

    /** Uses bytes as a table, or sees them refused with a reason. */
    static void with(byte[] input, Use use) throws IOException {
        try (TableFile table = TableFile.open(TableSource.retaining(Unpooled.wrappedBuffer(input), "fuzz"))) {
            use.of(table);
        } catch (CorruptTableException e) {
            if (e.detail().isEmpty()) {
                throw new AssertionError("no detail", e);
            }
        }
    }

    private static void examine(TableFile table) throws IOException {
        TableReport report = TableReport.of(table, FilterHints.NONE);
        TableVerification.of(table, report).findings().first().forEach(finding -> finding.toString());
        report.verdict();
        TableQuery query = new TableQuery(report);
        query.ask(KEY);
        report.facts().blocks().forEach(block -> query.askFilter(block.offset(), KEY));
    }

    private static void open(TableFile table) throws IOException {
        Optional<TableFilter> reader = table.openFilter();
        if (reader.isPresent()) {
            reader.get().keyMayMatch(0, KEY);
            reader.get().keyMayMatch(-1, KEY);
        }
    }
}
