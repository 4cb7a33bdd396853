// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

/**
 * How large the filter of a table is, and what it should give. Immutable.
 *
 * @param filters number of filters: of windows or partitions, or 1 for a full filter
 * @param emptyFilters number of those to which nothing was added
 * @param filterBytes bytes of all filters, without the trailers of blocks
 * @param overheadBytes bytes of what leads to the filters: offsets or an index
 * @param expectedMatches how many absent keys are expected to match, if as many are looked up as the table has entries,
 *     spread as these are; 0 to the number of entries
 */
public record FilterSummary(
        long filters, long emptyFilters, long filterBytes, long overheadBytes, double expectedMatches) {}
