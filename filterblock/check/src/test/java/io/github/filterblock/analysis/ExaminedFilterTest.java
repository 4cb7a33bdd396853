// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.Finding;
import io.github.filterblock.Rule;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.FilterForm;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.Seal;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.github.filterblock.testdata.RocksDbFilterTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whether the keys of a table were a test of the filter that answers for it. */
@Tag("RF-5")
class ExaminedFilterTest {
    private static TableReport report(byte[] table) throws IOException {
        return TableReport.of(TableFile.open(TableSource.of(ByteBuffer.wrap(table), "a.sst")));
    }

    private static UserKeyFilter filter(byte[] table) throws IOException {
        return report(table).filter(UserKeyFilter.class).orElseThrow();
    }

    private static List<RocksDbFilterTable> tables(boolean wholeKeys, String form) {
        List<RocksDbFilterTable> tables = RocksDbFilterCorpus.bundled().tables().stream()
                .filter(each -> each.prefixExtractor().startsWith("rocksdb.FixedPrefix."))
                .filter(each ->
                        each.wholeKeyFiltering() == wholeKeys && each.form().equals(form))
                .filter(each -> each.entries() > 0 && !each.filters().isEmpty())
                .toList();
        assertFalse(tables.isEmpty(), form);
        return tables;
    }

    private static BlockHandle properties(TableReport report) {
        return report.structure().metaindex().stream()
                .filter(entry -> entry.key().equals("rocksdb.properties"))
                .findFirst()
                .flatMap(MetaindexEntry::handle)
                .orElseThrow();
    }

    /** The table with an extractor that nobody knows; its properties have checksums that fit. */
    private static byte[] withUnknownExtractor(RocksDbFilterTable table) throws IOException {
        byte[] bytes = table.bytes();
        TableReport report = report(bytes);
        BlockHandle properties = properties(report);
        int from = new String(bytes, ISO_8859_1).indexOf(table.prefixExtractor(), (int) properties.offset());
        assertTrue(from >= 0 && from < properties.offset() + properties.size(), "the properties are compressed");
        bytes[from] = 'x';
        Seal.block(bytes, report.structure().footer(), properties);
        return bytes;
    }

    @Test
    void prefixesOfKnownExtractorsAreTestedBesideWholeKeys() throws IOException {
        for (RocksDbFilterTable table : tables(true, "full")) {
            UserKeyFilter filter = filter(table.bytes());
            assertTrue(filter.isTested(), table.toString());
            assertFalse(filter.hasUntestedPrefixes(), table.toString());
        }
    }

    @Test
    void wholeKeysAreTestedAndPrefixesOfUnknownExtractorsAreNot() throws IOException {
        for (RocksDbFilterTable table : tables(true, "full")) {
            UserKeyFilter filter = filter(withUnknownExtractor(table));
            assertTrue(filter.isTested(), table.toString());
            assertTrue(filter.hasUntestedPrefixes(), table.toString());
            assertTrue(filter.untested()
                    .orElseThrow()
                    .contains("x" + table.prefixExtractor().substring(1)));
        }
    }

    @Test
    void filterOfPrefixesOfAnUnknownExtractorIsNotTested() throws IOException {
        for (RocksDbFilterTable table : tables(false, "full")) {
            assertTrue(filter(table.bytes()).isTested(), table.toString());
            UserKeyFilter filter = filter(withUnknownExtractor(table));
            assertFalse(filter.isTested(), table.toString());
            assertFalse(filter.hasUntestedPrefixes(), table.toString());
        }
    }

    @Test
    void filterOfAReservedFormIsNotTested() throws IOException {
        RocksDbFilterTable table = tables(true, "full").get(0);
        byte[] bytes = table.bytes();
        BlockHandle handle = filter(bytes).stored().partitions().get(0).handle();
        bytes[(int) (handle.offset() + handle.size()) - 5] = -3;
        Seal.block(bytes, report(bytes).structure().footer(), handle);
        UserKeyFilter filter = filter(bytes);
        assertFalse(filter.isTested());
        assertEquals(0, filter.identification().deniedKeys().count());
    }

    /** A filter that denies keys of its table is not asked. */
    @Test
    void aFilterThatIsNotTrustedLetsEveryKeyPass() throws IOException {
        TestTable table = TestTable.ofWholeKeys().block("a", "b", "c");
        assertTrue(expectedRate(table) < 0.01);
        assertEquals(1, expectedRate(table.changeFilter(0, block -> {
            byte[] cleared = block.clone();
            Arrays.fill(cleared, 0, 4, (byte) 0);
            return cleared;
        })));
    }

    private static double expectedRate(TestTable table) throws IOException {
        TableReport report = TableReport.of(table.write().open());
        return report.filter().orElseThrow().expectedRate().orElseThrow();
    }

