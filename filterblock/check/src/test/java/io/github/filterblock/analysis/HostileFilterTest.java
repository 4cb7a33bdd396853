// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockVerifier;
import io.github.filterblock.table.HostileKind;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Filters that lie over each other take no longer than their bytes, whatever is done with them. */
@Tag("FB-14")
class HostileFilterTest {
    /** So 64 KiB take less than 100 ms. Looking at all bits of each filter, one MiB would take a minute. */
    private static final long LONGEST_PER_KIB = 1_500_000;

    interface Work {
        void run() throws Exception;
    }

    /** Every second filter spans all bits: the offsets go 0, A, 0, A and so on. */
    private static byte[] overlapping(int length, int fill, int probes) {
        int bits = (length - 5) / 2 & -4;
        int filters = (length - 5 - bits) / 4;
        ByteBuffer block = ByteBuffer.allocate(bits + 4 * filters + 5).order(ByteOrder.LITTLE_ENDIAN);
        Arrays.fill(block.array(), 0, bits, (byte) fill);
        block.array()[bits - 1] = (byte) probes;
        block.position(bits);
        for (int i = 0; i < filters; i++) {
            block.putInt(i % 2 == 0 ? 0 : bits);
        }
        return block.putInt(bits).put((byte) 11).array();
    }

    private static void assertTakesNoLongerThanItsBytes(int length, String what, Work work) throws Exception {
        long best = Long.MAX_VALUE;
        for (int run = 0; run < 3; run++) {
            long start = System.nanoTime();
            work.run();
            best = Math.min(best, System.nanoTime() - start);
        }
        long allowed = LONGEST_PER_KIB * (length >> 10);
        assertTrue(best <= allowed, what + " of " + length + " bytes took " + best + " ns");
    }

    @ParameterizedTest
    @CsvSource({"65536, 255, 6", "65536, 255, 0", "65536, 0, 6", "262144, 255, 6", "1048576, 255, 6", "1048576, 0, 31"})
    void filtersThatOverlapTakeNoLongerThanTheirBytes(int length, int fill, int probes) throws Exception {
        byte[] block = overlapping(length, fill, probes);
        TestFile written =
                TestTable.ofWholeKeys().block("a").changeFilter(0, any -> block).write();
        assertTakesNoLongerThanItsBytes(
                length, "the verifier", () -> FilterBlockVerifier.verifyBloom(ByteBuffer.wrap(block)));
        try (TableFile file = written.open()) {
            TableReport analysis = TableReport.of(file);
            assertEquals(TableStatus.CORRUPT, analysis.status());
            assertTakesNoLongerThanItsBytes(length, "the analysis", () -> TableReport.of(file));
            assertTakesNoLongerThanItsBytes(
                    length, "the table's verifier", () -> TableReport.of(file, FilterHints.NONE));
            assertTakesNoLongerThanItsBytes(length, "the summary", () -> analysis.summary());
            assertTakesNoLongerThanItsBytes(length, "the query", () -> new TableQuery(analysis).ask(new byte[] {'a'}));
        }
    }

    /** A thousand of them, each of which a kilobyte makes 16 MiB long, would take minutes. */
    @Test
    @Tag("TF-5")
    void filtersThatNoReaderOfOursUsesAreNotAllDecompressed() throws IOException {
        byte[] table = HostileKind.MANY_FILTERS.table(1 << 20);
        TableReport report = TableReport.of(
                TableFile.open(TableSource.of(ByteBuffer.wrap(table), "many.ldb")), FilterHints.NONE, 10_000);
        long left = report.findings().first().stream()
                .filter(finding -> finding.message().contains("too many bytes together"))
                .count();
        long filters = report.metaindex().size() - 1;
        assertTrue(filters > 100 && left > filters / 2 && left < filters, () -> left + " of " + filters);
    }
}
