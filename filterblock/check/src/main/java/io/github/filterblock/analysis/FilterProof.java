// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.rocksdb.LegacyHash;
import io.github.filterblock.table.FilterContents;
import io.github.filterblock.table.KeySplit;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * Whether the full filter of a table, or each of its partitions, is bit by bit the one that RocksDB makes of the keys
 * of the table (RF-21). A filter with a bit too many answers rightly, but less often "absent"; one without a bit of a
 * key that was deleted, or of other keys, may be right by chance. Immutable.
 *
 * @param isEqual whether the stored filters are those of the keys; {@code false} if they are not, or if it was not
 *     tried
 * @param findings the filters that differ; empty if a writer whose rules are not known may have written them
 * @param note why the filters were not built again, or why a difference is not a finding
 */
public record FilterProof(boolean isEqual, Findings findings, Optional<String> note) {
    /** A builder keeps 8 bytes for an addition, and a Ribbon filter takes about 30 while it is solved. */
    private static final int MAX_BYTES_OF_AN_ADDITION = 40;

    private static FilterProof noted(String note) {
        return new FilterProof(false, Findings.NONE, Optional.of(note));
    }

    /**
     * Builds the filters of a table again. It reads the data blocks once more.
     *
     * @param table the table; stays open
     * @param report the report on it
     * @param memory the bytes that this may take; several threads at once share those of the heap
     * @return the outcome; empty if the table has no such filter, or if it is of an unknown kind, or if it or the data
     *     is damaged, as the report says
     * @throws IOException if the file cannot be read
     */
    public static Optional<FilterProof> of(TableFile table, TableReport report, long memory) throws IOException {
        Optional<RocksDbFilter> filter = report.rocksDbFilter();
        if (filter.isEmpty()
                || filter.get().damage().isPresent()
                || !hasKnownKinds(filter.get())
                || !report.facts().hasAllKeys()) {
            return Optional.empty();
        }
        Optional<String> obstacle = obstacle(filter.get(), report, memory);
        return Optional.of(
                obstacle.isPresent()
                        ? noted("the filter was not built again: " + obstacle.get())
                        : attempt(table, report, filter.get()));
    }

    private static boolean hasKnownKinds(RocksDbFilter filter) {
        return filter.partitions().stream()
                .map(each -> each.filter().geometry().kind())
                .noneMatch(kind -> kind == FullFilterKind.ALWAYS || kind == FullFilterKind.BINARY_FUSE);
    }

    /** Why the filters of a table cannot be built again. */
    private static Optional<String> obstacle(RocksDbFilter filter, TableReport report, long memory) {
        FilterContents contents = filter.contents();
        if (contents.split() == KeySplit.UNKNOWN && !contents.showsParts()) {
            return Optional.of("what Pebble added is not known");
        }
        if (contents.obstacle().isPresent()) {
            return contents.obstacle();
        }
        if (contents.split() == KeySplit.NONE
                && !contents.extractorName().isEmpty()
                && contents.extractor().isEmpty()) {
            return Optional.of("its prefix extractor is not known");
        }
        if (filter.form().hasPartitions() && !filter.isOrdered()) {
            return Optional.of("its partitions are not in the order of the keys");
        }
        if (filter.hash() == LegacyHash.UNSIGNED) {
            return Optional.of("it has the hash of Pebble before 2020-04-17, which is read but not written");
        }
        long bytes = mostBytes(filter, report.entries());
        return bytes > memory
                ? Optional.of("that takes up to " + (bytes >> 20) + " MiB of memory, and " + (memory >> 20)
                        + " are there; give Java more with -Xmx")
                : Optional.empty();
    }

    /** Of each entry the key and its prefix may be added, in partitions to several candidates. */
    private static long mostBytes(RocksDbFilter filter, long entries) {
        int additions = filter.contents().extractor().isPresent() ? 2 : 1;
        int candidates = filter.partitions().size() > 1 ? FilterComparison.CANDIDATES : 1;
        return entries * additions * candidates * MAX_BYTES_OF_AN_ADDITION;
    }

    /** Why the stored filters may differ from those that known rules give. */
    private static Optional<String> doubt(RocksDbFilter filter, TableReport report) {
        FilterContents contents = filter.contents();
        if (contents.split() != KeySplit.NONE || report.structure().footer().pebbleFormat() > 0) {
            return Optional.of("Pebble may have written it");
        }
        if (report.structure().origin().transformsKeys()) {
            return Optional.of("the keys may have timestamps");
        }
        return contents.extractor().isPresent()
                ? Optional.of("RocksDB before 9.6, which adds prefixes by other rules, may have written it")
                : Optional.empty();
    }

    /** One pass over the keys. */
    private static FilterProof attempt(TableFile table, TableReport report, RocksDbFilter filter) throws IOException {
        FilterComparison comparison = new FilterComparison(table, filter);
        FilterContents contents = filter.contents();
        boolean wholeKeys = contents.wholeKeys()
                || contents.split() != KeySplit.NONE
                || contents.extractor().isEmpty();
        PartitionWalk walk = new PartitionWalk(filter, FilterAdditions.of(wholeKeys, comparison));
        try {
            long without = walk.over(table, report.structure());
            if (without > 0) {
                return noted("the filter was not built again: " + without + " of " + report.entries()
                        + " entries have keys whose last byte is not the length of a version (" + Rule.PB_1 + ")");
            }
            comparison.finish();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return concluded(comparison, filter, report);
    }

    private static FilterProof concluded(FilterComparison comparison, RocksDbFilter filter, TableReport report) {
        if (comparison.differing() == 0) {
            return new FilterProof(true, Findings.NONE, Optional.empty());
        }
        Optional<String> doubt = doubt(filter, report);
        return doubt.isPresent()
                ? noted(comparison.differing() + " of " + filter.partitions().size()
                        + " filters differ from those of the table's keys; no finding, since " + doubt.get())
                : new FilterProof(false, comparison.differences(), Optional.empty());
    }
}