    /** What the sums count, and nothing else, is stored. */
    @Test
    void theSummaryOfEveryFormCountsTheStoredBytes() throws IOException {
        Set<FilterForm> forms = EnumSet.noneOf(FilterForm.class);
        for (RocksDbFilterTable table : RocksDbFilterCorpus.bundled().tables()) {
            report(table.bytes()).filter().ifPresent(filter -> forms.add(summed(filter)));
        }
        TestTable blocks = TestTable.ofWholeKeys().block("a", "b", "c").block("d");
        forms.add(summed(TableReport.of(blocks.write().open()).filter().orElseThrow()));
        assertEquals(EnumSet.allOf(FilterForm.class), forms);
    }

    private static FilterForm summed(ExaminedFilter filter) {
        ExaminedFilter.Summary summary = filter.summary(100).orElseThrow();
        assertEquals(filter.storedBytes().orElseThrow(), summary.filterBytes() + summary.overheadBytes());
        assertEquals(filter.form().isProbedByBlock(), filter.windows().isPresent());
        assertTrue(summary.emptyFilters() <= summary.filters());
        assertTrue(summary.expectedMatches() <= 100);
        return filter.form();
    }

    /** The properties give the form of the index of partitions: without them, no form is tried. */
    @Test
    @Tag("RF-10")
    void withoutPropertiesTheIndexOfPartitionsIsNotCalledDamaged() throws IOException {
        int read = 0;
        for (RocksDbFilterTable table : RocksDbFilterCorpus.bundled().tables()) {
            if (table.form().equals("partitioned") && !table.filters().isEmpty()) {
                byte[] bytes = table.bytes();
                BlockHandle properties = properties(report(bytes));
                bytes[(int) (properties.offset() + properties.size())] = (byte) 0xfe;
                Seal.block(bytes, report(table.bytes()).structure().footer(), properties);
                TableVerification verified = verification(bytes);
                assertEquals(TableStatus.INCOMPLETE, verified.status(), table.toString());
                assertEquals(List.of(Rule.TF_6), rules(verified), table.toString());
                bytes[(int) properties.offset()] ^= 1;
                verified = verification(bytes);
                assertEquals(TableStatus.CORRUPT, verified.status(), table.toString());
                assertEquals(List.of(Rule.TF_4), rules(verified), table.toString());
                read++;
            }
        }
        assertTrue(read > 0);
    }

    private static TableVerification verification(byte[] table) throws IOException {
        return TableVerification.of(TableFile.open(TableSource.of(ByteBuffer.wrap(table), "a.sst")));
    }

    private static List<Rule> rules(TableVerification verified) {
        return verified.findings().first().stream().map(Finding::rule).toList();
    }

    /** One key in the first window, and three in the second. */
    @Test
    void theRateOfAFilterBlockIsThatOfItsFiltersWeightedWithTheirKeys() throws IOException {
        TestTable table = TestTable.ofWholeKeys().valueLength(3000).block("a").block("b", "c", "d");
        BlockFilter filter = report(table.bytes()).filter(BlockFilter.class).orElseThrow();
        double first = filter.stored().info(0).expectedRate();
        double second = filter.stored().info(1).expectedRate();
        assertTrue(0 < first && first < second && second < 0.1, first + ", " + second);
        assertEquals((first + 3 * second) / 4, filter.expectedRate().orElseThrow(), 1e-12);
        assertEquals(Optional.of(11), filter.baseLg());
        TestTable tooShort = TestTable.ofWholeKeys().block("a").changeFilter(0, block -> new byte[4]);
        assertEquals(
                Optional.of(11), report(tooShort.bytes()).filter().orElseThrow().baseLg(), "that of LevelDB");
    }

    /** Whatever its form, no rate is expected of a filter that has no keys. */
    @Test
    void aFilterWithoutKeysHasNoRate() throws IOException {
        TestTable empty = TestTable.ofWholeKeys().block(new byte[0][]);
        assertEquals(
                OptionalDouble.empty(),
                report(empty.bytes()).filter().orElseThrow().expectedRate());
        UserKeyFilter full = report(
                        RocksDbFilterCorpus.bundled().tables().get(0).bytes())
                .filter(UserKeyFilter.class)
                .orElseThrow();
        assertTrue(full.expectedRate().isPresent());
        UserKeyFilter without =
                new UserKeyFilter(full.stored(), full.identification(), 0, List.of(0L), full.trust(), full.findings());
        assertEquals(OptionalDouble.empty(), without.expectedRate());
    }

    /** The first finding of each rule is kept, however many there are of the rules before. */
    @Test
    void aThousandDamagedBlocksHideNoOtherFinding() throws IOException {
        TestTable table = TestTable.ofWholeKeys();
        for (int i = 0; i < 1000; i++) {
            table.block("key" + (1000 + i));
        }
        TestFile file = table.changeMetaindexEntries(entries -> entries.add(entries.get(0)))
                .write();
        byte[] damaged = file.bytes().clone();
        file.data().forEach(block -> damaged[(int) block.offset()] ^= 1);
        TableVerification verified = verification(damaged);
        assertTrue(verified.findings().count() > 1000);
        assertTrue(rules(verified).contains(Rule.TF_9), () -> rules(verified) + "");
    }
}
