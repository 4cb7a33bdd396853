// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

/**
 * A table of the present version.
 *
 * @param number its file number, unsigned
 * @param size its length in bytes, unsigned
 * @param recordOffset offset in the MANIFEST of the edit that added it
 */
record AddedTable(long number, long size, long recordOffset) {}
