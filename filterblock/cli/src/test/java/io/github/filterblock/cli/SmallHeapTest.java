// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** If the heap is nevertheless too small, the file is named, and the others are still worked on. */
class SmallHeapTest {
    private static final Path FILE = Path.of("a.ldb");

    private static final Form<Outcome<String>> FORM = (outcome, out, err) -> out.print(
            outcome.file() + ": " + outcome.found().orElse(outcome.reason().orElse("")));

    private final StringWriter out = new StringWriter();

    private int print(Work<String> work, Form<Outcome<String>> form) throws IOException {
        PrintWriter printer = new PrintWriter(out);
        return work.print(FILE, form, printer, printer);
    }

    @Test
    void aFileThatNeedsTooMuchMemoryIsAnOutcome() throws IOException {
        int status = print(
                file -> {
                    throw new OutOfMemoryError("Java heap space");
                },
                FORM);
        assertEquals(3, status);
        assertTrue(out.toString().startsWith("a.ldb: needs more memory than the "), out.toString());
        assertTrue(out.toString().contains("-Xmx"), out.toString());
        assertFalse(out.toString().contains("\tat "), out.toString());
    }

    @Test
    void soIsOneThatIsTooLargeToPrint() throws IOException {
        int[] calls = {0};
        Form<Outcome<String>> form = (outcome, printer, err) -> {
            if (calls[0]++ == 0) {
                throw new OutOfMemoryError("Java heap space");
            }
            FORM.print(outcome, printer, err);
        };
        assertEquals(3, print(file -> Outcome.ok(file, "found"), form));
        assertTrue(out.toString().startsWith("a.ldb: needs more memory"), out.toString());
    }

    @Test
    void othersAreNotTouched() throws IOException {
        assertEquals(1, print(file -> Outcome.of(Subject.of(file), "found", Optional.empty(), 1, "found"), FORM));
        assertEquals("a.ldb: found", out.toString());
    }
}
