// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import io.github.filterblock.bloom.BloomFilterInfo;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Says what is wrong with a filter block, rule by rule.
 *
 * <p>A block without findings is one that a correct writer can have made. Whether its filters know the keys they should
 * is another question, which needs the table: see {@code io.github.filterblock.analysis.TableVerifier}.
 *
 * <p>All methods are safe for use by any number of threads.
 */
public final class FilterBlockVerifier {
    private FilterBlockVerifier() {}

    /**
     * Checks the block itself: tail, offset array, order and ranges of the offsets. Holds for every policy.
     *
     * @param block its readable bytes are the block; borrowed, indexes stay
     * @return the findings in the order of their offsets, none if all is well; offsets count from the block's start
     */
    public static List<Finding> verify(ByteBuf block) {
        return verify(block.nioBuffer());
    }

    /**
     * Checks the block itself, as {@link #verify(ByteBuf)} does.
     *
     * @param block its remaining bytes are the block; borrowed, position and limit stay
     * @return the findings in the order of their offsets, none if all is well; offsets count from the block's start
     */
    public static List<Finding> verify(ByteBuffer block) {
        return verifyLayout(littleEndian(block));
    }

    /**
     * Checks the block itself and that each of its filters has the form of a built-in Bloom filter: 9 bytes or more,
     * and 1 to 30 probes.
     *
     * @param block its readable bytes are the block; borrowed, indexes stay
     * @return the findings, none if all is well; offsets count from the block's start
     */
    public static List<Finding> verifyBloom(ByteBuf block) {
        return verifyBloom(block.nioBuffer());
    }

    /**
     * Checks the block and the form of its filters, as {@link #verifyBloom(ByteBuf)} does.
     *
     * @param block its remaining bytes are the block; borrowed, position and limit stay
     * @return the findings, none if all is well; offsets count from the block's start
     */
    public static List<Finding> verifyBloom(ByteBuffer block) {
        ByteBuffer bytes = littleEndian(block);
        List<Finding> findings = new ArrayList<>(verifyLayout(bytes));
        int length = bytes.limit();
        if (FilterBlockFormat.hasTail(length)) {
            long arrayOffset = FilterBlockFormat.arrayOffset(bytes, length);
            int count = FilterBlockFormat.filterCount(arrayOffset, length);
            for (int i = 0; i < count; i++) {
                bloomFindings(bytes, i, offset(bytes, arrayOffset, i), offset(bytes, arrayOffset, i + 1), findings);
            }
        }
        return findings;
    }

    private static ByteBuffer littleEndian(ByteBuffer block) {
        return block.slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    private static List<Finding> verifyLayout(ByteBuffer block) {
        int length = block.limit();
        if (!FilterBlockFormat.hasTail(length)) {
            return List.of(new Finding(
                    "FB-19", 0, "the filter block has " + length + " bytes, fewer than the 5 of an empty one"));
        }
        List<Finding> findings = new ArrayList<>();
        long arrayOffset = FilterBlockFormat.arrayOffset(block, length);
        int tail = length - FilterBlockFormat.TAIL_LENGTH;
        if (arrayOffset > tail) {
            findings.add(new Finding(
                    "FB-20", tail, "the array offset " + arrayOffset + " lies beyond its own place at " + tail));
        } else {
            offsetFindings(block, arrayOffset, tail, findings);
        }
        int baseLg = FilterBlockFormat.baseLg(block, length);
        if (baseLg > FilterBlockFormat.MAX_BASE_LG) {
            findings.add(new Finding("FB-22", length - 1, "base lg is " + baseLg + ", above 63"));
        }
        return findings;
    }

    private static void offsetFindings(ByteBuffer block, long arrayOffset, int tail, List<Finding> findings) {
        int count = FilterBlockFormat.filterCount(arrayOffset, block.limit());
        long remainder = (tail - arrayOffset) % FilterBlockFormat.OFFSET_LENGTH;
        if (remainder != 0) {
            findings.add(new Finding(
                    "FB-21", arrayOffset, "the offset array has " + (tail - arrayOffset) + " bytes, no multiple of 4"));
        }
        long expected = 0;
        for (int i = 0; i < count; i++) {
            long place = arrayOffset + (long) i * FilterBlockFormat.OFFSET_LENGTH;
            long start = offset(block, arrayOffset, i);
            if (i == 0 && start != 0) {
                findings.add(new Finding("FB-14", place, "the first filter starts at " + start + ", not at 0"));
            } else if (start < expected) {
                findings.add(new Finding(
                        "FB-14",
                        place,
                        "filter " + i + " starts at " + start + ", before filter " + (i - 1) + " at " + expected));
            }
            if (start > arrayOffset) {
                findings.add(new Finding(
                        "FB-14",
                        place,
                        "filter " + i + " starts at " + start + ", beyond the array offset " + arrayOffset));
            }
            expected = start;
        }
        if (count == 0 && arrayOffset != 0 && remainder == 0) {
            findings.add(new Finding("FB-11", 0, arrayOffset + " bytes of filters, but no offset points at them"));
        }
    }

    private static void bloomFindings(ByteBuffer block, int filter, long start, long limit, List<Finding> findings) {
        long arrayOffset = FilterBlockFormat.arrayOffset(block, block.limit());
        if (start >= limit || limit > arrayOffset) {
            return;
        }
        BloomFilterInfo info = BloomFilterInfo.of(block, (int) start, (int) (limit - start));
        if (!info.hasUsualLength()) {
            findings.add(new Finding(
                    "FB-5",
                    start,
                    "filter " + filter + " is of length " + info.length() + ", below the 9 bytes of the smallest"));
        }
        if (!info.hasUsualProbes()) {
            findings.add(new Finding(
                    "FB-9",
                    limit - 1,
                    "filter " + filter + " has " + info.probes() + " probes, not 1 to 30: it matches every key"));
        }
    }

    private static long offset(ByteBuffer block, long arrayOffset, int entry) {
        return Integer.toUnsignedLong(block.getInt((int) arrayOffset + entry * FilterBlockFormat.OFFSET_LENGTH));
    }
}
