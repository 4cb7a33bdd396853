// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.database.Manifest.AddedTable;
import io.github.filterblock.database.VersionEdit.Blobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The blob files of a column family of RocksDB, which hold values that the tables only point to (DB-9). Not
 * thread-safe.
 */
final class BlobFiles {
    private static final int HEADER_LENGTH = 30;
    private static final int FOOTER_LENGTH = 32;

    /** How many of many are named. */
    private static final int NAMED = 3;

    private final SortedMap<Long, File> byNumber = new TreeMap<>(Long::compareUnsigned);

    /** A file as it was added, and how many of its values are garbage. */
    private record File(Blobs blobs, long garbage, long recordOffset) {
        boolean isGarbage() {
            return Long.compareUnsigned(garbage, blobs.count()) >= 0;
        }
    }

    /** Takes what an edit says; RocksDB refuses a file that is added twice, and garbage of one that is not there. */
    void apply(VersionEdit edit, Manifest manifest) throws CorruptDatabaseException {
        for (Blobs added : edit.newBlobFiles()) {
            File file = new File(added, 0, edit.record().offset());
            if (byNumber.putIfAbsent(added.number(), file) != null) {
                throw bad(manifest, edit, added, " is added twice");
            }
        }
        for (Blobs garbage : edit.blobGarbage()) {
            File file = byNumber.get(garbage.number());
            if (file == null) {
                throw bad(manifest, edit, garbage, " has garbage, but was not added");
            }
            byNumber.put(
                    garbage.number(), new File(file.blobs(), file.garbage() + garbage.count(), file.recordOffset()));
        }
    }

    /** That there are blob files, whose values nobody checks; empty if there are none. */
    static Optional<String> note(Manifest manifest) {
        SortedSet<Long> added = new TreeSet<>(Long::compareUnsigned);
        SortedSet<Long> linked = new TreeSet<>(Long::compareUnsigned);
        for (ColumnFamily family : manifest.families().values()) {
            added.addAll(family.blobFiles().byNumber.keySet());
            family.tables().forEach(table -> linked.add(table.origin().oldestBlobFile()));
        }
        linked.remove(0L);
        if (!added.isEmpty()) {
            return Optional.of("values lie in blob files (" + some(added)
                    + "), of which only presence and length were compared with the MANIFEST");
        }
        String names = manifest.kind() == DatabaseKind.PEBBLE ? "" : " (" + some(linked) + ")";
        return linked.isEmpty()
                ? Optional.empty()
                : Optional.of("tables refer to blob files" + names + ", which were not looked at");
    }

    private static String some(SortedSet<Long> numbers) {
        String first = numbers.stream()
                .limit(NAMED)
                .map(number -> DatabaseFileName.ofTable(number, ".blob"))
                .collect(Collectors.joining(", "));
        return numbers.size() <= NAMED ? first : first + " and " + (numbers.size() - NAMED) + " more";
    }

    private static CorruptDatabaseException bad(Manifest manifest, VersionEdit edit, Blobs blobs, String detail) {
        return manifest.corrupt(edit, Reason.BAD_TABLES, "blob file " + Long.toUnsignedString(blobs.number()) + detail);
    }

    /** Finds files that are missing or have another length. One that only has garbage and no table is obsolete. */
    static void check(Path directory, Manifest manifest, Findings.Collector findings) throws IOException {
        Optional<BackupFolder> backup = BackupFolder.of(directory);
        for (ColumnFamily family : manifest.families().values()) {
            family.blobFiles().check(directory, backup, family.tables(), findings);
        }
    }

    private void check(
            Path directory, Optional<BackupFolder> backup, Collection<AddedTable> tables, Findings.Collector findings)
            throws IOException {
        Set<Long> linked = new HashSet<>();
        tables.forEach(table -> linked.add(table.origin().oldestBlobFile()));
        for (File file : byNumber.values()) {
            if (linked.contains(file.blobs().number()) || !file.isGarbage()) {
                String wrong = wrong(directory, backup, file.blobs());
                if (!wrong.isEmpty()) {
                    findings.add(Rule.DB_9, file.recordOffset(), () -> wrong);
                }
            }
        }
    }

    private static String wrong(Path directory, Optional<BackupFolder> backup, Blobs blobs) throws IOException {
        long expected = blobs.bytes() + HEADER_LENGTH + FOOTER_LENGTH;
        String name = DatabaseFileName.ofTable(blobs.number(), ".blob");
        Path file = directory.resolve(name);
        String values = "; values lost: " + count(blobs.count());
        if (!Files.isRegularFile(file)) {
            boolean isShared =
                    backup.flatMap(folder -> folder.find(name, expected)).isPresent();
            return isShared ? "" : name + " is missing" + values;
        }
        long length = Files.size(file);
        return length == expected
                ? ""
                : name + " has " + count(length) + " bytes, but the MANIFEST gives " + count(expected);
    }

    private static String count(long number) {
        return number < 0 ? Long.toUnsignedString(number) : String.format(Locale.ROOT, "%,d", number);
    }
}
