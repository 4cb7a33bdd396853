// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The folder with the tables of a backup by RocksDB (DB-9), {@code utilities/backup/backup_engine.cc}: each backup has
 * a folder {@code private/N} with CURRENT and a MANIFEST; all backups have their tables in {@code shared_checksum}, as
 * {@code NUMBER_*.sst}, or in {@code shared}, by their usual names.
 */
final class BackupFolder {
    private static final String WITH_CHECKSUM = "shared_checksum";
    private static final String SHARED = "shared";

    private final Path root;
    private final NavigableSet<String> withChecksum;

    /**
     * Lists what backups share.
     *
     * @param root the folder of all backups
     */
    private BackupFolder(Path root) throws IOException {
        this.root = root;
        Path folder = root.resolve(WITH_CHECKSUM);
        this.withChecksum = new TreeSet<>(Files.isDirectory(folder) ? DatabaseDirectory.namesIn(folder) : Set.of());
    }

    /** The backups to which a directory belongs; empty if it is not one of a backup. */
    static Optional<BackupFolder> of(Path directory) throws IOException {
        return isBackup(directory) ? Optional.of(new BackupFolder(root(directory))) : Optional.empty();
    }

    /** Whether a directory is one of a backup. */
    static boolean isBackup(Path directory) {
        Path root = root(directory);
        return root.resolve("private")
                        .equals(directory.toAbsolutePath().normalize().getParent())
                && Files.isDirectory(root.resolve("meta"))
                && (Files.isDirectory(root.resolve(WITH_CHECKSUM)) || Files.isDirectory(root.resolve(SHARED)));
    }

    private static Path root(Path directory) {
        return directory.toAbsolutePath().normalize().resolve("../..").normalize();
    }

    /**
     * Finds a file that backups share.
     *
     * @param name its name in the database, as {@code 000009.sst}
     * @param size its length in bytes
     */
    Optional<Path> find(String name, long size) {
        int dot = name.lastIndexOf('.');
        String ending = name.substring(dot);
        String number = name.substring(0, dot) + "_";
        Stream<Path> candidates = withChecksum.tailSet(number).stream()
                .takeWhile(each -> each.startsWith(number))
                .filter(each -> each.endsWith(ending))
                .map(each -> root.resolve(WITH_CHECKSUM).resolve(each));
        return Stream.concat(Stream.of(root.resolve(SHARED).resolve(name)), candidates)
                .filter(file -> hasLength(file, size))
                .findFirst();
    }

    private static boolean hasLength(Path file, long size) {
        try {
            return Files.isRegularFile(file) && Files.size(file) == size;
        } catch (IOException e) {
            return false;
        }
    }
}
