// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.Rule;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.FilterForm;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which filter answers in a table that has several: the full, then the partitioned, then the block-based one. */
@Tag("RF-4")
class FilterChoiceTest {
    private static final byte[] ABSENT = "absent".getBytes(US_ASCII);

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final List<byte[]> keys = IntStream.range(0, 50)
            .mapToObj(i -> String.format("key%02d", i).getBytes(US_ASCII))
            .toList();
    private final List<byte[]> stored = IntStream.range(0, 50)
            .mapToObj(i -> TestTable.internalKey(keys.get(i), 100 - i, 1))
            .toList();
    private final byte[] data = append(TestBlocks.entries(
            stored.stream().map(key -> new Entry(key, new byte[1])).toList(), 16));
    private final List<Entry> metaindex = new ArrayList<>();

    private byte[] append(byte[] contents) {
        byte[] handle = TestBlocks.handle(file.size(), contents.length);
        file.writeBytes(TestBlocks.withTrailer(contents, 0));
        return handle;
    }

    private byte[] fullFilter() {
        var builder = FullFilterPolicy.fastLocalBloom(10).newBuilder();
        keys.forEach(builder::addKey);
        return append(builder.finish());
    }

    private byte[] blockBasedFilter(boolean ofTheKeys) {
        var builder = new FilterBlockBuilder(BloomFilterPolicy.levelDb(10));
        builder.startBlock(0);
        if (ofTheKeys) {
            keys.forEach(key -> builder.addKey(key, 0, key.length));
        }
        builder.startBlock(file.size());
        return append(builder.finish());
    }

    private TableVerification verification() throws IOException {
        metaindex.add(Entry.of(
                "rocksdb.properties",
                append(TestBlocks.entries(
                        List.of(
                                Entry.of("rocksdb.block.based.table.whole.key.filtering", "1".getBytes(US_ASCII)),
                                Entry.of("rocksdb.comparator", "leveldb.BytewiseComparator".getBytes(US_ASCII)),
                                Entry.of("rocksdb.prefix.extractor.name", "nullptr".getBytes(US_ASCII))),
                        1))));
        byte[] metaindexHandle = append(TestBlocks.entries(metaindex, 1));
        byte[] index = append(TestBlocks.entries(List.of(new Entry(stored.get(49), data)), 1));
        file.writeBytes(TestBlocks.footer(metaindexHandle, index));
        try (TableFile table = TableFile.open(TableSource.of(ByteBuffer.wrap(file.toByteArray()), "several"))) {
            return TableVerification.of(table);
        }
    }

    private void assertDeniedByTheFullFilter(TableReport report) {
        assertEquals(FilterForm.FULL, report.filter().orElseThrow().form());
        assertEquals(TableStatus.OK, report.status());
        TableQuery query = new TableQuery(report);
        assertEquals(TableQuery.Search.USER_KEY, query.search());
        assertFalse(query.ask(ABSENT).mayMatch());
        keys.forEach(key -> assertTrue(query.ask(key).mayMatch()));
    }

    @Test
    void unknownPolicyDoesNotSilenceTheFullFilter() throws IOException {
        metaindex.add(Entry.of("filter.unknown", blockBasedFilter(false)));
        metaindex.add(Entry.of("fullfilter.rocksdb.BuiltinBloomFilter", fullFilter()));
        TableVerification verified = verification();
        assertDeniedByTheFullFilter(verified.report());
        assertEquals(List.of(), verified.findings().first());
    }

    /** A block-based filter without the keys is never asked; nor is its name a reason to read the table otherwise. */
    @Test
    void blockBasedFilterBesideAFullOneIsNotAsked() throws IOException {
        metaindex.add(Entry.of("filter.leveldb.BuiltinBloomFilter2", blockBasedFilter(false)));
        metaindex.add(Entry.of("fullfilter.rocksdb.BuiltinBloomFilter", fullFilter()));
        assertDeniedByTheFullFilter(verification().report());
    }

    @Test
    void otherFiltersAreChecked() throws IOException {
        metaindex.add(Entry.of("filter.leveldb.BuiltinBloomFilter2", append(new byte[] {1, 2, 3})));
        metaindex.add(Entry.of("fullfilter.rocksdb.BuiltinBloomFilter", fullFilter()));
        TableVerification verified = verification();
        assertDeniedByTheFullFilter(verified.report());
        assertTrue(verified.findings().first().stream().anyMatch(finding -> finding.rule() == Rule.FB_19));
        assertEquals(TableStatus.FINDINGS, verified.status());
    }

    @Test
    void blockBasedFilterAloneAnswers() throws IOException {
        metaindex.add(Entry.of("filter.rocksdb.BuiltinBloomFilter", blockBasedFilter(true)));
        TableReport report = verification().report();
        assertEquals(FilterForm.BLOCK_BASED, report.filter().orElseThrow().form());
        assertFalse(new TableQuery(report).ask(ABSENT).mayMatch());
    }
}
