// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;

/** Logs of records of any lengths. */
@Tag("DB-3")
class LogPropertyTest {

    @Provide
    Arbitrary<List<Integer>> lengths() {
        int block = Log.BLOCK_LENGTH;
        return Arbitraries.frequencyOf(
                        Tuple.of(3, Arbitraries.integers().between(0, 300)),
                        Tuple.of(2, Arbitraries.integers().between(block - 40, block + 40)),
                        Tuple.of(1, Arbitraries.integers().between(0, 4 * block)))
                .list()
                .ofMaxSize(8);
    }

    @Property(tries = 300)
    void whatIsWrittenIsReadAgain(@ForAll("lengths") List<Integer> lengths) throws IOException {
        List<byte[]> records = new ArrayList<>();
        for (int length : lengths) {
            byte[] record = new byte[length];
            Arrays.fill(record, (byte) (records.size() + 1));
            records.add(record);
        }
        List<byte[]> read = LogReaderTest.recordsOf(LogReaderTest.written(records));
        assertEquals(records.size(), read.size());
        for (int i = 0; i < read.size(); i++) {
            assertArrayEquals(records.get(i), read.get(i));
        }
    }
}
