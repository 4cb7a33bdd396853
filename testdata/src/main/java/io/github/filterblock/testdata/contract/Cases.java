// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.BuilderCall;
import io.github.filterblock.testdata.LengthCase;
import io.github.filterblock.testdata.PlacedKey;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.PolicySpec.Dialect;
import io.github.filterblock.testdata.Probe;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import io.github.filterblock.testdata.TablePlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Makes the cases of the laws; the oracle says what is right. A subject is asked for nothing that it does not have. Not
 * thread-safe.
 */
final class Cases {
    private static final byte[] LAST_KEY = {'z'};

    private final FilterBlockSubject subject;
    private final FilterBlockSubject oracle;
    private final Draw draw;

    Cases(FilterBlockSubject subject, FilterBlockSubject oracle, Draw draw) {
        this.subject = subject;
        this.oracle = oracle;
        this.draw = draw;
    }

    /** Returns the generators of the case with a number: cases grow, and each depends on seed and number alone. */
    static Cases numbered(FilterBlockSubject subject, FilterBlockSubject oracle, String law, long seed, int number) {
        long mixed = (seed * 31 + law.hashCode()) * 1_000_003 + number;
        return new Cases(subject, oracle, new Draw(mixed, number / 2));
    }

    /** Any plan of 2 KiB windows. */
    LawCase.Plan plan() {
        return of(draw.plan(BlockPlan.DEFAULT_BASE_LG, 40));
    }

    /** A key in each of a few blocks that begin a byte below, at or a byte above the beginning of a window. */
    LawCase.Plan boundaryPlan() {
        List<BuilderCall> calls = new ArrayList<>();
        long last = 0;
        for (int blocks = 1 + draw.upTo(9); blocks > 0; blocks--) {
            long window = (last >>> BlockPlan.DEFAULT_BASE_LG) + draw.below(2);
            long offset = Math.max(0, (window << BlockPlan.DEFAULT_BASE_LG) + draw.below(3) - 1);
            last = Math.max(offset, last);
            calls.add(new BuilderCall.StartBlock(last));
            calls.add(new BuilderCall.AddKey(draw.key()));
        }
        return of(new BlockPlan(BlockPlan.DEFAULT_BASE_LG, calls));
    }

    /** Keys that end in one to three bytes, the last of them 0x80 or more. */
    LawCase.Plan tailPlan() {
        return of(mapped(draw.plan(BlockPlan.DEFAULT_BASE_LG, 40), key -> List.of(withTail(key))));
    }

    private static byte[] withTail(byte[] key) {
        byte[] longer = Arrays.copyOf(key, key.length % 4 == 3 ? key.length + 2 : key.length + 1);
        longer[longer.length - 1] = (byte) (0x80 | key.length * 37);
        return longer;
    }

    /** Each key three times and the empty key with it, or the empty key alone. */
    LawCase.Plan duplicatePlan() {
        byte[] empty = {};
        boolean alone = draw.below(4) == 0;
        return of(mapped(
                draw.plan(BlockPlan.DEFAULT_BASE_LG, 40),
                key -> alone ? List.of(empty) : List.of(key, empty, key, key)));
    }

    private static BlockPlan mapped(BlockPlan plan, Function<byte[], List<byte[]>> keys) {
        List<BuilderCall> calls = new ArrayList<>();
        plan.replay(
                offset -> calls.add(new BuilderCall.StartBlock(offset)),
                key -> keys.apply(key).forEach(mapped -> calls.add(new BuilderCall.AddKey(mapped))));
        return new BlockPlan(plan.baseLg(), calls);
    }

    /** A plan whose last block has a key and a window of its own. */
    LawCase.Plan openPlan() {
        return of(withLastBlock(draw.plan(BlockPlan.DEFAULT_BASE_LG, 40), 2));
    }

    /** Adds a block with one key, this number of windows after the last one; in the same one where windows are vast. */
    private static BlockPlan withLastBlock(BlockPlan plan, int windows) {
        long window = plan.baseLg() > 40 ? 0 : 1L << plan.baseLg();
        List<BuilderCall> calls = new ArrayList<>(plan.calls());
        calls.add(new BuilderCall.StartBlock(lastOffset(plan) + window * windows));
        calls.add(new BuilderCall.AddKey(LAST_KEY));
        return new BlockPlan(plan.baseLg(), calls);
    }

