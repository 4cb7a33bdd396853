// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.engines.BuildEngines.Insertions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Only our own lines are written into other people's sources, few of them, and only as insertions. */
class InsertionsTest {
    private static final Path PATCHES = Path.of("src/iq80");
    private static final int SHORTEST_LINE = 15;
    private static final List<String> FILE = List.of("a", "b", "c");

    private static Insertions insertion(int after, String line, String... lines) {
        return new Insertions(List.of(new Insertions.Place(after, Insertions.hash(line), List.of(lines))));
    }

    @Test
    void linesGoBehindTheirPlace() {
        assertEquals(
                List.of("a", "b", "x", "y", "c"), insertion(2, "b", "x", "y").into(FILE, "f"));
    }

    @Test
    void anotherFileIsRefused() {
        assertThrows(
                IllegalArgumentException.class, () -> insertion(2, "z", "x").into(FILE, "f"));
        assertThrows(
                IllegalArgumentException.class, () -> insertion(4, "c", "x").into(FILE, "f"));
        Insertions.Place place = new Insertions.Place(2, Insertions.hash("b"), List.of("x"));
        assertThrows(IllegalArgumentException.class, () -> new Insertions(List.of(place, place)).into(FILE, "f"));
    }

    @Test
    void textThatIsNoInsertionIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> Insertions.parse(List.of("x"), "f"));
        assertThrows(IllegalArgumentException.class, () -> Insertions.parse(List.of("@ 3"), "f"));
        String head = "@ 3 0123456789abcdef";
        assertThrows(IllegalArgumentException.class, () -> Insertions.parse(List.of(head, "x", "@ -4"), "f"));
        assertEquals(1, Insertions.parse(List.of("# c", head, "x"), "f").lineCount());
    }

    @Test
    void filtersAreAtMostEightyLines() throws IOException {
        int lines = 0;
        for (Path file : Insertions.filesOf(PATCHES.resolve("filters"))) {
            lines += Insertions.read(file).lineCount();
        }
        assertTrue(lines > 0 && lines <= 80, lines + " lines");
    }

    /** Apart from braces, "return this" and the like, no line that we keep is one of theirs. */
    @Test
    void noLineOfTheirsIsKept() throws IOException {
        for (Path file : Insertions.filesOf(PATCHES)) {
            Path name = PATCHES.relativize(file);
            String source = name.subpath(1, name.getNameCount()).toString().replace(".insert", "");
            List<String> theirs =
                    Files.readAllLines(Results.DIRECTORY.resolve("iq80/sources").resolve(source));
            for (Insertions.Place place : Insertions.read(file).places()) {
                for (String line : place.lines()) {
                    boolean trifle = line.strip().length() < SHORTEST_LINE;
                    assertTrue(trifle || !theirs.contains(line), () -> name + ": " + line);
                }
            }
        }
    }
}
