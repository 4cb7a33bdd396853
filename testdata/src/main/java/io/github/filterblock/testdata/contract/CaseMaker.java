// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.BuilderCall;
import io.github.filterblock.testdata.PlacedKey;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.PolicySpec.Dialect;
import io.github.filterblock.testdata.Probe;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import io.github.filterblock.testdata.TablePlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes cases from plans and numbers of any source; the oracle says what is right.
 *
 * @param oracle an implementation that is trusted
 */
record CaseMaker(FilterBlockSubject oracle) {
    private static final FilterBlockSubject MODEL = new ReferenceSubject();

    /** Returns the policies with which the subject can be tested with the law. */
    List<Dialect> dialects(Law law, FilterBlockSubject subject) {
        if (law.source() != CaseSource.DIALECT_PLANS && law.caseType() == PlanCase.class) {
            return List.of(Dialect.LEVELDB);
        }
        return Arrays.stream(Dialect.values())
                .filter(subject::knows)
                .filter(dialect -> law.source() != CaseSource.DIALECT_PLANS || dialect != Dialect.LEVELDB)
                .toList();
    }

    PlanCase plan(CaseSource source, BlockPlan plan, PolicySpec policy, int number) {
        PlanShape shape = switch (source) {
            case BOUNDARY_PLANS -> PlanShape.BOUNDARIES;
            case TAIL_PLANS -> PlanShape.TAILS;
            case DUPLICATE_PLANS -> number % 4 == 0 ? PlanShape.EMPTY_KEYS : PlanShape.DUPLICATES;
            case OPEN_PLANS -> PlanShape.OPEN;
            default -> PlanShape.ANY;
        };
        return PlanCase.of(shape.of(plan), policy, builderFor(plan, policy));
    }

    private FilterBlockSubject builderFor(BlockPlan plan, PolicySpec policy) {
        return oracle.knows(policy.dialect()) && oracle.writesBaseLg(plan.baseLg()) ? oracle : MODEL;
    }

    BlockCase block(Law law, BlockPlan plan, PolicySpec policy, int number, List<Pick> picks) {
        BlockPlan shaped = law.source() == CaseSource.EMPTY_WINDOWS ? withGap(plan, number) : plan;
        byte[] sound = ReferenceFilterBlock.build(shaped, policy.reference());
        byte[] block = law.defect().apply(sound, number);
        List<Probe> probes = new ArrayList<>();
        for (Pick pick : picks) {
            PlacedKey question = question(law, shaped, pick);
            probes.add(probe(block, policy, question.blockOffset(), question.key()));
        }
        return new BlockCase(block, policy, probes);
    }

    /** Adds a block some windows after the last one. */
    private static BlockPlan withGap(BlockPlan plan, int number) {
        long window = plan.baseLg() > 40 ? 0 : 1L << plan.baseLg();
        List<BuilderCall> calls = new ArrayList<>(plan.calls());
        calls.add(new BuilderCall.StartBlock(lastOffset(plan) + window * (2 + number % 3)));
        calls.add(new BuilderCall.AddKey(new byte[] {'z'}));
        return new BlockPlan(plan.baseLg(), calls);
    }

    private static long lastOffset(BlockPlan plan) {
        List<Long> offsets = plan.blockOffsets();
        return offsets.isEmpty() ? 0 : offsets.get(offsets.size() - 1);
    }

    BlockCase bytes(byte[] block, PolicySpec policy, List<Pick> picks) {
        return new BlockCase(
                block,
                policy,
                picks.stream()
                        .map(pick -> probe(block, policy, pick.offset(), pick.key()))
                        .toList());
    }

    private Probe probe(byte[] block, PolicySpec policy, long offset, byte[] key) {
        boolean defined = block.length > 0 && block[block.length - 1] >= 0 && block[block.length - 1] < Long.SIZE;
        FilterBlockSubject judge = defined && oracle.knows(policy.dialect()) ? oracle : MODEL; // FB-22
        return new Probe(offset, key, judge.keyMayMatch(block, policy, offset, key), "");
    }

    /** Returns a question about a key of the plan, mostly, and about an offset of it or one that the law needs. */
    private static PlacedKey question(Law law, BlockPlan plan, Pick pick) {
        List<PlacedKey> keys = plan.keys();
        PlacedKey own = keys.isEmpty() ? new PlacedKey(0, pick.key()) : keys.get(pick.choice() / 4 % keys.size());
        long offset = own.blockOffset();
        return switch (law.source()) {
            case FAR_QUESTIONS -> new PlacedKey(far(plan, offset, pick.choice()), pick.key());
            case EMPTY_WINDOWS -> new PlacedKey((lastOffset(plan) >>> plan.baseLg()) - 1 << plan.baseLg(), pick.key());
            default ->
                switch (pick.choice() % 4) {
                    case 0 -> own;
                    case 1 -> new PlacedKey(offset, pick.key());
                    case 2 -> new PlacedKey(near(pick.offset()), own.key());
                    default -> new PlacedKey(near(pick.offset()), pick.key());
                };
        };
    }

    /** Returns an offset of a small file: far ones have a law of their own, and would hide violations of others. */
    private static long near(long offset) {
        return Math.floorMod(offset, 1L << 24);
    }

    /** Returns an offset that is far beyond the block, and that some mistake takes for one inside it. */
    private static long far(BlockPlan plan, long offset, int choice) {
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
        return far[choice % far.length];
    }

    TableCase table(CaseSource source, TablePlan plan, int number, List<Pick> picks) {
        TablePlan named = source == CaseSource.FOREIGN_TABLES
                ? new TablePlan(plan.policy(), "x" + plan.policyName(), plan.blocks(), plan.valueLength())
                : plan;
        TablePlan.Written written = named.write();
        byte[] whole = written.table().bytes();
        boolean damaged = source == CaseSource.DAMAGED_TABLES;
        byte[] table = damaged ? Arrays.copyOf(whole, number % whole.length) : whole;
        List<PlacedKey> keys = written.plan().keys();
        List<Probe> probes = new ArrayList<>();
        for (Pick pick : picks) {
            PlacedKey own = keys.isEmpty() ? new PlacedKey(0, pick.key()) : keys.get(pick.choice() / 2 % keys.size());
            byte[] key = pick.choice() % 2 == 0 ? own.key() : pick.key();
            Probe probe = probe(written.filterBlock(), plan.policy(), own.blockOffset(), key);
            boolean unknown = source != CaseSource.TABLES;
            probes.add(new Probe(probe.blockOffset(), key, unknown || probe.mayMatch(), ""));
        }
        return new TableCase(named + (damaged ? ", cut short" : ""), table, plan.policy(), probes, damaged);
    }
}
