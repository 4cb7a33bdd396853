// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.Findings;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableOrigin;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a filter is to be read, determined from a few data blocks: for an engine that opens large tables of unknown
 * writers.
 *
 * <p>A candidate that denies a sampled key is ruled out as surely as if the whole table had been read. A sample cannot
 * show that the filter lacks a key elsewhere; {@link TableVerifier} reads everything. Immutable.
 *
 * @param identification what the sample says; its counts are those of the sample
 * @param sampledBlocks how many data blocks were read
 * @param blocks how many there are
 * @param filter the filter that was asked, or nothing if there is none
 */
public record SampledReading(
        FilterIdentification identification, int sampledBlocks, int blocks, Optional<TableFilter> filter) {
    /** The number of blocks that are read by default: about a thousand keys of a usual table. */
    public static final int USUAL_SAMPLE = 16;

    /**
     * Samples a table.
     *
     * @param table the table; stays open
     * @param hints what the caller knows of its filter
     * @param maxBlocks how many data blocks to read at most, 1 or more; they are spread evenly over the file
     * @return the reading
     * @throws io.github.filterblock.table.CorruptTableException if metaindex or index cannot be read
     * @throws IOException if the file cannot be read
     */
    public static SampledReading of(TableFile table, FilterHints hints, int maxBlocks) throws IOException {
        if (maxBlocks < 1) {
            throw new IllegalArgumentException("a sample has at least one block, not " + maxBlocks);
        }
        TableStructure structure = table.structure().orThrow();
        TableOrigin origin = structure.origin();
        Optional<TableFilter> filter = TableFilter.locate(table, structure, Findings.USUAL_LIMIT);
        List<IndexEntry> index = structure.index();
        List<IndexEntry> sample = spread(index, maxBlocks);
        FilterInference inference = new FilterInference(filter, hints, origin);
        KeyStatistics evidence = KeyStatistics.from(origin);
        ScannedBlocks scanned = TableScan.sample(table, structure, sample, (blockOffset, key, length) -> {
            evidence.key(key, length);
            inference.key(blockOffset, key, length);
        });
        boolean misled = scanned.fit().misleads(evidence) || !IndexConsistency.places(index, table.size());
        return new SampledReading(
                inference.conclude(evidence, scanned.fit(), misled), sample.size(), index.size(), filter);
    }

    private static List<IndexEntry> spread(List<IndexEntry> index, int maxBlocks) {
        int count = Math.min(maxBlocks, index.size());
        List<IndexEntry> sample = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            sample.add(index.get((int) ((long) i * index.size() / count)));
        }
        return sample;
    }

    /**
     * Opens the filter as the sample determined it. If its checksum is wrong, it denies nothing.
     *
     * @return a reader that takes filter keys, or nothing if the table has no filter that could be read
     */
    public Optional<FilterBlockReader> open() {
        return filter.filter(TableFilter::isSound)
                .map(found -> found.reader(identification.matcher(found.policyName())));
    }
}
