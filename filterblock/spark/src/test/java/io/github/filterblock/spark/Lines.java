// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Lines of a job's output beside those of the tool. */
final class Lines {
    private Lines() {}

    /** The parts of an output. */
    static List<Path> parts(Path output) throws IOException {
        if (!Files.isDirectory(output)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(output)) {
            return files.filter(file -> file.getFileName().toString().matches("part-\\d+\\.jsonl"))
                    .sorted()
                    .toList();
        }
    }

    /** The lines of a job by the names of the files, each file once. */
    static Map<String, String> ofJob(Path output) throws IOException {
        Map<String, String> lines = new TreeMap<>();
        for (Path part : parts(output)) {
            put(part, lines);
        }
        return lines;
    }

    private static void put(Path file, Map<String, String> lines) throws IOException {
        ofFiles(file).forEach(line -> assertNull(lines.put(nameOf(line), line), line));
    }

    /** The lines about files; the tool's last one is their sum. */
    static List<String> ofFiles(Path lines) throws IOException {
        try (Stream<String> all = Files.lines(lines)) {
            return all.filter(line -> !line.matches("\\{\"schema\":\"filterblock\\.\\w+\\.sum/1\".*"))
                    .toList();
        }
    }

    private static String nameOf(String line) {
        return JsonParser.parseString(line).getAsJsonObject().get("file").getAsString();
    }

    /** A job's lines are those of the tool, except that names of files include the file system. */
    static void assertAreThoseOfTheTool(Path tool, Path output) throws IOException {
        Map<String, String> expected = new TreeMap<>();
        put(tool, expected);
        Map<String, String> found = ofJob(output);
        assertEquals(expected.size(), found.size());
        expected.forEach((name, line) -> {
            String other = found.get("file:" + name);
            assertTrue(other != null, name);
            assertEquals(line, other.replace("\"file:" + name, "\"" + name));
        });
    }

    /** The only line of a file. */
    static String only(Path file) throws IOException {
        String text = Files.readString(file);
        assertTrue(text.indexOf('\n') == text.length() - 1, text);
        return text.stripTrailing();
    }
}
