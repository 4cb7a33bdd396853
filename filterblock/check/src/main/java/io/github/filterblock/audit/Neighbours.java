// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import java.util.Arrays;
import java.util.Random;

/**
 * Makes keys that differ little from a given one, as programs look them up: the next and the previous number, a bit
 * that flipped in the last bytes, one byte more, one byte less. Not thread-safe.
 */
final class Neighbours {
    private static final int KINDS = 5;
    private static final int FLIPPED_BYTES = 4;

    private final Random random;

    Neighbours(Random random) {
        this.random = random;
    }

    /** A neighbour of the key in the first bytes of the array; of an empty key one of one byte. */
    byte[] of(byte[] key, int length) {
        int kind = random.nextInt(KINDS);
        if (length == 0 || kind == 0) {
            byte[] longer = Arrays.copyOf(key, length + 1);
            longer[length] = (byte) random.nextInt();
            return longer;
        }
        byte[] same = Arrays.copyOf(key, length);
        switch (kind) {
            case 1 -> step(same, 1);
            case 2 -> step(same, -1);
            case 3 -> flip(same);
            default -> {
                return Arrays.copyOf(key, length - 1);
            }
        }
        return same;
    }

    /** The next or the previous key by one step at its end; of an empty key the next one, a byte 0. */
    byte[] oneStepFrom(byte[] key, int length) {
        byte[] stepped = Arrays.copyOf(key, Math.max(1, length));
        if (length > 0) {
            step(stepped, random.nextBoolean() ? 1 : -1);
        } else {
            stepped[0] = 0;
        }
        return stepped;
    }

    private void flip(byte[] key) {
        int last = key.length - 1 - random.nextInt(Math.min(FLIPPED_BYTES, key.length));
        key[last] ^= (byte) (1 << random.nextInt(Byte.SIZE));
    }

    /** Counts up or down at the end of the key: in decimal where it ends with a digit, otherwise in bytes. */
    static void step(byte[] key, int step) {
        boolean decimal = isDigit(key[key.length - 1]);
        int least = decimal ? '0' : 0;
        int most = decimal ? '9' : 0xff;
        int at = key.length - 1;
        while (at >= 0 && (!decimal || isDigit(key[at]))) {
            int stepped = (key[at] & 0xff) + step;
            if (stepped >= least && stepped <= most) {
                key[at] = (byte) stepped;
                return;
            }
            key[at--] = (byte) (step > 0 ? least : most);
        }
    }

    private static boolean isDigit(byte character) {
        return character >= '0' && character <= '9';
    }
}
