// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.FilterBlockLayout;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.FilterPolicy;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.StoredBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.BuilderCase;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.CorpusTable.FilterOracle;
import io.github.filterblock.testdata.Probe;
import io.github.filterblock.testdata.ReaderCase;
import io.github.filterblock.testdata.ReferencePolicy;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/** Repeats what the original programs did, and compares. */
final class Replay {
    private static final int TAIL = 5;
    private static final int MAX_BASE_LG = 63;

    private Replay() {}

    /** Builds the block of a plan. */
    static byte[] build(BlockPlan plan, FilterPolicy policy) {
        FilterBlockBuilder builder = new FilterBlockBuilder(policy, plan.baseLg());
        plan.replay(builder::startBlock, builder::addKey);
        ByteBuf block = Unpooled.buffer();
        builder.finishBuf(block);
        return ByteBufUtil.getBytes(block);
    }

    /**
     * {@return the number of recorded answers of a table, after asking its filter block all of it through every door
     * and in both manners}
     */
    static int tableAnswers(CorpusTable table) throws IOException {
        Optional<FilterMatcher> matcher = table.filter().flatMap(WriterPolicies::matcher);
        if (matcher.isEmpty()) {
            return 0;
        }
        FilterOracle oracle = table.filter().orElseThrow();
        List<FilterMatcher> known = List.of(matcher.get());
        try (TableFile file = TableFile.open(table.path())) {
            StoredBlock stored = file.read(handle(oracle));
            byte[] block = stored.contents();
            try (Doors safe = Doors.into(block, matcher.get(), false);
                    Doors like = Doors.into(block, matcher.get(), true)) {
                safe.addReader("opened as a filter", file.openFilter(known).orElseThrow(), false);
                assertAnswers(table + ", safely", safe, table.probes());
                assertAnswers(table + ", like LevelDB", like, table.probes());
            }
        }
        return table.probes().size();
    }

    private static BlockHandle handle(FilterOracle oracle) {
        var place = oracle.handle().orElseThrow();
        return new BlockHandle(place.offset(), place.size());
    }

    private static void assertAnswers(String what, Doors doors, List<Probe> probes) throws IOException {
        for (Probe probe : probes) {
            doors.assertAnswer(probe.mayMatch(), probe.blockOffset(), probe.key(), what);
        }
    }

    /** Makes the calls of a builder case and asks the resulting block. */
    static void builderCase(BuilderCase builderCase) throws IOException {
        FilterPolicy policy = WriterPolicies.policy(builderCase.policyName(), "", builderCase.bitsPerKey())
                .orElseThrow();
        byte[] block = build(builderCase.plan(), policy);
        builderCase.expected().ifPresent(expected -> assertArrayEquals(expected, block, builderCase.name()));
        builderCase.length().ifPresent(length -> assertEquals(length, block.length, builderCase.name()));
        builderCase.numFilters().ifPresent(filters -> assertEquals(filters, filterCount(block), builderCase.name()));
        for (boolean likeLevelDb : new boolean[] {false, true}) {
            try (Doors doors = Doors.into(block, policy, likeLevelDb)) {
                assertAnswers(builderCase.name(), doors, builderCase.probes());
            }
        }
    }

    private static int filterCount(byte[] block) {
        return FilterBlockLayout.of(ByteBuffer.wrap(block)).filterCount();
    }

    /**
     * Asks a reader case. As LevelDB, the answers are the recorded ones, and "may match" where those are undefined; in
     * the safe manner they differ where an empty range lies beyond the offset array, and nowhere else (FB-25).
     */
    static void readerCase(ReaderCase readerCase) throws IOException {
        byte[] block = readerCase.block();
        FilterMatcher matcher =
                WriterPolicies.policy(ReferencePolicy.BLOOM, "", 10).orElseThrow();
        readerCase.numFilters().ifPresent(filters -> assertEquals(filters, filterCount(block), readerCase.name()));
        try (Doors like = Doors.into(block, matcher, true);
                Doors safe = Doors.into(block, matcher, false)) {
            for (Probe probe : readerCase.probes()) {
                boolean recorded = probe.mayMatch() || readerCase.shiftUndefined();
                boolean inDoubt = recorded || isEmptyBeyondTheArray(block, probe.blockOffset());
                like.assertAnswer(recorded, probe.blockOffset(), probe.key(), readerCase + ", like LevelDB");
                safe.assertAnswer(inDoubt, probe.blockOffset(), probe.key(), readerCase + ", safely");
            }
        }
    }

    private static boolean isEmptyBeyondTheArray(byte[] block, long blockOffset) {
        int end = block.length - TAIL;
        ByteBuffer words = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
        if (end < 0 || (block[block.length - 1] & 0xff) > MAX_BASE_LG) {
            return false;
        }
        long array = Integer.toUnsignedLong(words.getInt(end));
        long window = blockOffset >>> block[block.length - 1];
        if (array > end || Long.compareUnsigned(window, (end - array) / 4) >= 0) {
            return false;
        }
        long start = Integer.toUnsignedLong(words.getInt((int) (array + 4 * window)));
        long limit = Integer.toUnsignedLong(words.getInt((int) (array + 4 * window + 4)));
        return start == limit && limit > array;
    }
}
