// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.bloom.FilterDialect;
import java.util.Optional;

/**
 * A filter block that was built for a table. Immutable.
 *
 * @param policyName the policy's name in the file, without {@code "filter."}
 * @param dialect its dialect; the first of several that give the same bytes
 * @param keyFormat which part of a stored key is in the filter
 * @param bitsPerKey the number that was used
 * @param fitting all numbers of bits per key that fit the table's former filter, if they were taken from it
 * @param baseLg base-2 logarithm of the bytes of file that share one filter
 * @param filters number of filters, empty ones included
 * @param size number of bytes of the block, without its trailer
 */
public record FilterInfo(
        String policyName,
        FilterDialect dialect,
        KeyFormat keyFormat,
        int bitsPerKey,
        Optional<FilterSummary.Range> fitting,
        int baseLg,
        int filters,
        long size) {}
