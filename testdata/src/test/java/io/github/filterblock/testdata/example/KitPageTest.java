// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.contract.Law;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** KIT.md shows code that is compiled and run, and lists the laws as they are. */
class KitPageTest {
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)");

    private static String page() throws IOException {
        return Files.readString(Path.of("KIT.md"));
    }

    private static String withoutBlanks(String code) {
        return code.replaceAll("\\s+", "");
    }

    private static List<String> testSources() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(KitPageTest::read)
                    .map(KitPageTest::withoutBlanks)
                    .toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void codeIsThatOfTestsThatRun() throws IOException {
        List<String> sources = testSources();
        List<String> shown =
                JAVA.matcher(page()).results().map(match -> match.group(1)).toList();
        assertTrue(shown.size() >= 5);
        for (String code : shown) {
            String wanted = withoutBlanks(code);
            assertTrue(sources.stream().anyMatch(source -> source.contains(wanted)), code);
        }
    }

    @Test
    void everyLawIsListedWithItsRules() throws IOException {
        String page = page();
        for (Law law : Law.values()) {
            String row = "| `" + law.testName() + "` | " + String.join(", ", law.rules()) + " |";
            assertTrue(page.contains(row), row);
        }
        assertEquals(40, Law.values().length, "the page says so");
    }

    @Test
    void linksLeadToFiles() throws IOException {
        List<String> dead = LINK.matcher(page())
                .results()
                .map((MatchResult match) -> match.group(1))
                .filter(link -> !link.startsWith("http") && !Files.exists(Path.of(link)))
                .collect(Collectors.toList());
        assertEquals(List.of(), dead);
    }
}
