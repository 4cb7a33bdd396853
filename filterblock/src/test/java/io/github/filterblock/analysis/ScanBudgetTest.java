// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ScanBudgetTest {

    private static void assertTooLarge(long offset, Executable spending) {
        CorruptTableException e = assertThrows(CorruptTableException.class, spending);
        assertEquals(Reason.TOO_LARGE, e.reason());
        assertEquals(offset, e.offset());
        assertEquals("small.ldb", e.file());
    }

    @Test
    void aPassHasABudget() throws CorruptTableException {
        ScanBudget budget = new ScanBudget("small.ldb", 1000);
        budget.spendContents(0, (512L << 20) + 48L * 1000);
        budget.spendKeys(0, (1L << 30) + 48L * 1000);
        assertTooLarge(11, () -> budget.spendContents(11, 1));
        assertTooLarge(12, () -> budget.spendKeys(12, 1));
    }
}
