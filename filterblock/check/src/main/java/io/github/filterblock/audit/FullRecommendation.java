// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which of RocksDB's full filters an audit recommends: the one that takes the fewest bytes and is expected to let no
 * more absent keys pass than those in use, to within one in a thousand, or than {@value Recommendation#USUAL_RATE} of
 * them if not every table has a filter.
 *
 * @param mostRate the highest expected rate that was allowed
 * @param best the cheapest estimate
 * @param ofKinds the cheapest estimate of each kind that has one
 */
public record FullRecommendation(double mostRate, FullFilterEstimate best, List<FullFilterEstimate> ofKinds) {
    /** Filters are rated by their keys, of which their writers may have counted some twice. */
    private static final double TOLERANCE = 1.001;

    private static final Comparator<FullFilterEstimate> CHEAPEST = Comparator.comparingLong(FullFilterEstimate::bytes)
            .thenComparing(FullFilterEstimate::expectedMatches)
            .thenComparing(FullFilterEstimate.ORDER);

    /** Copies the list. */
    public FullRecommendation {
        ofKinds = List.copyOf(ofKinds);
    }

    /**
     * Chooses among the estimates of an audit.
     *
     * @param audit of one table or of many; only estimates for the largest number of tables count
     * @return empty if there are no estimates, or none is good enough; if all filters in use {@linkplain
     *     Audit#hasOnlyUnratedFilters are damaged or unknown}; and if some tables have filters but no estimates, as
     *     with partitions: the rate in use is also theirs, and no measure for the others
     */
    public static Optional<FullRecommendation> of(Audit audit) {
        if (audit.hasOnlyUnratedFilters()) {
            return Optional.empty();
        }
        long estimated = audit.fullFilters().stream()
                .mapToLong(FullFilterEstimate::tables)
                .max()
                .orElse(0);
        if (estimated < audit.space().tables()) {
            return Optional.empty();
        }
        boolean allHaveFilters = audit.space().tables() == audit.tables();
        double mostRate = allHaveFilters ? audit.space().expectedRate() : Recommendation.USUAL_RATE;
        List<FullFilterEstimate> good = audit.fullFilters().stream()
                .filter(each -> each.tables() == estimated && each.expectedRate() <= mostRate * TOLERANCE)
                .toList();
        List<FullFilterEstimate> ofKinds = good.stream()
                .map(FullFilterEstimate::kind)
                .distinct()
                .map(kind -> cheapest(good, each -> each.kind() == kind).orElseThrow())
                .toList();
        return cheapest(good, each -> true).map(best -> new FullRecommendation(mostRate, best, ofKinds));
    }

    private static Optional<FullFilterEstimate> cheapest(
            List<FullFilterEstimate> estimates, Predicate<FullFilterEstimate> wanted) {
        return estimates.stream().filter(wanted).min(CHEAPEST);
    }
}
