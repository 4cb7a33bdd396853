// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static io.github.filterblock.bloom.BloomBits.MAX_PROBES;
import static io.github.filterblock.bloom.BloomBits.MIN_FILTER_LENGTH;
import static io.github.filterblock.bloom.BloomBits.SIX;
import static io.github.filterblock.bloom.BloomBits.delta;

import java.nio.ByteBuffer;
import java.util.Objects;

/** The same as {@link BloomBits#mayMatch}, step by step, for filters that lie in a buffer. */
final class BufferBits {
    private BufferBits() {}

    static boolean mayMatch(int hash, ByteBuffer filter, int index, int length) {
        int bytes = length - 1;
        if (index >= 0 && bytes > 0 && bytes < Remainders.TABLE_SIZE) {
            int probes = filter.get(index + bytes) & 0xff;
            if (probes >= SIX && probes <= MAX_PROBES) {
                long multiplier = Remainders.multiplier(bytes);
                return sixSet(hash, filter, index, bytes, multiplier)
                        && (probes == SIX
                                || allSet(
                                        hash + SIX * delta(hash),
                                        hash,
                                        probes - SIX,
                                        filter,
                                        index,
                                        bytes,
                                        multiplier));
            }
        }
        return mayMatchUnusual(hash, filter, index, length);
    }

    private static boolean mayMatchUnusual(int hash, ByteBuffer filter, int index, int length) {
        Objects.checkFromIndexSize(index, length, filter.limit());
        if (length < MIN_FILTER_LENGTH) {
            return false; // FB-8
        }
        int bytes = length - 1;
        int probes = filter.get(index + bytes) & 0xff;
        if (probes > MAX_PROBES) {
            return true; // FB-9
        }
        return bytes <= Remainders.MAX_BYTES
                ? allSet(hash, hash, probes, filter, index, bytes, Remainders.multiplier(bytes))
                : allSetOfLarge(hash, probes, filter, index, bytes);
    }

    private static boolean sixSet(int hash, ByteBuffer filter, int index, int bytes, long multiplier) {
        int delta = delta(hash);
        int at = hash;
        int bits = fromBit(at, filter, index, bytes, multiplier);
        at += delta;
        bits &= fromBit(at, filter, index, bytes, multiplier);
        at += delta;
        bits &= fromBit(at, filter, index, bytes, multiplier);
        at += delta;
        if ((bits & 1) == 0) {
            return false;
        }
        bits = fromBit(at, filter, index, bytes, multiplier);
        at += delta;
        bits &= fromBit(at, filter, index, bytes, multiplier);
        at += delta;
        bits &= fromBit(at, filter, index, bytes, multiplier);
        return (bits & 1) != 0;
    }

    /** Whether the bits of the next probes of a hash are set, {@code first} being where the first of them is. */
    private static boolean allSet(
            int first, int hash, int probes, ByteBuffer filter, int index, int bytes, long multiplier) {
        int delta = delta(hash);
        int at = first;
        for (int left = probes; left > 0; left--) {
            if ((fromBit(at, filter, index, bytes, multiplier) & 1) == 0) {
                return false;
            }
            at += delta;
        }
        return true;
    }

    /** The byte that a hash points into, shifted so that the bit it means is the lowest. */
    private static int fromBit(int hash, ByteBuffer filter, int index, int bytes, long multiplier) {
        return filter.get(index + Remainders.byteOf(hash, bytes, multiplier)) >> (hash & 7);
    }

    private static boolean allSetOfLarge(int hash, int probes, ByteBuffer filter, int index, int bytes) {
        long bits = (long) bytes << 3;
        long multiplier = Remainders.largeMultiplier(bits);
        int delta = delta(hash);
        int at = hash;
        for (int left = probes; left > 0; left--) {
            int byteIndex = (int) (Remainders.large(at, bits, multiplier) >>> 3);
            if ((filter.get(index + byteIndex) >> (at & 7) & 1) == 0) {
                return false;
            }
            at += delta;
        }
        return true;
    }
}
