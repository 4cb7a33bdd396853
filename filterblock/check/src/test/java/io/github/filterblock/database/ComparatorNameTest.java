// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.Findings;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of comparators that were damaged, and names that are others. */
@Tag("DB-5")
class ComparatorNameTest {
    private static List<String> found(String name) {
        Findings.Collector collector = new Findings.Collector(Findings.USUAL_LIMIT);
        ComparatorName.check(name, collector);
        return collector.findings().first().stream()
                .map(finding -> finding.rule() + ": " + finding.message())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "leveldb.BytewiseComparatos",
                "LEVEldb.BytewiseComparator",
                "Leveldb.bytewisecomparator",
                "leveldb.BytewiseComparato",
                "eveldb.BytewiseComparator",
                "leveldb.BytewiseComparattor",
                "xleveldb.BytewiseComparator"
            })
    void aFewBytesDifferOrOneIsMissingOrTooMany(String name) {
        assertEquals(
                List.of("DB-5: the comparator " + name + " differs slightly from leveldb.BytewiseComparator; a program"
                        + " refuses the database"),
                found(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "leveldb.BytewiseComparator",
                "rocksdb.ReverseBytewiseComparator",
                "LEVELdb.BytewiseComparator",
                "xxleveldb.BytewiseComparator",
                "veldb.BytewiseComparator",
                "xLeveldb.BytewiseComparator",
                "leveldb.BytewiseComparatorX",
                "eveldb.bytewiseComparator",
                ""
            })
    void otherNamesAreThoseOfOtherComparators(String name) {
        assertEquals(List.of(), found(name));
    }
}
