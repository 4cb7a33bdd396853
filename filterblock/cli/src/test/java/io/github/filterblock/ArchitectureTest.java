// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Which package may know which, and which may know the libraries: CONTRIBUTING.md's map. What a class knows is read
 * from the constants of its class file, so that no way of naming a class is missed.
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
        Set<String> root = Set.of("bloom", "full", "");
        Set<String> table = with(root, "table");
        Set<String> analysis = with(table, "analysis");
        Set<String> database = with(analysis, "database");
        Set<String> library = with(database, "audit", "engine", "redis", "rewrite");
        Map<String, Set<String>> mayKnow = new TreeMap<>();
        mayKnow.put("arithmetic", Set.of("arithmetic"));
        mayKnow.put("bloom", Set.of("arithmetic", "bloom"));
        mayKnow.put("full", Set.of("arithmetic", "bloom", "full"));
        mayKnow.put("", root);
        mayKnow.put("coding", Set.of("coding"));
        mayKnow.put("durable", Set.of("durable"));
        mayKnow.put("table", with(table, "coding", "durable"));
        mayKnow.put("engine", with(table, "engine"));
        mayKnow.put("analysis", with(analysis, "coding"));
        mayKnow.put("audit", with(analysis, "audit"));
        mayKnow.put("database", with(database, "coding", "durable"));
        mayKnow.put("redis", with(database, "redis"));
        mayKnow.put("rewrite", with(database, "coding", "durable", "rewrite"));
        mayKnow.put("cli", with(library, "coding", "durable", "cli"));
        return mayKnow;
    }

    private static Set<String> with(Set<String> others, String... more) {
        Set<String> all = new TreeSet<>(others);
        all.addAll(List.of(more));
        return all;
    }

    /** A class file: the package it is in, and every text among its constants. */
    private record ClassFile(String name, String folder, List<String> texts, List<String> literals) {

        static ClassFile read(Path root, Path file) {
            String name = root.relativize(file).toString().replace('\\', '/');
            String inOurs = name.substring(OURS.length());
            int slash = inOurs.lastIndexOf('/');
            String folder = slash < 0 ? "" : inOurs.substring(0, slash);
            try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
                List<String> literals = new ArrayList<>();
                return new ClassFile(inOurs, folder, texts(in, literals), literals);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** JVM specification, 4.4. The literals are those texts that are constants of type String. */
        private static List<String> texts(DataInputStream in, List<String> literals) throws IOException {
            in.skipNBytes(8);
            List<String> texts = new ArrayList<>();
            int count = in.readUnsignedShort();
            String[] byIndex = new String[count];
            List<Integer> strings = new ArrayList<>();
            for (int i = 1; i < count; i++) {
                int tag = in.readUnsignedByte();
                switch (tag) {
                    case 1 -> {
                        byIndex[i] = in.readUTF();
                        texts.add(byIndex[i]);
                    }
                    case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
                    case 5, 6 -> {
                        in.skipNBytes(8);
                        i++;
                    }
                    case 8 -> strings.add(in.readUnsignedShort());
                    case 7, 16, 19, 20 -> in.skipNBytes(2);
                    case 15 -> in.skipNBytes(3);
                    default -> throw new IOException("constant of kind " + tag);
                }
            }
            strings.forEach(index -> literals.add(byIndex[index]));
            return texts;
        }

        Set<String> ourPackages() {
            Set<String> packages = new TreeSet<>();
            for (String text : texts) {
                OUR_CLASS
                        .matcher(text)
                        .results()
                        .forEach(found -> packages.add(found.group(1).replaceAll("/$", "")));
            }
            return packages;
        }

        boolean knows(String prefix) {
            return texts.stream().anyMatch(text -> text.contains(prefix));
        }
    }

    private static List<ClassFile> classes(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            List<ClassFile> classes = files.filter(file -> file.toString().endsWith(".class"))
                    .filter(file -> !file.endsWith("module-info.class"))
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
            Set<String> others = new TreeSet<>(file.ourPackages());
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
        Set<String> light = Set.of("arithmetic", "bloom", "full", "", "coding", "durable", "table", "engine");
        assertNone(all(), file -> light.contains(file.folder()) && file.knows("com/google/common/"));
    }

    @Test
    void coreKnowsNothingButTheJdk() throws IOException {
        Pattern library = Pattern.compile("L?(io/netty|com/google|com/github|org/lz4|picocli)/.*");
        assertNone(
                classes(CORE),
                file -> file.texts().stream()
                        .anyMatch(text -> library.matcher(text).lookingAt()));
    }

    @Test
    void nothingReachesBehindTheJdk() throws IOException {
        List<String> forbidden = List.of(
                "sun/misc/", "jdk/internal/", "java/lang/ThreadLocal", "java/util/logging/", "java/lang/System$Logger");
        assertNone(all(), file -> forbidden.stream().anyMatch(file::knows));
    }

    private static void assertNone(List<ClassFile> files, Predicate<ClassFile> wrong) {
        assertEquals(
                List.of(), files.stream().filter(wrong).map(ClassFile::name).toList());
    }

    /** A rule is a constant of Rule; a text that is one could be misspelt, and would be compared. */
    @Test
    void noTextHasARule() throws IOException {
        Pattern rule = Pattern.compile("\\b(FB|TF|DB|RB|RF)[-_][0-9]+\\b");
        assertEquals(
                List.of(),
                all().stream()
                        .filter(file -> !file.name().startsWith("bloom/Rule"))
                        .flatMap(file -> file.literals().stream()
                                .filter(text -> rule.matcher(text).find())
                                .map(text -> file.name() + " has " + text))
                        .toList());
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
                Set.of("bloom", "full", "", "table", "analysis", "audit", "database", "engine", "redis", "rewrite"),
                exported);
    }
}
