// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.Probe;
import io.github.filterblock.testdata.ReaderCase;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Bytes taken for a filter block, questions to it, and the answers.
 *
 * @param block the bytes
 * @param policy the policy of its filters
 * @param probes questions with LevelDB's answers
 */
public record BlockCase(byte[] block, PolicySpec policy, List<Probe> probes) implements LawCase {

    /** Keeps an unmodifiable copy of the questions. */
    public BlockCase {
        probes = List.copyOf(probes);
    }

    /** Returns the recorded case. */
    static BlockCase of(ReaderCase recorded, PolicySpec policy) {
        return new BlockCase(
                recorded.block(), policy, recorded.shiftUndefined() ? allMatch(recorded.probes()) : recorded.probes());
    }

    /**
     * LevelDB's answers are those of one processor where the base lg is above 63; only "may match" is right (FB-22).
     */
    private static List<Probe> allMatch(List<Probe> probes) {
        return probes.stream()
                .map(probe -> new Probe(probe.blockOffset(), probe.key(), true, probe.kind()))
                .toList();
    }

    /**
     * Whether the answer is right: that of LevelDB, or "may match" where LevelDB denies because of damaged offsets and
     * a safe reader does not (FB-25).
     */
    boolean accepts(Probe probe, boolean answer) {
        return answer == probe.mayMatch()
                || answer
                        && new ReferenceFilterBlock(block, policy.reference())
                                .keyMayMatchSafely(probe.blockOffset(), probe.key());
    }

    @Override
    public String toString() {
        return Texts.clip("block " + HexFormat.of().formatHex(block) + "; " + policy + "; "
                + probes.stream().map(Probe::toString).collect(Collectors.joining("; ")));
    }
}
