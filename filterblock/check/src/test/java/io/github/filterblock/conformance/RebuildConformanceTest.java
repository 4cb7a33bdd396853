// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterPolicy;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.RebuildCase;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** That the same keys in the same blocks give the same bytes as the original writers gave. */
class RebuildConformanceTest {

    @TestFactory
    @Tag("FB-15")
    Stream<DynamicTest> recordedCallsGiveTheRecordedBlock() {
        return Golden.CORPUS.rebuilds().stream()
                .map(rebuild -> DynamicTest.dynamicTest(rebuild.name(), () -> check(rebuild)));
    }

    private static void check(RebuildCase rebuild) {
        FilterPolicy policy = WriterPolicies.policy(rebuild.policyName(), programOf(rebuild), rebuild.bitsPerKey())
                .orElseThrow();
        BlockPlan plan = rebuild.plan();
        byte[] block = Replay.build(plan, policy);
        assertArrayEquals(rebuild.expected(), block);
        rebuild.length().ifPresent(length -> assertEquals(length, block.length));
        rebuild.keys().ifPresent(keys -> assertEquals(keys, plan.keys().size()));
        rebuild.starts()
                .ifPresent(starts -> assertEquals(starts, plan.blockOffsets().size()));
    }

    private static String programOf(RebuildCase rebuild) {
        return Golden.CORPUS.tables().stream()
                .filter(table -> rebuild.table()
                        .equals(Optional.of(table.path().getFileName().toString())))
                .map(table -> table.file().writer())
                .findFirst()
                .orElse("");
    }

    @TestFactory
    @Tag("FB-17")
    Stream<DynamicTest> theKeysOfATableGiveItsFilterBlock() {
        return replayable((table, code) -> {
            OptionalInt bits = Golden.bitsPerKey(table);
            Optional<FilterPolicy> policy = bits.isPresent() || code.equals("fnvset")
                    ? WriterPolicies.policy(code, table.file().writer(), bits.orElse(0))
                    : Optional.empty();
            if (policy.isPresent()) {
                assertArrayEquals(
                        Golden.analysis(table).filter().orElseThrow().contents(), rebuilt(table, policy.get()));
            }
        });
    }

    /** The bits per key that follow from the file alone are enough to write the same filter again. */
    @TestFactory
    @Tag("FB-5")
    Stream<DynamicTest> bothEndsOfTheRangeOfBitsPerKeyGiveTheSameFilterBlock() {
        return replayable((table, code) -> {
            TableReport analysis = Golden.analysis(table);
            if (FilterDialect.safeMatcher(analysis.filter().orElseThrow().policyName())
                            .isEmpty()
                    || analysis.entries() == 0) {
                return;
            }
            FilterSummary.Range range =
                    analysis.summary().orElseThrow().bitsPerKey().orElseThrow();
            // A range has 0 only where no other number fits.
            Golden.bitsPerKey(table)
                    .ifPresent(bits -> assertTrue(
                            range.least() <= Math.max(bits, Math.min(1, range.least())) && bits <= range.most(),
                            range::toString));
            byte[] expected = analysis.filter().orElseThrow().contents();
            for (int bits : new int[] {range.least(), range.most()}) {
                FilterPolicy policy =
                        WriterPolicies.policy(code, table.file().writer(), bits).orElseThrow();
                assertArrayEquals(expected, rebuilt(table, policy), bits + " bits per key");
            }
        });
    }

    private interface RebuildLaw {
        void check(CorpusTable table, String filterCode) throws IOException;
    }

    private static Stream<DynamicTest> replayable(RebuildLaw law) {
        return Golden.eachTable(table -> {
            Optional<String> code = table.filter()
                    .filter(oracle -> oracle.replayEqual().orElse(false))
                    .flatMap(oracle -> oracle.filterCode());
            if (code.isPresent()) {
                law.check(table, code.get());
            }
        });
    }

    /** Feeds the stored keys of a table to a builder, as a table writer would. */
    private static byte[] rebuilt(CorpusTable table, FilterPolicy userKeyPolicy) throws IOException {
        boolean internal = Golden.hasInternalKeys(table);
        FilterPolicy policy = internal ? FilterPolicy.ofInternalKeys(userKeyPolicy) : userKeyPolicy;
        int baseLg = table.filter().orElseThrow().baseLg().orElse(BlockPlan.DEFAULT_BASE_LG);
        FilterBlockBuilder builder = new FilterBlockBuilder(policy, baseLg);
        builder.startBlock(0);
        try (TableFile file = TableFile.open(table.path())) {
            for (IndexEntry entry : file.index()) {
                KeyValueBlock.Cursor cursor = file.readEntries(entry.handle()).cursor();
                while (cursor.next()) {
                    builder.addKey(cursor.key(), 0, cursor.keyLength());
                }
                builder.startBlock(entry.handle().end());
            }
        }
        ByteBuf block = Unpooled.buffer();
        builder.finishBuf(block);
        return ByteBufUtil.getBytes(block);
    }
}
