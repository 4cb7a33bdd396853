// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import java.math.BigInteger;
import java.util.Arrays;

/** RB-1 and RB-2 as they are written, by Guava's hash and arithmetic without bounds; slow, and for reading. */
final class PlainGoZero {
    private static final HashFunction MURMUR3 = Hashing.murmur3_128(0);

    private PlainGoZero() {}

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
}
