// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.arithmetic;

/**
 * XXH3 with 64 bits, in two editions (RF-2): the preview that RocksDB froze for its filters ({@code util/xxph3.h}), and
 * the final one, which it uses for checksums of blocks. Their results differ for every length. Safe for use by any
 * number of threads; nothing is allocated.
 */
public final class Xxh3 {
    private static final byte[] SECRET = bytes("b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
            + "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
            + "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
            + "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
            + "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
            + "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e");

    private static final long PRIME32_1 = 0x9e3779b1L;
    private static final long PRIME32_2 = 0x85ebca77L;
    private static final long PRIME32_3 = 0xc2b2ae3dL;
    private static final long PRIME64_1 = 0x9e3779b185ebca87L;
    private static final long PRIME64_2 = 0xc2b2ae3d27d4eb4fL;
    private static final long PRIME64_3 = 0x165667b19e3779f9L;
    private static final long PRIME64_4 = 0x85ebca77c2b2ae63L;
    private static final long PRIME64_5 = 0x27d4eb2f165667c5L;

    /** The factor of the last step of the final edition; the preview's is {@link #PRIME64_3}. */
    private static final long PRIME_MX1 = 0x165667919e3779f9L;

    private static final long PRIME_MX2 = 0x9fb21c651e98df25L;

    private static final long[] FIRST_LANES = {
        PRIME32_3, PRIME64_1, PRIME64_2, PRIME64_3, PRIME64_4, PRIME32_2, PRIME64_5, PRIME32_1
    };
    private static final int STRIPE = 64;
    private static final int STRIPES_OF_BLOCK = 16;
    private static final int SECRET_OF_SCRAMBLE = 128;
    private static final int SECRET_OF_LAST_STRIPE = 121;
    private static final int SECRET_OF_MERGE = 11;

    /** Constants of the compiled code for keys of usual lengths. */
    private static final long SECRET_0 = secret(0);

    private static final long SECRET_8 = secret(8);

    private Xxh3() {}

    private static byte[] bytes(String hex) {
        byte[] bytes = new byte[hex.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
        }
        return bytes;
    }

    /**
     * The hash of the preview, XXPH3, with seed 0: for keys and prefixes in filters.
     *
     * @param bytes holds the input; borrowed
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return any 64-bit value
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public static long preview(byte[] bytes, int offset, int length) {
        if (length > 8 && length <= 16) {
            long low = word(bytes, offset) ^ SECRET_0;
            long high = word(bytes, offset + length - 8) ^ SECRET_8;
            return finish(length + low + high + fold(low, high), PRIME64_3);
        }
        Ranges.check(offset, length, bytes.length);
        return length <= 8 ? shortPreview(bytes, offset, length) : beyond16(bytes, offset, length, false);
    }

    /**
     * The final hash, with seed 0: for blocks.
     *
     * @param bytes holds the input; borrowed
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return any 64-bit value
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public static long of(byte[] bytes, int offset, int length) {
        Ranges.check(offset, length, bytes.length);
        return length <= 16 ? shortFinal(bytes, offset, length) : beyond16(bytes, offset, length, true);
    }

    private static long shortPreview(byte[] bytes, int offset, int length) {
        if (length >= 4) {
            long both = half(bytes, offset) | half(bytes, offset + length - 4) << Integer.SIZE;
            long keyed = both ^ SECRET_0;
            long mixed = length + (keyed ^ keyed >>> 51) * PRIME32_1;
            return finish((mixed ^ mixed >>> 47) * PRIME64_2, PRIME64_3);
        }
        if (length == 0) {
            return fold(SECRET_0, PRIME64_2);
        }
        long combined = octet(bytes, offset)
                | octet(bytes, offset + (length >> 1)) << 8
                | octet(bytes, offset + length - 1) << 16
                | (long) length << 24;
        return finish((combined ^ half(SECRET, 0)) * PRIME64_1, PRIME64_3);
    }

    private static long shortFinal(byte[] bytes, int offset, int length) {
        if (length > 8) {
            long low = word(bytes, offset) ^ secret(24) ^ secret(32);
            long high = word(bytes, offset + length - 8) ^ secret(40) ^ secret(48);
            return finish(length + Long.reverseBytes(low) + high + fold(low, high), PRIME_MX1);
        }
        if (length >= 4) {
            long both = half(bytes, offset + length - 4) | half(bytes, offset) << Integer.SIZE;
            long keyed = both ^ secret(8) ^ secret(16);
            long mixed = (keyed ^ Long.rotateLeft(keyed, 49) ^ Long.rotateLeft(keyed, 24)) * PRIME_MX2;
            long last = (mixed ^ (mixed >>> 35) + length) * PRIME_MX2;
            return last ^ last >>> 28;
        }
        if (length == 0) {
            return finishShort(secret(56) ^ secret(64));
        }
        long combined = octet(bytes, offset + length - 1)
                | (long) length << 8
                | octet(bytes, offset) << 16
                | octet(bytes, offset + (length >> 1)) << 24;
        return finishShort(combined ^ half(SECRET, 0) ^ half(SECRET, 4));
    }

    /** The two editions have the same steps from here on, and differ in a factor and in the lanes of long inputs. */
    private static long beyond16(byte[] bytes, int offset, int length, boolean isFinal) {
        long factor = isFinal ? PRIME_MX1 : PRIME64_3;
        if (length > 240) {
            return finish(lanes(bytes, offset, length, isFinal), factor);
        }
        int end = offset + length;
        long sum = length * PRIME64_1;
        if (length <= 128) {
            for (int i = (length - 1) / 32; i >= 0; i--) {
                sum += mix(bytes, offset + 16 * i, 32 * i) + mix(bytes, end - 16 * (i + 1), 32 * i + 16);
            }
            return finish(sum, factor);
        }
        for (int i = 0; i < 8; i++) {
            sum += mix(bytes, offset + 16 * i, 16 * i);
        }
        sum = finish(sum, factor);
        for (int i = 8; i < length / 16; i++) {
            sum += mix(bytes, offset + 16 * i, 16 * i - 125);
        }
        return finish(sum + mix(bytes, end - 16, 119), factor);
    }

