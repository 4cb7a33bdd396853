// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a table's filter is worth: which writer's bits it holds, whether it has every key of the table, and what it
 * answers for any other key.
 *
 * <p>To read tables of other programs, six types are enough: {@link io.github.filterblock.table.TableFile}, and in this
 * package {@code TableReport}, {@code FilterIdentification}, {@code FilterHints} for what the caller knows beforehand,
 * and {@code TableVerification} with its {@link io.github.filterblock.Finding}s.
 *
 * <p>{@link io.github.filterblock.analysis.TableReport} reads a whole table once and keeps what it learned; damaged
 * parts become part of the result, not exceptions. {@link io.github.filterblock.analysis.TableQuery} answers for keys.
 *
 * <p>A file names neither its hash nor its key format nor its comparator. The keys of the table determine all three; if
 * they remain open, the answer is "may match".
 */
@NullMarked
package io.github.filterblock.analysis;

import org.jspecify.annotations.NullMarked;
