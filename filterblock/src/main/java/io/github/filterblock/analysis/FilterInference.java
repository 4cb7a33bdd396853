// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.analysis.FilterReading.Candidate;
import io.github.filterblock.bloom.FilterDialect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds out whose filter a table has, by asking every candidate about the table's own keys. Not thread-safe.
 *
 * <p>A filter never denies a key that is in it, so one denied key rules a candidate out, while a key that matches proves
 * little: about one foreign key in a hundred matches as well. Two hashes differ only on keys whose tail has a byte of
 * 0x80 or above; a table without such keys cannot tell them apart, and the reading stays open.
 */
final class FilterInference {

    /** A candidate while it is being tried. */
    private static final class Trial {
        private final FilterDialect dialect;
        private final KeyDomain domain;
        private final FilterBlockReader reader;
        private long denied;

        Trial(FilterDialect dialect, KeyDomain domain, FilterBlockReader reader) {
            this.dialect = dialect;
            this.domain = domain;
            this.reader = reader;
        }

        boolean mayMatch(long blockOffset, byte[] key, int length) {
            return !domain.allows(length) || reader.keyMayMatch(blockOffset, key, 0, domain.filterKeyLength(length));
        }

        Candidate result() {
            return new Candidate(dialect, domain, denied);
        }
    }

    private final Optional<TableFilter> filter;
    private final FilterChoice choice;
    private final List<Trial> trials = new ArrayList<>();
    private long tellingKeys;

    FilterInference(Optional<TableFilter> filter, FilterChoice choice) {
        this.filter = filter;
        this.choice = choice;
        filter.ifPresent(this::addTrials);
    }

    private void addTrials(TableFilter found) {
        List<FilterDialect> dialects =
                choice.dialect().map(List::of).orElseGet(() -> FilterDialect.named(found.policyName()));
        for (FilterDialect dialect : dialects) {
            for (KeyDomain domain : choice.keyDomain().map(List::of).orElseGet(() -> List.of(KeyDomain.values()))) {
                trials.add(new Trial(dialect, domain, found.reader(dialect.matcher())));
            }
        }
    }

    void key(long blockOffset, byte[] key, int length) {
        int denials = 0;
        for (Trial trial : trials) {
            if (!trial.mayMatch(blockOffset, key, length)) {
                trial.denied++;
                denials++;
            }
        }
        if (denials > 0 && denials < trials.size()) {
            tellingKeys++;
        }
    }

    FilterReading conclude(KeyEvidence evidence) {
        Optional<KeyDomain> likely = choice.keyDomain().or(evidence::likelyDomain);
        List<Trial> possible = trials.stream()
                .filter(trial -> trial.domain == KeyDomain.USER
                        || evidence.internalPossible()
                        || choice.keyDomain().isPresent())
                .toList();
        List<Trial> undenied =
                possible.stream().filter(trial -> trial.denied == 0).toList();
        boolean contradicted = undenied.isEmpty() && !possible.isEmpty();
        boolean agreeing = !filter.map(TableFilter::hasBits).orElse(false);
        List<Trial> remaining = contradicted ? List.of(best(possible, likely)) : undenied;
        return new FilterReading(
                trials.stream().map(Trial::result).toList(),
                remaining.stream().map(Trial::result).toList(),
                domain(remaining, agreeing, likely),
                evidence.keys(),
                tellingKeys,
                contradicted,
                agreeing);
    }

    private static Trial best(List<Trial> trials, Optional<KeyDomain> likely) {
        return trials.stream()
                .min(Comparator.<Trial>comparingLong(trial -> trial.denied)
                        .thenComparing(trial -> likely.isEmpty() || likely.get() != trial.domain))
                .orElseThrow();
    }

    private static Optional<KeyDomain> domain(List<Trial> remaining, boolean agreeing, Optional<KeyDomain> likely) {
        List<KeyDomain> domains =
                remaining.stream().map(trial -> trial.domain).distinct().toList();
        if (likely.isEmpty() || agreeing || domains.isEmpty()) {
            return likely;
        }
        return domains.size() == 1 ? Optional.of(domains.get(0)) : Optional.empty();
    }
}
