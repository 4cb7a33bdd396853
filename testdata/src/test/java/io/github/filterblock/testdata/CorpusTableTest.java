// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.testdata.CorpusTable.FilterOracle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
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
