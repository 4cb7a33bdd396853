// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.engines.BuildEngines.Insertion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Only our own lines are written into other people's sources, few of them, and only as insertions. */
class InsertionsTest {
    private static final Path PATCHES = Path.of("src/iq80");
    private static final int SHORTEST_LINE = 15;

    @Test
    void linesGoBehindTheirPlaceInTheFileThatTheyAreFor() {
        List<Insertion> insertions = List.of(
                new Insertion(1, Insertion.hash("a"), List.of("x")),
                new Insertion(3, Insertion.hash("c"), List.of("y", "z")));
        assertEquals(List.of("a", "x", "b", "c", "y", "z"), Insertion.all(insertions, List.of("a", "b", "c"), "f"));
        for (List<String> other : List.of(List.of("a", "b", "d"), List.of("a", "b"))) {
            assertThrows(IllegalArgumentException.class, () -> Insertion.all(insertions, other, "f"));
        }
    }

    private static List<Path> filesOf(Path patch) throws IOException {
        try (Stream<Path> files = Files.walk(patch)) {
            return files.filter(file -> file.toString().endsWith(Insertion.SUFFIX))
                    .toList();
        }
    }

    @Test
    void filtersAreAtMostEightyLines() throws IOException {
        int lines = 0;
        for (Path file : filesOf(PATCHES.resolve("filters"))) {
            for (Insertion insertion : Insertion.read(file)) {
                lines += insertion.lines().size();
            }
        }
        assertTrue(lines > 0 && lines <= 80, lines + " lines");
    }

    /** Apart from braces, "return this" and the like, no line that we keep is one of theirs. */
    @Test
    void noLineOfTheirsIsKept() throws IOException {
        for (Path file : filesOf(PATCHES)) {
            Path name = PATCHES.relativize(file);
            String source = name.subpath(1, name.getNameCount()).toString().replace(Insertion.SUFFIX, "");
            List<String> theirs = Files.readAllLines(Engine.DIRECTORY.resolve("iq80/sources/" + source));
            for (Insertion insertion : Insertion.read(file)) {
                for (String line : insertion.lines()) {
                    boolean trifle = line.strip().length() < SHORTEST_LINE;
                    assertTrue(trifle || !theirs.contains(line), () -> name + ": " + line);
                }
            }
        }
    }
}
