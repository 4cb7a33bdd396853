// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What filters cost and give: the expected rate of false positives, the measured one, and both size and rate with other
 * parameters for the same table.
 *
 * <p>{@link io.github.filterblock.audit.ExpectedRate} is the model, {@link io.github.filterblock.audit.TableAudit} asks
 * a table's filter about absent keys. An {@link io.github.filterblock.audit.Audit} holds the results, with the length
 * and rate of filters of other parameters; audits made on many machines add up.
 */
@NullMarked
package io.github.filterblock.audit;

import org.jspecify.annotations.NullMarked;
