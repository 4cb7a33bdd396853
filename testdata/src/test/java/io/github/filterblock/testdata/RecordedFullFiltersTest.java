// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.junit.jupiter.api.Test;

class RecordedFullFiltersTest {
    /** The model is written from FORMAT-ROCKSDB.md alone and answers as RocksDB does. */
    @Test
    void modelAnswersAsRocksDb() {
        RecordedFullFilters recorded = RecordedFullFilters.configured();
        List<byte[]> keys = recorded.keys();
        assertFalse(recorded.blocks().isEmpty());
        for (var block : recorded.blocks()) {
            StringBuilder answers = new StringBuilder();
            keys.forEach(key -> answers.append(ReferenceFullFilter.mayMatch(block.filter(), key) ? '1' : '0'));
            assertEquals(block.answers(), answers.toString(), block.what());
        }
    }
}
