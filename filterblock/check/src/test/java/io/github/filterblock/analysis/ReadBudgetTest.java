// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import org.junit.jupiter.api.Test;

class ReadBudgetTest {
    private static final long FREE_CONTENTS = 256L << 20;
    private static final long FREE_KEY_BYTES = 1L << 30;
    private static final long SIZE = 1000;

    private static void assertTooLarge(String what, ReadBudget budget) {
        CorruptTableException e = budget.exceededAt(11).orElseThrow();
        assertEquals(Reason.TOO_LARGE, e.reason());
        assertEquals(11, e.offset());
        assertEquals("small.ldb", e.file());
        assertTrue(e.detail().contains(what), e::detail);
    }

    private static ReadBudget spent(long contents, long keys, long keyBytes) {
        ReadBudget budget = ReadBudget.ofData("small.ldb", SIZE);
        budget.spendContents(contents);
        budget.spendKeys(keys, keyBytes);
        return budget;
    }

    @Test
    void aPassHasABudget() {
        long contents = FREE_CONTENTS + 32 * SIZE;
        long keyBytes = FREE_KEY_BYTES + 32 * SIZE;
        long keys = (4 << 20) + SIZE / 2;
        assertTrue(spent(contents, keys, keyBytes).exceededAt(11).isEmpty());
        assertTooLarge("the contents", spent(contents + 1, 0, 0));
        assertTooLarge("written out", spent(0, 0, keyBytes + 1));
        assertTooLarge(keys + " keys", spent(0, keys + 1, 0));
    }

    @Test
    void damagedBlocksTakeTimeToo() {
        ReadBudget budget = ReadBudget.ofData("small.ldb", SIZE);
        long blocks = (FREE_CONTENTS + 32 * SIZE) / (16 << 10);
        for (long i = 0; i < blocks; i++) {
            budget.spendDamage();
        }
        assertTrue(budget.exceededAt(11).isEmpty());
        budget.spendDamage();
        assertTooLarge("the contents", budget);
    }
}
