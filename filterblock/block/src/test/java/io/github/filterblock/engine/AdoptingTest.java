// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** ADOPTING.md shows the lines that are inserted into iq80's LevelDB and tested there. */
class AdoptingTest {
    private static final Path PAGE = Path.of("../ADOPTING.md");
    private static final Path PATCH = Path.of("../engines/src/iq80/filters");

    private static List<String> texts(Path file) throws IOException {
        List<String> texts = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith("@")) {
                texts.add("");
            } else if (!line.startsWith("#")) {
                texts.set(texts.size() - 1, texts.get(texts.size() - 1) + line + "\n");
            }
        }
        return texts;
    }

    @Test
    void everyInsertedLineIsShown() throws IOException {
        String page = Files.readString(PAGE);
        int lines = 0;
        try (Stream<Path> files = Files.walk(PATCH)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                for (String text : texts(file)) {
                    assertTrue(page.contains("\n" + text), () -> file + ":\n" + text);
                    lines += (int) text.lines().count();
                }
            }
        }
        assertTrue(page.contains(lines + " inserted lines"), lines + " lines");
    }
}
