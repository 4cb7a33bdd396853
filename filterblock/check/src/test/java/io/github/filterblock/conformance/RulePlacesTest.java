// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules that the code cites and those that the documents of the format state are the same. */
class RulePlacesTest {
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([a-z]+-[0-9]+)\"></a>");
    private static final Pattern PLACE =
            Pattern.compile("^(?:#+|\\|) <a id=\"([a-z]+-[0-9]+)\"></a>([A-Z]+-[0-9]+) .+$");

    private static final Pattern TAG = Pattern.compile("@(?:net\\.jqwik\\.api\\.)?Tag\\(\"([A-Z]+-[0-9]+)\"\\)");

    @Test
    void everyRuleHasOnePlaceInTheDocumentsWithItsNumber() throws IOException {
        List<String> anchors = new ArrayList<>();
        List<String> numbers = new ArrayList<>();
        try (Stream<Path> documents = Files.list(Path.of(".."))) {
            for (Path document :
                    documents.filter(path -> path.toString().endsWith(".md")).toList()) {
                for (String line : Files.readAllLines(document)) {
                    ANCHOR.matcher(line).results().forEach(found -> anchors.add(found.group(1)));
                    PLACE.matcher(line)
                            .results()
                            .filter(place ->
                                    place.group(1).equals(place.group(2).toLowerCase(Locale.ROOT)))
                            .forEach(place -> numbers.add(place.group(2)));
                }
            }
        }
        assertEquals(
                anchors.stream().map(id -> id.toUpperCase(Locale.ROOT)).sorted().toList(),
                numbers.stream().sorted().toList());
        assertEquals(
                Stream.of(Rule.values()).map(Rule::id).sorted().toList(),
                numbers.stream().filter(id -> !id.startsWith("RB-")).sorted().toList(),
                "no code cites the rules of REDIS.md");
    }

    /** The vectors of a rule, or a case that breaks it, are in a test with its tag. */
    @Test
    void everyRuleHasATest() throws IOException {
        Set<String> tagged = new TreeSet<>();
        for (String module : List.of("../../core", "../../testdata", "../block", "../check", "../cli")) {
            try (Stream<Path> sources = Files.walk(Path.of(module, "src/test/java"))) {
                for (Path source : sources.filter(path -> path.toString().endsWith(".java"))
                        .toList()) {
                    TAG.matcher(Files.readString(source)).results().forEach(found -> tagged.add(found.group(1)));
                }
            }
        }
        List<String> untested = Stream.of(Rule.values())
                .map(Rule::id)
                .filter(id -> !tagged.contains(id))
                .toList();
        assertEquals(List.of(), untested);
    }
}
