// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.Finding;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.UserKeyFilter;
import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.bloom.Rule;
import io.github.filterblock.full.FullFilterKind;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.Seal;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.github.filterblock.testdata.RocksDbFilterTable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables of RocksDB and Pebble with full and partitioned filters: verified, and asked as their writers are. */
class RocksDbFilterConformanceTest {
    /** Up to this format version, keys without a high tail leave open which hash is in the filter (RF-14). */
    private static final int LAST_OF_TWO_HASHES = 2;

    static List<RocksDbFilterTable> tables() {
        return RocksDbFilterCorpus.configured().tables();
    }

    private static boolean isUndecided(RocksDbFilterTable table) {
        return table.formatVersion() <= LAST_OF_TWO_HASHES
                && table.filters().stream().anyMatch(filter -> filter.kind().equals("legacy"))
                && table.keys().stream()
                        .noneMatch(key -> BloomHash.SIGNED_TAIL.hash(key, 0, key.length)
                                != BloomHash.UNSIGNED_TAIL.hash(key, 0, key.length));
    }

    private static TableReport report(byte[] bytes, String name) throws Exception {
        try (TableFile table = TableFile.open(TableSource.of(ByteBuffer.wrap(bytes), name))) {
            return TableReport.of(table);
        }
    }

    @ParameterizedTest
    @MethodSource("tables")
    void soundTableHasNoFindings(RocksDbFilterTable table) throws Exception {
        TableReport report = report(table.bytes(), table.toString());
        assertEquals(List.of(), report.findings().first());
        boolean filtered = !table.form().equals("none");
        assertEquals(filtered ? TableStatus.OK : TableStatus.NO_FILTER, report.verifiedStatus());
        assertEquals(table.entries(), report.entries());
        assertEquals(filtered, report.userKeyFilter().isPresent());
        report.userKeyFilter().ifPresent(filter -> {
            assertTrue(filter.isBelieved(), filter.distrust()::toString);
            assertEquals(report.entries(), filter.keys());
            assertEquals(isUndecided(table), filter.isAmbiguous());
            assertEquals(
                    table.keys().size(),
                    filter.additions().stream().mapToLong(Long::longValue).sum());
        });
    }

    @ParameterizedTest
    @MethodSource("tables")
    void answersAreThoseOfTheWriter(RocksDbFilterTable table) throws Exception {
        TableQuery query = new TableQuery(report(table.bytes(), table.toString()));
        boolean undecided = isUndecided(table);
        boolean filtered = !table.form().equals("none");
        assertEquals(filtered ? TableQuery.Search.USER_KEY : TableQuery.Search.NO_FILTER, query.search());
        for (byte[] key : table.keys()) {
            assertTrue(query.ask(key).mayMatch(), HexFormat.of().formatHex(key));
        }
        List<byte[]> absent = table.absentKeys();
        for (int i = 0; i < absent.size(); i++) {
            byte[] key = absent.get(i);
            boolean answer = query.ask(key).mayMatch();
            assertTrue(
                    table.mayMatch(i) == answer || answer && undecided,
                    HexFormat.of().formatHex(key));
            if (i % 50 == 0) {
                assertEquals(answer, query.explain(key).mayMatch());
            }
        }
    }

    static List<RocksDbFilterCorpus.Damaged> damaged() {
        return RocksDbFilterCorpus.configured().damaged();
    }

    /** What is wrong is found and named, and no key of the sound table is denied. */
    @ParameterizedTest
    @MethodSource("damaged")
    void damageIsNamedAndDeniesNoKey(RocksDbFilterCorpus.Damaged damaged) throws Exception {
        String expect = damaged.expect();
        if (expect.contains("footer") || expect.contains("future") || expect.contains("version")) {
            CorruptTableException e =
                    assertThrows(CorruptTableException.class, () -> report(damaged.bytes(), damaged.toString()));
            assertTrue(e.detail().contains(expect.contains("version") ? "version" : "footer"), e.detail());
            return;
        }
        TableReport report = report(damaged.bytes(), damaged.toString());
        UserKeyFilter filter = report.userKeyFilter().orElseThrow();
        String rules = report.findings().first().stream()
                .map(Finding::rule)
                .map(Rule::id)
                .distinct()
                .collect(Collectors.joining(" "));
        if (expect.equals("nothing")) {
            assertEquals(TableStatus.OK, report.verifiedStatus());
        } else if (expect.contains("hecksum of")) {
            assertEquals(TableStatus.CORRUPT, report.verifiedStatus());
            assertEquals("TF-4", rules);
            assertEquals(expect.contains("both") ? 2 : 1, filter.damage().size());
        } else if (expect.contains("read as RocksDB")) {
            assertEquals("TF-11 RF-13 RF-5", rules); // what was the filter leaves a gap
        } else if (damaged.denied() > 0) {
            assertEquals(TableStatus.CORRUPT, report.verifiedStatus());
            assertEquals(damaged.denied(), filter.denied());
            assertEquals(damaged.denied(), report.findings().count());
            assertEquals("TF-13", rules);
        } else {
            assertEquals("RF-6", rules);
            assertEquals(TableStatus.FINDINGS, report.verifiedStatus());
        }
        assertTrue(
                tables().stream()
                        .filter(each -> each.toString().equals(damaged.base()))
                        .findFirst()
                        .orElseThrow()
                        .keys()
                        .stream()
                        .allMatch(key -> new TableQuery(report).ask(key).mayMatch()));
    }

    /** With one line, the number of lines is that of restarts, and what is in front of it is not where one can be. */
    @Test
    @Tag("TF-11")
    void bitsThatCanBeReadAsEntriesAreNoDataBlock() throws Exception {
        RocksDbFilterTable sound = RocksDbFilterCorpus.bundled().tables().stream()
                .filter(each -> each.toString().startsWith("base-part-fv6"))
                .findFirst()
                .orElseThrow();
        byte[] bytes = sound.bytes();
        try (TableFile table = TableFile.open(TableSource.of(ByteBuffer.wrap(bytes), "base"))) {
            BlockHandle handle =
                    table.openRocksDbFilter().orElseThrow().partitions().get(2).handle();
            int offset = (int) handle.offset();
            assertEquals(64 + 5, handle.size());
            Arrays.fill(bytes, offset, offset + 64, (byte) -1);
            System.arraycopy(new byte[] {0, 58, 0}, 0, bytes, offset, 3); // an entry with a key of 58 bytes
            System.arraycopy(new byte[] {6, 1, 0, 0, 0}, 0, bytes, offset + 64, 5);
            Seal.block(bytes, table.footer(), handle);
        }
        TableReport report = report(bytes, "changed");
        assertEquals(FullFilterKind.LEGACY_BLOOM, kindOf(report, 2));
        assertTrue(report.findings().first().stream().allMatch(finding -> finding.rule() == Rule.TF_13));
    }

    private static FullFilterKind kindOf(TableReport report, int partition) {
        return report.userKeyFilter()
                .orElseThrow()
                .filter()
                .partitions()
                .get(partition)
                .filter()
                .info()
                .kind();
    }
}
