// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.analysis.FilterAdditions.Rules;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.rocksdb.LegacyHash;
import io.github.filterblock.table.FilterContents;
import io.github.filterblock.table.KeySplit;
import io.github.filterblock.table.PrefixExtractor;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether the full filter of a table, or each of its partitions, is bit by bit the one that RocksDB makes of the keys
 * of the table (RF-21). A filter with a bit too many answers rightly, but less often "absent"; one without a bit of a
 * key that was deleted, or of other keys, may be right by chance. Immutable.
 *
 * @param releases those whose rules give the stored filters; empty if no rules do, or if it was not tried
 * @param findings the filters that differ; empty if the releases whose rules are known may not have written them
 * @param note why the filters were not built again, or why a difference is not a finding
 */
public record FilterProof(List<String> releases, Findings findings, Optional<String> note) {
    private static final int FIRST_KNOWN_WITH_PREFIXES_IN_PARTITIONS = 6;

    /** A builder keeps 8 bytes for a key, and a Ribbon filter takes about 30 while it is solved. */
    private static final int MOST_BYTES_OF_A_KEY = 40;

    /** Copies the list. */
    public FilterProof {
        releases = List.copyOf(releases);
    }

    private static FilterProof noted(String note) {
        return new FilterProof(List.of(), Findings.NONE, Optional.of(note));
    }

    /**
     * Builds the filters of a table again. It reads the data blocks once more.
     *
     * @param table the table; stays open
     * @param report the report on it
     * @return the outcome; empty if the table has no such filter, or if it is of an unknown kind, or if it or the data
     *     is damaged, as the report says
     * @throws IOException if the file cannot be read
     */
    public static Optional<FilterProof> of(TableFile table, TableReport report) throws IOException {
        Optional<RocksDbFilter> filter = report.rocksDbFilter();
        if (filter.isEmpty()
                || filter.get().damage().isPresent()
                || !hasKnownKinds(filter.get())
                || !report.isComplete()) {
            return Optional.empty();
        }
        Optional<String> obstacle = obstacle(filter.get(), report);
        return Optional.of(
                obstacle.isPresent()
                        ? noted("the filter was not built again: " + obstacle.get())
                        : new Attempt(table, report, filter.get()).proof());
    }

    static boolean hasKnownKinds(RocksDbFilter filter) {
        return filter.partitions().stream()
                .map(each -> each.filter().geometry().kind())
                .noneMatch(kind -> kind == FullFilterKind.ALWAYS || kind == FullFilterKind.BINARY_FUSE);
    }

    /** Why the filters of a table cannot be built again. */
    static Optional<String> obstacle(RocksDbFilter filter, TableReport report) {
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
        long bytes = report.entries() * MOST_BYTES_OF_A_KEY;
        return bytes > Runtime.getRuntime().maxMemory()
                ? Optional.of("that takes up to " + (bytes >> 20) + " MiB of memory; give Java more with -Xmx")
                : Optional.empty();
    }

    /** Why the stored filters may differ from those that known rules give. */
    private static Optional<String> doubt(RocksDbFilter filter, TableReport report) {
        FilterContents contents = filter.contents();
        if (contents.split() != KeySplit.NONE || report.footer().pebbleFormat() > 0) {
            return Optional.of("Pebble may have written it");
        }
        if (report.structure().origin().transformsKeys()) {
            return Optional.of("the keys may have timestamps");
        }
        boolean cutsPrefixes =
                filter.partitions().size() > 1 && contents.extractor().isPresent();
        return cutsPrefixes && report.footer().formatVersion() < FIRST_KNOWN_WITH_PREFIXES_IN_PARTITIONS
                ? Optional.of("RocksDB 6.0 to 6.28 may have written it, and what those add at the ends of partitions"
                        + " is not certain")
                : Optional.empty();
    }

    /** One pass over the keys, in which the rules of all releases are tried that may differ. */
    private static final class Attempt {
        private final TableFile table;
        private final TableReport report;
        private final RocksDbFilter filter;
        private final @Nullable PrefixExtractor extractor;
        private final List<FilterComparison> comparisons = new ArrayList<>();
        private final List<FilterAdditions> additions = new ArrayList<>();

        Attempt(TableFile table, TableReport report, RocksDbFilter filter) {
            this.table = table;
            this.report = report;
            this.filter = filter;
            FilterContents contents = filter.contents();
            this.extractor =
                    contents.split() == KeySplit.NONE ? contents.extractor().orElse(null) : null;
            for (Rules rules : extractor == null ? new Rules[] {Rules.OF_9_6} : Rules.values()) {
                FilterComparison comparison = new FilterComparison(table, filter, rules);
                comparisons.add(comparison);
                additions.add(FilterAdditions.of(rules, contents.wholeKeys() || extractor == null, comparison));
            }
        }

        FilterProof proof() throws IOException {
            try {
                long without = new PartitionWalk(filter, additions).over(table, report.structure());
                if (without > 0) {
                    return noted("the filter was not built again: " + without + " of " + report.entries()
                            + " entries have keys whose last byte is not the length of a version (" + Rule.PB_1 + ")");
                }
                comparisons.forEach(FilterComparison::finish);
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            return concluded();
        }

        private FilterProof concluded() {
            List<FilterComparison> equal =
                    comparisons.stream().filter(each -> each.differing() == 0).toList();
            if (!equal.isEmpty()) {
                List<Rules> rules = extractor == null
                        ? List.of(Rules.values())
                        : equal.stream().map(FilterComparison::rules).toList();
                return new FilterProof(rules.stream().map(Rules::release).toList(), Findings.NONE, Optional.empty());
            }
            FilterComparison best = comparisons.stream()
                    .min(Comparator.comparingLong(FilterComparison::differing))
                    .orElseThrow();
            Optional<String> doubt = doubt(filter, report);
            if (doubt.isPresent()) {
                return noted(best.differing() + " of " + filter.partitions().size()
                        + " filters are not those that the keys of the table give; that may be right, since "
                        + doubt.get());
            }
            return new FilterProof(List.of(), best.differences(), Optional.empty());
        }
    }
}
