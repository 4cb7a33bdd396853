// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a table's filter is worth: which writer's bits it holds, whether every key of the table is in it, and what it
 * answers for any other key.
 *
 * <p>{@link io.github.filterblock.analysis.TableAnalysis} reads a whole table once and keeps what it learned; damaged
 * parts become part of the result, not exceptions. {@link io.github.filterblock.analysis.TableVerifier} lists findings
 * and false negatives in a {@link io.github.filterblock.analysis.VerifyReport}, {@link
 * io.github.filterblock.analysis.TableQuery} answers for keys.
 *
 * <p>The file names neither its hash nor its key domain nor its comparator. All three are determined from the keys of
 * the table itself, and what remains open is answered with "may match".
 */
@NullMarked
package io.github.filterblock.analysis;

import org.jspecify.annotations.NullMarked;
