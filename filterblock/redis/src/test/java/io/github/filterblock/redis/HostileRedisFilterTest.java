// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.github.filterblock.damage.ThreadUse;
import io.github.filterblock.redis.CorruptFilterException.Reason;
import io.github.filterblock.redis.RedisRecordings.GoZeroCase;
import io.github.filterblock.redis.RedisRecordings.RedisBloomCase;
import io.github.filterblock.testdata.Mutator;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Damaged dumps and bitmaps in great number. */
class HostileRedisFilterTest {
    private static final int SCALE = Integer.getInteger("filterblock.scale", 1);
    private static final int DUMPS = 14_000;
    private static final int BITMAPS = 5_000;
    private static final long CONSTANT = 64 << 10;
    private static final int SHARE = 3;
    private static final byte[] KEY = {1, 2, 3};

    /** Numbers at which readers fail. */
    private static final long[] EDGES = {0, 1, -1, 1L << 31, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 40, 53};

    private final Set<Reason> reasons = EnumSet.noneOf(Reason.class);
    private int read;

    private static List<byte[]> dumps() {
        return RedisRecordings.redisBloom().stream()
                .map(RedisBloomCase::dump)
                .filter(dump -> dump.length < 10_000)
                .sorted(Comparator.comparingInt(dump -> dump.length))
                .toList();
    }

    /** Half of them have only fields of frames, header and layers changed, which bits of filters never are. */
    private static byte[] mutant(List<byte[]> originals, int number) {
        SplittableRandom random = new SplittableRandom(number);
        byte[] original = originals.get(random.nextInt(originals.size()));
        if (number % 2 == 0) {
            return new Mutator(number).mutate(original);
        }
        byte[] mutant = original.clone();
        ByteBuffer fields = ByteBuffer.wrap(mutant).order(ByteOrder.LITTLE_ENDIAN);
        int at = random.nextInt(Math.min(240, mutant.length - 8));
        switch (random.nextInt(4)) {
            case 3 -> layerOf(fields, random.nextBoolean() ? random.nextInt(2000) : 1L << random.nextInt(60));
            case 0 -> fields.putInt(at, (int) EDGES[random.nextInt(EDGES.length)]);
            case 1 -> fields.putLong(at, EDGES[random.nextInt(EDGES.length)]);
            default -> fields.put(at, (byte) random.nextInt());
        }
        return mutant;
    }

    /** The first layer's length in both its fields, so that they do not contradict each other. */
    private static void layerOf(ByteBuffer fields, long bytes) {
        fields.putLong(12 + RedisBloomReader.HEADER_LENGTH, bytes)
                .putLong(12 + RedisBloomReader.HEADER_LENGTH + 8, bytes << 3);
    }

    private void readDump(byte[] dump) {
        try {
            RedisBloomFilter filter = RedisBloomFilter.read(dump, "dump");
            filter.mayContain(KEY);
            read++;
        } catch (CorruptFilterException e) {
            reasons.add(e.reason());
        }
    }

    @Test
    @Tag("RB-12")
    void aDamagedDumpThrowsCorruptFilterExceptionOnly() throws Exception {
        List<byte[]> originals = dumps();
        originals.forEach(this::readDump);
        for (int number = 0; number < DUMPS * SCALE; number++) {
            byte[] mutant = mutant(originals, number);
            bounded("dump", number, mutant.length, () -> readDump(mutant));
        }
        assertTrue(read > DUMPS / 100, "read: " + read);
        Set<Reason> never = EnumSet.complementOf(EnumSet.copyOf(reasons));
        never.remove(Reason.FOREIGN_BITMAP);
        assertTrue(never.isEmpty(), () -> "never seen: " + never);
    }

    @Test
    @Tag("RB-5")
    void aDamagedBitmapThrowsCorruptFilterExceptionOnly() throws Exception {
        List<GoZeroCase> cases = RedisRecordings.goZero();
        for (int number = 0; number < BITMAPS * SCALE; number++) {
            SplittableRandom random = new SplittableRandom(number);
            GoZeroCase original = cases.get(random.nextInt(cases.size()));
            byte[] mutant = new Mutator(number).mutate(original.bitmap());
            long bits = random.nextBoolean() ? original.bits() : 1L << random.nextInt(33);
            bounded("bitmap", number, mutant.length, () -> readBitmap(bits, mutant));
        }
        assertTrue(read > BITMAPS / 10, "read: " + read);
        assertTrue(reasons.contains(Reason.FOREIGN_BITMAP));
    }

    private void readBitmap(long bits, byte[] bitmap) {
        try {
            GoZeroFilter.read(bits, bitmap, "bitmap").mayContain(KEY);
            read++;
        } catch (CorruptFilterException e) {
            reasons.add(e.reason());
        }
    }

    private void bounded(String what, int number, int present, ThreadUse.Task work) throws Exception {
        try {
            long bytes = ThreadUse.warmAllocatedBytesOf(work);
            if (bytes > CONSTANT + (long) SHARE * present) {
                fail(bytes + " bytes are allocated for " + present);
            }
        } catch (Throwable e) {
            fail(what + " " + number, e);
        }
    }
}
