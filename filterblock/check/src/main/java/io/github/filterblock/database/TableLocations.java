// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.analysis.InternalKey;
import io.github.filterblock.database.LiveTable.State;
import io.github.filterblock.database.VersionEdit.Bounds;
import io.github.filterblock.table.FilterContents.Order;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files of the live tables and compares them with the MANIFEST (DB-6). A file's number is never used twice,
 * so of the endings the first that exists counts.
 */
final class TableLocations {
    private static final int IQ80_SURPLUS = 4;
    private static final int BASHO_LEVELS = 7;

    private final Path directory;
    private final Manifest manifest;
    private final boolean hasRemoteFiles;
    private final Optional<BackupFolder> backup;
    private final Map<Path, Map<String, String>> names = new HashMap<>();

    private TableLocations(Path directory, Set<String> names, Manifest manifest) throws IOException {
        this.directory = directory;
        this.manifest = manifest;
        this.hasRemoteFiles = names.stream().anyMatch(name -> name.startsWith("REMOTE-OBJ-CATALOG"));
        this.backup = BackupFolder.of(directory);
        this.names.put(directory, byLowerCase(names));
    }

    private static Map<String, String> byLowerCase(Set<String> names) {
        return names.stream()
                .collect(Collectors.toMap(name -> name.toLowerCase(Locale.ROOT), name -> name, (one, other) -> one));
    }

    private Path inFolder(int level, long number) {
        return directory
                .resolve(DatabaseFileName.ofLevelFolder(level))
                .resolve(DatabaseFileName.ofTable(number, ".sst"));
    }

    /**
     * The live tables in the order of their numbers.
     *
     * @param names the names in the directory
     */
    static List<LiveTable> of(Path directory, Set<String> names, Manifest manifest) throws IOException {
        TableLocations locations = new TableLocations(directory, names, manifest);
        SortedMap<Long, LiveTable> tables = new TreeMap<>(Long::compareUnsigned);
        for (AddedTable table : manifest.tables().values()) {
            LiveTable live = locations.locate(table);
            tables.putIfAbsent(live.number(), live); // virtual tables of Pebble may share a file
        }
        return List.copyOf(tables.values());
    }

    private LiveTable locate(AddedTable table) {
        long fileNumber = table.origin().backing().orElse(table.number());
        long expected = table.origin().backing().isPresent()
                ? manifest.backingSize(fileNumber).orElse(-1L)
                : table.size();
        if (table.origin().path() > 0) {
            return live(table, candidates(table, fileNumber).get(0), 0, expected, State.ELSEWHERE);
        }
        for (Path file : candidates(table, fileNumber)) {
            BasicFileAttributes found = attributes(file);
            if (found != null) {
                return live(table, file, found.size(), expected, state(found, expected));
            }
        }
        return missing(table, candidates(table, fileNumber), expected);
    }

    private LiveTable missing(AddedTable table, List<Path> candidates, long expected) {
        Path first = candidates.get(0);
        Optional<Path> shared =
                backup.flatMap(folder -> folder.find(String.valueOf(first.getFileName()), table.size()));
        if (shared.isPresent()) {
            return live(table, shared.get(), 0, expected, State.SHARED);
        }
        Optional<Path> other = otherNames(table, candidates)
                .flatMap(file -> inOtherLetters(file).stream())
                .filter(file -> attributes(file) != null)
                .findFirst();
        if (other.isPresent()) {
            return live(table, other.get(), 0, expected, State.OTHER_CASE);
        }
        return live(table, first, 0, expected, hasRemoteFiles ? State.ELSEWHERE : State.MISSING);
    }

    /** Places where a program does not look, but where people, or Riak before 1.3, may have put a table. */
    private Stream<Path> otherNames(AddedTable table, List<Path> candidates) {
        if (!manifest.kind().hasTableFolders()) {
            return candidates.stream();
        }
        Path wanted = inFolder(table.level(), table.number());
        Stream<Path> inItsFolder =
                Stream.of(wanted, wanted.resolveSibling(DatabaseFileName.ofTable(table.number(), ".ldb")));
        Stream<Path> inOtherFolders =
                IntStream.range(0, BASHO_LEVELS).mapToObj(level -> inFolder(level, table.number()));
        Stream<Path> inNone = Stream.of(directory.resolve(String.valueOf(wanted.getFileName())));
        return Stream.of(inItsFolder, inOtherFolders, inNone).flatMap(files -> files);
    }

    /** A file whose name is the same but for capital letters. */
    private Optional<Path> inOtherLetters(Path file) {
        Path folder = Objects.requireNonNull(file.getParent());
        String name = names.computeIfAbsent(folder, TableLocations::namesIn).get(String.valueOf(file.getFileName()));
        return Optional.ofNullable(name).map(folder::resolve);
    }

    private static Map<String, String> namesIn(Path folder) {
        try {
            return byLowerCase(DatabaseDirectory.namesIn(folder));
        } catch (IOException e) {
            return Map.of(); // there is no such folder
        }
    }

    /** Where the program looks for a table, first places first. */
    private List<Path> candidates(AddedTable table, long number) {
        return manifest.kind().hasTableFolders()
                ? List.of(inFolder(table.level(), number))
                : manifest.kind().tableEndings().stream()
                        .map(ending -> directory.resolve(DatabaseFileName.ofTable(number, ending)))
                        .toList();
    }

    private static @Nullable BasicFileAttributes attributes(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class);
        } catch (IOException e) {
            return null; // also a link that leads nowhere
        }
    }

    /**
     * A table that is cut short has no footer at its end, so the excess that iq80's writer claims does no harm: it adds
     * the estimate of an empty block to each size (iq80/leveldb 0.12, {@code TableBuilder.getFileSize}).
     */
    private State state(BasicFileAttributes found, long expected) {
        if (!found.isRegularFile()) {
            return State.NOT_A_FILE;
        }
        long size = found.size();
        if (expected < 0 && manifest.kind().hasUnstatedSizes() || size == expected) {
            return State.PRESENT; // no size is stated for the file of a virtual table
        }
        if (size == 0) {
            return State.EMPTY;
        }
        boolean ofIq80 = manifest.kind().hasLooseWriters() && size + IQ80_SURPLUS == expected;
        return ofIq80 ? State.PRESENT : State.WRONG_SIZE;
    }

    /** The order of a comparator, if it is known. */
    static Optional<Order> order(String comparator) {
        return Optional.of(Order.of(comparator)).filter(order -> order != Order.UNKNOWN);
    }

    private LiveTable live(AddedTable table, Path file, long size, long expected, State state) {
        ColumnFamily family = Objects.requireNonNull(manifest.families().get(table.family()));
        Optional<Order> order = family.comparator().flatMap(TableLocations::order);
        return new LiveTable(
                file,
                table.origin().backing().orElse(table.number()),
                table.level(),
                family.name(),
                size,
                expected,
                order.filter(known -> table.origin().backing().isEmpty()
                                && !table.origin().replacesKeys()
                                && SequenceLimit.haveTags(table.bounds(), manifest))
                        .map(known -> range(table.bounds(), known)),
                state,
                table.recordOffset());
    }

    private static LiveTable.KeyRange range(Bounds bounds, Order order) {
        return new LiveTable.KeyRange(
                InternalKey.userKey(bounds.smallest()), InternalKey.userKey(bounds.largest()), order);
    }
}
