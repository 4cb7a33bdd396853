// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What a check found: the first few findings, and how many there are in all. Immutable.
 *
 * <p>A block of a few kilobytes, compressed, can break a rule millions of times; only the first findings are kept.
 *
 * @param first the first findings in the order of the check, with at least the first one for every rule that is broken
 * @param count how many there are in all
 */
public record Findings(List<Finding> first, long count) {
    /** The number of findings that are kept by default. */
    public static final int USUAL_LIMIT = 1_000;

    /** No findings. */
    public static final Findings NONE = new Findings(List.of(), 0);

    /** Copies the list and checks the count. */
    public Findings {
        first = List.copyOf(first);
        if (count < first.size()) {
            throw new IllegalArgumentException(first.size() + " findings are more than " + count);
        }
    }

    /** {@return whether nothing was found} */
    public boolean isEmpty() {
        return count == 0;
    }

    /** Collects findings and forgets those beyond a limit. Not thread-safe. */
    public static final class Collector {
        private final int limit;
        private final List<Finding> first = new ArrayList<>();
        private final Set<Rule> rules = EnumSet.noneOf(Rule.class);
        private long count;

        /**
         * An empty collection.
         *
         * @param limit how many findings to keep, 0 or more; of each rule one more
         */
        public Collector(int limit) {
            if (limit < 0) {
                throw new IllegalArgumentException("the limit is negative: " + limit);
            }
            this.limit = limit;
        }

        /**
         * Adds a finding.
         *
         * @param rule the rule that is broken
         * @param offset where
         * @param message what is wrong there; called only if the finding is kept
         */
        public void add(Rule rule, long offset, Supplier<String> message) {
            if (rules.add(rule) || first.size() < limit) {
                first.add(new Finding(rule, offset, message.get()));
            }
            count++;
        }

        /**
         * Adds the findings of another check.
         *
         * @param others its findings
         */
        public void addAll(Findings others) {
            others.first.forEach(finding -> add(finding.rule(), finding.offset(), finding::message));
            count += others.count - others.first.size();
        }

        /** {@return what was collected so far} */
        public Findings findings() {
            return new Findings(first, count);
        }
    }
}
