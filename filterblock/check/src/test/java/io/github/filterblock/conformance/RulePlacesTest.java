// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.bloom.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules that the code cites and those that the documents of the format state are the same. */
class RulePlacesTest {
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([a-z]+-[0-9]+)\"></a>");
    private static final Pattern PLACE =
            Pattern.compile("^(?:#+|\\|) <a id=\"([a-z]+-[0-9]+)\"></a>([A-Z]+-[0-9]+) .+$");

    private static List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> documents = Files.list(Path.of(".."))) {
            for (Path document :
                    documents.filter(path -> path.toString().endsWith(".md")).toList()) {
                lines.addAll(Files.readAllLines(document));
            }
        }
        return lines;
    }

    private static List<String> anchors() throws IOException {
        return lines().stream()
                .flatMap(line -> ANCHOR.matcher(line).results())
                .map(found -> found.group(1).toUpperCase(Locale.ROOT))
                .sorted()
                .toList();
    }

    @Test
    void everyRuleHasOnePlaceInTheDocumentsAndEveryPlaceARule() throws IOException {
        assertEquals(Arrays.stream(Rule.values()).map(Rule::id).sorted().toList(), anchors());
    }

    @Test
    void headingOrRowOfARuleHasTheNumberOfItsAnchor() throws IOException {
        int places = 0;
        for (String line : lines()) {
            Matcher place = PLACE.matcher(line);
            if (place.matches()) {
                assertEquals(place.group(1).toUpperCase(Locale.ROOT), place.group(2));
                places++;
            }
        }
        assertEquals(Rule.values().length, places);
    }
}
