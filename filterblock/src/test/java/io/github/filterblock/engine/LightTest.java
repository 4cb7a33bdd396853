// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.base.Preconditions;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.table.TestTable;
import io.netty.buffer.ByteBuf;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an engine takes in with its filters: a fresh JVM runs a small one. */
class LightTest {
    /** For the first use of everything, in a JVM that has to load and interpret it. */
    private static final int MOST_MICROS = 30_000;

    @TempDir
    Path directory;

    private Path table;

    @BeforeEach
    void write() throws IOException {
        table = Files.write(
                directory.resolve("000005.ldb"),
                TestTable.ofWholeKeys().block("apple", "plum").bytes());
    }

    private static Path placeOf(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static List<Path> ours() throws Exception {
        return List.of(placeOf(BloomFilterPolicy.class), placeOf(QuietFilter.class), Path.of("target", "test-classes"));
    }

    private int run(List<Path> classPath, String... options) throws Exception {
        Path out = directory.resolve("out");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.add("-classpath");
        command.add(classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        command.add(SmallEngine.class.getName());
        command.add(table.toString());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        String answer = process.waitFor() + " " + Files.readString(out).strip();
        assertTrue(answer.matches("0 \\d+"), answer);
        return Integer.parseInt(answer.substring(2));
    }

    @Test
    void noClassOfNettyOrGuavaIsLoaded() throws Exception {
        List<Path> classPath = new ArrayList<>(ours());
        classPath.add(placeOf(ByteBuf.class));
        classPath.add(placeOf(Preconditions.class));
        Path log = directory.resolve("classes");
        run(classPath, "-Xlog:class+load=info:file=" + log + ":none");
        try (Stream<String> lines = Files.lines(log)) {
            Set<String> loaded = lines.map(line -> line.split(" ")[0]).collect(Collectors.toSet());
            assertTrue(loaded.contains(QuietFilter.class.getName()));
            assertEquals(
                    List.of(),
                    loaded.stream()
                            .filter(name -> name.startsWith("io.netty.") || name.startsWith("com.google."))
                            .sorted()
                            .toList());
        }
    }

    @Test
    void neitherNeedsToBeThere() throws Exception {
        run(ours());
    }

    /** Time on the CPU, the least of a few processes; a matter of the machine, and so only in the long profile. */
    @Test
    void theFirstUseTakesNoTime() throws Exception {
        assumeTrue(Integer.getInteger("filterblock.scale", 1) > 1, "only in the long profile");
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < 10; i++) {
            least = Math.min(least, run(ours()));
        }
        assertTrue(least < MOST_MICROS, least + " microseconds");
    }
}
