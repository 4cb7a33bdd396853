// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

/**
 * {@code filterblock.verify.merged/1}: results of {@code verify}, added up.
 *
 * @param results how many there are
 * @param keys keys that were checked
 * @param falseNegatives how many of them their filter denies
 * @param blocks data blocks
 * @param findingsTotal how many deviations from FORMAT.md there are
 */
record MergedVerifications(String schema, long results, long keys, long falseNegatives, long blocks, long findingsTotal)
        implements TableLines.Totals {
    static final MergedVerifications NONE = new MergedVerifications(0, 0, 0, 0, 0);

    MergedVerifications(long results, long keys, long falseNegatives, long blocks, long findingsTotal) {
        this("filterblock.verify.merged/1", results, keys, falseNegatives, blocks, findingsTotal);
    }

    /** The sum of one result. */
    static MergedVerifications of(VerifyDocument one) {
        return new MergedVerifications(1, one.keys(), one.falseNegatives(), one.blocks(), one.findingsTotal());
    }

    @Override
    public MergedVerifications plus(TableLines.Totals added) {
        MergedVerifications other = (MergedVerifications) added;
        return new MergedVerifications(
                Math.addExact(results, other.results),
                Math.addExact(keys, other.keys),
                Math.addExact(falseNegatives, other.falseNegatives),
                Math.addExact(blocks, other.blocks),
                Math.addExact(findingsTotal, other.findingsTotal));
    }

    @Override
    public String line() {
        return Json.line(this);
    }
}
