// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.Manner;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import io.github.filterblock.testdata.ReferencePolicy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Blocks put together at random, from sound ones to such as no writer would make, asked at offsets up to 2^64. */
class RandomLayoutTest {
    private static final int LAYOUTS = 100_000;
    private static final int QUESTIONS = 6;
    private static final int MOST_FILTERS = 9;
    private static final long[] EDGES = {0, 1, 2047, 2048, 0x7fff_ffffL, 1L << 31, 0xffff_ffffL, 1L << 32, 1L << 63, -1
    };

    private final LongAdder denied = new LongAdder();
    private final LongAdder manners = new LongAdder();

    @Test
    @Tag("FB-24")
    void answersAreThoseOfTheModel() {
        long start = System.nanoTime();
        int count = Scale.times(LAYOUTS);
        Scale.forEach(count, this::check);
        System.out.printf(
                "R4 %,d layouts, %,d questions in %d ms: %,d denied, %,d answered otherwise by LevelDB's manner%n",
                count, (long) count * QUESTIONS, (System.nanoTime() - start) / 1_000_000, denied.sum(), manners.sum());
        assertTrue(denied.sum() > 0 && manners.sum() > 0);
    }

    private void check(int number) {
        SplittableRandom random = new SplittableRandom(number);
        byte[] block = block(random);
        ReferenceFilterBlock slow = new ReferenceFilterBlock(block, ReferencePolicy.bloom(10));
        FilterBlockReader safe = FilterBlockReader.wrapping(block, 0, block.length, FilterDialect.LEVELDB.matcher());
        FilterBlockReader likeLevelDb = Manner.LIKE_LEVELDB.of(safe);
        int baseLg = block[block.length - 1] & 0xff;
        for (int i = 0; i < QUESTIONS; i++) {
            long offset = offset(baseLg, random);
            byte[] key = {(byte) random.nextInt(), (byte) random.nextInt()};
            boolean mayMatch = safe.keyMayMatch(offset, key);
            boolean inLevelDb = likeLevelDb.keyMayMatch(offset, key);
            if (mayMatch != slow.keyMayMatchSafely(offset, key) || inLevelDb != slow.keyMayMatch(offset, key)) {
                fail("layout " + number + ", offset " + Long.toUnsignedString(offset) + ", key "
                        + HexFormat.of().formatHex(key) + " of "
                        + HexFormat.of().formatHex(block));
            }
            denied.add(mayMatch ? 0 : 1);
            manners.add(mayMatch == inLevelDb ? 0 : 1);
        }
    }

    /** A window of the block, one behind it, or an offset at which arithmetic turns over. */
    private static long offset(int baseLg, SplittableRandom random) {
        int kind = random.nextInt(4);
        if (kind == 0) {
            return EDGES[random.nextInt(EDGES.length)];
        }
        if (kind == 1) {
            return random.nextLong(1L << 40);
        }
        long window = random.nextInt(MOST_FILTERS + 1);
        return baseLg < 60 ? (window << baseLg) + random.nextLong(1L << baseLg) : random.nextLong();
    }

    private static byte[] block(SplittableRandom random) {
        int filters = random.nextInt(MOST_FILTERS);
        byte[] bits = new byte[random.nextInt(60)];
        random.nextBytes(bits);
        long[] offsets = new long[filters];
        for (int i = 0; i < filters; i++) {
            offsets[i] = random.nextInt(bits.length + 1);
        }
        if (random.nextInt(4) > 0) {
            Arrays.sort(offsets);
        }
        long arrayOffset = bits.length;
        for (int edits = random.nextInt(3); edits > 0 && filters > 0; edits--) {
            long strange = strange(bits.length, random);
            int at = random.nextInt(filters);
            offsets[at] = strange;
            if (at + 1 < filters && random.nextBoolean()) {
                offsets[at + 1] = strange;
            }
        }
        if (random.nextInt(10) == 0) {
            arrayOffset = strange(bits.length, random);
        }
        int slack = random.nextInt(10) == 0 ? random.nextInt(4) : 0;
        ByteBuffer block = ByteBuffer.allocate(bits.length + 4 * filters + slack + 5)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(setProbes(bits, offsets, random));
        Arrays.stream(offsets).forEach(offset -> block.putInt((int) offset));
        return block.put(new byte[slack])
                .putInt((int) arrayOffset)
                .put((byte) (random.nextInt(5) > 0 ? random.nextInt(64) : random.nextInt(256)))
                .array();
    }

    /**
     * Most filters end with a number of probes that makes them answer, and have enough bits set to say yes at times.
     */
    private static byte[] setProbes(byte[] bits, long[] offsets, SplittableRandom random) {
        for (int i = 0; i < bits.length; i++) {
            bits[i] |= (byte) random.nextInt();
        }
        for (long offset : offsets) {
            if (offset > 0 && offset <= bits.length && random.nextInt(4) > 0) {
                bits[(int) offset - 1] = (byte) random.nextInt(8);
            }
        }
        return bits;
    }

    private static long strange(int length, SplittableRandom random) {
        long[] numbers = {0, length, length + 1L, length + 5L, 300, (1L << 31) - 1, 1L << 31, (1L << 32) - 1};
        return numbers[random.nextInt(numbers.length)];
    }
}
