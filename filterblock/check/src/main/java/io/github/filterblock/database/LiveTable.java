// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import java.nio.file.Path;

/**
 * A table of a database's present version (DB-6). Immutable.
 *
 * @param file the table's file
 * @param number its file number, unsigned
 * @param size length of the file in bytes
 * @param manifestSize its length according to the MANIFEST; iq80 states 4 bytes more than a table has
 */
public record LiveTable(Path file, long number, long size, long manifestSize) {}
