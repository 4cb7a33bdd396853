// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every verb there is, found in the tool's own help, explains itself and refuses nonsense in one line. */
class HelpTest {

    static Stream<String> verbs() {
        String help = ToolRun.of("--help").out();
        String commands = help.substring(help.indexOf("Commands:"), help.indexOf("Exit status:"));
        Matcher names = Pattern.compile("(?m)^  ([a-z]+) ").matcher(commands);
        return names.results().map(name -> name.group(1));
    }

    @Test
    void theHelpNamesEveryVerb() {
        assertEquals(FilterBlockTool.VERBS, verbs().toList());
        ToolRun help = ToolRun.of("--help");
        assertEquals(help, ToolRun.of("help"));
        assertEquals(new ToolRun(2, "", help.out()), ToolRun.of(), "without a verb");
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void everyVerbHasHelpWithAnExample(String verb) {
        ToolRun help = ToolRun.of(verb, "--help");
        assertEquals(0, help.status());
        assertEquals("", help.err());
        assertEquals(help, ToolRun.of(verb, "-h"));
        assertEquals(help, ToolRun.of("help", verb));
        assertEquals(help, ToolRun.of("--debug", verb, "--help"), "with all other verbs");
        assertTrue(help.out().startsWith("Usage: filterblock " + verb), help.out());
        assertTrue(help.lines().stream().allMatch(line -> line.length() <= 80), help.out());
        assertFalse(help.out().contains("%n") || help.out().contains("${"), help.out());
        for (String part : List.of("Exit status:", "Example:\n  ", "filterblock " + verb, "--version")) {
            assertTrue(help.out().contains(part), () -> part + " in " + help.out());
        }
        String example = help.out().substring(help.out().indexOf("Example:"));
        assertTrue(example.contains("filterblock " + verb), example);
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void nonsenseIsOneLine(String verb) {
        ToolRun.of(verb, "--no-such-option").assertOneLineOfError(2, "filterblock " + verb + ": ", verb + " --help");
        ToolRun version = ToolRun.of(verb, "--version");
        assertEquals(0, version.status());
        assertTrue(version.out().startsWith("filterblock "), version.out());
        assertTrue(version.lines().get(1).startsWith("commit "), version.out());
        assertTrue(version.lines().get(2).startsWith("Java " + System.getProperty("java.version")), version.out());
        assertEquals(3, version.lines().size());
        assertEquals(version, ToolRun.of(verb, "-V"));
        assertEquals(version, ToolRun.of("--version"));
    }

    @Test
    void aWordThatIsNoPathIsRefused() {
        ToolRun.of("inspect", "a\0b").assertOneLineOfError(2, "is not a path");
    }

    @Test
    void stackTracesAreShownOnlyOnDemand() {
        Path none = Path.of("no-such-directory", "probes");
        ToolRun debug = ToolRun.of("query", "--debug", Golden.path("tb123-onekey"), "--questions", none);
        assertEquals(3, debug.status());
        assertTrue(debug.err().contains("\tat "), debug.err());
    }
}
