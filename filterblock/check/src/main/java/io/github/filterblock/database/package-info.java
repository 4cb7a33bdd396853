// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The database around the tables, read and never changed (rules DB-<i>n</i>). {@link
 * io.github.filterblock.database.Database} locks a directory, reads CURRENT and the MANIFEST, and lists the live
 * tables. A directory that is not a database, or a damaged one, is a {@link
 * io.github.filterblock.database.CorruptDatabaseException}; one that another program has open is a {@link
 * io.github.filterblock.database.DatabaseInUseException}.
 */
@NullMarked
package io.github.filterblock.database;

import org.jspecify.annotations.NullMarked;
