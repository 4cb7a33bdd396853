// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.analysis.FilterIdentification.Interpretation;
import io.github.filterblock.analysis.FilterIdentification.Trust;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.TableOrigin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds out which writer's filter a table has, by asking every candidate about the table's own keys. Not thread-safe.
 *
 * <p>A filter never denies a key that is in it, so one denied key rules a candidate out, while a key that matches
 * proves little: about one foreign key in a hundred matches as well. Two hashes differ only on keys whose tail has a
 * byte of 0x80 or above; a table without such keys cannot tell them apart, and the reading stays open.
 *
 * <p>One damaged bit makes the right candidate deny a key or two, while a wrong one denies nearly everything. So a
 * candidate is asked until it has denied {@value #ENOUGH_DENIALS} keys; then it is ruled out and not asked again.
 */
final class FilterInference {
    /**
     * With this many denials it is the wrong reading, or damage so great that it does not matter whose filter it was.
     */
    static final int ENOUGH_DENIALS = 100;

    /** A candidate while it is being tried. */
    private static final class Trial {
        private final FilterDialect dialect;
        private final KeyFormat domain;
        private final FilterBlockReader reader;
        private long asked;
        private long denied;

        Trial(FilterDialect dialect, KeyFormat domain, FilterBlockReader reader) {
            this.dialect = dialect;
            this.domain = domain;
            this.reader = reader;
        }

        boolean goesOn() {
            return denied < ENOUGH_DENIALS;
        }

        boolean denies(long blockOffset, byte[] key, int length) {
            asked++;
            boolean denies =
                    domain.allows(length) && !reader.keyMayMatch(blockOffset, key, 0, domain.filterKeyLength(length));
            if (denies) {
                denied++;
            }
            return denies;
        }

        double denialRate() {
            return asked == 0 ? 0 : (double) denied / asked;
        }

        Interpretation result() {
            return new Interpretation(dialect, domain, asked, denied);
        }
    }

    private final Optional<TableFilter> filter;
    private final FilterHints hints;
    private final boolean prefixesOnly;
    private final boolean certainlyInternal;
    private final List<Trial> trials = new ArrayList<>();
    private long distinguishingKeys;

    FilterInference(Optional<TableFilter> filter, FilterHints hints, TableOrigin origin) {
        this.filter = filter;
        this.hints = hints;
        this.prefixesOnly = !origin.filtersWholeKeys();
        this.certainlyInternal = origin.hasInternalKeys() && hints.keyFormat().isEmpty();
        filter.ifPresent(found -> addTrials(found, origin));
    }

    private void addTrials(TableFilter found, TableOrigin origin) {
        List<FilterDialect> dialects = hints.dialect()
                .map(List::of)
                .orElseGet(
                        () -> origin.dialects(found.policyName(), found.layout().baseLg()));
        for (FilterDialect dialect : dialects) {
            for (KeyFormat domain : hints.keyFormat().map(List::of).orElseGet(() -> List.of(KeyFormat.values()))) {
                trials.add(new Trial(dialect, domain, found.reader(dialect.matcher())));
            }
        }
    }

    void key(long blockOffset, byte[] key, int length) {
        if (prefixesOnly) {
            return;
        }
        int asked = 0;
        int denials = 0;
        for (Trial trial : trials) {
            if (trial.goesOn()) {
                asked++;
                denials += trial.denies(blockOffset, key, length) ? 1 : 0;
            }
        }
        if (denials > 0 && denials < asked) {
            distinguishingKeys++;
        }
    }

    /** Returns what remains; the keys may be misleading, if they are not certainly those of the table. */
    FilterIdentification conclude(KeyStatistics evidence, IndexConsistency fit, boolean misled) {
        Optional<KeyFormat> likely = hints.keyFormat().or(() -> evidence.likelyDomain(fit));
        List<Trial> possible =
                trials.stream().filter(trial -> isPossible(trial, evidence)).toList();
        List<Trial> undenied =
                possible.stream().filter(trial -> trial.denied == 0).toList();
        boolean contradicted = undenied.isEmpty() && !possible.isEmpty();
        boolean equivalent = prefixesOnly || !filter.map(TableFilter::hasBits).orElse(false);
        List<Trial> remaining = contradicted ? List.of(best(possible, likely)) : undenied;
        return new FilterIdentification(
                trials.stream().map(Trial::result).toList(),
                remaining.stream().map(Trial::result).toList(),
                domain(remaining, equivalent, likely),
                evidence.keys(),
                distinguishingKeys,
                trust(contradicted, misled),
                equivalent);
    }

    private Trust trust(boolean contradicted, boolean misled) {
        if (prefixesOnly) {
            return Trust.PREFIXES_ONLY;
        }
        return contradicted ? Trust.CONTRADICTED : misled ? Trust.INCONSISTENT_INDEX : Trust.TRUSTED;
    }

    /** RocksDB has no tables of other keys (TF-12); elsewhere any keys may be whole ones. */
    private boolean isPossible(Trial trial, KeyStatistics evidence) {
        return trial.domain == KeyFormat.WHOLE_KEY
                ? !certainlyInternal
                : certainlyInternal
                        || evidence.internalPossible()
                        || hints.keyFormat().isPresent();
    }

    private static Trial best(List<Trial> trials, Optional<KeyFormat> likely) {
        return trials.stream()
                .min(Comparator.comparingDouble(Trial::denialRate)
                        .thenComparing(trial -> likely.isEmpty() || likely.get() != trial.domain))
                .orElseThrow();
    }

    private static Optional<KeyFormat> domain(List<Trial> remaining, boolean equivalent, Optional<KeyFormat> likely) {
        List<KeyFormat> domains =
                remaining.stream().map(trial -> trial.domain).distinct().toList();
        if (likely.isEmpty() || equivalent || domains.isEmpty()) {
            return likely;
        }
        return domains.size() == 1 ? Optional.of(domains.get(0)) : Optional.empty();
    }
}