    /** More than 240 bytes: eight sums, of which each pair depends on a sixteenth of the secret and of each stripe. */
    private static long lanes(byte[] bytes, int offset, int length, boolean isFinal) {
        long sum = length * PRIME64_1;
        for (int i = 0; i < 8; i += 2) {
            long first = lane(bytes, offset, length, i, isFinal) ^ secret(SECRET_OF_MERGE + 8 * i);
            long second = lane(bytes, offset, length, i + 1, isFinal) ^ secret(SECRET_OF_MERGE + 8 * i + 8);
            sum += fold(first, second);
        }
        return sum;
    }

    private static long lane(byte[] bytes, int offset, int length, int number, boolean isFinal) {
        int added = 8 * (isFinal ? number ^ 1 : number);
        int mixed = 8 * number;
        long scramble = secret(SECRET_OF_SCRAMBLE + mixed);
        long lane = FIRST_LANES[number];
        int stripes = (isFinal ? length - 1 : length) / STRIPE;
        for (int stripe = 0; stripe < stripes; stripe++) {
            int at = offset + stripe * STRIPE;
            int inBlock = stripe % STRIPES_OF_BLOCK;
            lane += word(bytes, at + added) + product(word(bytes, at + mixed) ^ secret(8 * inBlock + mixed));
            if (inBlock == STRIPES_OF_BLOCK - 1) {
                lane = (lane ^ lane >>> 47 ^ scramble) * PRIME32_1;
            }
        }
        if (isFinal || length % STRIPE > 0) {
            int at = offset + length - STRIPE;
            lane += word(bytes, at + added) + product(word(bytes, at + mixed) ^ secret(SECRET_OF_LAST_STRIPE + mixed));
        }
        return lane;
    }

    /** The product of the two halves. */
    private static long product(long number) {
        return (number & 0xffff_ffffL) * (number >>> Integer.SIZE);
    }

    private static long mix(byte[] bytes, int at, int secretAt) {
        return fold(word(bytes, at) ^ secret(secretAt), word(bytes, at + 8) ^ secret(secretAt + 8));
    }

    /** Both halves of the product, xored. */
    private static long fold(long a, long b) {
        return a * b ^ UnsignedMultiplyHigh.of(a, b);
    }

    private static long finish(long hash, long factor) {
        long mixed = (hash ^ hash >>> 37) * factor;
        return mixed ^ mixed >>> 32;
    }

    private static long finishShort(long hash) {
        long once = (hash ^ hash >>> 33) * PRIME64_2;
        long twice = (once ^ once >>> 29) * PRIME64_3;
        return twice ^ twice >>> 32;
    }

    private static long secret(int at) {
        return word(SECRET, at);
    }

    private static long word(byte[] bytes, int at) {
        return LittleEndian.longAt(bytes, at);
    }

    private static long half(byte[] bytes, int at) {
        return LittleEndian.intAt(bytes, at) & 0xffff_ffffL;
    }

    private static long octet(byte[] bytes, int at) {
        return bytes[at] & 0xff;
    }
}
