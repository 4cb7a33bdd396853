// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * One kind of damage that a {@link Mutator} does to bytes.
 *
 * <p>Each applies to any bytes: if there are too few for it, the result is a copy. The edits of length fields know what
 * the fields of a table mean: they write the numbers at which readers fail, those around the length of the input and
 * those around the limits of signed and unsigned 32 and 64 bits. Half of them go to the last bytes, where blocks and
 * files keep their counts and offsets.
 */
public enum Mutation {
    /** Flips one bit. */
    FLIP_BIT {
        @Override
        byte[] apply(byte[] input, byte[] donor, SplittableRandom random) {
            return at(input, random, (copy, index) -> copy[index] ^= (byte) (1 << random.nextInt(8)));
        }
    },
    /** Replaces one byte by another value, often by 0, 0x7f, 0x80 or 0xff. */
    SUBSTITUTE {
        @Override
        byte[] apply(byte[] input, byte[] donor, SplittableRandom random) {
            byte value = random.nextBoolean() ? EDGES[random.nextInt(EDGES.length)] : (byte) random.nextInt();
            return at(input, random, (copy, index) -> copy[index] = value);
        }
    },
    /** Cuts off the end. */
    TRUNCATE {
        @Override
        byte[] apply(byte[] input, byte[] donor, SplittableRandom random) {
            int most = random.nextBoolean() ? input.length : Math.min(input.length, NEAR);
            return Arrays.copyOf(input, input.length - random.nextInt(most + 1));
        }
    },
    /** Inserts up to sixteen bytes: zeros, random ones, or some from elsewhere in the input. */
    INSERT {
        @Override
        byte[] apply(byte[] input, byte[] donor, SplittableRandom random) {
            byte[] inserted = new byte[1 + random.nextInt(FEW)];
            int source = random.nextInt(3);
            for (int i = 0; i < inserted.length && source > 0; i++) {
                boolean own = source == 1 && input.length > 0;
                inserted[i] = own ? input[random.nextInt(input.length)] : (byte) random.nextInt();
            }
            int index = random.nextInt(input.length + 1);
            return splice(input, 0, index, inserted, input, index, input.length);
        }
    },
    /** Removes up to sixteen bytes. */
    DELETE {
        @Override
        byte[] apply(byte[] input, byte[] donor, SplittableRandom random) {
            int count = Math.min(input.length, 1 + random.nextInt(FEW));
            int index = random.nextInt(input.length - count + 1);
            return splice(input, 0, index, new byte[0], input, index + count, input.length);
        }
    },
    /** Writes a critical number over four bytes, little-endian. */
    SET_U32 {
        @Override
        byte[] apply(byte[] input, byte[] donor, SplittableRandom random) {
            if (input.length < Integer.BYTES) {
                return input.clone();
            }
            byte[] copy = input.clone();
            int index = Math.min(place(input.length, random), input.length - Integer.BYTES);
            ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN).putInt(index, (int) telling(input.length, random));
            return copy;
        }
    },
    /** Writes a critical number as a varint over the bytes; sometimes in a longer form, or without an end. */
    SET_VARINT {
        @Override
        byte[] apply(byte[] input, byte[] donor, SplittableRandom random) {
            byte[] varint = varint(telling(input.length, random), random);
            return at(
                    input,
                    random,
                    (copy, index) ->
                            System.arraycopy(varint, 0, copy, index, Math.min(varint.length, copy.length - index)));
        }
    },
    /** The beginning of the input and the end of the other one. */
    SPLICE {
        @Override
        byte[] apply(byte[] input, byte[] donor, SplittableRandom random) {
            int keep = random.nextInt(input.length + 1);
            int from = random.nextBoolean() ? Math.min(keep, donor.length) : random.nextInt(donor.length + 1);
            return splice(input, 0, keep, new byte[0], donor, from, donor.length);
        }
    };

    private static final byte[] EDGES = {0, 1, 0x7f, (byte) 0x80, (byte) 0xff};
    private static final int FEW = 16;
    private static final int NEAR = 64;
    private static final int LONGEST_VARINT = 10;

    /** Returns the damaged copy. */
    abstract byte[] apply(byte[] input, byte[] donor, SplittableRandom random);

    private interface Edit {
        void at(byte[] copy, int index);
    }

    private static byte[] at(byte[] input, SplittableRandom random, Edit edit) {
        byte[] copy = input.clone();
        if (copy.length > 0) {
            edit.at(copy, place(copy.length, random));
        }
        return copy;
    }

    /** Anywhere, or among the last bytes. */
    private static int place(int length, SplittableRandom random) {
        int near = Math.min(length, NEAR);
        return random.nextBoolean() ? random.nextInt(length) : length - 1 - random.nextInt(near);
    }

    private static long telling(int length, SplittableRandom random) {
        long[] numbers = {
            0,
            1,
            length - 5L,
            length - 4L,
            length,
            length + 1L,
            (1L << 31) - 1,
            1L << 31,
            (1L << 32) - 1,
            1L << 32,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            -1,
            random.nextInt(length + 1)
        };
        return numbers[random.nextInt(numbers.length)];
    }

    /** Of the ten bytes at most, as many as the number takes, one or more beyond, or none that ends it. */
    private static byte[] varint(long number, SplittableRandom random) {
        int shortest = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(number) + 6) / 7);
        int length = random.nextInt(4) > 0 ? shortest : shortest + random.nextInt(LONGEST_VARINT + 2 - shortest);
        byte[] varint = new byte[length];
        for (int i = 0; i < length; i++) {
            long group = i < LONGEST_VARINT ? number >>> 7 * i & 0x7f : 0;
            varint[i] = (byte) (i < length - 1 ? group | 0x80 : group);
        }
        return varint;
    }

    private static byte[] splice(
            byte[] head, int start, int limit, byte[] middle, byte[] tail, int tailStart, int tailLimit) {
        ByteBuffer joined = ByteBuffer.allocate(limit - start + middle.length + tailLimit - tailStart);
        joined.put(head, start, limit - start).put(middle).put(tail, tailStart, tailLimit - tailStart);
        return joined.array();
    }
}
