// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.TableBytes;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A table as golang/leveldb's compaction writes it: from a database, but with the filter built over whole internal
 * keys, since its database layer forgets to strip their tags.
 */
@Tag("TF-12")
class GolangCompactionConformanceTest {
    private static final int BLOCK_ENTRIES = 40;
    private static final int TAG_LENGTH = 8;

    private static List<Entry> entries(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Entry(
                        TestTable.internalKey(
                                String.format("key%05d", i).getBytes(US_ASCII), 7000L + 3L * i, i % 10 == 9 ? 0 : 1),
                        new byte[30]))
                .toList();
    }

    /** Writes the table; the filter gets each key without that many bytes of its end. */
    private static byte[] table(List<Entry> entries, int strippedBytes) {
        TableBytes table = new TableBytes();
        FilterBlockBuilder filter = new FilterBlockBuilder(BloomFilterPolicy.levelDb(10), 11);
        List<Entry> index = new ArrayList<>();
        for (int i = 0; i < entries.size(); i += BLOCK_ENTRIES) {
            List<Entry> block = entries.subList(i, Math.min(entries.size(), i + BLOCK_ENTRIES));
            for (Entry entry : block) {
                filter.addKey(entry.key(), 0, entry.key().length - strippedBytes);
            }
            BlockHandle handle = table.block(TestBlocks.entries(block, 16), 0);
            index.add(new Entry(block.get(block.size() - 1).key(), handle.encode()));
            filter.startBlock(table.offset());
        }
        BlockHandle filterHandle = table.block(finished(filter), 0);
        Entry named = new Entry("filter.leveldb.BuiltinBloomFilter2".getBytes(US_ASCII), filterHandle.encode());
        BlockHandle metaindex = table.block(TestBlocks.entries(List.of(named), 16), 0);
        return table.finish(metaindex, table.block(TestBlocks.entries(index, 16), 0));
    }

    private static byte[] finished(FilterBlockBuilder filter) {
        ByteBuf block = filter.finishBuf(UnpooledByteBufAllocator.DEFAULT);
        try {
            return ByteBufUtil.getBytes(block);
        } finally {
            block.release();
        }
    }

    @Test
    void filterOverWholeInternalKeysIsOfTheUserDomainAndDeniesNone() throws IOException {
        byte[] bytes = table(entries(1000), 0);
        TableReport report = TableReport.of(InMemory.open(bytes), FilterHints.NONE);
        assertEquals(TableStatus.OK, report.verifiedStatus());
        assertEquals(List.of(), report.findings().first());
        assertEquals(0, report.falseNegatives());
        assertEquals(1000, report.entries());
        assertEquals(Optional.of(KeyFormat.WHOLE_KEY), report.identification().keyFormat());
        assertEquals(List.of(FilterDialect.LEVELDB), report.identification().dialects());
    }

    @Test
    void sameTableWithTagsStrippedIsOfTheInternalDomain() throws IOException {
        TableReport report = TableReport.of(InMemory.open(table(entries(1000), TAG_LENGTH)), FilterHints.NONE);
        assertEquals(TableStatus.OK, report.verifiedStatus());
        assertEquals(List.of(), report.findings().first());
        assertEquals(Optional.of(KeyFormat.USER_KEY), report.identification().keyFormat());
    }

    @Test
    void askedForUserKeysTheFilterWouldLoseNearlyAll() throws IOException {
        List<Entry> entries = entries(1000);
        TableReport analysis = InMemory.analysis(table(entries, 0));
        byte[] block = analysis.filter().orElseThrow().contents();
        FilterBlockReader filter = FilterBlockReader.wrapping(block, 0, block.length, FilterDialect.LEVELDB.matcher());
        long denied = entries.stream()
                .map(entry -> Arrays.copyOf(entry.key(), entry.key().length - TAG_LENGTH))
                .filter(key -> analysis.dataBlocks().stream().noneMatch(each -> filter.keyMayMatch(each.offset(), key)))
                .count();
        assertTrue(denied > 700, denied + " of 1000");
        TableReport forced = TableReport.of(
                InMemory.open(table(entries, 0)), new FilterHints(Optional.empty(), Optional.of(KeyFormat.USER_KEY)));
        assertEquals(TableStatus.CORRUPT, forced.verifiedStatus());
        assertTrue(forced.falseNegatives() > 950, forced.falseNegatives() + " of 1000");
    }
}
