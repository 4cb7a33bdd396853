// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TableReportTest {
    private static final byte[][] KEYS = TestKeys.ascii(0, 100);

    private static TableReport analysis(TestTable table) throws IOException {
        return analysis(table.write());
    }

    private static TableReport analysis(TestFile written) throws IOException {
        try (TableFile file = written.open()) {
            return TableReport.of(file);
        }
    }

    private static TestTable table() {
        return TestTable.ofInternalKeys().block(TestKeys.part(KEYS, 0, 60)).block(TestKeys.part(KEYS, 60, 100));
    }

    private static String detail(TableReport analysis) {
        return analysis.verdict().reason().orElseThrow().detail();
    }

    @Test
    void aSoundTableIsDescribed() throws IOException {
        TestFile written = table().write();
        TableReport analysis = analysis(written);
        assertEquals(TableStatus.OK, analysis.status());
        assertEquals(Optional.empty(), analysis.verdict().reason());
        assertEquals("test.ldb", analysis.name());
        assertEquals(written.bytes().length, analysis.size());
        assertEquals(100, analysis.entries());
        assertEquals(100, analysis.identification().keys());
        assertEquals(List.of(), analysis.damage());
        assertTrue(analysis.ascending(KeyFormat.USER_KEY));
        DataBlock second = analysis.dataBlocks().get(1);
        assertEquals(40, second.keyCount());
        assertEquals(written.data().get(1), second.handle());
        assertEquals(0, second.type());
        assertEquals(second.handle().size(), second.contentsLength());
    }

    @Test
    void statusesFollowTheFilter() throws IOException {
        assertEquals(TableStatus.NO_FILTER, analysis(table().withoutFilter()).status());
        TableReport unknown = analysis(table().policy("mi\u00ffne", ReferencePolicy.fnvSet()));
        assertEquals(TableStatus.UNKNOWN_POLICY, unknown.status());
        assertTrue(detail(unknown).contains("filter.mi\\xc3\\xbfne"), () -> detail(unknown));
        TableReport full = analysis(table().withoutFilter()
                .changeMetaindexEntries(entries -> entries.add(Entry.of("fullfilter.other", new byte[] {0, 0}))));
        assertEquals(TableStatus.NO_FILTER, full.status());
        assertTrue(detail(full).contains("fullfilter."), () -> detail(full));
    }

    /** Names with numbers behind them ascend as internal keys, too; a short key of the index may be a damaged one. */
    @Test
    @Tag("TF-12")
    void wholeKeysThatLookLikeInternalOnesProveNothing() throws IOException {
        byte[] first = TestTable.internalKey("name1".getBytes(UTF_8), 7, 1);
        byte[] second = TestTable.internalKey("name2".getBytes(UTF_8), 9, 0);
        TestTable table = TestTable.ofWholeKeys().withoutFilter().block(first).block(second);
        assertEquals(Optional.empty(), analysis(table).identification().keyFormat());
        table.changeIndexEntries(entries ->
                entries.set(1, new Entry("o".getBytes(UTF_8), entries.get(1).value())));
        TestFile written = table.write();
        assertEquals(Optional.empty(), analysis(written).identification().keyFormat());
        try (TableFile file = written.open()) {
            assertEquals(0, TableReport.of(file, FilterHints.NONE).findings().count());
        }
    }

    @Test
    @Tag("TF-9")
    void ofSeveralFiltersTheFirstBuiltInOneIsAnalysed() throws IOException {
        UnaryOperator<String> name = policy -> "filter." + policy;
        TableReport analysis = analysis(table().changeMetaindexEntries(entries -> {
            entries.add(0, Entry.of(name.apply("a.mine"), new byte[] {0, 0}));
            entries.add(Entry.of(name.apply("rocksdb.BuiltinBloomFilter"), new byte[] {0, 0}));
        }));
        assertEquals(TestTable.LEVELDB, analysis.filter().orElseThrow().policyName());
        assertEquals(3, analysis.metaindex().size());
        assertEquals(TableStatus.OK, analysis.status());
    }

    @Test
    @Tag("TF-4")
    void damageIsPartOfTheResult() throws IOException {
        TestFile sound = table().write();
        TableReport data = analysis(sound.flipping(sound.data().get(0).offset()));
        assertEquals(TableStatus.CORRUPT, data.status());
        assertEquals(Reason.CHECKSUM, data.damage().get(0).reason());
        assertEquals(40, data.entries());
        assertEquals(0, data.dataBlocks().get(0).keyCount());
        assertEquals(-1, data.dataBlocks().get(0).type());
        assertFalse(data.ascending(KeyFormat.USER_KEY));
        TableReport filter =
                analysis(sound.flipping(sound.filter().orElseThrow().offset()));
        assertEquals(TableStatus.CORRUPT, filter.status());
        assertEquals(List.of(), filter.damage(), "a wrong checksum of the filter is told apart");
        assertEquals(100, filter.entries());
        TableReport index = analysis(sound.flipping(sound.index().offset()));
        assertEquals(TableStatus.CORRUPT, index.status());
        assertEquals(List.of(), index.dataBlocks());
        assertTrue(index.filter().isPresent());
    }

    /** The data cannot be read, the filter can: nothing is damaged. */
    @Test
    @Tag("TF-6")
    void unknownCompressionOfDataIsNoDamage() throws IOException {
        TableReport analysis = analysis(table().compressData(6, contents -> contents));
        assertEquals(TableStatus.OK, analysis.status());
        assertEquals(0, analysis.entries());
        assertEquals(6, analysis.dataBlocks().get(0).type());
        assertTrue(detail(analysis).contains("block type 6"), () -> detail(analysis));
    }

    @Test
    @Tag("TF-7")
    void noKeyOfADamagedBlockCounts() throws IOException {
        byte[] goodAndBad = TestBlocks.join(
                TestBlocks.entry(0, KEYS[60], new byte[2]),
                new byte[] {99, 0, 0},
                TestBlocks.u32(0),
                TestBlocks.u32(1));
        TableReport analysis = analysis(table().changeData(1, contents -> goodAndBad));
        assertEquals(TableStatus.CORRUPT, analysis.status());
        assertEquals(60, analysis.entries());
        assertEquals(Reason.BAD_ENTRIES, analysis.damage().get(0).reason());
    }
}
