// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.CorruptTableException.Reason;
import org.junit.jupiter.api.function.Executable;

/** Assertions that damage is refused: why, where, and in which words. */
final class Refusals {
    private Refusals() {}

    /** Asserts the reason and the place of a refusal. */
    static CorruptTableException assertRefused(Reason reason, long offset, Executable reading) {
        CorruptTableException e = assertThrows(CorruptTableException.class, reading);
        assertEquals(reason, e.reason(), e::getMessage);
        assertEquals(offset, e.offset(), e::getMessage);
        return e;
    }

    /** Asserts also what its detail contains. */
    static void assertRefused(Reason reason, long offset, String detail, Executable reading) {
        CorruptTableException e = assertRefused(reason, offset, reading);
        assertTrue(e.detail().contains(detail), e::detail);
    }
}
