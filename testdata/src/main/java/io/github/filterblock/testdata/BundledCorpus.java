// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Finds golden files among this module's resources, and copies them out of a jar if they are in one. */
final class BundledCorpus {
    private BundledCorpus() {}

    /**
     * Returns the directory, on the default file system, around a resource of this module: a file, since jars need not
     * have entries for directories.
     */
    static Path directory(String landmark) {
        URL found = BundledCorpus.class.getResource(landmark);
        return directoryOf(Objects.requireNonNull(found, () -> "resource " + landmark + " is missing"));
    }

    /** Returns what a system property names, from where {@link Corpus#BASE_PROPERTY} says, or else what is bundled. */
    static <T> T configured(String property, Function<Path, T> at, Supplier<T> bundled) {
        String directory = System.getProperty(property, "");
        return directory.isEmpty()
                ? bundled.get()
                : at.apply(Path.of(System.getProperty(Corpus.BASE_PROPERTY, "")).resolve(directory));
    }

    /** Returns the directory around a resource: its own, or a copy if the resource is in a jar. */
    static Path directoryOf(URL landmark) {
        try {
            URI uri = landmark.toURI();
            return uri.getScheme().equals("file") ? parentOf(Path.of(uri)) : copyOutOfJar(uri);
        } catch (IOException | URISyntaxException e) {
            throw CorpusFiles.unreadable(landmark.toString(), e);
        }
    }

    private static Path copyOutOfJar(URI uri) throws IOException {
        String inJar = uri.getRawSchemeSpecificPart();
        int separator = inJar.lastIndexOf("!/");
        Path jar = Path.of(URI.create(inJar.substring(0, separator)));
        Path copy = Files.createTempDirectory("filterblock-corpus-");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(copy), "remove " + copy));
        try (FileSystem inside = FileSystems.newFileSystem(jar, Map.of())) {
            copyTree(parentOf(inside.getPath(inJar.substring(separator + 1))), copy);
        }
        return copy;
    }

    private static void copyTree(Path from, Path to) throws IOException {
        for (Path source : contentsOf(from)) {
            // Through text, because the two are paths of different file systems.
            Path target = to.resolve(from.relativize(source).toString());
            if (Files.isDirectory(source)) {
                Files.createDirectories(target);
            } else {
                Files.createDirectories(parentOf(target));
                Files.copy(source, target);
            }
        }
    }

    /** Removes a directory and all that is in it, if it is there. */
    static void delete(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try {
            for (Path path : contentsOf(directory).stream()
                    .sorted(Comparator.reverseOrder())
                    .toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> contentsOf(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.toList();
        }
    }

    private static Path parentOf(Path path) {
        return Objects.requireNonNull(path.getParent(), "a file in a directory");
    }
}
