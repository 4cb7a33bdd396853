// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Misspelt words, and what the command line says of them. */
class NearestTest {
    @ParameterizedTest
    @CsvSource({"abc, abc, 0", "abc, acb, 1", "abc, ab, 1", "'', abc, 3", "ABC, abd, 1", "ca, abc, 3"})
    void editsAreCounted(String one, String other, int edits) {
        assertEquals(edits, Nearest.distance(one, other));
        assertEquals(edits, Nearest.distance(other, one));
    }

    @Test
    void theNearestWordIsTheFirstOfTheNearest() {
        assertEquals(Optional.of("--json"), Nearest.to("--josn", List.of("--jobs", "--json")));
        assertEquals(Optional.of("--aaab"), Nearest.to("--aaaa", List.of("--aaab", "--aaac")));
        assertEquals(Optional.empty(), Nearest.to("--else", List.of("--jobs", "--json")));
    }

    @ParameterizedTest
    @CsvSource({
        "inspect --josn x, there is no option '--josn'; did you mean '--json'?",
        "inspect --jbos=2 x, there is no option '--jbos=2'; did you mean '--jobs'?",
        "verify --quite x, there is no option '--quite'; did you mean '--quiet'?",
        "inpsect x, there is no command 'inpsect'; did you mean 'inspect'?",
        "Verify x, there is no command 'Verify'; did you mean 'verify'?"
    })
    void theWordThatWasMeantIsNamed(String words, String message) {
        ToolRun.of((Object[]) words.split(" ")).assertOneLineOfError(2, message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"inspect -z x", "inspect --colour x", "frobnicate x"})
    void nothingIsSuggestedForAnotherWord(String words) {
        ToolRun run = ToolRun.of((Object[]) words.split(" "));
        assertEquals(2, run.status());
        assertFalse(run.err().contains("did you mean"), run.err());
    }
}
