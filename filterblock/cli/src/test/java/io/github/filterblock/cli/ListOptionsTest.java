// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/** How many members of a list are kept in memory and printed. */
class ListOptionsTest {
    @Command
    private static final class Verb {
        @Mixin
        private ListOptions options;
    }

    private static ListOptions parsed(String words) {
        Verb verb = new Verb();
        new CommandLine(verb).parseArgs(words.isEmpty() ? new String[0] : words.split(" "));
        return verb.options;
    }

    @ParameterizedTest
    @CsvSource({
        "'', 1000, 1000",
        "--limit=0, 0, 20",
        "--limit=20, 20, 20",
        "--limit=21, 21, 21",
        "--limit=100000, 100000, 100000",
        "--limit=100001, 100001, 100000",
        "--all, 2147483647, 100000",
        "--all --limit=5, 2147483647, 100000"
    })
    void aLimitIsThatOfTheLinesAndNeverMoreThanMemoryHolds(String words, int limit, int kept) {
        assertEquals(limit, parsed(words).limit());
        assertEquals(kept, parsed(words).kept());
        assertEquals(words.contains("--all"), parsed(words).all());
    }

    @Test
    void aLimitIsNotNegative() {
        assertThrows(ParameterException.class, parsed("--limit=-1")::limit);
        assertEquals(20, Printer.MOST_ITEMS);
    }
}
