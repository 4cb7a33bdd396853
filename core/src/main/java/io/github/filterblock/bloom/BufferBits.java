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
    /*
     * One method on purpose, and written out. A reader asks arrays or buffers, and a compiler that has seen it do both
     * puts the code for both where it is asked, unless that becomes too large; then it puts none there, and each
     * question costs a call, which is a fourth of a lookup in the cache. HotSpot leaves a method of more than 325 bytes
     * of bytecode (FreqInlineSize) where it is. So questions to buffers pay for a call, and those to arrays, the usual
     * ones, do not.
     */
    private BufferBits() {}

    static boolean mayMatch(int hash, ByteBuffer filter, int index, int length) {
        Objects.checkFromIndexSize(index, length, filter.limit());
        if (length < MIN_FILTER_LENGTH) {
            return false; // FB-8
        }
        int bytes = length - 1;
        int probes = filter.get(index + bytes) & 0xff;
        if (probes > MAX_PROBES) {
            return true; // FB-9
        }
        int delta = delta(hash);
        int at = hash;
        int left = probes;
        if (bytes > Remainders.MAX_BYTES) {
            long bits = (long) bytes << 3;
            long multiplier = Remainders.largeMultiplier(bits);
            for (; left > 0; left--) {
                int byteIndex = (int) (Remainders.large(at, bits, multiplier) >>> 3);
                if ((filter.get(index + byteIndex) >> (at & 7) & 1) == 0) {
                    return false;
                }
                at += delta;
            }
            return true;
        }
        long multiplier = Remainders.multiplier(bytes);
        if (left >= SIX) {
            int first = filter.get(index + Remainders.byteOf(at, bytes, multiplier)) >> (at & 7);
            at += delta;
            int second = filter.get(index + Remainders.byteOf(at, bytes, multiplier)) >> (at & 7);
            at += delta;
            int third = filter.get(index + Remainders.byteOf(at, bytes, multiplier)) >> (at & 7);
            at += delta;
            if ((first & second & third & 1) == 0) {
                return false;
            }
            int fourth = filter.get(index + Remainders.byteOf(at, bytes, multiplier)) >> (at & 7);
            at += delta;
            int fifth = filter.get(index + Remainders.byteOf(at, bytes, multiplier)) >> (at & 7);
            at += delta;
            int sixth = filter.get(index + Remainders.byteOf(at, bytes, multiplier)) >> (at & 7);
            at += delta;
            if ((fourth & fifth & sixth & 1) == 0) {
                return false;
            }
            left -= SIX;
        }
        for (; left > 0; left--) {
            if ((filter.get(index + Remainders.byteOf(at, bytes, multiplier)) >> (at & 7) & 1) == 0) {
                return false;
            }
            at += delta;
        }
        return true;
    }
}
