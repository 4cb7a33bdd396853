// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code that uses arrays and buffers of the JDK needs no other library, neither for linking nor for running. */
class LightTest {
    @TempDir
    Path directory;

    /** The classes of this project and nothing else: the tests run in its directory. */
    private static String ownClasses() {
        return Stream.of("target/test-classes", "target/classes", "../../core/target/classes")
                .map(path -> Path.of(path).toAbsolutePath().normalize().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path leveldbTable() {
        return Corpus.bundled().tables().stream()
                .filter(table -> table.name().equals("cpp123-default"))
                .map(CorpusTable::path)
                .findFirst()
                .orElseThrow();
    }

    private Set<String> loaded() throws IOException, InterruptedException {
        Path log = directory.resolve("classes");
        Path err = directory.resolve("err");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load=info:file=" + log + ":none",
                        "-Xverify:all",
                        "-cp",
                        ownClasses(),
                        LightProgram.class.getName(),
                        leveldbTable().toString())
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(err.toFile())
                .start();
        assertEquals(0, process.waitFor(), () -> text(err));
        try (Stream<String> lines = Files.lines(log)) {
            return lines.map(line -> line.split(" ")[0]).collect(Collectors.toSet());
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Test
    void arraysAndBuffersOfTheJdkNeedNeitherNettyNorGuava() throws IOException, InterruptedException {
        Set<String> loaded = loaded();
        assertTrue(loaded.contains(FilterBlockReader.class.getName()));
        List<String> others = loaded.stream()
                .filter(name -> name.startsWith("io.netty.") || name.startsWith("com.google."))
                .sorted()
                .toList();
        assertEquals(List.of(), others);
    }
}
