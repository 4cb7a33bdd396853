// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Which package may know which, and which may know the libraries: CONTRIBUTING.md's map. What a class knows is read
 * from its class file, whose constants are text, so that no way of naming a class is missed.
 */
class ArchitectureTest {
    private static final Path CORE = Path.of("../../core/target/classes");
    private static final List<Path> LIBRARY = List.of(
            Path.of("../block/target/classes"),
            Path.of("../check/target/classes"),
            Path.of("../redis/target/classes"),
            Path.of("target/classes"));
    private static final String OURS = "io/github/filterblock/";
    private static final Pattern OUR_CLASS = Pattern.compile("io/github/filterblock/((?:[a-z]+/)*)[A-Z]");

    /** The root package is "", every other is named by its last parts. */
    private static final Map<String, Set<String>> MAY_KNOW = mayKnow();

    private static Map<String, Set<String>> mayKnow() {
        Set<String> root = Set.of("bloom", "");
        Set<String> table = with(root, "rocksdb", "source", "table");
        Set<String> analysis = with(table, "analysis");
        Set<String> database = with(analysis, "database");
        Set<String> library = with(database, "audit", "engine", "redis", "rewrite");
        Map<String, Set<String>> mayKnow = new TreeMap<>();
        mayKnow.put("arithmetic", Set.of("arithmetic"));
        mayKnow.put("bloom", Set.of("arithmetic", "bloom"));
        mayKnow.put("rocksdb", Set.of("arithmetic", "bloom", "rocksdb"));
        mayKnow.put("", with(root, "arithmetic"));
        mayKnow.put("coding", Set.of("arithmetic", "coding"));
        mayKnow.put("durable", Set.of("durable"));
        mayKnow.put("columns", Set.of("arithmetic", "columns"));
        mayKnow.put("compression", Set.of("arithmetic", "coding", "compression"));
        mayKnow.put("source", Set.of("coding", "source"));
        mayKnow.put("table", with(table, "arithmetic", "coding", "columns", "compression"));
        mayKnow.put("engine", with(table, "engine"));
        mayKnow.put("analysis", with(analysis, "coding"));
        mayKnow.put("audit", with(analysis, "audit"));
        mayKnow.put("database", with(database, "arithmetic", "coding", "durable"));
        mayKnow.put("redis", Set.of("redis"));
        mayKnow.put("rewrite", with(database, "coding", "durable", "rewrite"));
        mayKnow.put("cli", with(library, "coding", "durable", "cli"));
        return mayKnow;
    }

    private static Set<String> with(Set<String> others, String... more) {
        Set<String> all = new TreeSet<>(others);
        all.addAll(List.of(more));
        return all;
    }

    /** A class file, the package it is in, and its bytes as text. */
    private record ClassFile(String name, String folder, String text) {

        static ClassFile read(Path root, Path file) {
            String name = root.relativize(file).toString().replace('\\', '/');
            String inOurs = name.substring(OURS.length());
            try {
                return new ClassFile(
                        inOurs,
                        inOurs.substring(0, Math.max(0, inOurs.lastIndexOf('/'))),
                        Files.readString(file, StandardCharsets.ISO_8859_1));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        Set<String> ourPackages() {
            return OUR_CLASS
                    .matcher(text)
                    .results()
                    .map(found -> found.group(1).replaceAll("/$", ""))
                    .collect(Collectors.toSet());
        }

        boolean knows(List<String> prefixes) {
            return prefixes.stream().anyMatch(text::contains);
        }
    }

    private static List<ClassFile> classes(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            List<ClassFile> classes = files.filter(file -> file.toString().endsWith(".class"))
                    .filter(file -> !file.endsWith("module-info.class"))
                    .filter(file -> !file.startsWith(root.resolve("META-INF"))) // second forms of classes
                    .map(file -> ClassFile.read(root, file))
                    .toList();
            assertTrue(classes.size() > 20, () -> classes.size() + " classes in " + root);
            return classes;
        }
    }

    private static List<ClassFile> all() throws IOException {
        List<ClassFile> all = new ArrayList<>(classes(CORE));
        for (Path root : LIBRARY) {
            all.addAll(classes(root));
        }
        return all;
    }

