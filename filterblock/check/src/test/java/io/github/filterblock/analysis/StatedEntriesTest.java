// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.Finding;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers in the properties that are not those of the table. */
@Tag("RF-5")
class StatedEntriesTest {
    private static final int PUT = 1;
    private static final int SINGLE_DELETE = 7;
    private static final int DELETE_WITH_TIMESTAMP = 20;

    /** Four entries: three deletions, one of them with a timestamp. */
    private static TestTable table() {
        return TestTable.ofInternalKeys()
                .storedBlock(key("a", PUT), key("b", 0), key("c", SINGLE_DELETE), key("d", DELETE_WITH_TIMESTAMP));
    }

    private static byte[] key(String text, int kind) {
        return TestTable.internalKey(text.getBytes(US_ASCII), 9, kind);
    }

    private static String findings(TestTable table) throws IOException {
        try (TableFile file = table.write().open()) {
            TableFacts facts = TableReport.of(file).facts();
            return StatedEntries.findings(file, facts).first().stream()
                    .map(Finding::message)
                    .collect(Collectors.joining("; "));
        }
    }

    private static Entry[] properties(String numbers) {
        List<String> names = List.of("rocksdb.num.entries", "rocksdb.num.range-deletions", "rocksdb.deleted.keys");
        String[] values = numbers.split(" ");
        List<Entry> properties = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            if (!values[i].equals("-")) {
                properties.add(Entry.of(names.get(i), TestBlocks.varint(Long.parseLong(values[i]))));
            }
        }
        properties.add(Entry.of("rocksdb.comparator", new byte[0]));
        return properties.toArray(Entry[]::new);
    }

    /** The numbers are those of entries, ranges and deletions; a hyphen is one that is not stored. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            4 0 3 | ''
            4 0 2 | ''
            4 - - | ''
            - - 3 | ''
            - - - | ''
            5 0 3 | rocksdb.num.entries is 5, but the table has 4 entries and deletes 0 ranges
            3 - 3 | rocksdb.num.entries is 3, but the table has 4 entries and deletes 0 ranges
            4 1 3 | rocksdb.num.range-deletions is 1, but the table deletes 0 ranges
            4 0 4 | rocksdb.deleted.keys is 4, but the table has 3 entries of deletions and deletes 0 ranges
            4 0 1 | rocksdb.deleted.keys is 1, but the table has 3 entries of deletions and deletes 0 ranges
            """)
    void numbersAreThoseOfTheEntries(String numbers, String finding) throws IOException {
        assertEquals(finding, findings(table().properties(properties(numbers))));
    }

    /** The same block has four ranges; Pebble gives it two names. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            8 4 7 | ''
            8 4 6 | ''
            8 4 3 | ''
            8 4 2 | ''
            8 - - | ''
            4 - - | ''
            4 4 7 | rocksdb.num.entries is 4, but the table has 4 entries and deletes 4 ranges
            8 3 7 | rocksdb.num.range-deletions is 3, but the table deletes 4 ranges
            8 4 5 | rocksdb.deleted.keys is 5, but the table has 3 entries of deletions and deletes 4 ranges
            """)
    void deletionsOfRangesCount(String numbers, String finding) throws IOException {
        byte[] handle = TestBlocks.handle(table().write().data().get(0));
        TestTable table = table().properties(properties(numbers)).changeMetaindexEntries(metaindex -> {
            metaindex.add(Entry.of("rocksdb.range_del", handle));
            metaindex.add(Entry.of("rocksdb.range_del2", handle));
        });
        assertEquals(finding, findings(table));
    }
}
