// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.Finding;
import io.github.filterblock.Rule;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Keys against the order of the comparator that the properties name (TF-15). */
@Tag("TF-15")
class KeyOrderTest {
    private static final String BYTEWISE = "leveldb.BytewiseComparator";
    private static final String REVERSE = "rocksdb.ReverseBytewiseComparator";

    private static TestTable table(String comparator) {
        return TestTable.ofInternalKeys().withoutFilter().properties("rocksdb.comparator", comparator);
    }

    private static TableFile open(TestTable table) throws IOException {
        return table.write().open();
    }

    private static List<String> findings(TestTable table) throws IOException {
        return TableVerification.of(open(table)).findings().first().stream()
                .filter(each -> each.rule() == Rule.TF_15)
                .map(Finding::message)
                .toList();
    }

    private static byte[] version(String key, long number) {
        return TestTable.internalKey(key.getBytes(UTF_8), number, 1);
    }

    @Test
    void keysInTheOrderOfTheirComparatorAreNotFound() throws IOException {
        assertEquals(List.of(), findings(table(BYTEWISE).block("a", "b").block("c", "d")));
        assertEquals(List.of(), findings(table(REVERSE).block("d", "c").block("b", "a")));
        for (String comparator : List.of(BYTEWISE, REVERSE)) {
            assertEquals(List.of(), findings(table(comparator).storedBlock(version("a", 8), version("a", 7))));
        }
    }

    @Test
    void aKeyOutOfOrderIsFound() throws IOException {
        assertEquals(
                List.of("the key \"b\" comes after \"c\", against the order of " + BYTEWISE),
                findings(table(BYTEWISE).block("a", "c", "b", "d")));
        assertEquals(
                List.of("the key \"c\" comes after \"b\", against the order of " + REVERSE),
                findings(table(REVERSE).block("d", "b", "c", "a")));
    }

    @Test
    void theFirstIsNamedWithItsBlockAndAllAreCounted() throws IOException {
        TableVerification verified = TableVerification.of(
                open(table(BYTEWISE).block("a", "c").block("b", "e", "d").block("c")));
        TableReport report = verified.report();
        Finding found = report.facts().outOfOrder(BYTEWISE).orElseThrow();
        assertEquals(report.facts().blocks().get(1).offset(), found.offset());
        assertEquals(
                "the key \"b\" comes after \"c\", against the order of " + BYTEWISE
                        + "; keys are out of order at 3 places",
                found.message());
        assertEquals(TableStatus.FINDINGS, verified.status());
    }

    @Test
    void theNewerVersionOfAKeyComesFirst() throws IOException {
        String expected = "two versions of the key \"a\" are not in the order of their sequence numbers";
        for (String comparator : List.of(BYTEWISE, REVERSE)) {
            assertEquals(List.of(expected), findings(table(comparator).storedBlock(version("a", 7), version("a", 8))));
            assertEquals(List.of(expected), findings(table(comparator).storedBlock(version("a", 7), version("a", 7))));
        }
    }

    @Test
    void longKeysAreCut() throws IOException {
        String message =
                findings(table(BYTEWISE).block("b".repeat(1_000_000), "a")).get(0);
        assertEquals(
                "the key \"a\" comes after \"" + "b".repeat(64) + "\" (its first 64 bytes), against the order of "
                        + BYTEWISE,
                message);
    }

    @Test
    void otherOrdersAreNotChecked() throws IOException {
        for (String other : List.of("idb_cmp1", "leveldb.BytewiseComparator.u64ts", "")) {
            assertEquals(List.of(), findings(table(other).block("b", "a")));
        }
        TestTable unnamed = TestTable.ofInternalKeys().withoutFilter().block("b", "a");
        assertEquals(List.of(), findings(unnamed));
        TableReport report = TableReport.of(open(unnamed));
        assertTrue(report.facts().outOfOrder(BYTEWISE).isPresent());
        assertTrue(report.facts().outOfOrder(REVERSE).isEmpty());
    }

    @Test
    void noFilterIsMadeOfKeysOutOfOrder() throws IOException {
        TableFile table = open(table(BYTEWISE).block("b", "a"));
        CorruptTableException e = assertThrows(
                CorruptTableException.class,
                () -> TableKeys.visit(table, table.structure(), KeyFormat.USER_KEY, (block, key, length) -> {}));
        assertEquals("the key \"a\" comes after \"b\", against the order of " + BYTEWISE, e.detail());
    }
}
