// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

/**
 * An input with which laws test a subject, and the right result.
 *
 * <p>Cases are immutable, provided that no code changes their arrays. Each has a form in the corpus, see {@link
 * CaseExporter}.
 */
public sealed interface LawCase permits PlanCase, BlockCase, TableCase, FilterLengthCase {}
