// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableStatus;
import java.util.Map;

/**
 * Results of {@code verify}, added up.
 *
 * @param keys keys that were checked
 * @param asked how many of them could be asked of a filter
 * @param falseNegatives how many of them their filter denies
 * @param blocks data blocks
 * @param findingsTotal how many deviations from FORMAT.md there are
 * @param obsolete how many tables the MANIFEST beside them does not name
 */
record VerifySum(
        Map<TableStatus, Long> statuses,
        long keys,
        long asked,
        long falseNegatives,
        long blocks,
        long findingsTotal,
        long obsolete)
        implements TableSum {
    static final VerifySum NONE = new VerifySum(Map.of(), 0, 0, 0, 0, 0, 0);

    /**
     * {@code filterblock.verify.sum/1}, the last line.
     *
     * @param files how many files
     * @param statuses how many of them have which status
     * @param keys entries of data blocks that were checked, all versions counted
     * @param asked how many of them could be asked of a filter
     * @param falseNegatives how many of them their filter denies
     * @param blocks data blocks, damaged ones included
     * @param findingsTotal how many findings the files have
     * @param obsolete how many tables the MANIFEST beside them does not name
     */
    private record Line(
            String schema,
            long files,
            Map<String, Long> statuses,
            long keys,
            long asked,
            long falseNegatives,
            long blocks,
            long findingsTotal,
            long obsolete) {}

    /** The sum of one result. */
    static VerifySum of(VerifyDocument one) {
        return new VerifySum(
                TableSum.status(one),
                one.keys(),
                one.asked() ? one.keys() : 0,
                one.falseNegatives(),
                one.blocks(),
                one.findingsTotal(),
                Boolean.TRUE.equals(one.obsolete()) ? 1 : 0);
    }

    /** The sum of one file that could not be verified. */
    static VerifySum of(FailureDocument one) {
        return new VerifySum(
                TableSum.status(one), 0, 0, 0, 0, one.findings().size(), Boolean.TRUE.equals(one.obsolete()) ? 1 : 0);
    }

    @Override
    public VerifySum plus(TableSum added) {
        VerifySum other = (VerifySum) added;
        return new VerifySum(
                TableSum.statuses(this, other),
                Math.addExact(keys, other.keys),
                Math.addExact(asked, other.asked),
                Math.addExact(falseNegatives, other.falseNegatives),
                Math.addExact(blocks, other.blocks),
                Math.addExact(findingsTotal, other.findingsTotal),
                Math.addExact(obsolete, other.obsolete));
    }

    @Override
    public String line() {
        return Json.line(new Line(
                "filterblock.verify.sum/1",
                results(),
                statusWords(),
                keys,
                asked,
                falseNegatives,
                blocks,
                findingsTotal,
                obsolete));
    }
}
