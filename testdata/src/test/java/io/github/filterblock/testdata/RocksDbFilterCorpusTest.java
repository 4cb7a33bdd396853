// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class RocksDbFilterCorpusTest {
    private static final RocksDbFilterCorpus CORPUS = RocksDbFilterCorpus.configured();

    /** Keys that the generators make are compared by their digest when they are asked for. */
    @Test
    void tablesHaveTheKeysAndAnswersThatWereRecorded() {
        List<RocksDbFilterTable> tables = CORPUS.tables();
        assertFalse(tables.isEmpty());
        for (RocksDbFilterTable table : tables) {
            assertEquals(table.present().distinct(), table.keys().size(), table.toString());
            assertEquals(table.absent().answers().length(), table.absentKeys().size(), table.toString());
            assertTrue(table.bytes().length > 53, table.toString());
            assertEquals(table.form().equals("none"), table.filters().isEmpty(), table.toString());
        }
    }

    @Test
    void damagedTablesSayWhatIsExpected() {
        assertFalse(CORPUS.damaged().isEmpty());
        for (var damaged : CORPUS.damaged()) {
            assertTrue(damaged.bytes().length > 53 && !damaged.expect().isEmpty(), damaged.toString());
        }
        assertTrue(CORPUS.damaged().stream().anyMatch(each -> each.denied() > 0));
    }

    /** The model is written from FORMAT-ROCKSDB.md alone and answers as RocksDB does. */
    @Test
    void modelAnswersAsRocksDb() {
        List<byte[]> keys = CORPUS.keys();
        assertFalse(CORPUS.blocks().isEmpty());
        for (var block : CORPUS.blocks()) {
            StringBuilder answers = new StringBuilder();
            keys.forEach(key -> answers.append(ReferenceFullFilter.mayMatch(block.filter(), key) ? '1' : '0'));
            assertEquals(block.answers(), answers.toString(), block.what());
        }
    }
}
