// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.bloom.FilterDialect;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The result of rebuilding a table. Immutable.
 *
 * @param file the table's name
 * @param keys number of keys in its data blocks, all versions and deletions included
 * @param dataBlocks number of its data blocks
 * @param oldPolicyName the policy name of the filter that it had; empty if it had none
 * @param oldFilterSize number of stored bytes of that filter, without its trailer
 * @param filter the filter that it has now; empty if it has none
 * @param oldSize size of the table's file in bytes
 * @param newSize size of the new file in bytes
 * @param identical whether the new file is byte for byte the table's
 */
public record RebuildReport(
        String file,
        long keys,
        int dataBlocks,
        Optional<String> oldPolicyName,
        OptionalLong oldFilterSize,
        Optional<FilterInfo> filter,
        long oldSize,
        long newSize,
        boolean identical) {

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
}
