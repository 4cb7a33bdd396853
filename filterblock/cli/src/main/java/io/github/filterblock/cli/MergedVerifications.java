// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.gson.JsonParseException;
import java.io.IOException;
import java.util.Iterator;

/**
 * {@code filterblock.verify.merged/1}: results of {@code verify} that were read back and added up.
 *
 * @param results how many there are
 * @param keys keys that were checked
 * @param falseNegatives how many of them their filter denies
 * @param blocks data blocks
 * @param findingsTotal how many deviations from FORMAT.md there are
 */
record MergedVerifications(
        String schema, long results, long keys, long falseNegatives, long blocks, long findingsTotal) {
    private static final String SCHEMA = "filterblock.verify.merged/1";
    private static final MergedVerifications NONE = new MergedVerifications(SCHEMA, 0, 0, 0, 0, 0);

    /** The members that are read from a line about one table. */
    private record Line(long keys, long falseNegatives, long blocks, long findingsTotal) {}

    /** Adds up lines of {@code verify --json}, and sums of such. */
    static MergedVerifications ofLines(Iterator<String> lines) throws IOException {
        MergedVerifications sum = NONE;
        try {
            while (lines.hasNext()) {
                sum = sum.plus(read(lines.next()));
            }
        } catch (JsonParseException e) {
            throw new IOException(Json.reason(e, "no result of verify"), e);
        } catch (ArithmeticException e) {
            throw new IOException("the results add up to more than 64 bits hold", e);
        }
        return sum;
    }

    private static MergedVerifications read(String line) {
        if (line.startsWith("{\"schema\":\"" + SCHEMA + "\"")) {
            return Json.read(line, SCHEMA, MergedVerifications.class);
        }
        Line one = Json.read(line, VerifyDocument.SCHEMA, Line.class);
        return new MergedVerifications(SCHEMA, 1, one.keys, one.falseNegatives, one.blocks, one.findingsTotal);
    }

    private MergedVerifications plus(MergedVerifications other) {
        return new MergedVerifications(
                SCHEMA,
                Math.addExact(results, other.results),
                Math.addExact(keys, other.keys),
                Math.addExact(falseNegatives, other.falseNegatives),
                Math.addExact(blocks, other.blocks),
                Math.addExact(findingsTotal, other.findingsTotal));
    }
}
