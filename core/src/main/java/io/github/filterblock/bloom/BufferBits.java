// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static io.github.filterblock.bloom.BloomBits.MAX_PROBES;
import static io.github.filterblock.bloom.BloomBits.MIN_FILTER_LENGTH;
import static io.github.filterblock.bloom.BloomBits.SIX;
import static io.github.filterblock.bloom.BloomBits.delta;

import io.github.filterblock.arithmetic.Ranges;
import java.nio.ByteBuffer;

/** The same as {@link BloomBits#mayMatch} for filters that lie in a buffer. */
final class BufferBits {
    private BufferBits() {}

    static boolean mayMatch(int hash, ByteBuffer filter, int index, int length) {
        int lessOne = length - 2;
        if (lessOne >= 0
                && lessOne < Remainders.TABLE_SIZE - 1
                && index >= 0
                && index <= Remainders.MAX_OFFSET
                && filter.get(index + lessOne + 1) == SIX) {
            return sixSet(hash, filter, Remainders.indexBase(index), lessOne + 1, Remainders.indexMultiplier(lessOne));
        }
        return unusualMayMatch(hash, filter, index, length);
    }

    private static boolean sixSet(int hash, ByteBuffer filter, long base, int bytes, long multiplier) {
        int delta = delta(hash);
        int at = hash;
        int bits = fromBit(at, filter, base, bytes, multiplier);
        at += delta;
        bits &= fromBit(at, filter, base, bytes, multiplier);
        at += delta;
        bits &= fromBit(at, filter, base, bytes, multiplier);
        at += delta;
        if ((bits & 1) == 0) {
            return false;
        }
        bits = fromBit(at, filter, base, bytes, multiplier);
        at += delta;
        bits &= fromBit(at, filter, base, bytes, multiplier);
        at += delta;
        bits &= fromBit(at, filter, base, bytes, multiplier);
        return (bits & 1) != 0;
    }

    private static int fromBit(int hash, ByteBuffer filter, long base, int bytes, long multiplier) {
        return filter.get(Remainders.indexOf(hash, bytes, multiplier, base)) >> (hash & 7);
    }

    private static boolean unusualMayMatch(int hash, ByteBuffer filter, int index, int length) {
        Ranges.check(index, length, filter.limit());
        if (length < MIN_FILTER_LENGTH) {
            return false; // FB-8
        }
        int bytes = length - 1;
        int probes = filter.get(index + bytes) & 0xff;
        if (probes > MAX_PROBES) {
            return true; // FB-9
        }
        boolean isLarge = bytes > Remainders.MAX_BYTES;
        long bits = (long) bytes << 3;
        long multiplier = isLarge ? Remainders.largeMultiplier(bits) : Remainders.multiplier(bytes);
        int delta = delta(hash);
        int at = hash;
        for (int left = probes; left > 0; left--) {
            int inFilter = isLarge
                    ? (int) (Remainders.large(at, bits, multiplier) >>> 3)
                    : Remainders.byteOf(at, bytes, multiplier);
            if ((filter.get(index + inFilter) >> (at & 7) & 1) == 0) {
                return false;
            }
            at += delta;
        }
        return true;
    }
}
