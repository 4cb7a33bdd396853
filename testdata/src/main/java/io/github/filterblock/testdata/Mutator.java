// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ObjIntConsumer;

/**
 * Damages bytes as disks, crashes and attackers do, and in the places where readers of tables fail.
 *
 * <p>The results depend only on the seed and the calls, so a failure is reproduced from its seed:
 *
 * <pre>{@code
 * byte[] damaged = new Mutator(seed).mutate(table);
 * }</pre>
 *
 * <p>Bits are flipped; bytes are replaced, inserted and removed; the end is cut off or taken from another input. Length
 * fields get the numbers at which readers fail, those around the length of the input and those around the limits of
 * signed and unsigned 32 and 64 bits. Half of the edits go to the last bytes, where blocks and files keep their counts
 * and offsets.
 *
 * <p>Not thread-safe: one mutator for each thread, or for each input. The arrays that are passed in are not changed.
 */
public final class Mutator {
    private static final int MAX_AT_ONCE = 4;
    private static final int KINDS = 8;
    private static final byte[] EDGES = {0, 1, 0x7f, (byte) 0x80, (byte) 0xff};
    private static final int FEW = 16;
    private static final int NEAR = 64;
    private static final int LONGEST_VARINT = 10;

    private final SplittableRandom random;

    /** A mutator whose results depend only on the seed. */
    public Mutator(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /**
     * Returns the input with one to four mutations, none of which takes the end of another input; it may be as it was.
     */
    public byte[] mutate(byte[] input) {
        return mutate(input, input, KINDS - 1);
    }

    /** Returns the input with one to four mutations; its end may be that of the donor. */
    public byte[] mutate(byte[] input, byte[] donor) {
        return mutate(input, donor, KINDS);
    }

    private byte[] mutate(byte[] input, byte[] donor, int kinds) {
        byte[] mutated = input.clone();
        for (int count = 1 + random.nextInt(MAX_AT_ONCE); count > 0; count--) {
            mutated = mutateOnce(random.nextInt(kinds), mutated, donor);
        }
        return mutated;
    }

    /** Returns a number of 0 to {@code bound} - 1, for choices that should follow from the seed as well. */
    public int choose(int bound) {
        return random.nextInt(bound);
    }

    private byte[] mutateOnce(int kind, byte[] input, byte[] donor) {
        return switch (kind) {
            case 0 -> edited(input, (copy, index) -> copy[index] ^= (byte) (1 << random.nextInt(8)));
            case 1 -> edited(input, (copy, index) -> copy[index] = edgeOrAnyByte());
            case 2 -> edited(input, (copy, index) -> put(copy, index, littleEndian((int) critical(copy.length))));
            case 3 -> edited(input, (copy, index) -> put(copy, index, varint(critical(copy.length))));
            case 4 -> {
                int most = random.nextBoolean() ? input.length : Math.min(input.length, NEAR);
                yield Arrays.copyOf(input, input.length - random.nextInt(most + 1));
            }
            case 5 -> {
                int index = random.nextInt(input.length + 1);
                yield splice(input, index, inserted(input), input, index);
            }
            case 6 -> {
                int count = Math.min(input.length, 1 + random.nextInt(FEW));
                int index = random.nextInt(input.length - count + 1);
                yield splice(input, index, new byte[0], input, index + count);
            }
            default -> {
                int keep = random.nextInt(input.length + 1);
                int from = random.nextBoolean() ? Math.min(keep, donor.length) : random.nextInt(donor.length + 1);
                yield splice(input, keep, new byte[0], donor, from);
            }
        };
    }

    /** Edits a copy at any place, or among the last bytes. */
    private byte[] edited(byte[] input, ObjIntConsumer<byte[]> edit) {
        byte[] copy = input.clone();
        if (copy.length > 0) {
            int near = Math.min(copy.length, NEAR);
            edit.accept(
                    copy, random.nextBoolean() ? random.nextInt(copy.length) : copy.length - 1 - random.nextInt(near));
        }
        return copy;
    }

    private static void put(byte[] copy, int index, byte[] field) {
        int at = field.length == Integer.BYTES ? Math.max(0, Math.min(index, copy.length - Integer.BYTES)) : index;
        System.arraycopy(field, 0, copy, at, Math.min(field.length, copy.length - at));
    }

    private byte edgeOrAnyByte() {
        return random.nextBoolean() ? EDGES[random.nextInt(EDGES.length)] : (byte) random.nextInt();
    }

    private static byte[] littleEndian(int word) {
        return ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(word)
                .array();
    }

    /** Returns a number at which readers fail. */
    private long critical(int length) {
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

    /** Returns as many of the ten bytes at most as the number takes, one or more beyond, or none that ends it. */
    private byte[] varint(long number) {
        int shortest = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(number) + 6) / 7);
        int length = random.nextInt(4) > 0 ? shortest : shortest + random.nextInt(LONGEST_VARINT + 2 - shortest);
        byte[] varint = new byte[length];
        for (int i = 0; i < length; i++) {
            long group = i < LONGEST_VARINT ? number >>> 7 * i & 0x7f : 0;
            varint[i] = (byte) (i < length - 1 ? group | 0x80 : group);
        }
        return varint;
    }

    /** Returns up to sixteen bytes: zeros, random ones, or some from elsewhere in the input. */
    private byte[] inserted(byte[] input) {
        byte[] inserted = new byte[1 + random.nextInt(FEW)];
        int source = random.nextInt(3);
        for (int i = 0; i < inserted.length && source > 0; i++) {
            boolean own = source == 1 && input.length > 0;
            inserted[i] = own ? input[random.nextInt(input.length)] : (byte) random.nextInt();
        }
        return inserted;
    }

    private static byte[] splice(byte[] head, int limit, byte[] middle, byte[] tail, int start) {
        ByteBuffer joined = ByteBuffer.allocate(limit + middle.length + tail.length - start);
        joined.put(head, 0, limit).put(middle).put(tail, start, tail.length - start);
        return joined.array();
    }
}
