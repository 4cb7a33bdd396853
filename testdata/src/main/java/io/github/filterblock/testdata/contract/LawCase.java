// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

/**
 * An input that laws are put to a subject with, and what comes out where all is well.
 *
 * <p>Cases are immutable, provided that no code changes their arrays. Each has a form in the corpus, see {@link
 * CaseExporter}.
 */
public sealed interface LawCase permits PlanCase, BlockCase, TableCase, FilterLengthCase {}
