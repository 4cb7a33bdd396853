// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import java.math.BigInteger;
import java.util.Arrays;

/** RB-1 to RB-3 as they are written, by Guava's hash and arithmetic without bounds; slow, and for reading. */
final class PlainGoZero {
    private static final HashFunction MURMUR3 = Hashing.murmur3_128(0);

    private final BigInteger bits;
    private final boolean[] set;

    PlainGoZero(int bits) {
        this.bits = BigInteger.valueOf(bits);
        this.set = new boolean[bits];
    }

    static long[] positions(BigInteger bits, byte[] key) {
        long[] positions = new long[14];
        for (byte i = 0; i < 14; i++) {
            byte[] extended = Arrays.copyOf(key, key.length + 1);
            extended[key.length] = i;
            long hash = MURMUR3.hashBytes(extended).asLong();
            positions[i] = new BigInteger(Long.toUnsignedString(hash)).mod(bits).longValueExact();
        }
        return positions;
    }

    void add(byte[] key) {
        for (long position : positions(bits, key)) {
            set[(int) position] = true;
        }
    }

    /** The string, built bit by bit as SETBIT does: it grows when a bit behind its end is set. */
    byte[] string() {
        byte[] string = new byte[0];
        for (int position = 0; position < set.length; position++) {
            if (set[position]) {
                string = Arrays.copyOf(string, position / 8 + 1);
                string[position / 8] |= (byte) (128 >> position % 8);
            }
        }
        return string;
    }
}
