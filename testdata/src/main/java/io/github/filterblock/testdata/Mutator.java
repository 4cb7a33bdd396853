// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;

/**
 * Damages bytes as disks, crashes and attackers do, and in the places where readers of tables fail.
 *
 * <p>The results depend only on the seed and the calls, so a failure is reproduced from its seed:
 *
 * <pre>{@code
 * byte[] damaged = new Mutator(seed).mutate(table);
 * }</pre>
 *
 * <p>Most damage to a table is caught by the checksums of its blocks and never reaches the code after them.
 * {@link #repairChecksum} makes a damaged block pass, so that this code is tested as well.
 *
 * <p>Not thread-safe: one mutator for each thread, or for each input. The arrays that are passed in are not changed.
 */
public final class Mutator {
    private static final int MOST_AT_ONCE = 4;
    private static final int MASK_DELTA = 0xa282ead8;
    private static final Mutation[] ALONE = Arrays.stream(Mutation.values())
            .filter(kind -> kind != Mutation.SPLICE)
            .toArray(Mutation[]::new);

    private final SplittableRandom random;

    /** A mutator whose results depend only on the seed. */
    public Mutator(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** Returns the input with one to four mutations of any kind but {@link Mutation#SPLICE}; it may be as it was. */
    public byte[] mutate(byte[] input) {
        return mutate(input, input, ALONE);
    }

    /** Returns the input with one to four mutations of any kind; a splice takes its end from the donor. */
    public byte[] mutate(byte[] input, byte[] donor) {
        return mutate(input, donor, Mutation.values());
    }

    private byte[] mutate(byte[] input, byte[] donor, Mutation[] kinds) {
        byte[] mutated = input.clone();
        for (int count = 1 + random.nextInt(MOST_AT_ONCE); count > 0; count--) {
            mutated = kinds[random.nextInt(kinds.length)].apply(mutated, donor, random);
        }
        return mutated;
    }

    /** Returns the input with one mutation of this kind. */
    public byte[] apply(Mutation kind, byte[] input, byte[] donor) {
        return kind.apply(input, Objects.requireNonNull(donor, "donor"), random);
    }

    /** Returns a number of 0 to {@code bound} - 1, for choices that should follow from the seed as well. */
    public int choose(int bound) {
        return random.nextInt(bound);
    }

    /**
     * Gives a block of a table the masked CRC-32C that fits its bytes and its type (TF-4), in place. Does nothing if
     * block and trailer do not lie inside the table.
     *
     * @param table holds the table; the four bytes of the checksum are changed
     * @param block where the block lies
     */
    public static void repairChecksum(byte[] table, Handle block) {
        int trailer = 1 + Integer.BYTES;
        if (table.length < trailer || !block.isWithin(table.length - trailer)) {
            return;
        }
        int offset = (int) block.offset();
        int length = (int) block.size() + 1;
        ByteBuffer.wrap(table).order(ByteOrder.LITTLE_ENDIAN).putInt(offset + length, checksum(table, offset, length));
    }

    /** Returns the masked CRC-32C of these bytes, as it is stored after a block and its type (TF-4). */
    public static int checksum(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return Integer.rotateRight((int) crc.getValue(), 15) + MASK_DELTA;
    }
}
