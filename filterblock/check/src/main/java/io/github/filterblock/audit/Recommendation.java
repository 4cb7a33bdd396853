// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.audit.FilterEstimate.Full;
import io.github.filterblock.audit.FilterEstimate.Shape;
import io.github.filterblock.audit.FilterEstimate.Windowed;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The cheapest of the estimates of one family: the one with the fewest bytes among those that give no more false
 * positives than the filters in use, or no more than {@value #USUAL_RATE} if a table has none. Immutable.
 *
 * <p>One filter for the whole table takes fewer bytes than filters with windows, and every reader of these honours it.
 * It pays off if an engine asks it before it searches the index, so it is recommended beside the others: {@link
 * #wholeTable}.
 *
 * @param mostRate the highest expected rate that was allowed
 * @param best the cheapest estimate; of those with windows the cheapest that has more than one, if there is any
 * @param ofShapes the cheapest estimate of each base lg or kind that has one, in their order
 */
public record Recommendation(double mostRate, FilterEstimate best, List<FilterEstimate> ofShapes) {
    /** The highest rate that is allowed if no filter is in use yet. */
    public static final double USUAL_RATE = 0.01;

    /** Full filters are rated by their keys, of which their writers may have counted some twice. */
    private static final double TOLERANCE = 1.001;

    private static final Shape WHOLE_TABLE = new Windowed(FilterBlockBuilder.WHOLE_TABLE);

    /** Of estimates of one size, the one with the lower rate comes first, then the one with the smaller windows. */
    private static final Comparator<FilterEstimate> CHEAPEST = Comparator.comparingLong(FilterEstimate::bytes)
            .thenComparing(FilterEstimate::expectedMatches)
            .thenComparing(FilterEstimate.ORDER);

    /** Copies the list. */
    public Recommendation {
        ofShapes = List.copyOf(ofShapes);
    }

    /**
     * Chooses among the estimates of an audit, those with windows and full filters each by themselves.
     *
     * @param audit of one table or of many; of a family, only estimates for its largest number of tables count
     * @return windows first; neither if all filters in use {@linkplain Audit#hasOnlyUnratedFilters are damaged or
     *     unknown}
     */
    public static List<Recommendation> of(Audit audit) {
        return Stream.of(ofWindows(audit), ofFullFilter(audit))
                .flatMap(Optional::stream)
                .toList();
    }

    /**
     * Chooses filters with windows. The filters in use are rated twice: from the bits that are set and, if an estimate
     * has exactly their size, by that estimate, which is then the one in use. The higher rate counts.
     *
     * @return empty if there are no estimates, no keys, or no estimate is good enough
     */
    static Optional<Recommendation> ofWindows(Audit audit) {
        List<FilterEstimate> estimates = estimates(audit, Windowed.class);
        double inUse = estimates.stream()
                .filter(estimate -> estimate.bytes() == audit.space().bytes())
                .mapToDouble(FilterEstimate::expectedRate)
                .reduce(audit.space().expectedRate(), Math::max);
        return cheapest(audit, estimates, inUse, 1);
    }

    /**
     * Chooses a full filter.
     *
     * @return empty also if some tables have filters but no estimates, as with partitions: the rate in use is also
     *     theirs, and no measure for the others
     */
    static Optional<Recommendation> ofFullFilter(Audit audit) {
        List<FilterEstimate> estimates = estimates(audit, Full.class);
        return estimates.isEmpty() || estimates.get(0).tables() < audit.space().tables()
                ? Optional.empty()
                : cheapest(audit, estimates, audit.space().expectedRate(), TOLERANCE);
    }

    /** Those of a family that are for the most tables. */
    private static List<FilterEstimate> estimates(Audit audit, Class<? extends Shape> family) {
        List<FilterEstimate> all = audit.estimates().stream()
                .filter(estimate -> family.isInstance(estimate.shape()))
                .toList();
        long most = all.stream().mapToLong(FilterEstimate::tables).max().orElse(0);
        return all.stream().filter(estimate -> estimate.tables() == most).toList();
    }

    private static Optional<Recommendation> cheapest(
            Audit audit, List<FilterEstimate> estimates, double rateInUse, double tolerance) {
        if (audit.hasOnlyUnratedFilters()) {
            return Optional.empty();
        }
        double mostRate = audit.space().tables() == audit.tables() ? rateInUse : USUAL_RATE;
        List<FilterEstimate> good = estimates.stream()
                .filter(estimate -> estimate.keys() > 0 && estimate.expectedRate() <= mostRate * tolerance)
                .toList();
        List<FilterEstimate> ofShapes = good.stream()
                .map(FilterEstimate::shape)
                .distinct()
                .flatMap(shape -> cheapest(good, each -> each.shape().equals(shape)).stream())
                .toList();
        return cheapest(good, estimate -> !estimate.shape().equals(WHOLE_TABLE))
                .or(() -> cheapest(good, estimate -> true))
                .map(best -> new Recommendation(mostRate, best, ofShapes));
    }

    private static Optional<FilterEstimate> cheapest(List<FilterEstimate> estimates, Predicate<FilterEstimate> wanted) {
        return estimates.stream().filter(wanted).min(CHEAPEST);
    }

    /**
     * {@return the cheapest estimate with one filter of LevelDB's for the whole table, for an engine that asks it
     * before it searches the index; empty if no such estimate is good enough}
     */
    public Optional<FilterEstimate> wholeTable() {
        return cheapest(ofShapes, estimate -> estimate.shape().equals(WHOLE_TABLE));
    }
}
