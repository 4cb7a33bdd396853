// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.ReferencePolicy;
import io.github.filterblock.testdata.contract.FilterBlockArbitraries;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** That tables of any keys are sound, and that any damage ends in a result and hides no key. */
class TableReportPropertyTest {

    /** What goes into a table, and what was done to it. */
    record Recipe(
            boolean internal,
            int dialect,
            int bitsPerKey,
            int baseLg,
            int valueLength,
            boolean sorted,
            List<List<byte[]>> blocks) {

        TestTable table() {
            ReferencePolicy unsigned = ReferencePolicy.bloom(bitsPerKey);
            ReferencePolicy signed = ReferencePolicy.signedTailBloom(bitsPerKey);
            TestTable table = (internal ? TestTable.ofInternalKeys() : TestTable.ofWholeKeys())
                    .baseLg(baseLg)
                    .valueLength(valueLength);
            switch (dialect) {
                case 0 -> table.policy(TestTable.LEVELDB, unsigned);
                case 1 -> table.policy(TestTable.OLD_LEVELDB, unsigned);
                case 2 -> table.policy(TestTable.OLD_LEVELDB, signed);
                default -> table.policy("rocksdb.BuiltinBloomFilter", signed);
            }
            List<byte[]> keys = blocks.stream()
                    .flatMap(List::stream)
                    .sorted(Arrays::compareUnsigned)
                    .toList();
            int from = 0;
            for (List<byte[]> block : blocks) {
                List<byte[]> ofBlock = sorted ? keys.subList(from, from + block.size()) : block;
                table.block(ofBlock.toArray(byte[][]::new));
                from += block.size();
            }
            return table;
        }
    }

    @Provide
    Arbitrary<Recipe> recipes() {
        return Combinators.combine(
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(0, 3),
                        FilterBlockArbitraries.bitsPerKey(),
                        Arbitraries.integers().between(5, 20),
                        Arbitraries.of(0, 10, 500, 3000),
                        Arbitraries.of(true, false),
                        FilterBlockArbitraries.keys()
                                .list()
                                .ofMaxSize(12)
                                .list()
                                .ofMaxSize(5))
                .as(Recipe::new)
                .withoutEdgeCases();
    }

    @Property(tries = 300)
    @Tag("TF-13")
    void tablesOfAnyKeysAreSound(@ForAll("recipes") Recipe recipe) throws IOException {
        try (TableFile file = recipe.table().write().open()) {
            TableReport report = TableReport.of(file, FilterHints.NONE);
            assertEquals(List.of(), report.findings().first());
            assertEquals(TableStatus.OK, report.verifiedStatus());
            assertEquals(recipe.blocks.stream().mapToInt(List::size).sum(), report.entries());
            TableQuery query = new TableQuery(report);
            recipe.blocks.forEach(
                    block -> block.forEach(key -> assertTrue(query.ask(key).mayMatch())));
        }
    }

    /** One part of the file gets other contents, with the right checksum over them. */
    @Property(tries = 1000)
    @Tag("TF-13")
    void anyDamageEndsInAResultThatHidesNoKey(
            @ForAll("recipes") Recipe recipe,
            @ForAll("changes") UnaryOperator<byte[]> change,
            @ForAll("parts") String part)
            throws IOException {
        TestTable table = recipe.table();
        switch (part) {
            case "filter" -> table.changeFilter(0, change);
            case "metaindex" -> table.changeMetaindex(change);
            case "index" -> table.changeIndex(change);
            default -> table.changeData(0, change);
        }
        try (TableFile file = table.write().open()) {
            TableReport report = TableReport.of(file, FilterHints.NONE);
            report.summary();
            TableQuery query = new TableQuery(report);
            if (!part.equals("data") && !part.equals("index")) {
                recipe.blocks.forEach(
                        block -> block.forEach(key -> assertTrue(query.ask(key).mayMatch())));
            }
            query.ask(new byte[] {1, 2, 3});
        }
    }

    /** Bits of the file itself: checksums find them, and nothing else is thrown. */
    @Property(tries = 500)
    @Tag("TF-4")
    void anyFlippedBitEndsInAResultOrTheDocumentedException(
            @ForAll("recipes") Recipe recipe, @ForAll("changes") UnaryOperator<byte[]> change) throws IOException {
        byte[] bytes = change.apply(recipe.table().bytes());
        try (TableFile file = TableFile.open(TableSource.retaining(Unpooled.wrappedBuffer(bytes), "damaged.ldb"))) {
            TableReport.of(file, FilterHints.NONE);
            TableReport.of(file.ignoringChecksums(), FilterHints.NONE);
        } catch (CorruptTableException e) {
            assertTrue(e.offset() <= bytes.length, e.getMessage());
        }
    }

    @Provide
    Arbitrary<String> parts() {
        return Arbitraries.of("filter", "metaindex", "index", "data");
    }

    @Provide
    Arbitrary<UnaryOperator<byte[]>> changes() {
        Arbitrary<Integer> anywhere = Arbitraries.integers().between(0, Integer.MAX_VALUE);
        Arbitrary<UnaryOperator<byte[]>> flips = anywhere.map(
                bit -> bytes -> bytes.length == 0 ? bytes : TestBlocks.flipped(bytes, bit % (8L * bytes.length)));
        Arbitrary<UnaryOperator<byte[]>> cuts =
                anywhere.map(length -> bytes -> Arrays.copyOf(bytes, length % (bytes.length + 1)));
        Arbitrary<UnaryOperator<byte[]>> others =
                FilterBlockArbitraries.malformedBlocks().map(other -> bytes -> other);
        Arbitrary<UnaryOperator<byte[]>> endings = FilterBlockArbitraries.bytes()
                .map(ending -> bytes ->
                        TestBlocks.join(Arrays.copyOf(bytes, Math.max(0, bytes.length - ending.length)), ending));
        return Arbitraries.oneOf(flips, flips, cuts, others, endings).withoutEdgeCases();
    }
}
