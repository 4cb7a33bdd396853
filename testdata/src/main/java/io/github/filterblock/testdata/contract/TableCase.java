// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.Probe;
import java.util.List;

/**
 * A whole table file, questions to its filter, and the answers.
 *
 * @param name for messages
 * @param table the bytes of the file
 * @param policy the policy of its filter
 * @param probes questions with the original's answers
 * @param damaged whether the subject may refuse the file, and may answer "may match" where the original denies
 */
public record TableCase(String name, byte[] table, PolicySpec policy, List<Probe> probes, boolean damaged)
        implements LawCase {

    /** Keeps an unmodifiable copy of the questions. */
    public TableCase {
        probes = List.copyOf(probes);
    }

    @Override
    public String toString() {
        return name + ", " + table.length + " bytes; " + policy + "; " + probes.size() + " questions";
    }
}