    private static long lastOffset(BlockPlan plan) {
        List<Long> offsets = plan.blockOffsets();
        return offsets.isEmpty() ? 0 : offsets.get(offsets.size() - 1);
    }

    /** A plan of windows that are not 2 KiB. */
    LawCase.Plan otherBaseLgPlan() {
        int[] others = IntStream.range(0, 64)
                .filter(baseLg -> baseLg != BlockPlan.DEFAULT_BASE_LG && subject.writesBaseLg(baseLg))
                .toArray();
        if (others.length == 0) {
            throw new Law.Unable("writesBaseLg(..) accepts 11 only");
        }
        return of(draw.plan(others[draw.below(others.length)], 40));
    }

    /** A plan for another policy than LevelDB's present one. */
    LawCase.Plan otherDialectPlan() {
        return of(draw.plan(BlockPlan.DEFAULT_BASE_LG, 40), policy(dialect -> dialect != Dialect.LEVELDB));
    }

    private LawCase.Plan of(BlockPlan plan) {
        return of(plan, PolicySpec.levelDb(draw.bits()));
    }

    private LawCase.Plan of(BlockPlan plan, PolicySpec policy) {
        boolean able = oracle.knows(policy.dialect()) && oracle.writesBaseLg(plan.baseLg());
        return new LawCase.Plan(plan, policy, (able ? oracle : ReferenceSubject.MODEL).build(plan, policy));
    }

    private PolicySpec policy(Predicate<Dialect> wanted) {
        List<Dialect> dialects = Arrays.stream(Dialect.values())
                .filter(wanted.and(subject::knows))
                .toList();
        if (dialects.isEmpty()) {
            throw new Law.Unable("knows(..) accepts no such policy");
        }
        return new PolicySpec(dialects.get(draw.below(dialects.size())), draw.bits());
    }

    /** A sound block of 2 KiB windows. */
    LawCase.Block block() {
        return damaged((block, number) -> block);
    }

    /** A block with a defect. */
    LawCase.Block damaged(BiFunction<byte[], Integer, byte[]> defect) {
        return block(draw.plan(BlockPlan.DEFAULT_BASE_LG, 1), defect, this::nearQuestion);
    }

    /** A sound block of windows of any length. */
    LawCase.Block otherBaseLgBlock() {
        return block(draw.plan(1 + draw.below(63), 1), (block, number) -> block, this::nearQuestion);
    }

    /** Questions far beyond a sound block, which some mistake takes for ones inside it. */
    LawCase.Block farQuestions() {
        return block(draw.plan(1 + draw.below(63), 1), (block, number) -> block, this::farQuestion);
    }

    /** Questions about the window before the last one, which has no keys. */
    LawCase.Block emptyWindow() {
        BlockPlan plan = withLastBlock(draw.plan(BlockPlan.DEFAULT_BASE_LG, 1), 2 + draw.below(3));
        long offset = (lastOffset(plan) >>> plan.baseLg()) - 1 << plan.baseLg();
        return block(plan, (block, number) -> block, same -> new PlacedKey(offset, draw.key()));
    }

    private LawCase.Block block(
            BlockPlan plan, BiFunction<byte[], Integer, byte[]> defect, Function<BlockPlan, PlacedKey> asking) {
        PolicySpec policy = policy(dialect -> true);
        byte[] sound = ReferenceFilterBlock.build(plan, policy.reference());
        return block(defect.apply(sound, draw.below(1_000_000)), policy, () -> asking.apply(plan));
    }

    /** Any bytes, and any questions. */
    LawCase.Block garbage() {
        PolicySpec policy = policy(dialect -> true);
        return block(draw.malformedBlock(), policy, () -> new PlacedKey(draw.offset(), draw.key()));
    }

    private LawCase.Block block(byte[] block, PolicySpec policy, Supplier<PlacedKey> question) {
        List<Probe> probes = Stream.generate(question)
                .limit(1 + draw.upTo(11))
                .map(asked -> probe(block, policy, asked.blockOffset(), asked.key()))
                .toList();
        return new LawCase.Block(block, policy, probes);
    }

