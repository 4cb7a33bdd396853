// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static io.github.filterblock.bloom.BloomBits.MAX_PROBES;
import static io.github.filterblock.bloom.BloomBits.MIN_FILTER_LENGTH;
import static io.github.filterblock.bloom.BloomBits.delta;

import io.github.filterblock.arithmetic.Ranges;

/** The same as {@link BloomBits#mayMatch} for every filter in an array: large filters, and what is not usual. */
final class LargeBits {
    /*
     * One method on purpose, and written out. A program that probes filters of windows and filters of whole tables
     * would otherwise have the code for both wherever it probes. HotSpot does not inline a method whose own compiled
     * code is larger than 2,500 bytes (InlineSmallCode), so every lookup in a cached block would cost a call, and its
     * hash would no longer know the length of the keys: a fourth of its time. HotSpot leaves a method of more than 325
     * bytes of bytecode (FreqInlineSize) where it is, so here the questions to large filters pay for the call, which is
     * little beside their misses of the cache.
     *
     * The first three bytes of a large filter are fetched together, since they may be far from the processor.
     */
    private LargeBits() {}

    static boolean mayMatch(int hash, byte[] filter, int offset, int length) {
        Ranges.check(offset, length, filter.length);
        if (length < MIN_FILTER_LENGTH) {
            return false; // FB-8
        }
        int bytes = length - 1;
        int left = filter[offset + bytes] & 0xff;
        if (left > MAX_PROBES) {
            return true; // FB-9
        }
        int delta = delta(hash);
        int at = hash;
        if (bytes <= Remainders.MAX_BYTES) {
            long multiplier = Remainders.multiplier(bytes);
            for (; left >= 3; left -= 3) {
                int first = filter[offset + Remainders.byteOf(at, bytes, multiplier)] >> (at & 7);
                at += delta;
                int second = filter[offset + Remainders.byteOf(at, bytes, multiplier)] >> (at & 7);
                at += delta;
                int third = filter[offset + Remainders.byteOf(at, bytes, multiplier)] >> (at & 7);
                at += delta;
                if ((first & second & third & 1) == 0) {
                    return false;
                }
            }
            for (; left > 0; left--) {
                if ((filter[offset + Remainders.byteOf(at, bytes, multiplier)] >> (at & 7) & 1) == 0) {
                    return false;
                }
                at += delta;
            }
            return true;
        }
        long bits = (long) bytes << 3;
        long multiplier = Remainders.largeMultiplier(bits);
        for (; left >= 3; left -= 3) {
            int first = filter[offset + (int) (Remainders.large(at, bits, multiplier) >>> 3)] >> (at & 7);
            at += delta;
            int second = filter[offset + (int) (Remainders.large(at, bits, multiplier) >>> 3)] >> (at & 7);
            at += delta;
            int third = filter[offset + (int) (Remainders.large(at, bits, multiplier) >>> 3)] >> (at & 7);
            at += delta;
            if ((first & second & third & 1) == 0) {
                return false;
            }
        }
        for (; left > 0; left--) {
            if ((filter[offset + (int) (Remainders.large(at, bits, multiplier) >>> 3)] >> (at & 7) & 1) == 0) {
                return false;
            }
            at += delta;
        }
        return true;
    }

    /**
     * Whether six bits are set in a filter of up to {@link Remainders#MAX_LARGE_BYTES} bytes whose multiplier is known.
     */
    static boolean sixSet(int hash, byte[] filter, int offset, int bytes, long multiplier) {
        int delta = delta(hash);
        int at = hash;
        int first = filter[offset + Remainders.largeByteOf(at, bytes, multiplier)] >> (at & 7);
        at += delta;
        int second = filter[offset + Remainders.largeByteOf(at, bytes, multiplier)] >> (at & 7);
        at += delta;
        int third = filter[offset + Remainders.largeByteOf(at, bytes, multiplier)] >> (at & 7);
        at += delta;
        if ((first & second & third & 1) == 0) {
            return false;
        }
        int fourth = filter[offset + Remainders.largeByteOf(at, bytes, multiplier)] >> (at & 7);
        at += delta;
        int fifth = filter[offset + Remainders.largeByteOf(at, bytes, multiplier)] >> (at & 7);
        at += delta;
        int sixth = filter[offset + Remainders.largeByteOf(at, bytes, multiplier)] >> (at & 7);
        return (fourth & fifth & sixth & 1) != 0;
    }
}
