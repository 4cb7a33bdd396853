// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What filters cost and give: the expected rate of false positives, the measured one, and both size and rate with other
 * parameters for the same table.
 *
 * <p>{@link io.github.filterblock.audit.Audit#of} asks a table's filter about absent keys; audits made on many machines
 * add up. The expected rate of LevelDB's filters is a closed form. A {@link
 * io.github.filterblock.audit.Recommendation} chooses among the estimates.
 */
@NullMarked
package io.github.filterblock.audit;

import org.jspecify.annotations.NullMarked;
