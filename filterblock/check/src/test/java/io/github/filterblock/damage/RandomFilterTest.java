// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Filters over random keys: of none up to 50,000, from the empty one to 64 KiB, some of them twice. */
class RandomFilterTest {
    private static final int FILTERS = 10_000;
    private static final int MOST_BITS = 200;
    private static final int POOL = 1 << 20;
    private static final int LONGEST = 64 << 10;
    private static final List<IntFunction<BloomFilterPolicy>> POLICIES = List.of(
            BloomFilterPolicy::levelDb,
            BloomFilterPolicy::goLevelDb,
            BloomFilterPolicy::levelDb117Signed,
            BloomFilterPolicy::levelDb117Unsigned,
            BloomFilterPolicy::rocksDbBlockBased);

    private final byte[] pool = new byte[POOL + LONGEST];
    private final LongAdder checks = new LongAdder();

    /** Keys are stretches of a pool of random bytes. */
    private record Keys(int[] starts, int[] lengths) {
        static Keys random(int count, SplittableRandom random) {
            Keys keys = new Keys(new int[count], new int[count]);
            for (int i = 0; i < count; i++) {
                boolean again = i > 0 && random.nextInt(20) == 0;
                int same = again ? random.nextInt(i) : i;
                keys.starts[i] = again ? keys.starts[same] : random.nextInt(POOL);
                keys.lengths[i] = again ? keys.lengths[same] : length(random);
            }
            return keys;
        }

        private static int length(SplittableRandom random) {
            int kind = random.nextInt(10_000);
            return kind == 0 ? random.nextInt(LONGEST + 1) : random.nextInt(kind < 100 ? 1000 : 40);
        }
    }

    @Test
    @Tag("FB-7")
    void noAddedKeyIsDenied() {
        new SplittableRandom(1).nextBytes(pool);
        long start = System.nanoTime();
        int count = Scale.times(FILTERS);
        Scale.forEach(count, this::check);
        System.out.printf(
                "R1 %,d filters, %,d membership checks in %d ms: 0 false negatives%n",
                count, checks.sum(), (System.nanoTime() - start) / 1_000_000);
        assertTrue(checks.sum() > 100L * count);
    }

    private void check(int number) {
        SplittableRandom random = new SplittableRandom(number);
        int bitsPerKey = random.nextInt(4) > 0 ? random.nextInt(20) : random.nextInt(MOST_BITS + 1);
        BloomFilterPolicy policy = POLICIES.get(number % POLICIES.size()).apply(bitsPerKey);
        Keys keys = Keys.random(keyCount(random), random);
        int baseLg = random.nextInt(13);
        int perBlock = 1 + random.nextInt(100);
        FilterBlockBuilder builder = new FilterBlockBuilder(policy, baseLg);
        long[] offsets = new long[keys.starts.length];
        long offset = 0;
        for (int i = 0; i < offsets.length; i++) {
            if (i % perBlock == 0) {
                builder.startBlock(offset);
            }
            builder.addKey(pool, keys.starts[i], keys.lengths[i]);
            offsets[i] = offset;
            offset += (i + 1) % perBlock == 0 ? random.nextInt(3 << baseLg) : 0;
        }
        byte[] block = SmallTables.block(builder);
        ask(FilterBlockReader.wrapping(block, 0, block.length, policy), keys, offsets, number);
        if (number % 10 == 0) {
            ask(
                    FilterBlockReader.wrapping(
                            block,
                            0,
                            block.length,
                            FilterDialect.safeMatcher(policy.name()).orElseThrow()),
                    keys,
                    offsets,
                    number);
        }
    }

    private static int keyCount(SplittableRandom random) {
        int kind = random.nextInt(100);
        return random.nextInt(kind == 0 ? 50_001 : kind < 10 ? 5000 : 500);
    }

    private void ask(FilterBlockReader reader, Keys keys, long[] offsets, int number) {
        for (int i = 0; i < offsets.length; i++) {
            if (!reader.keyMayMatch(offsets[i], pool, keys.starts[i], keys.lengths[i])) {
                fail("filter block " + number + ", " + reader + " denies key " + i + " at " + offsets[i]);
            }
        }
        checks.add(offsets.length);
    }
}
