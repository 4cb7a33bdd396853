// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tables of zero-padded decimal numbers, all of them even, that are asked for the odd ones: what an engine meets whose
 * keys are numbers with gaps. The hash mixes the last bytes of a key little, so that small filters let many of them
 * pass.
 */
@Tag("FB-1")
class StructuredKeysTest {
    private static final int KEYS = 20_000;

    /** As many of 100 bytes as a data block of 4 KiB holds. */
    private static final int KEYS_OF_BLOCK = 36;

    private static byte[] key(int number) {
        return String.format(Locale.ROOT, "%016d", number).getBytes(StandardCharsets.US_ASCII);
    }

    private static TestFile table(int baseLg) {
        TestTable table = TestTable.ofWholeKeys().baseLg(baseLg).valueLength(100);
        for (int start = 0; start < KEYS; start += KEYS_OF_BLOCK) {
            table.block(IntStream.range(start, Math.min(KEYS, start + KEYS_OF_BLOCK))
                    .mapToObj(number -> key(2 * number))
                    .toArray(byte[][]::new));
        }
        return table.write();
    }

    /** The share of the odd numbers between the first and the last key that the filters let pass. */
    private static double asked(TableReport analysis) {
        TableQuery query = new TableQuery(analysis);
        assertEquals(TableQuery.Search.INDEX, query.search());
        long passed = IntStream.range(0, KEYS - 1)
                .filter(number -> query.ask(key(2 * number + 1)).mayMatch())
                .count();
        return (double) passed / (KEYS - 1);
    }

    private static Audit audit(TableFile table, TableReport analysis) throws IOException {
        return Audit.of(table, analysis, 1, 100_000);
    }

    @Test
    void oneStepMeasuresWhatOddNumbersMeetAmongEvenOnes() throws IOException {
        try (TableFile table = table(11).open()) {
            TableReport analysis = TableReport.of(table);
            double odd = asked(analysis);
            assertTrue(odd > 0.04 && odd < 0.12, "of the odd numbers pass " + odd);
            Audit audit = audit(table, analysis);
            assertEquals(odd, audit.steps().rate(), 0.1 * odd, audit.steps()::toString);
            assertTrue(audit.steps().asked() > 0.98 * KEYS, audit.steps()::toString);
            assertTrue(audit.randomKeys().rate() < 0.015, audit.randomKeys()::toString);
            assertTrue(audit.steps().rate() > 4 * audit.randomKeys().rate());
        }
    }

    /** One large filter spreads the bits of neighbours further apart. */
    @Test
    void oneFilterForTheWholeTableLetsFewerPass() throws IOException {
        try (TableFile table = table(FilterBlockBuilder.WHOLE_TABLE).open()) {
            TableReport analysis = TableReport.of(table);
            double odd = asked(analysis);
            assertTrue(odd < 0.03, "of the odd numbers pass " + odd);
            assertEquals(odd, audit(table, analysis).steps().rate(), 0.1 * odd + 0.0005);
        }
    }
}
