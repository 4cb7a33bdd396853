// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a test wants to know about a plan. */
record PlanTraits(BlockPlan plan) {

    private List<Long> offsets() {
        return plan.blockOffsets();
    }

    private List<Long> windows() {
        return offsets().stream().map(offset -> offset >>> plan.baseLg()).toList();
    }

    boolean hasKeysBeforeTheFirstBlock() {
        return !plan.calls().isEmpty() && plan.calls().get(0) instanceof BuilderCall.AddKey;
    }

    boolean endsWithoutKeys() {
        return !plan.calls().isEmpty() && plan.calls().get(plan.calls().size() - 1) instanceof BuilderCall.StartBlock;
    }

    /** Whether a block begins at this distance from the first byte of a window other than the first. */
    boolean hasBlockAt(int distance) {
        long mask = (1L << plan.baseLg()) - 1;
        return plan.baseLg() > 1
                && offsets().stream().anyMatch(offset -> offset > 2 && (offset - distance & mask) == 0);
    }

    long mostBlocksInAWindow() {
        return windows().stream()
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
                .values()
                .stream()
                .max(Long::compare)
                .orElse(0L);
    }

    boolean stepsBack() {
        for (int i = 1; i < offsets().size(); i++) {
            if (offsets().get(i) < offsets().get(i - 1)) {
                return true;
            }
        }
        return false;
    }

    long longestGap() {
        long longest = 0;
        for (int i = 1; i < windows().size(); i++) {
            longest = Math.max(longest, windows().get(i) - windows().get(i - 1));
        }
        return longest;
    }

    long lastOffset() {
        return offsets().isEmpty() ? 0 : offsets().get(offsets().size() - 1);
    }
}
