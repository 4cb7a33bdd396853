// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.BuilderCall;
import io.github.filterblock.testdata.LengthCase;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.PolicySpec.Dialect;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import io.github.filterblock.testdata.TablePlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The cases of a law, from a random number generator, without jqwik.
 *
 * <p>Not thread-safe.
 */
final class SeededCases {
    private static final int[] BITS = {0, 1, 3, 5, 9, 10, 13, 16, 20, 26, 39, 42, 43, 44, 60, 100};

    private final FilterBlockSubject subject;
    private final CaseMaker maker;
    private final Random random;

    SeededCases(FilterBlockSubject subject, CaseMaker maker, long seed) {
        this.subject = subject;
        this.maker = maker;
        this.random = new Random(seed);
    }

    LawCase next(Law law) {
        return switch (law.source()) {
            case TABLES, FOREIGN_TABLES, DAMAGED_TABLES ->
                maker.table(law.source(), table(law), random.nextInt(1_000_000), picks());
            case LENGTHS ->
                new FilterLengthCase(LengthCase.of(
                        random.nextBoolean() ? 1 + random.nextInt(10_000) : Math.max(1, random.nextInt() >>> 1),
                        bits()));
            case GARBAGE -> maker.bytes(garbage(), policy(law), picks());
            case BASE_LG_BLOCKS, FAR_QUESTIONS -> block(law, plan(1 + random.nextInt(63), 1));
            default ->
                law.caseType() == BlockCase.class
                        ? block(law, plan(BlockPlan.DEFAULT_BASE_LG, 1))
                        : maker.plan(law.source(), plan(baseLg(law), 40), policy(law), random.nextInt(1_000_000));
        };
    }

    private BlockCase block(Law law, BlockPlan plan) {
        return maker.block(law, plan, policy(law), random.nextInt(1_000_000), picks());
    }

    private int baseLg(Law law) {
        if (law.source() != CaseSource.BASE_LG_PLANS) {
            return BlockPlan.DEFAULT_BASE_LG;
        }
        int[] others = IntStream.range(0, 64)
                .filter(baseLg -> baseLg != BlockPlan.DEFAULT_BASE_LG && subject.writesBaseLg(baseLg))
                .toArray();
        return others[random.nextInt(others.length)];
    }

    private PolicySpec policy(Law law) {
        List<Dialect> dialects = maker.dialects(law, subject);
        return new PolicySpec(dialects.get(random.nextInt(dialects.size())), bits());
    }

    private int bits() {
        return random.nextBoolean() ? BITS[random.nextInt(BITS.length)] : random.nextInt(61);
    }

    /** Returns a legal plan whose gaps are at most this many windows. */
    private BlockPlan plan(int baseLg, int maxGap) {
        List<BuilderCall> calls = new ArrayList<>();
        addKeys(calls, random.nextInt(5) == 0 ? 2 : 0);
        long offset = 0;
        for (int blocks = random.nextInt(12); blocks > 0; blocks--) {
            offset = nextOffset(offset, baseLg, maxGap);
            calls.add(new BuilderCall.StartBlock(offset));
            addKeys(calls, random.nextInt(10) == 0 ? 40 : random.nextInt(7));
        }
        return new BlockPlan(baseLg, calls);
    }

    private long nextOffset(long offset, int baseLg, int maxGap) {
        long window = (offset >>> baseLg)
                + switch (random.nextInt(4)) {
                    case 0 -> 0;
                    case 1 -> random.nextInt(maxGap + 1);
                    default -> 1;
                };
        long lastWindow = Long.MAX_VALUE >>> baseLg;
        long begin = Math.min(window, lastWindow) << baseLg;
        long last = baseLg == 63 ? Long.MAX_VALUE : begin + (1L << baseLg) - 1;
        long[] places = {begin, Math.min(begin + 1, last), last, begin + (last - begin) / 3};
        return places[random.nextInt(places.length)];
    }

    private void addKeys(List<BuilderCall> calls, int count) {
        for (int i = 0; i < count; i++) {
            calls.add(new BuilderCall.AddKey(key()));
        }
    }

    private byte[] key() {
        int length = random.nextInt(200) == 0 ? random.nextInt(65_536) : random.nextInt(random.nextBoolean() ? 8 : 40);
        byte[] key = new byte[length];
        if (random.nextInt(3) == 0) {
            Arrays.fill(key, (byte) 'a');
            for (int i = Math.max(0, length - 3); i < length; i++) {
                key[i] = (byte) random.nextInt(256);
            }
        } else {
            random.nextBytes(key);
        }
        return key;
    }

    private byte[] garbage() {
        if (random.nextInt(4) == 0) {
            byte[] bytes = new byte[random.nextInt(64)];
            random.nextBytes(bytes);
            return bytes;
        }
        byte[] block = ReferenceFilterBlock.build(
                plan(random.nextBoolean() ? 11 : random.nextInt(64), 2),
                PolicySpec.levelDb(bits()).reference());
        for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
            int fromEnd = random.nextInt(Math.min(block.length, 40));
            block[block.length - 1 - fromEnd] =
                    (byte) (random.nextBoolean() ? -random.nextInt(2) : random.nextInt(256));
        }
        return random.nextInt(4) == 0 ? Arrays.copyOf(block, random.nextInt(block.length + 1)) : block;
    }

    private List<Pick> picks() {
        return Stream.generate(() -> new Pick(random.nextInt(1_000_000), offset(), key()))
                .limit(1 + random.nextInt(12))
                .toList();
    }

    private long offset() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(1 << 16);
            case 1 -> random.nextInt(64) * 2048L + random.nextInt(3);
            case 2 -> (1L << 30 + random.nextInt(14)) + random.nextInt(4096);
            default -> random.nextLong();
        };
    }

    private TablePlan table(Law law) {
        PolicySpec policy = policy(law);
        List<List<byte[]>> blocks = new ArrayList<>();
        for (int count = random.nextInt(6); count > 0; count--) {
            blocks.add(Stream.generate(this::key).limit(random.nextInt(8)).toList());
        }
        return new TablePlan(policy, policy.name(), blocks, random.nextInt(random.nextBoolean() ? 100 : 9_000));
    }
}
