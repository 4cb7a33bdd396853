// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import io.github.filterblock.bloom.BloomHash;
import io.netty.buffer.ByteBuf;

/** Hashes keys where they lie in a {@link ByteBuf} without an array, by absolute access only. */
final class ByteBufKeys {
    private ByteBufKeys() {}

    static int hash(BloomHash hash, ByteBuf key, int index, int length) {
        int state = BloomHash.start(length);
        int at = index;
        int tailLength = length & 3;
        for (int end = index + length - tailLength; at < end; at += Integer.BYTES) {
            state = BloomHash.mix(state, key.getIntLE(at));
        }
        int tail = 0;
        for (int i = tailLength - 1; i >= 0; i--) {
            tail = tail << 8 | key.getUnsignedByte(at + i);
        }
        return hash.finish(state, tail, tailLength);
    }
}
