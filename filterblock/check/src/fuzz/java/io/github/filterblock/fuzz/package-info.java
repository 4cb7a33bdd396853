// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Targets for a fuzzer that is guided by coverage, Jazzer.
 *
 * <p>{@code JAZZER_FUZZ=1 mvn -Pfuzz test} runs each for ten minutes, one after the other, {@code -Dtest=TableFuzzTest}
 * one of them. Without {@code JAZZER_FUZZ} the inputs in {@code src/fuzz/resources} are replayed; an input that made a
 * target fail belongs there.
 */
@NullMarked
package io.github.filterblock.fuzz;

import org.jspecify.annotations.NullMarked;
