// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.CorpusTable.DataBlock;
import io.github.filterblock.testdata.CorpusTable.DataOracle;
import io.github.filterblock.testdata.CorpusTable.FilterOracle;
import io.github.filterblock.testdata.CorpusTable.FilterShape;
import io.github.filterblock.testdata.CorpusTable.MetaindexEntry;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** That the oracles of the golden tables agree with the files and with themselves. */
class CorpusTableTest {
    private static final Corpus CORPUS = Corpus.configured();
    private static final int TRAILER = 5;

    private interface TableCheck {
        void check(CorpusTable table);
    }

    private interface FilterCheck {
        void check(CorpusTable table, FilterOracle oracle, byte[] block);
    }

    private static void forAllTables(TableCheck check) {
        assertAll(CORPUS.tables().stream().map(table -> (Executable) () -> check.check(table)));
    }

    private static void forAllFilters(FilterCheck check) {
        forAllTables(table -> table.filter()
                .ifPresent(oracle -> table.filterBlock().ifPresent(block -> check.check(table, oracle, block))));
    }

    @Test
    void filesHaveTheirSizesAndDigests() {
        forAllTables(table -> {
            byte[] bytes = table.bytes();
            table.file().size().ifPresent(size -> assertEquals(size, bytes.length, table.name()));
            table.file().sha256().ifPresent(sum -> assertEquals(sum, Hex.sha256(bytes), table.name()));
        });
    }

    @Test
    @Tag("TF-1")
    void theMagicIsThereUnlessTheOracleDeniesIt() {
        forAllTables(table -> {
            byte[] bytes = table.bytes();
            byte[] end = Arrays.copyOfRange(bytes, Math.max(0, bytes.length - 8), bytes.length);
            table.file()
                    .magicOk()
                    .ifPresent(ok -> assertEquals(ok, Hex.of(end).equals("57fb808b247547db"), table.name()));
            table.file().error().ifPresent(error -> assertFalse(error.isEmpty(), table.name()));
        });
    }

    @Test
    @Tag("TF-5")
    void everyBlockLiesInsideTheFile() {
        forAllTables(table -> {
            long end = table.bytes().length - TRAILER;
            Stream<Handle> data =
                    table.data().blocks().items().stream().map(block -> new Handle(block.offset(), block.storedSize()));
            Stream<Handle> meta = table.layout().metaindex().items().stream().flatMap(entry -> entry.handle().stream());
            Stream<Handle> footer = Stream.of(
                            table.layout().metaindexHandle(), table.layout().indexHandle())
                    .flatMap(Optional::stream);
            Stream.of(data, meta, footer)
                    .flatMap(handles -> handles)
                    .forEach(handle -> assertTrue(handle.isWithin(end), () -> table + ": " + handle));
        });
    }

    @Test
    void dataBlocksHaveTheirDigestAndNumber() {
        forAllTables(table -> table.data().blocks().whole().ifPresent(blocks -> {
            ByteBuffer listed = ByteBuffer.allocate(blocks.size() * 21).order(ByteOrder.LITTLE_ENDIAN);
            long entries = 0;
            for (DataBlock block : blocks) {
                long keys = block.keys().orElse(0);
                listed.putLong(block.offset()).putLong(block.storedSize());
                listed.put((byte) block.type()).putInt((int) keys);
                entries += keys;
                block.uncompressedSize().ifPresent(size -> assertTrue(block.type() != 0 || size == block.storedSize()));
            }
            DataOracle data = table.data();
            data.blocksSha256().ifPresent(sum -> assertEquals(sum, Hex.sha256(listed.array()), table.name()));
            data.numBlocks().ifPresent(number -> assertEquals(number, blocks.size(), table.name()));
            long allEntries = entries;
            data.numEntries().ifPresent(number -> assertEquals(number, allEntries, table.name()));
        }));
    }

