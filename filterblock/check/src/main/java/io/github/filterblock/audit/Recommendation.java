// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import io.github.filterblock.FilterBlockBuilder;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The cheapest of the estimates with windows: the one with the fewest bytes among those that give no more false
 * positives than the filters in use, or no more than {@value #USUAL_RATE} if a table has none. Immutable.
 *
 * <p>One filter for the whole table takes fewer bytes still, and every reader honours it. It pays off if an engine asks
 * it before it searches the index, so it is recommended beside the others: {@link #wholeTable}.
 *
 * <p>The filters in use are rated twice: from the bits that are set and, if an estimate has exactly their size, by that
 * estimate, which is then the one in use. The higher rate counts.
 *
 * @param mostRate the highest expected rate that was allowed
 * @param best the cheapest estimate with windows; if there is none, the cheapest of all
 * @param ofBaseLgs the cheapest estimate of each base lg that has one, in the order of the base lg
 */
public record Recommendation(double mostRate, FilterEstimate best, List<FilterEstimate> ofBaseLgs) {
    /** The highest rate that is allowed if no filter is in use yet. */
    public static final double USUAL_RATE = 0.01;

    /** Of estimates of one size, the one with the lower rate comes first, then the one with the smaller windows. */
    private static final Comparator<FilterEstimate> CHEAPEST = Comparator.comparingLong(FilterEstimate::bytes)
            .thenComparing(FilterEstimate::expectedMatches)
            .thenComparing(FilterEstimate.ORDER);

    /**
     * Chooses among the estimates of an audit.
     *
     * @param audit of one table or of many; only estimates for the largest number of tables count
     * @return empty if there are no estimates, no keys, or no estimate is good enough, and if all filters
     *     in use {@linkplain Audit#hasOnlyUnratedFilters are damaged or unknown}
     */
    public static Optional<Recommendation> of(Audit audit) {
        if (audit.hasOnlyUnratedFilters()) {
            return Optional.empty();
        }
        long estimated = audit.estimates().stream()
                .mapToLong(FilterEstimate::tables)
                .max()
                .orElse(0);
        boolean allHaveFilters = audit.space().tables() == audit.tables();
        double mostRate = allHaveFilters ? rateInUse(audit, estimated) : USUAL_RATE;
        List<FilterEstimate> good = audit.estimates().stream()
                .filter(estimate ->
                        estimate.tables() == estimated && estimate.keys() > 0 && estimate.expectedRate() <= mostRate)
                .toList();
        List<FilterEstimate> ofBaseLgs = good.stream()
                .mapToInt(FilterEstimate::baseLg)
                .distinct()
                .mapToObj(baseLg ->
                        cheapest(good, estimate -> estimate.baseLg() == baseLg).orElseThrow())
                .toList();
        return cheapest(good, estimate -> estimate.baseLg() != FilterBlockBuilder.WHOLE_TABLE)
                .or(() -> cheapest(good, estimate -> true))
                .map(best -> new Recommendation(mostRate, best, ofBaseLgs));
    }

    private static double rateInUse(Audit audit, long estimated) {
        return audit.estimates().stream()
                .filter(estimate -> estimate.tables() == estimated
                        && estimate.bytes() == audit.space().bytes())
                .mapToDouble(FilterEstimate::expectedRate)
                .reduce(audit.space().expectedRate(), Math::max);
    }

    private static Optional<FilterEstimate> cheapest(List<FilterEstimate> estimates, Predicate<FilterEstimate> wanted) {
        return estimates.stream().filter(wanted).min(CHEAPEST);
    }

    /**
     * {@return the cheapest estimate with one filter for the whole table, for an engine that asks it before it searches
     * the index; empty if no such estimate is good enough}
     */
    public Optional<FilterEstimate> wholeTable() {
        return ofBaseLg(FilterBlockBuilder.WHOLE_TABLE);
    }

    /**
     * The cheapest estimate with one base lg. LevelDB's own writer supports only 11; every reader accepts any.
     *
     * @param baseLg 0 to 63
     * @return empty if no estimate of that base lg is good enough
     */
    public Optional<FilterEstimate> ofBaseLg(int baseLg) {
        return ofBaseLgs.stream()
                .filter(estimate -> estimate.baseLg() == baseLg)
                .findFirst();
    }
}
