// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.LengthCase;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.Probe;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An input with which laws test a subject, and the right result.
 *
 * <p>Cases are immutable, provided that no code changes their arrays. Each has a form in the corpus, see {@link
 * CaseExporter}.
 */
sealed interface LawCase {

    /** Returns how large the case is: of those that fail, the smallest is shown. */
    int size();

    /** Returns the same case with one question each; none if it has no questions. */
    default Stream<LawCase> parts() {
        return Stream.empty();
    }

    /**
     * Calls to a builder, and the block that they must give.
     *
     * @param expected the exact filter block
     */
    record Plan(BlockPlan plan, PolicySpec policy, byte[] expected) implements LawCase {
        @Override
        public int size() {
            return plan.toString().length();
        }

        @Override
        public String toString() {
            return Texts.clip(plan + (plan.calls().isEmpty() ? "no calls" : "") + "; " + policy);
        }
    }

    /**
     * Bytes taken for a filter block, and questions with LevelDB's answers.
     *
     * @param block the bytes
     * @param policy the policy of its filters
     */
    record Block(byte[] block, PolicySpec policy, List<Probe> probes) implements LawCase {
        /** Keeps an unmodifiable copy of the questions. */
        public Block {
            probes = List.copyOf(probes);
        }

        /**
         * Whether the answer is right: that of LevelDB, or "may match" where LevelDB denies because of damaged offsets
         * and a safe reader does not (FB-25).
         */
        boolean accepts(Probe probe, boolean answer) {
            return answer == probe.mayMatch()
                    || answer
                            && new ReferenceFilterBlock(block, policy.reference())
                                    .keyMayMatchSafely(probe.blockOffset(), probe.key());
        }

        @Override
        public int size() {
            return block.length;
        }

        @Override
        public Stream<LawCase> parts() {
            return probes.stream().map(probe -> new Block(block, policy, List.of(probe)));
        }

        @Override
        public String toString() {
            return "block " + Texts.hex(block) + "; " + policy + "; " + questions(probes);
        }
    }

    /**
     * A whole table file, and questions to its filter with the original's answers.
     *
     * @param name for messages
     * @param table the bytes of the file
     * @param policy the policy of its filter
     * @param damaged whether the subject may refuse the file, and may answer "may match" where the original denies
     */
    record Table(String name, byte[] table, PolicySpec policy, List<Probe> probes, boolean damaged) implements LawCase {
        /** Keeps an unmodifiable copy of the questions. */
        public Table {
            probes = List.copyOf(probes);
        }

        @Override
        public int size() {
            return table.length;
        }

        @Override
        public Stream<LawCase> parts() {
            return probes.stream().map(probe -> new Table(name, table, policy, List.of(probe), damaged));
        }

        @Override
        public String toString() {
            return name + ", " + table.length + " bytes; " + policy + "; " + questions(probes);
        }
    }

    /** A number of keys whose filter has a known length. */
    record Length(LengthCase lengths) implements LawCase {
        @Override
        public int size() {
            return lengths.toString().length();
        }

        @Override
        public String toString() {
            return lengths.toString();
        }
    }

    private static String questions(List<Probe> probes) {
        return Texts.clip(probes.stream().map(Probe::toString).collect(Collectors.joining("; ")));
    }
}
