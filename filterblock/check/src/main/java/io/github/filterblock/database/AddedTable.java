// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.database.VersionEdit.Bounds;
import io.github.filterblock.database.VersionEdit.Origin;

/**
 * A table of the present version.
 *
 * @param number its number, unsigned
 * @param level 0 or more
 * @param family the id of its column family
 * @param size its length in bytes, unsigned
 * @param bounds what is said of its keys
 * @param origin where it comes from
 * @param recordOffset offset in the MANIFEST of the edit that added it
 */
record AddedTable(long number, int level, int family, long size, Bounds bounds, Origin origin, long recordOffset) {}
