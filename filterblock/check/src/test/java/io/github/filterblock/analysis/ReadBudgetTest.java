// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.CorruptTableException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The limits of one pass over a table are those of FORMAT.md, section 11, to the byte. */
class ReadBudgetTest {
    private static final long FILE_SIZE = 1001;
    private static final long MIB = 1 << 20;
    private static final long BLOCK = 77;

    private static ReadBudget ofData() {
        return ReadBudget.ofData("a.ldb", FILE_SIZE);
    }

    private static void exceeds(ReadBudget budget, String detail) {
        CorruptTableException exceeded = budget.exceededAt(BLOCK).orElseThrow();
        assertEquals(BLOCK, exceeded.offset());
        assertEquals(CorruptTableException.Reason.TOO_LARGE, exceeded.reason());
        assertEquals(detail + ": the rest was not read", exceeded.detail());
    }

    @Test
    void contentsOfData() {
        ReadBudget budget = ofData();
        budget.spendContents(256 * MIB);
        budget.spendContents(32 * FILE_SIZE);
        assertFalse(budget.exceedsContents());
        assertEquals(Optional.empty(), budget.exceededAt(BLOCK));
        budget.spendContents(1);
        assertTrue(budget.exceedsContents());
        exceeds(budget, "the contents of the data blocks exceed 32 times the file's size by some hundred MiB");
    }

    @Test
    void contentsBesideTheData() {
        ReadBudget budget = ReadBudget.besideData("a.ldb", FILE_SIZE);
        budget.spendContents(64 * MIB + FILE_SIZE);
        assertFalse(budget.exceedsContents());
        budget.spendContents(1);
        assertTrue(budget.exceedsContents());
    }

    @Test
    void aDamagedBlockCountsAsContents() {
        ReadBudget budget = ofData();
        budget.spendContents(256 * MIB + 32 * FILE_SIZE - (16 << 10));
        budget.spendDamage();
        assertFalse(budget.exceedsContents());
        budget.spendDamage();
        assertTrue(budget.exceedsContents());
    }

    @Test
    void bytesOfKeys() {
        ReadBudget budget = ofData();
        budget.spendKeys(1, 1024 * MIB);
        budget.spendKeys(1, 32 * FILE_SIZE);
        assertEquals(Optional.empty(), budget.exceededAt(BLOCK));
        budget.spendKeys(1, 1);
        exceeds(
                budget,
                "the keys of the data blocks, written out, exceed 32 times the file's size by some hundred MiB");
    }

    @Test
    void numberOfKeys() {
        ReadBudget budget = ofData();
        budget.spendKeys(4 * MIB + FILE_SIZE / 2, 0);
        assertEquals(Optional.empty(), budget.exceededAt(BLOCK));
        budget.spendKeys(1, 0);
        exceeds(budget, "the data blocks have more than 4194804 keys, too many for a file of 1001 bytes");
    }

    @Test
    void storedBytesBesideTheData() {
        ReadBudget budget = ReadBudget.besideData("a.ldb", FILE_SIZE);
        assertFalse(budget.lacksStored(FILE_SIZE));
        assertTrue(budget.lacksStored(FILE_SIZE + 1));
        budget.spendStored(1000);
        assertFalse(budget.lacksStored(1));
        assertTrue(budget.lacksStored(2));
    }
}
