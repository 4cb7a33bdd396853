// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.CorpusTable.FilterOracle;
import io.github.filterblock.testdata.CorpusTable.FilterShape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** That the oracles of the golden tables agree with the files and with themselves. */
class CorpusTableTest {
    private static final Corpus CORPUS = Corpus.configured();

    @Test
    void filesHaveTheirSizesAndDigestsAndFilterBlocksTheirNumbers() {
        assertAll(CORPUS.tables().stream().map(table -> () -> {
            byte[] bytes = table.bytes();
            table.file().size().ifPresent(size -> assertEquals(size, bytes.length, table.name()));
            table.file().sha256().ifPresent(sum -> assertEquals(sum, Hex.sha256(bytes), table.name()));
            if (table.filter().isPresent() && table.filterBlock().isPresent()) {
                checkFilter(
                        table.name(), table.filter().get(), table.filterBlock().get());
            }
        }));
    }

    private static void checkFilter(String name, FilterOracle oracle, byte[] block) {
        oracle.sha256().ifPresent(sum -> assertEquals(sum, Hex.sha256(block), name));
        oracle.baseLg().ifPresent(lg -> assertEquals(lg, block[block.length - 1] & 0xff, name));
        int array = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).getInt(block.length - 5);
        oracle.arrayOffset().ifPresent(offset -> assertEquals(offset, Integer.toUnsignedLong(array), name));
        ReferenceFilterBlock reader = new ReferenceFilterBlock(block, ReferencePolicy.bloom(10));
        oracle.numFilters().ifPresent(number -> assertEquals(number, reader.numFilters(), name));
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
}
