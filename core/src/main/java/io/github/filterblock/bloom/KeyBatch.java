// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import io.github.filterblock.arithmetic.LittleEndian;
import io.github.filterblock.arithmetic.Ranges;

/** Keys of one length that lie one after the other in an array. */
final class KeyBatch {
    /*
     * Each step of the hash waits for the step before, six cycles for four bytes, and a processor does not look far
     * enough ahead to find the next key's steps while it waits for those of a long key. Four keys hashed side by side
     * keep it busy: from about 16 bytes on that is faster, and at 100 bytes by more than a half.
     */
    private static final int AT_ONCE = 4;

    private final byte[] keys;
    private final int offset;
    private final int keyLength;
    private final int count;

    /** Checks that the keys are inside their array. */
    KeyBatch(byte[] keys, int offset, int keyLength, int count) {
        if (keyLength < 0 || count < 0) {
            throw new IndexOutOfBoundsException(
                    "count and length of keys must not be negative: " + count + ", " + keyLength);
        }
        Ranges.check(offset, (long) keyLength * count, keys.length);
        this.keys = keys;
        this.offset = offset;
        this.keyLength = keyLength;
        this.count = count;
    }

    /** Writes the hash of each key. */
    void hash(BloomHash hash, int[] hashes, int first) {
        Ranges.check(first, /* length= */ count, /* bound= */ hashes.length);
        int i = 0;
        for (; i <= count - AT_ONCE; i += AT_ONCE) {
            hashFour(hash, offset + i * keyLength, hashes, first + i);
        }
        for (; i < count; i++) {
            hashes[first + i] = hash.hash(keys, offset + i * keyLength, keyLength);
        }
    }

    private void hashFour(BloomHash hash, int at, int[] hashes, int first) {
        int words = keyLength & ~3;
        int a = BloomHash.start(keyLength);
        int b = a;
        int c = a;
        int d = a;
        for (int word = at; word < at + words; word += Integer.BYTES) {
            a = BloomHash.mix(a, LittleEndian.intAt(keys, word));
            b = BloomHash.mix(b, LittleEndian.intAt(keys, word + keyLength));
            c = BloomHash.mix(c, LittleEndian.intAt(keys, word + 2 * keyLength));
            d = BloomHash.mix(d, LittleEndian.intAt(keys, word + 3 * keyLength));
        }
        int tail = at + words;
        hashes[first] = finish(hash, a, tail);
        hashes[first + 1] = finish(hash, b, tail + keyLength);
        hashes[first + 2] = finish(hash, c, tail + 2 * keyLength);
        hashes[first + 3] = finish(hash, d, tail + 3 * keyLength);
    }

    private int finish(BloomHash hash, int state, int at) {
        int length = keyLength & 3;
        return hash.finish(state, BloomHash.tail(keys, at, length), length);
    }
}
