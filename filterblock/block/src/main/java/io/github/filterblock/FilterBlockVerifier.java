// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import io.github.filterblock.bloom.BloomFilterInfo;
import java.nio.ByteBuffer;

/**
 * Finds out what is wrong with a filter block, rule by rule.
 *
 * <p>A block without findings is one that a correct writer can have made. Whether its filters have the keys that they
 * should have is another question, which needs the table: see {@code io.github.filterblock.analysis.TableReport}.
 *
 * <p>All methods are safe for use by any number of threads.
 */
public final class FilterBlockVerifier {
    private final FilterBlockLayout layout;
    private final Findings.Collector findings;

    private FilterBlockVerifier(FilterBlockLayout layout, int limit) {
        this.layout = layout;
        this.findings = new Findings.Collector(limit);
    }

    /**
     * Checks the block itself: its last five bytes, the offset array, order and ranges of the offsets. It applies to
     * every policy.
     *
     * @param block its remaining bytes are the block; borrowed, position and limit stay
     * @param limit how many findings to keep, 0 or more; the others are counted
     * @return the findings in the order of their offsets, empty if all is well; offsets count from the block's start
     */
    public static Findings verify(ByteBuffer block, int limit) {
        FilterBlockVerifier verifier = new FilterBlockVerifier(FilterBlockLayout.of(block), limit);
        verifier.checkLayout();
        return verifier.findings.findings();
    }

    /**
     * Checks the block itself and that each of its filters has the form of a built-in Bloom filter: 9 bytes or more,
     * and 1 to 30 probes.
     *
     * @param block its remaining bytes are the block; borrowed, position and limit stay
     * @param limit how many findings to keep, 0 or more; the others are counted
     * @return the findings, empty if all is well; offsets count from the block's start
     */
    public static Findings verifyBloom(ByteBuffer block, int limit) {
        FilterBlockVerifier verifier = new FilterBlockVerifier(FilterBlockLayout.of(block), limit);
        verifier.checkLayout();
        verifier.checkFilters(block.slice());
        return verifier.findings.findings();
    }

    private void checkLayout() {
        int length = layout.length();
        if (!layout.end().isPresent()) {
            findings.add(
                    Rule.FB_19, 0, () -> "the filter block has " + length + " bytes, fewer than the 5 of an empty one");
            return;
        }
        int arrayLimit = layout.arrayLimit();
        if (layout.arrayOffset() > arrayLimit) {
            findings.add(
                    Rule.FB_20,
                    arrayLimit,
                    () -> "the array offset " + layout.arrayOffset() + " points past its own position, " + arrayLimit);
        } else {
            checkArray(arrayLimit - layout.arrayOffset());
        }
        if (layout.baseLg() > Windows.MAX_BASE_LG) {
            findings.add(Rule.FB_22, length - 1, () -> "base lg is " + layout.baseLg() + ", above 63");
        }
    }

    private void checkArray(long arrayLength) {
        long arrayOffset = layout.arrayOffset();
        if (arrayLength % FilterBlockLayout.OFFSET_LENGTH != 0) {
            findings.add(
                    Rule.FB_21,
                    arrayOffset,
                    () -> "the offset array has " + arrayLength + " bytes, which is not a multiple of 4");
        }
        if (arrayLength == 0 && arrayOffset != 0) {
            findings.add(Rule.FB_11, 0, () -> arrayOffset + " bytes of filters, but no offset points at them");
        }
        long previous = 0;
        for (int i = 0; i < layout.filterCount(); i++) {
            checkOffset(i, arrayOffset + (long) i * FilterBlockLayout.OFFSET_LENGTH, previous);
            previous = layout.filterStart(i);
        }
    }

    private void checkOffset(int filter, long place, long previous) {
        long start = layout.filterStart(filter);
        if (filter == 0 && start != 0) {
            findings.add(Rule.FB_14, place, () -> "the first filter starts at " + start + ", not at 0");
        } else if (start < previous) {
            findings.add(
                    Rule.FB_14,
                    place,
                    () -> "filter " + filter + " starts at " + start + ", before filter " + (filter - 1) + " at "
                            + previous);
        }
        if (start > layout.arrayOffset()) {
            findings.add(
                    Rule.FB_14,
                    place,
                    () -> "filter " + filter + " starts at " + start + ", beyond the array offset "
                            + layout.arrayOffset());
        }
    }

    private void checkFilters(ByteBuffer block) {
        for (int i = 0; i < layout.filterCount(); i++) {
            int length = layout.filterLength(i);
            if (length > 0) {
                int start = (int) layout.filterStart(i);
                int probes = block.get(start + length - 1) & 0xff;
                // The bits are not counted: filters may overlap, and counting would then take forever.
                checkFilter(i, start, BloomFilterInfo.of(length, probes, 0));
            }
        }
    }

    private void checkFilter(int filter, int start, BloomFilterInfo info) {
        if (!info.hasUsualLength()) {
            findings.add(
                    Rule.FB_5,
                    start,
                    () -> "filter " + filter + " has length " + info.length() + "; the smallest filter has 9 bytes");
        }
        if (!info.hasUsualProbes()) {
            findings.add(
                    Rule.FB_9,
                    start + info.length() - 1L,
                    () -> "filter " + filter + " has " + info.probes() + " probes, not 1 to 30: it matches every key");
        }
    }
}
