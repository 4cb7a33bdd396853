// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import io.github.filterblock.FilterBlockBuilder;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The cheapest of the plans with windows: the one that takes the fewest bytes among those that give no more false
 * positives than the filters in use, or than {@value #USUAL_RATE} where a table has none. Immutable.
 *
 * <p>One filter for the whole table takes fewer bytes still, and every reader honours it. It pays where an engine asks
 * it before it searches the index, so it is recommended beside the others: {@link #wholeTable}.
 *
 * <p>What is in use is rated twice, from the bits that happen to be set and, where a plan takes exactly as many bytes,
 * by that plan, which is then the one in use; the higher of both counts.
 *
 * @param mostRate the expected rate that was not to be passed
 * @param best the cheapest plan with windows; where there is none, the cheapest of all
 * @param ofBaseLgs the cheapest plan of each base lg that has one, in the order of the base lg
 */
public record Recommendation(double mostRate, PlannedFilters best, List<PlannedFilters> ofBaseLgs) {
    /** The rate that is asked for where nothing is in use yet. */
    public static final double USUAL_RATE = 0.01;

    /** Of plans that take the same, the one that gives the lower rate, then the one with the smaller windows. */
    private static final Comparator<PlannedFilters> CHEAPEST = Comparator.comparingLong(PlannedFilters::bytes)
            .thenComparing(PlannedFilters::expectedMatches)
            .thenComparing(PlannedFilters.ORDER);

    /**
     * Chooses among the plans of an audit.
     *
     * @param audit of one table or of many; only plans that count for as many tables as any are looked at
     * @return nothing if there are no plans, no keys, or no plan is good enough
     */
    public static Optional<Recommendation> of(Audit audit) {
        long planned =
                audit.plans().stream().mapToLong(PlannedFilters::tables).max().orElse(0);
        boolean allHaveFilters = audit.space().tables() == audit.tables().size();
        double mostRate = allHaveFilters ? rateInUse(audit, planned) : USUAL_RATE;
        List<PlannedFilters> good = audit.plans().stream()
                .filter(plan -> plan.tables() == planned && plan.keys() > 0 && plan.expectedRate() <= mostRate)
                .toList();
        List<PlannedFilters> ofBaseLgs = good.stream()
                .mapToInt(PlannedFilters::baseLg)
                .distinct()
                .mapToObj(baseLg ->
                        cheapest(good, plan -> plan.baseLg() == baseLg).orElseThrow())
                .toList();
        return cheapest(good, plan -> plan.baseLg() != FilterBlockBuilder.WHOLE_TABLE)
                .or(() -> cheapest(good, plan -> true))
                .map(best -> new Recommendation(mostRate, best, ofBaseLgs));
    }

    private static double rateInUse(Audit audit, long planned) {
        return audit.plans().stream()
                .filter(plan -> plan.tables() == planned
                        && plan.bytes() == audit.space().bytes())
                .mapToDouble(PlannedFilters::expectedRate)
                .reduce(audit.space().expectedRate(), Math::max);
    }

    private static Optional<PlannedFilters> cheapest(List<PlannedFilters> plans, Predicate<PlannedFilters> wanted) {
        return plans.stream().filter(wanted).min(CHEAPEST);
    }

    /**
     * {@return the cheapest plan with one filter for the whole table, for an engine that asks it before it searches the
     * index; nothing if no such plan is good enough}
     */
    public Optional<PlannedFilters> wholeTable() {
        return ofBaseLg(FilterBlockBuilder.WHOLE_TABLE);
    }

    /**
     * The cheapest plan with one base lg. LevelDB's own writer supports only 11; every reader takes any.
     *
     * @param baseLg 0 to 63
     * @return nothing if no plan of that base lg is good enough
     */
    public Optional<PlannedFilters> ofBaseLg(int baseLg) {
        return ofBaseLgs.stream().filter(plan -> plan.baseLg() == baseLg).findFirst();
    }
}
