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

    Operation(String name, List<String> peers, Variant... variants) {
        this(name, peers, List.of(variants));
    }

    /**
     * One form of an operation.
     *
     * @param reference another of our operations, with which it is compared
     * @param lessIsBetter whether ratios are our time over the reference's; otherwise they are theirs over ours
     * @param goals for each peer the ratio to reach, or not to pass if less is better
     */
    record Variant(
            String name, Shape shape, Optional<Shape> reference, boolean lessIsBetter, Map<String, Double> goals) {
        Variant(String name, Shape shape, Map<String, Double> goals) {
            this(name, shape, Optional.empty(), false, goals);
        }

        /** The reference is a peer with our name. */
        Variant(String name, Shape shape, Shape reference, boolean lessIsBetter, double goal) {
            this(name, shape, Optional.of(reference), lessIsBetter, Map.of(Side.OURS, goal));
        }
    }
}
