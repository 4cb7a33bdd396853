// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A line of the table, or a few of them.
 *
 * @param peers names of the peers that do it too, if they can
 */
record Operation(String name, List<String> peers, List<Variant> variants) {

    /**
     * One form of an operation.
     *
     * @param reference another of our operations, with which it is compared
     * @param goals for each peer the ratio to reach; with {@link Ratio#FACTOR} the one not to pass
     */
    record Variant(String name, Shape shape, Optional<Shape> reference, Ratio ratio, Map<String, Double> goals) {
        Variant(String name, Shape shape, Map<String, Double> goals) {
            this(name, shape, Optional.empty(), Ratio.SPEED, goals);
        }

        static Variant against(Shape reference, Ratio ratio, String name, Shape shape, double goal) {
            return new Variant(name, shape, Optional.of(reference), ratio, Map.of(Side.OURS, goal));
        }
    }

    /** What is divided by what. */
    enum Ratio {
        /** Their time over ours: more is better. */
        SPEED,
        /** Ours over the reference's: less is better. */
        FACTOR
    }
}
