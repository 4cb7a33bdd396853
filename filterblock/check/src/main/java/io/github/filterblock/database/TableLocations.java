// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.database.KeyRange.Order;
import io.github.filterblock.database.LiveTable.State;
import io.github.filterblock.database.Manifest.AddedTable;
import io.github.filterblock.database.VersionEdit.Bounds;
import io.github.filterblock.table.FilterContents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files of the live tables and compares them with the MANIFEST (DB-6). A file's number is never used twice,
 * so of the endings the first that exists counts.
 */
final class TableLocations {
    private static final int IQ80_SURPLUS = 4;
    private static final Map<String, Order> ORDERS =
            Map.of(FilterContents.BYTEWISE, Order.BYTEWISE, FilterContents.REVERSE_BYTEWISE, Order.REVERSE);

    private final Path directory;
    private final Manifest manifest;
    private final boolean hasRemoteFiles;
    private final Map<String, String> names;

    private TableLocations(Path directory, Set<String> names, Manifest manifest) {
        this.directory = directory;
        this.manifest = manifest;
        this.hasRemoteFiles = names.stream().anyMatch(name -> name.startsWith("REMOTE-OBJ-CATALOG"));
        this.names = names.stream()
                .collect(Collectors.toMap(name -> name.toLowerCase(Locale.ROOT), name -> name, (one, other) -> one));
    }

    /**
     * The live tables in the order of their numbers.
     *
     * @param names the names in the directory
     */
    static List<LiveTable> of(Path directory, Set<String> names, Manifest manifest) {
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
        for (Path file : candidates) {
            String other = names.get(String.valueOf(file.getFileName()));
            if (other != null && !other.equals(String.valueOf(file.getFileName()))) {
                return live(table, file.resolveSibling(other), 0, expected, State.OTHER_CASE);
            }
        }
        return live(table, candidates.get(0), 0, expected, hasRemoteFiles ? State.ELSEWHERE : State.MISSING);
    }

    /** LevelDB looks for {@code .ldb} first. RocksDB and Pebble write {@code .sst}; RocksDB also reads the other. */
    private List<Path> candidates(AddedTable table, long number) {
        String ldb = DatabaseFiles.Name.ofTable(number, ".ldb");
        String sst = DatabaseFiles.Name.ofTable(number, ".sst");
        return switch (manifest.kind()) {
            case LEVELDB -> List.of(directory.resolve(ldb), directory.resolve(sst));
            case BASHO -> List.of(directory.resolve("sst_" + table.level()).resolve(sst));
            case ROCKSDB, PEBBLE -> List.of(directory.resolve(sst), directory.resolve(ldb));
        };
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
        if (expected < 0 && manifest.kind() == DatabaseKind.PEBBLE || size == expected) {
            return State.PRESENT; // no size is stated for the file of a virtual table
        }
        if (size == 0) {
            return State.EMPTY;
        }
        boolean ofIq80 = manifest.kind() == DatabaseKind.LEVELDB && size + IQ80_SURPLUS == expected;
        return ofIq80 ? State.PRESENT : State.WRONG_SIZE;
    }

    private LiveTable live(AddedTable table, Path file, long size, long expected, State state) {
        ColumnFamily family = Objects.requireNonNull(manifest.families().get(table.family()));
        Optional<Order> order = family.comparator().map(ORDERS::get);
        return new LiveTable(
                file,
                table.origin().backing().orElse(table.number()),
                table.level(),
                family.name(),
                size,
                expected,
                order.filter(known -> table.origin().backing().isEmpty()
                                && !table.origin().replacesKeys())
                        .map(known -> range(table.bounds(), known)),
                state,
                table.recordOffset());
    }

    private static KeyRange range(Bounds bounds, Order order) {
        return new KeyRange(userKey(bounds.smallest()), userKey(bounds.largest()), order);
    }

    private static byte[] userKey(byte[] internalKey) {
        return Arrays.copyOf(internalKey, internalKey.length - FilterMatcher.TAG_LENGTH);
    }
}