    @Test
    @Tag("TF-8")
    void theFilterIsWhereTheMetaindexSays() {
        forAllFilters((table, oracle, block) -> {
            for (MetaindexEntry entry : table.layout().metaindex().items()) {
                if (oracle.metaindexKey().equals(Optional.of(entry.key()))) {
                    assertEquals(oracle.handle(), entry.handle(), table.name());
                    assertTrue(entry.value().length >= 2, table.name());
                    oracle.policy().ifPresent(name -> assertEquals("filter." + name, entry.key(), table.name()));
                }
            }
        });
    }

    @Test
    void filterBlocksHaveTheirDigestAndNumbers() {
        forAllFilters((table, oracle, block) -> {
            oracle.sha256().ifPresent(sum -> assertEquals(sum, Hex.sha256(block), table.name()));
            oracle.baseLg().ifPresent(lg -> assertEquals(lg, block[block.length - 1] & 0xff, table.name()));
            int array = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).getInt(block.length - 5);
            oracle.arrayOffset().ifPresent(offset -> assertEquals(offset, Integer.toUnsignedLong(array), table.name()));
            ReferenceFilterBlock reader = new ReferenceFilterBlock(block, ReferencePolicy.bloom(10));
            oracle.numFilters().ifPresent(number -> assertEquals(number, reader.numFilters(), table.name()));
        });
    }

    @Test
    @Tag("FB-14")
    void filterOffsetsHaveTheirDigestAndShapes() {
        forAllFilters((table, oracle, block) -> oracle.offsets().whole().ifPresent(offsets -> {
            ByteBuffer listed = ByteBuffer.allocate(offsets.size() * 4).order(ByteOrder.LITTLE_ENDIAN);
            offsets.forEach(offset -> listed.putInt(offset.intValue()));
            oracle.offsetsSha256().ifPresent(sum -> assertEquals(sum, Hex.sha256(listed.array()), table.name()));
            List<Optional<FilterShape>> shapes = oracle.shapes().whole().orElse(List.of());
            for (int i = 0; i < shapes.size(); i++) {
                int limit = offsets.get(i + 1).intValue();
                long bytes = limit - offsets.get(i);
                Optional<FilterShape> shape = bytes == 0
                        ? Optional.empty()
                        : Optional.of(new FilterShape(block[limit - 1] & 0xff, 8 * bytes - 8));
                assertEquals(shape, shapes.get(i), table.name());
            }
            oracle.emptyFilters().ifPresent(number -> {
                long empty = shapes.stream().filter(Optional::isEmpty).count();
                assertTrue(shapes.isEmpty() || number == empty, table.name());
            });
        }));
    }

    @Test
    @Tag("FB-17")
    void theNumberOfFiltersIsTheLaw() {
        forAllFilters((table, oracle, block) -> table.data().blocks().whole().ifPresent(blocks -> {
            if (!blocks.isEmpty()
                    && oracle.numFilters().isPresent()
                    && oracle.baseLg().isPresent()) {
                DataBlock last = blocks.get(blocks.size() - 1);
                int lg = oracle.baseLg().getAsInt();
                long end = last.offset() + last.storedSize() + TRAILER;
                long withKeys = blocks.stream()
                        .filter(one -> one.keys().orElse(1) > 0)
                        .mapToLong(one -> (one.offset() >>> lg) + 1)
                        .max()
                        .orElse(0);
                long law = Math.max(withKeys, end >>> lg);
                assertEquals(law, oracle.numFilters().getAsLong(), table.name());
            }
        }));
    }

    @Test
    @Tag("TF-13")
    void everyKeyOfATableMatches() {
        forAllFilters((table, oracle, block) -> oracle.referencePolicy().ifPresent(policy -> {
            ReferenceFilterBlock reader = new ReferenceFilterBlock(block, policy);
            assertTrue(table.probes().stream()
                    .filter(probe -> probe.kind().equals(Probe.PRESENT))
                    .allMatch(probe -> reader.keyMayMatch(probe.blockOffset(), probe.key())));
            if (table.data().numEntries().orElse(1) == 0) {
                return; // goleveldb writes one data block without keys
            }
            List<DataBlock> blocks = table.data().blocks().items();
            if (!blocks.isEmpty()) {
                long first = blocks.get(0).offset();
                table.data().firstFilterKey().ifPresent(key -> assertTrue(reader.keyMayMatch(first, key)));
            }
            table.data().blocks().whole().filter(all -> !all.isEmpty()).ifPresent(all -> {
                long last = all.get(all.size() - 1).offset();
                table.data().lastFilterKey().ifPresent(key -> assertTrue(reader.keyMayMatch(last, key)));
            });
        }));
    }

    @Test
    void oneTableIsReadInFull() {
        CorpusTable table = Corpus.bundled().tables().stream()
                .filter(one -> one.name().equals("tb123-onekey"))
                .findFirst()
                .orElseThrow();
        FilterOracle filter = table.filter().orElseThrow();
        assertEquals("tb123-onekey", table.toString());
        assertEquals(Optional.of(KeyKind.RAW), table.file().keyKind());
        assertTrue(table.file().writer().contains("1.23"));
        assertEquals("", table.file().note());
        assertTrue(table.file().googleByDefault().opened());
        assertEquals(Optional.of(true), table.file().googleParanoid().filterLoaded());
        assertEquals(Optional.of(new Handle(81, 47)), table.layout().metaindexHandle());
        assertEquals(0, table.layout().metaindexBlockType().orElseThrow());
        assertEquals(0, table.layout().indexBlockType().orElseThrow());
        assertEquals("3a12", Hex.of(table.layout().metaindex().items().get(0).value()));
        assertEquals(List.of(0L, 9L), filter.offsets().items());
        assertEquals(
                List.of(Optional.of(new FilterShape(6, 64))), filter.shapes().items());
        assertEquals(Optional.of(ReferencePolicy.BLOOM), filter.filterCode());
        assertEquals(Optional.of(true), filter.replayEqual());
        assertEquals("all", filter.shapes().listed());
        assertFalse(table.hasNoFilter());
        assertEquals(274, table.probes().size());
    }

    @Test
    void rebuildsAreThoseOfTheirTables() {
        assertAll(CORPUS.rebuilds().stream().map(one -> () -> {
            BlockPlan plan = one.plan();
            one.keys().ifPresent(keys -> assertEquals(keys, plan.keys().size(), one.name()));
            one.starts()
                    .ifPresent(
                            starts -> assertEquals(starts, plan.blockOffsets().size(), one.name()));
            CORPUS.tables().stream()
                    .filter(table -> one.table()
                            .equals(Optional.of(table.path().getFileName().toString())))
                    .flatMap(table -> table.filterBlock().stream())
                    .forEach(block -> assertArrayEquals(block, one.expected(), one.toString()));
        }));
    }

    @Test
    void damagedFilesHaveTheirSizesDigestsAndAnswers() {
        assertAll(CORPUS.damaged().stream().map(file -> () -> {
            byte[] bytes = file.bytes();
            file.size().ifPresent(size -> assertEquals(size, bytes.length, file.name()));
            file.sha256().ifPresent(sum -> assertEquals(sum, Hex.sha256(bytes), file.name()));
            for (GoogleAnswer google : List.of(file.googleByDefault(), file.googleParanoid())) {
                google.answers()
                        .ifPresent(answers ->
                                assertEquals(answers.length(), file.probes().size(), file.name()));
            }
        }));
    }

    @Test
    void probesWithEqualPartsAreEqual() {
        Probe probe = new Probe(1, Hex.ascii("a"), true, Probe.PRESENT);
        Probe same = new Probe(1, Hex.ascii("a"), true, Probe.PRESENT);
        assertEquals(probe, same);
        assertEquals(probe.hashCode(), same.hashCode());
        assertNotEquals(probe, new Probe(2, Hex.ascii("a"), true, Probe.PRESENT));
        assertNotEquals(probe, new Probe(1, Hex.ascii("b"), true, Probe.PRESENT));
        assertNotEquals(probe, new Probe(1, Hex.ascii("a"), false, Probe.PRESENT));
        assertNotEquals(probe, new Probe(1, Hex.ascii("a"), true, ""));
        assertNotEquals(probe, new Object());
        assertEquals("offset 1, key 61: may match (present)", probe.toString());
    }
}
