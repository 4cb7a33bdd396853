// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.FilterPolicy;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code that uses arrays and buffers of the JDK alone needs no class of Netty or Guava, nor of any other library. */
class LightUseTest {
    static final String DONE = "done";

    @TempDir
    Path directory;

    private static String origin(Class<?> type) {
        return Path.of(java.net.URI.create(
                        type.getProtectionDomain().getCodeSource().getLocation().toString()))
                .toString();
    }

    @Test
    void aTableIsWrittenAndReadWithoutAnyOtherLibrary() throws Exception {
        Path tests = Path.of(
                        LightUseTest.class.getResource("LightUseTest.class").toURI())
                .resolve("../../../../..")
                .normalize();
        String classPath = Stream.of(tests.toString(), origin(FilterBlockReader.class), origin(FilterPolicy.class))
                .collect(Collectors.joining(File.pathSeparator));
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load",
                        "-cp",
                        classPath,
                        LightChild.class.getName(),
                        directory.resolve("a.ldb").toString())
                .redirectErrorStream(true)
                .start();
        List<String> output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertEquals(0, child.waitFor(), () -> String.join("\n", output));
        assertTrue(output.contains(DONE));
        assertTrue(output.stream().anyMatch(line -> line.contains("io.github.filterblock.table.TableFile")));
        assertEquals(
                List.of(),
                output.stream()
                        .filter(line -> line.contains(" io.netty.") || line.contains(" com.google."))
                        .toList());
    }
}
