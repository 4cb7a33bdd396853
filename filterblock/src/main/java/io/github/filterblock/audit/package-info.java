// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What filters do and cost: the expected rate of false positives, the measured one, and what other parameters would give
 * for the same table.
 *
 * <p>{@link io.github.filterblock.audit.ExpectedRate} is the model.
 */
@NullMarked
package io.github.filterblock.audit;

import org.jspecify.annotations.NullMarked;
