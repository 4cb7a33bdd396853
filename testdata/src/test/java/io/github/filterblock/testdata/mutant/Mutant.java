// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.mutant;

import io.github.filterblock.testdata.contract.FilterBlockSubject;

/**
 * A wrong subject with a bug that a real project shipped.
 *
 * @param id the bug's number, {@code M01} to {@code M32}; a bug with two sides has two mutants
 * @param bug the bug, and the project that had it
 * @param killer one of the laws that must find it
 * @param subject the subject
 */
record Mutant(String id, String bug, String killer, FilterBlockSubject subject) {
    @Override
    public String toString() {
        return id + " " + bug;
    }
}
