// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where databases lie, as far as names of files tell (DB-1). Stateless; safe for use by any number of threads. */
public final class DatabaseDirectory {
    private DatabaseDirectory() {}

    /** The names in a directory. */
    static Set<String> namesIn(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(file -> String.valueOf(file.getFileName())).collect(Collectors.toSet());
        }
    }

    /** Whether a directory with these names may be one of a database, be it damaged. */
    static boolean isIn(Set<String> names) {
        return names.contains("CURRENT") || hasManifest(names);
    }

    private static boolean hasManifest(Set<String> names) {
        return names.stream()
                .anyMatch(name -> name.startsWith("marker.manifest.")
                        || DatabaseFileName.of(name).kind() == DatabaseFileName.Kind.MANIFEST);
    }

    /** Repairs of LevelDB and RocksDB put MANIFESTs, logs and tables there ({@code db/repair.cc}). */
    static boolean isSetAside(Path directory, Set<String> names) throws IOException {
        Path absolute = directory.toAbsolutePath().normalize();
        Path parent = absolute.getParent();
        return parent != null
                && absolute.endsWith("lost")
                && !names.contains("CURRENT")
                && isIn(DatabaseDirectory.namesIn(parent));
    }

    /**
     * Whether a directory that nobody called a database is one nevertheless. A file CURRENT alone does not make it one.
     *
     * @param names the names in the directory
     * @return whether there is a MANIFEST, or CURRENT with another file of a database
     */
    public static boolean isLikelyIn(Set<String> names) {
        boolean hasCurrent = names.contains("CURRENT") && (names.contains("LOCK") || names.contains("IDENTITY"));
        return hasCurrent || hasManifest(names);
    }

    /**
     * The directory of the database to which a table would belong: the one in which it lies, or, in a folder {@code
     * sst_0} to {@code sst_6} of Basho's, the one above.
     *
     * @param table a table's file
     * @return a directory, which need not be a database; empty for a root
     */
    public static Optional<Path> directoryOf(Path table) {
        Path parent = table.toAbsolutePath().normalize().getParent();
        if (parent == null) {
            return Optional.empty();
        }
        boolean inFolder =
                DatabaseFileName.of(String.valueOf(parent.getFileName())).isLevelFolder();
        return Optional.ofNullable(inFolder ? parent.getParent() : parent);
    }

    /**
     * Whether a file's name shows that its directory is a database, or the remains of one: CURRENT, a MANIFEST or a
     * write-ahead log. A directory of tables alone has none of them.
     *
     * @param file any file; only its name is looked at
     * @return whether it has such a name
     */
    public static boolean isPart(Path file) {
        DatabaseFileName.Kind kind =
                DatabaseFileName.of(String.valueOf(file.getFileName())).kind();
        return kind == DatabaseFileName.Kind.CURRENT
                || kind == DatabaseFileName.Kind.MANIFEST
                || kind == DatabaseFileName.Kind.WRITE_AHEAD_LOG;
    }

    /**
     * Whether a new file would become part of a database: its name is one that an engine uses, replays or deletes, and
     * its directory is a database.
     *
     * @param file a file, which need not exist
     * @return {@code false} also if the directory cannot be read
     */
    public static boolean wouldBePart(Path file) {
        try {
            Optional<Path> directory = directoryOf(file);
            return directory.isPresent()
                    && DatabaseFileName.of(String.valueOf(file.getFileName())).isEngines()
                    && isIn(DatabaseDirectory.namesIn(directory.get()));
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }
}
