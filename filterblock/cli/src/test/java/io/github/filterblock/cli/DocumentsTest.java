// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every link in a document leads to an existing file and an anchor or heading in it, and the map is complete. */
class DocumentsTest {
    private static final Path ROOT = Path.of("../..");
    private static final Set<String> NO_SOURCES = Set.of("target", ".git");
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\"></a>");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    static List<Path> documents() throws IOException {
        return sources(".md");
    }

    /** All files of the repository with an ending, without what a build makes. */
    static List<Path> sources(String ending) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                boolean sources = !NO_SOURCES.contains(directory.getFileName().toString());
                return sources ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(ending)) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }

    static String text(Path document) throws IOException {
        return CODE.matcher(Files.readString(document)).replaceAll("");
    }

    private static Stream<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map((MatchResult match) -> match.group(1));
    }

    /** Anchors that are written out, and those that a heading makes: lower case, spaces as hyphens, no other signs. */
    private static Set<String> anchors(String text) {
        Set<String> anchors = new HashSet<>(found(ANCHOR, text).toList());
        found(HEADING, text)
                .map(heading -> ANCHOR.matcher(heading).replaceAll("").strip().toLowerCase(Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
                .forEach(anchors::add);
        return anchors;
    }

    private static boolean leadsSomewhere(Path document, String link) throws IOException {
        int mark = link.indexOf('#');
        String name = mark < 0 ? link : link.substring(0, mark);
        Path target = name.isEmpty() ? document : document.resolveSibling(name).normalize();
        return Files.exists(target) && (mark < 0 || anchors(text(target)).contains(link.substring(mark + 1)));
    }

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path document : documents()) {
            for (String link : found(LINK, text(document)).toList()) {
                boolean outside = link.startsWith("https://");
                if (!outside && !leadsSomewhere(document, link)) {
                    broken.add(document + ": " + link);
                }
                links += outside ? 0 : 1;
            }
        }
        assertEquals(List.of(), broken);
        assertTrue(links > 100, links + " links");
    }

    /** The packages of a module below {@code io.github.filterblock}; the root package is "". */
    private static List<String> packages(String module) throws IOException {
        Path sources = ROOT.resolve(module + "/src/main/java/io/github/filterblock");
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.endsWith("package-info.java"))
                    .map(file -> sources.relativize(file.getParent()).toString())
                    .map(folder -> folder.replace('\\', '.').replace('/', '.'))
                    .toList();
        }
    }

    @Test
    void everyPackageHasALineOnTheMap() throws IOException {
        String map = Files.readString(ROOT.resolve("CONTRIBUTING.md"));
        List<String> packages = new ArrayList<>(packages("core"));
        for (String module : List.of("block", "check", "redis", "cli")) {
            packages.addAll(packages("filterblock/" + module));
        }
        List<String> missing = packages.stream()
                .filter(name -> !map.contains("\n| " + (name.isEmpty() ? "(root)" : "`" + name + "`") + " "))
                .toList();
        assertEquals(List.of(), missing);
        assertTrue(packages.size() > 10, packages::toString);
    }
}
