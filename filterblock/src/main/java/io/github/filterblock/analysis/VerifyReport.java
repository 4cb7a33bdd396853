// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Finding;
import java.util.List;

/**
 * What verifying a table came to. Immutable.
 *
 * @param analysis what was found on the way
 * @param falseNegatives how many keys of the table the filter denies
 * @param findings everything that is not as FORMAT.md says, in the order of the checks; of false negatives the first
 *     {@value TableVerifier#MAX_LISTED_FALSE_NEGATIVES}
 */
public record VerifyReport(TableAnalysis analysis, long falseNegatives, List<Finding> findings) {

    /**
     * The outcome.
     *
     * @return {@link TableStatus#OK} only if nothing at all was found
     */
    public TableStatus status() {
        TableStatus status = analysis.status();
        return status == TableStatus.CORRUPT || findings.isEmpty() ? status : TableStatus.FINDINGS;
    }

    /**
     * The number of keys that were held against the filter.
     *
     * @return all entries of all data blocks that could be read, every version counted
     */
    public long keys() {
        return analysis.entries();
    }

    /**
     * The number of data blocks.
     *
     * @return damaged ones included
     */
    public int blocks() {
        return analysis.dataBlocks().size();
    }
}
