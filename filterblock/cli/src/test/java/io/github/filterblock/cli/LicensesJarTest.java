// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** Everything in the jars comes with its license. Needs the jars, so it runs in the phase verify. */
class LicensesJarTest {
    private static final Path TOOL = Path.of("target/filterblock-cli.jar");
    private static final Path LICENSE = Path.of("../../LICENSE");

    private static byte[] entry(JarFile jar, String name) throws IOException {
        ZipEntry entry = jar.getEntry(name);
        assertNotNull(entry, () -> name + " in " + jar.getName());
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    private static String notice(JarFile jar) throws IOException {
        return new String(entry(jar, "META-INF/NOTICE"), StandardCharsets.UTF_8);
    }

    /** The files that the notice names, after {@code files:}. */
    private static List<String> named(String notice) {
        List<String> prefixes = new ArrayList<>(List.of("io/github/filterblock/", "META-INF/"));
        Matcher files = Pattern.compile("files: (.*)").matcher(notice);
        while (files.find()) {
            prefixes.addAll(List.of(files.group(1).split(" ")));
        }
        return prefixes;
    }

    @Test
    void everyFileOfTheToolIsOfAProgramThatTheNoticeNames() throws IOException {
        try (JarFile jar = new JarFile(TOOL.toFile())) {
            List<String> named = named(notice(jar));
            List<String> others = jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(ZipEntry::getName)
                    .filter(name -> named.stream().noneMatch(name::startsWith))
                    .toList();
            assertEquals(List.of(), others);
            List<String> without = named.stream()
                    .filter(prefix ->
                            jar.stream().noneMatch(entry -> entry.getName().startsWith(prefix)))
                    .toList();
            assertEquals(List.of(), without, "named, but not there");
        }
    }

    @Test
    void everyLicenseThatTheNoticeNamesIsThere() throws IOException {
        try (JarFile jar = new JarFile(TOOL.toFile())) {
            assertArrayEquals(Files.readAllBytes(LICENSE), entry(jar, "META-INF/LICENSE"));
            Matcher texts = Pattern.compile("META-INF/\\S*\\w").matcher(notice(jar));
            int found = 0;
            for (; texts.find(); found++) {
                String name = texts.group();
                if (jar.stream().noneMatch(entry -> entry.getName().startsWith(name + "/"))) {
                    assertTrue(entry(jar, name).length > 500, name);
                }
            }
            assertTrue(found > 10, "texts: " + found);
            for (String text : List.of("zstd.txt", "zstd-jni.txt", "lz4.txt")) {
                String words = new String(entry(jar, "META-INF/licenses/" + text), StandardCharsets.UTF_8);
                assertTrue(words.contains("Redistributions in binary form must reproduce"), text);
            }
            String netty = new String(entry(jar, "META-INF/licenses/netty/NOTICE.txt"), StandardCharsets.UTF_8);
            assertTrue(netty.contains("The Netty Project"), netty);
        }
    }

    @Test
    void theLibrariesHaveTheirLicense() throws IOException {
        for (String module : List.of(".", "../block", "../check", "../redis", "../../core", "../../testdata")) {
            Path folder = Path.of(module, "target");
            List<Path> jars;
            try (Stream<Path> files = Files.list(folder)) {
                jars = files.filter(
                                file -> file.getFileName().toString().matches("filterblock(-[a-z]+)?-[0-9].*\\.jar"))
                        .filter(file -> !file.toString().matches(".*-(sources|javadoc|tests)\\.jar"))
                        .toList();
            }
            assertFalse(jars.isEmpty(), folder.toString());
            for (Path file : jars) {
                try (JarFile jar = new JarFile(file.toFile())) {
                    assertArrayEquals(Files.readAllBytes(LICENSE), entry(jar, "META-INF/LICENSE"), file.toString());
                }
            }
        }
    }
}
