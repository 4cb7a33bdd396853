// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What filters cost and give: the expected rate of false positives, the measured one, and both size and rate with other
 * parameters for the same table.
 *
 * <p>{@link io.github.filterblock.audit.Audit#of} asks a table's filter about absent keys; audits made on many machines
 * add up. {@link io.github.filterblock.audit.ExpectedRate} is the closed form that stands beside each measured rate,
 * and a {@link io.github.filterblock.audit.Recommendation} chooses among the estimates.
 */
@NullMarked
package io.github.filterblock.audit;

import org.jspecify.annotations.NullMarked;