    private Probe probe(byte[] block, PolicySpec policy, long offset, byte[] key) {
        boolean defined = block.length > 0 && block[block.length - 1] >= 0 && block[block.length - 1] < Long.SIZE;
        FilterBlockSubject judge = defined && oracle.knows(policy.dialect()) ? oracle : ReferenceSubject.MODEL; // FB-22
        return new Probe(offset, key, judge.keyMayMatch(block, policy, offset, key), "");
    }

    private PlacedKey ownKey(BlockPlan plan) {
        List<PlacedKey> keys = plan.keys();
        return keys.isEmpty() ? new PlacedKey(0, draw.key()) : keys.get(draw.below(keys.size()));
    }

    /** Asks for a key or an offset of the plan, or both; far offsets have a law of their own. */
    private PlacedKey nearQuestion(BlockPlan plan) {
        PlacedKey own = ownKey(plan);
        long near = Math.floorMod(draw.offset(), 1L << 24);
        return switch (draw.below(4)) {
            case 0 -> own;
            case 1 -> new PlacedKey(own.blockOffset(), draw.key());
            case 2 -> new PlacedKey(near, own.key());
            default -> new PlacedKey(near, draw.key());
        };
    }

    private PlacedKey farQuestion(BlockPlan plan) {
        long offset = ownKey(plan).blockOffset();
        long[] far = {
            (lastOffset(plan) >>> plan.baseLg()) + 2 << plan.baseLg(),
            (1L << 31) + offset,
            (1L << 32) + offset,
            (1L << 42) + offset,
            (1L << 43) + offset,
            Long.MIN_VALUE + offset,
            -1 - offset,
            plan.baseLg() > 31 ? -1 : (1L << 32 + plan.baseLg()) + offset,
            plan.baseLg() > 32 ? -1 : (1L << 31 + plan.baseLg()) + offset
        };
        return new PlacedKey(far[draw.below(far.length)], draw.key());
    }

    /** A sound table, and questions to its filter. */
    LawCase.Table table() {
        PolicySpec policy = policy(dialect -> true);
        return table(policy, policy.name(), false);
    }

    /** A table whose filter has a name that nobody knows: every key may be in it. */
    LawCase.Table foreignTable() {
        PolicySpec policy = policy(dialect -> true);
        return table(policy, "x" + policy.name(), false);
    }

    /** A table that is cut short. */
    LawCase.Table damagedTable() {
        PolicySpec policy = policy(dialect -> true);
        return table(policy, policy.name(), true);
    }

    private LawCase.Table table(PolicySpec policy, String policyName, boolean cut) {
        List<List<byte[]>> blocks = Stream.generate(
                        () -> Stream.generate(draw::key).limit(draw.upTo(7)).toList())
                .limit(draw.upTo(5))
                .toList();
        TablePlan plan = new TablePlan(policy, policyName, blocks, draw.upTo(draw.below(2) == 0 ? 100 : 9_000));
        TablePlan.Written written = plan.write();
        byte[] whole = written.table();
        boolean unknown = cut || !policyName.equals(policy.name());
        List<Probe> probes = new ArrayList<>();
        for (int questions = 1 + draw.upTo(11); questions > 0; questions--) {
            PlacedKey own = ownKey(written.plan());
            byte[] key = draw.below(2) == 0 ? own.key() : draw.key();
            Probe probe = probe(written.filterBlock(), policy, own.blockOffset(), key);
            probes.add(new Probe(probe.blockOffset(), key, unknown || probe.mayMatch(), ""));
        }
        byte[] table = cut ? Arrays.copyOf(whole, draw.below(whole.length)) : whole;
        return new LawCase.Table(plan.toString(), table, policy, probes, cut);
    }

    /** Numbers of keys and bits, up to more than fit into memory. */
    LawCase.Length length() {
        long keys = draw.below(2) == 0 ? 1 + draw.upTo(10_000) : 1L + draw.below(Integer.MAX_VALUE);
        return new LawCase.Length(LengthCase.of(keys, draw.bits()));
    }
}
