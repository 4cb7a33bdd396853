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
import java.util.regex.Pattern;
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
    void theJobBringsItsLicensesAndNothingThatSparkBringsToo() throws IOException {
        Set<String> names = names(Commands.TARGET.resolve("filterblock-spark.jar"));
        assertTrue(names.containsAll(List.of(
                "io/github/filterblock/spark/SparkTool.class",
                "META-INF/LICENSE",
                "META-INF/NOTICE",
                "META-INF/licenses/lz4.txt")));
        Pattern own = Pattern.compile("(META-INF/versions/\\d+/)?io/github/filterblock/.*");
        assertEquals(
                List.of(),
                names.stream()
                        .filter(name ->
                                name.endsWith(".class") && !own.matcher(name).matches())
                        .toList());
    }

    @Test
    void noOtherJarHasTheJob() throws IOException {
        List<Path> others;
        try (Stream<Path> files = Files.list(Commands.TOOL)) {
            others = files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
        assertTrue(others.size() >= 2, others.toString());
        for (Path jar : others) {
            assertTrue(names(jar).stream().noneMatch(name -> name.contains("/spark/")), jar.toString());
        }
    }
}
