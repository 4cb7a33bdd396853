// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.Finding;
import io.github.filterblock.Findings;
import io.github.filterblock.bloom.BloomFilterMatcher;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.Rule;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** That every key of a table that its filter denies is found, with the bit that is missing. */
class FalseNegativesTest {
    private static final byte[][] KEYS = TestKeys.ascii(0, 50);
    private static final Pattern DENIAL = Pattern.compile(
            "the key ([0-9a-f]*) of the data block at (\\d+) is denied by filter (\\d+): bit (\\d+) of (\\d+) is "
                    + "missing.*");

    private static TestTable table() {
        return TestTable.ofWholeKeys().block(KEYS);
    }

    private static TableReport verify(TestTable table) throws IOException {
        try (TableFile file = table.write().open()) {
            return TableReport.of(file, FilterHints.NONE);
        }
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }

    @Test
    @Tag("TF-13")
    void everyFalseNegativeIsListedWithTheBitThatIsMissing() throws IOException {
        TestTable damaged = table().changeFilter(0, FilterInferenceTest::withoutItsFirstSetBit);
        TableReport report = verify(damaged);
        assertEquals(TableStatus.CORRUPT, report.verifiedStatus());
        byte[] filter = filterOf(damaged);
        long expected = Arrays.stream(KEYS)
                .filter(key -> firstMissing(key, filter) >= 0)
                .count();
        assertTrue(expected > 0);
        assertEquals(expected, report.falseNegatives());
        assertEquals(expected, report.findings().first().size());
        for (Finding finding : report.findings().first()) {
            assertEquals(Rule.TF_13, finding.rule());
            assertEquals(0, finding.offset());
            Matcher denial = DENIAL.matcher(finding.message());
            assertTrue(denial.matches(), finding.message());
            assertEquals(firstMissing(hex(denial.group(1)), filter), Long.parseLong(denial.group(4)));
            assertEquals("504", denial.group(5));
            assertEquals("0", denial.group(3));
        }
    }

    private static byte[] filterOf(TestTable table) throws IOException {
        try (TableFile file = table.write().open()) {
            return Arrays.copyOf(TableReport.of(file).filter().orElseThrow().contents(), 64);
        }
    }

    /** The first probed bit that is 0, or -1. */
    private static long firstMissing(byte[] key, byte[] filter) {
        int hash = FilterDialect.LEVELDB.hash().hash(key, 0, key.length);
        for (long bit : BloomFilterMatcher.positions(hash, 504, 6)) {
            if ((filter[(int) (bit / 8)] >> bit % 8 & 1) == 0) {
                return bit;
            }
        }
        return -1;
    }

    @Test
    @Tag("FB-8")
    @Tag("FB-13")
    void denialsByFiltersWithoutBitsSaySo() throws IOException {
        byte[] empty = hex("00000000" + "00000000" + "0b");
        TableReport report = verify(table().changeFilter(0, block -> empty));
        assertEquals(50, report.falseNegatives());
        assertTrue(
                report.findings().first().get(0).message().endsWith("filter 0, which is empty"),
                report.findings().first()::toString);
        byte[] oneByte = hex("06" + "00000000" + "01000000" + "0b");
        List<Finding> findings =
                verify(table().changeFilter(0, block -> oneByte)).findings().first();
        assertTrue(findings.get(findings.size() - 1).message().contains("too short"), findings::toString);
    }

    @Test
    @Tag("TF-13")
    void falseNegativesAreCountedBeyondThoseThatAreListed() throws IOException {
        byte[] empty = hex("00000000" + "00000000" + "3f");
        int keys = 10_000;
        TestFile written = TestTable.ofWholeKeys()
                .baseLg(63)
                .block(TestKeys.ascii(0, keys))
                .changeFilter(0, block -> empty)
                .write();
        for (int limit : new int[] {0, 1, 20, keys - 1, keys, keys + 1, Integer.MAX_VALUE}) {
            TableReport report = TableReport.of(written.open(), FilterHints.NONE, limit);
            assertEquals(keys, report.falseNegatives());
            assertEquals(keys, report.findings().count());
            assertEquals(TableStatus.CORRUPT, report.verifiedStatus());
            assertEquals(
                    Collections.nCopies(Math.min(limit, keys), Rule.TF_13),
                    report.findings().first().stream().map(Finding::rule).toList());
        }
        assertEquals(
                Findings.USUAL_LIMIT,
                TableReport.of(written.open(), FilterHints.NONE)
                        .findings()
                        .first()
                        .size());
    }

    @Test
    void longAndEmptyKeysAreShownShort() throws IOException {
        byte[] empty = hex("00000000" + "00000000" + "0b");
        TableReport report =
                verify(TestTable.ofWholeKeys().block(new byte[0], new byte[100]).changeFilter(0, block -> empty));
        assertTrue(
                report.findings().first().get(0).message().startsWith("the key (empty) of"),
                report.findings().first()::toString);
        assertTrue(
                report.findings().first().get(1).message().contains("00... (100 bytes) of"),
                report.findings().first()::toString);
        TableReport limits = verify(TestTable.ofWholeKeys()
                .block(hex("7f".repeat(64)), hex("7f".repeat(65)))
                .changeFilter(0, block -> empty));
        String whole = "the key " + "7f".repeat(64);
        assertTrue(
                limits.findings().first().get(0).message().startsWith(whole + " of"),
                limits.findings().first()::toString);
        assertTrue(
                limits.findings().first().get(1).message().startsWith(whole + "... (65 bytes) of"),
                limits.findings().first()::toString);
    }
}
