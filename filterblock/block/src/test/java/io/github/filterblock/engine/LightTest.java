// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.base.Preconditions;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.table.TestTable;
import io.netty.buffer.ByteBuf;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The classes that an engine loads with its filters: a fresh JVM runs a small engine. */
class LightTest {
    /** For the first use of everything, in a JVM that has to load and interpret it. */
    private static final int MAX_MICROS = 30_000;

    private static final int MAX_CLASSES = 75;

    private static final String SMALL_ENGINE = SmallEngine.class.getName();
    private static final String LIGHT_PROGRAM = "io.github.filterblock.LightProgram";

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
        return List.of(
                placeOf(BloomFilterPolicy.class), placeOf(EngineFilter.class), Path.of("target", "test-classes"));
    }

    /** Runs a program of the JDK; returns its status and what it printed. */
    private String run(String tool, List<Path> classPath, List<String> options, String... arguments) throws Exception {
        Path out = directory.resolve("out");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
        command.addAll(options);
        command.add("-classpath");
        command.add(classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        return process.waitFor() + " " + Files.readString(out).strip();
    }

    private int run(String program, List<Path> classPath, String... options) throws Exception {
        return run(List.of(options), classPath, program, table.toString());
    }

    private int run(List<String> options, List<Path> classPath, String program, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(program));
        all.addAll(List.of(arguments));
        String answer = run("java", classPath, options, all.toArray(String[]::new));
        assertTrue(answer.matches("0 \\d+"), answer);
        return Integer.parseInt(answer.substring(2));
    }

    /** A table with a full filter, and that an engine shall expect it. */
    private String[] full() throws IOException {
        FilterWriter writer =
                DatabaseFilters.of(FullFilterPolicy.fastLocalBloom(10)).newWriter();
        byte[] bytes = EngineTable.write(writer, List.of(Bytes.ascii("apple"), Bytes.ascii("plum")), false);
        return new String[] {Files.write(directory.resolve("000007.ldb"), bytes).toString(), "full"};
    }

    private Set<String> loadedClasses(String... arguments) throws Exception {
        List<Path> classPath = new ArrayList<>(ours());
        classPath.add(placeOf(ByteBuf.class));
        classPath.add(placeOf(Preconditions.class));
        Path log = directory.resolve("classes");
        run(List.of("-Xlog:class+load=info:file=" + log + ":none"), classPath, SMALL_ENGINE, arguments);
        try (Stream<String> lines = Files.lines(log)) {
            return lines.map(line -> line.split(" ")[0]).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static List<String> startingWith(Set<String> names, String... starts) {
        return names.stream()
                .filter(name -> Stream.of(starts).anyMatch(name::startsWith))
                .toList();
    }

    /** Few classes and no lambda: some hundred microseconds of the first use for each class, more for a lambda. */
    @Test
    void fewClassesAreLoadedAndNoneOfNettyOrGuava() throws Exception {
        assertLight(loadedClasses(table.toString()));
    }

    @Test
    void fullFiltersAreAsLight() throws Exception {
        assertLight(loadedClasses(full()));
    }

    private static void assertLight(Set<String> loaded) {
        assertTrue(loaded.contains(EngineFilter.class.getName()));
        assertEquals(List.of(), startingWith(loaded, "io.netty.", "com.google."));
        List<String> ours = startingWith(loaded, "io.github.filterblock.");
        assertEquals(
                List.of(), ours.stream().filter(name -> name.contains("Lambda")).toList());
        assertTrue(ours.size() <= MAX_CLASSES, () -> ours.size() + " classes: " + ours);
    }

    /** The engine, and a program with arrays and buffers of the JDK at every door, as in README's first example. */
    @Test
    void itCompilesWithoutEither() throws Exception {
        for (String program : List.of(SMALL_ENGINE, LIGHT_PROGRAM)) {
            String source = "src/test/java/" + program.replace('.', '/') + ".java";
            assertEquals("0 ", run("javac", ours(), List.of("-proc:none", "-d", directory.toString()), source));
        }
    }

    @Test
    void neitherNeedsToBeThere() throws Exception {
        run(SMALL_ENGINE, ours());
        run(List.of(), ours(), SMALL_ENGINE, full());
        run(LIGHT_PROGRAM, ours(), "-Xverify:all");
    }

    /** Time on the CPU, the least of a few processes; a matter of the machine, and so only in the long profile. */
    @Test
    void theFirstUseTakesNoTime() throws Exception {
        assumeTrue(Integer.getInteger("filterblock.scale", 1) > 1, "only in the long profile");
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < 10; i++) {
            least = Math.min(least, run(SMALL_ENGINE, ours()));
        }
        assertTrue(least < MAX_MICROS, least + " microseconds");
    }
}
