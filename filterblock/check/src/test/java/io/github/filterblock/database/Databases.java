// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.filterblock.testdata.GoldenDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Copies of whole databases, and what is in them. */
@SuppressWarnings("exports") // the golden databases are on the class path
public final class Databases {
    private Databases() {}

    /** Copies a golden database, so that it may be damaged. */
    public static Path copy(GoldenDatabase database, Path target) throws IOException {
        return copy(database.directory(), target);
    }

    public static Path copy(Path directory, Path target) throws IOException {
        Files.createDirectories(target);
        for (Path file : files(directory)) {
            Files.copy(file, target.resolve(file.getFileName()));
        }
        return target;
    }

    public static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    /** The name and the bytes of every file, the bytes as a digest. */
    public static Map<String, String> contents(Path directory) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        for (Path file : files(directory)) {
            contents.put(file.getFileName().toString(), sha256(Files.readAllBytes(file)));
        }
        return contents;
    }

    public static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** Makes a FIFO, or skips the test where there are none. */
    public static void makeFifo(Path file) throws IOException {
        try {
            assumeTrue(new ProcessBuilder("mkfifo", file.toString()).start().waitFor() == 0, "no FIFOs here");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static Path manifest(Path directory) throws IOException {
        return directory.resolve(Files.readString(directory.resolve("CURRENT")).strip());
    }

    public static List<Path> tables(Path directory) throws IOException {
        return files(directory).stream()
                .filter(file -> file.toString().matches(".*\\.(ldb|sst)"))
                .toList();
    }

    /** What stands beside a directory under the name of an unfinished one. */
    public static List<Path> leftOvers(Path target) throws IOException {
        return files(target.getParent()).stream()
                .filter(file -> file.getFileName().toString().startsWith("." + target.getFileName() + ".filterblock-"))
                .toList();
    }

    /** The names in a directory, byte for byte. */
    public static Set<Path> names(Path directory) throws IOException {
        return files(directory).stream().map(Path::getFileName).collect(Collectors.toCollection(TreeSet::new));
    }
}
