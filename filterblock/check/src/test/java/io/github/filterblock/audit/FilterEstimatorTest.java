// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.audit.Audit.FilterEstimate;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The estimator's sizes against blocks that the builder builds, for every table of the corpus. */
class FilterEstimatorTest {
    private static final List<Integer> BASE_LGS = List.of(0, 8, 11, 13, 16, 30, 63);
    private static final List<Integer> BITS_PER_KEY = List.of(1, 10, 30);

    /** A block of a base lg of 0 has a filter for each byte of the file. */
    private static final long MOST_FILTERS = 200_000;

    @TestFactory
    Stream<DynamicTest> sizesAreThoseOfTheBuilder() {
        return Corpus.bundled().tables().stream()
                .map(table -> DynamicTest.dynamicTest(table.name(), () -> check(table)));
    }

    private static void check(CorpusTable golden) throws IOException {
        try (TableFile table = TableFile.open(golden.path())) {
            TableReport analysis = TableReport.of(table);
            if (analysis.dataBlocks().stream().anyMatch(block -> block.damage().isPresent())) {
                assertTrue(FilterEstimator.of(analysis).isEmpty());
                return;
            }
            Map<Long, List<byte[]>> keys = keys(table, analysis);
            for (FilterEstimate estimate :
                    FilterEstimator.of(analysis).orElseThrow().estimates(BASE_LGS, BITS_PER_KEY)) {
                if (table.size() >>> estimate.baseLg() <= MOST_FILTERS) {
                    assertEquals(built(analysis, keys, estimate), estimate.bytes(), estimate::toString);
                }
                assertEquals(analysis.entries(), estimate.keys());
            }
        }
    }

    private static Map<Long, List<byte[]>> keys(TableFile table, TableReport analysis) throws IOException {
        Map<Long, List<byte[]>> keys = new TreeMap<>();
        TableKeys.visitReadable(
                table,
                analysis,
                (offset, key, length) ->
                        keys.computeIfAbsent(offset, o -> new ArrayList<>()).add(Arrays.copyOf(key, length)));
        return keys;
    }

    private static long built(TableReport analysis, Map<Long, List<byte[]>> keys, FilterEstimate estimate) {
        FilterBlockBuilder builder =
                new FilterBlockBuilder(BloomFilterPolicy.levelDb(estimate.bitsPerKey()), estimate.baseLg());
        builder.startBlock(0);
        Iterator<DataBlock> blocks = analysis.dataBlocks().iterator();
        while (blocks.hasNext()) {
            DataBlock block = blocks.next();
            builder.startBlock(block.offset());
            keys.getOrDefault(block.offset(), List.of()).forEach(builder::addKey);
            if (!blocks.hasNext()) {
                builder.startBlock(block.handle().end());
            }
        }
        return builder.sizeInBytes();
    }

    @Test
    void thePlanOfTheParametersInUseTakesWhatIsInUse() throws IOException {
        CorpusTable golden = Corpus.bundled().tables().stream()
                .filter(table -> table.name().equals("cpp123-default"))
                .findFirst()
                .orElseThrow();
        try (TableFile table = TableFile.open(golden.path())) {
            TableReport analysis = TableReport.of(table);
            int bits =
                    analysis.summary().orElseThrow().bitsPerKey().orElseThrow().least();
            FilterEstimate estimate = FilterEstimator.of(analysis)
                    .orElseThrow()
                    .estimates(List.of(11), List.of(bits))
                    .get(0);
            assertEquals(analysis.filter().orElseThrow().contents().length, estimate.bytes());
        }
    }
}
