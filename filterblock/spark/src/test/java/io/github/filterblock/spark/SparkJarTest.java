// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is in the jars that the build makes. */
class SparkJarTest {
    private static Set<String> names(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream().map(entry -> entry.getName()).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void nothingThatSparkBringsToo() throws IOException {
        for (String name : names(Commands.TARGET.resolve("filterblock-spark.jar"))) {
            boolean isClass = name.endsWith(".class");
            assertTrue(
                    !isClass
                            || name.replaceFirst("^META-INF/versions/\\d+/", "").startsWith("io/github/filterblock/"),
                    name);
        }
    }

    @Test
    void theJobIsInItsOwnJarOnly() throws IOException {
        String tool = "io/github/filterblock/spark/SparkTool.class";
        assertTrue(names(Commands.TARGET.resolve("filterblock-spark.jar")).contains(tool));
        try (Stream<Path> files = Files.list(Commands.TOOL)) {
            List<Path> others =
                    files.filter(file -> file.toString().endsWith(".jar")).toList();
            assertTrue(others.size() >= 2, others.toString());
            for (Path jar : others) {
                assertEquals(
                        List.of(),
                        names(jar).stream()
                                .filter(name -> name.contains("/spark/"))
                                .toList(),
                        jar.toString());
            }
        }
    }

    @Test
    void licensesAndNoticesAreThere() throws IOException {
        Set<String> names = names(Commands.TARGET.resolve("filterblock-spark.jar"));
        assertTrue(names.containsAll(List.of("META-INF/LICENSE", "META-INF/NOTICE", "META-INF/licenses/lz4.txt")));
    }
}