    @Test
    void everyPackageKnowsOnlyThoseBelowIt() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (ClassFile file : all()) {
            Set<String> allowed = MAY_KNOW.get(file.folder());
            Set<String> others = file.ourPackages();
            if (allowed == null) {
                wrong.add(file.name() + " is in a package that the map does not have");
            } else if (!allowed.containsAll(others)) {
                others.removeAll(allowed);
                wrong.add(file.name() + " knows " + others);
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void classesThatAnEngineLoadsKnowNoGuava() throws IOException {
        Set<String> light = Set.of(
                "arithmetic",
                "bloom",
                "rocksdb",
                "",
                "coding",
                "columns",
                "compression",
                "durable",
                "source",
                "table",
                "engine");
        assertNone(all(), file -> light.contains(file.folder()) && file.knows(List.of("com/google/common/")));
    }

    @Test
    void coreKnowsNothingButTheJdk() throws IOException {
        List<String> libraries = List.of("io/netty/", "com/google/", "com/github/", "org/lz4/", "picocli/");
        assertNone(classes(CORE), file -> file.knows(libraries));
    }

    @Test
    void nothingReachesBehindTheJdk() throws IOException {
        List<String> forbidden = List.of(
                "sun/misc/", "jdk/internal/", "java/lang/ThreadLocal", "java/util/logging/", "java/lang/System$Logger");
        assertNone(all(), file -> file.knows(forbidden));
    }

    private static void assertNone(List<ClassFile> files, Predicate<ClassFile> wrong) {
        assertEquals(
                List.of(), files.stream().filter(wrong).map(ClassFile::name).toList());
    }

    /** The formatter does not break comments and texts. */
    @Test
    void linesHaveAtMost120Characters() throws IOException {
        List<String> longLines = new ArrayList<>();
        List<Path> sources = sources();
        for (Path source : sources) {
            long tooLong = Files.readAllLines(source).stream()
                    .filter(line -> line.length() > 120 && !line.startsWith("import "))
                    .count();
            longLines.addAll(tooLong > 0 ? List.of(tooLong + " in " + source) : List.of());
        }
        assertEquals(List.of(), longLines);
        assertTrue(sources.size() > 500, () -> sources.size() + " sources");
    }

    /** All Java files of the project, also of modules that only a profile builds, but not recipes for golden files. */
    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        Files.walkFileTree(Path.of("../../").toRealPath(), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                return Set.of("target", "recipes").contains(name) || name.startsWith(".")
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".java")) {
                    sources.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return sources;
    }

    /** A rule is a constant of Rule; a text that is one could be misspelt, and would be compared. */
    @Test
    void noTextHasARule() throws IOException {
        Pattern inText = Pattern.compile("\\b(FB|TF|DB|RB|RF|PB)-[0-9]");
        Pattern whole = Pattern.compile("\"(FB|TF|DB|RB|RF|PB)_[0-9]+\"");
        assertNone(all(), file -> inText.matcher(file.text()).find());
        for (Path root : Stream.concat(Stream.of(CORE), LIBRARY.stream()).toList()) {
            try (Stream<Path> files = Files.walk(root.resolve("../../src/main/java"))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    assertFalse(whole.matcher(Files.readString(file)).find(), file::toString);
                }
            }
        }
    }

    /** What is public for our own packages alone is in packages that are exported to our own modules only. */
    @Test
    void onlyTheRoomsOfUsersAreExported() throws IOException {
        Set<String> exported = new TreeSet<>();
        for (Path root : Stream.concat(Stream.of(CORE), LIBRARY.stream()).toList()) {
            try (InputStream in = Files.newInputStream(root.resolve("module-info.class"))) {
                ModuleDescriptor.read(in).exports().stream()
                        .filter(each -> !each.isQualified())
                        .forEach(each -> exported.add(
                                each.source().substring(OURS.length() - 1).replaceFirst("^\\.", "")));
            }
        }
        assertEquals(
                Set.of(
                        "bloom",
                        "rocksdb",
                        "",
                        "source",
                        "table",
                        "analysis",
                        "audit",
                        "database",
                        "engine",
                        "redis",
                        "rewrite"),
                exported);
    }
}
