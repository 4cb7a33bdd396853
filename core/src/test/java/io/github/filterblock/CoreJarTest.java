// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar that is released: for Java 8 and later, with a second form of two classes for Java 17 and later. */
class CoreJarTest {
    private static final Path JAR = Path.of(System.getProperty("core.jar"));
    private static final int MAX_BYTES = 180_000;
    private static final int JAVA_8 = 52;
    private static final String ARITHMETIC = "io/github/filterblock/arithmetic/";

    /** Written as somebody writes it who knows Java 8 alone. */
    private static final String PROGRAM = """
            import io.github.filterblock.bloom.*;
            import io.github.filterblock.rocksdb.*;
            public class Program {
                public static void main(String[] args) {
                    HashedKey hashed = new HashedKey();
                    for (String name : new String[] {"FAST_LOCAL_BLOOM", "RIBBON", "LEGACY_BLOOM"}) {
                        FullFilterKind kind = FullFilterKind.valueOf(name);
                        FullFilterBuilder builder = FullFilterPolicy.forRate(kind, 0.02).newBuilder();
                        for (int i = 0; i < 20000; i++) {
                            builder.addKey(("key" + i).getBytes());
                        }
                        FullFilter filter = FullFilter.wrap(builder.finish());
                        int stored = 0;
                        int absent = 0;
                        for (int i = 0; i < 20000; i++) {
                            stored += filter.keyMayMatch(hashed.reset(("key" + i).getBytes())) ? 1 : 0;
                            absent += filter.keyMayMatch(("kex" + i).getBytes()) ? 1 : 0;
                        }
                        System.out.println(kind + " " + stored + " " + (absent > 200 && absent < 800));
                    }
                    FilterGenerator generator = BloomFilterPolicy.levelDb(10).newGenerator();
                    generator.addKey(new byte[] {1, 2, 3}, 0, 3);
                    LevelDbFilter one = LevelDbFilter.wrap(generator.generate());
                    System.out.println(one.keyMayMatch(new byte[] {1, 2, 3}));
                    System.out.println(one.keyMayMatch(new byte[] {1, 2, 4}));
                }
            }""";

    @TempDir
    private Path directory;

    @Test
    void classesAtTheRootAreForJava8() throws IOException {
        List<String> others = new ArrayList<>();
        Map<String, Integer> versions = new TreeMap<>();
        try (JarFile jar = new JarFile(JAR.toFile())) {
            for (JarEntry entry : jar.stream().toList()) {
                String name = entry.getName();
                if (name.startsWith("META-INF/versions/") && name.endsWith(".class")) {
                    others.add(name.substring("META-INF/versions/".length()));
                } else if (name.endsWith(".class")) {
                    versions.put(name, version(jar, entry));
                }
            }
            assertEquals("true", jar.getManifest().getMainAttributes().getValue("Multi-Release"));
        }
        others.sort(null);
        assertEquals(
                List.of(
                        "17/" + ARITHMETIC + "LittleEndian.class",
                        "17/" + ARITHMETIC + "UnsignedMultiplyHigh.class",
                        "9/module-info.class"),
                others);
        assertTrue(versions.size() > 40, versions::toString);
        assertTrue(versions.values().stream().allMatch(version -> version == JAVA_8), versions::toString);
    }

    private static int version(JarFile jar, JarEntry entry) throws IOException {
        try (DataInputStream data = new DataInputStream(jar.getInputStream(entry))) {
            data.readInt();
            return data.readInt();
        }
    }

    /** Both forms of a class have the same public members. */
    @Test
    void theToolOfTheJdkFindsTheJarValid() throws IOException {
        assertEquals("0 ", run("jar", "--validate", "--file", JAR.toString()));
        assertTrue(Files.size(JAR) <= MAX_BYTES, Files.size(JAR) + " bytes");
        try (JarFile jar = new JarFile(JAR.toFile())) {
            var descriptor = jar.getInputStream(jar.getEntry("META-INF/versions/9/module-info.class"));
            assertEquals(
                    Set.of("io.github.filterblock.bloom", "io.github.filterblock.rocksdb"),
                    ModuleDescriptor.read(descriptor).exports().stream()
                            .filter(each -> !each.isQualified())
                            .map(ModuleDescriptor.Exports::source)
                            .collect(Collectors.toSet()));
        }
    }

    @Test
    void aProgramForJava8IsCompiledAndRunsWithEitherForm() throws Exception {
        Path source = Files.writeString(directory.resolve("Program.java"), PROGRAM);
        assertEquals(
                "0 ",
                run(
                        "javac",
                        "--release",
                        "8",
                        "-Xlint:-options",
                        "-cp",
                        JAR.toString(),
                        "-d",
                        directory.toString(),
                        source.toString()));
        String expected = "FAST_LOCAL_BLOOM 20000 true RIBBON 20000 true LEGACY_BLOOM 20000 true true false";
        for (boolean multiRelease : new boolean[] {true, false}) {
            Process java = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Djdk.util.jar.enableMultiRelease=" + multiRelease,
                            "-cp",
                            JAR + System.getProperty("path.separator") + directory,
                            "Program")
                    .redirectErrorStream(true)
                    .start();
            String output = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(java.waitFor(1, TimeUnit.MINUTES));
            assertEquals(expected, output.strip().replaceAll("\\s+", " "));
        }
    }

    /** The exit status of a tool of the JDK, and what it says. */
    private static String run(String tool, String... arguments) {
        StringWriter said = new StringWriter();
        PrintWriter writer = new PrintWriter(said);
        int status = ToolProvider.findFirst(tool).orElseThrow().run(writer, writer, arguments);
        return status + " " + said;
    }
}
