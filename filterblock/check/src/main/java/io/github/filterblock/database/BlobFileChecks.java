// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.database.VersionEdit.Blobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Whether the blob files that a MANIFEST names are there, and as long as it says (DB-9). */
final class BlobFileChecks {
    private static final int HEADER_LENGTH = 30;
    private static final int FOOTER_LENGTH = 32;

    /** How many of many are named. */
    private static final int NAMED = 3;

    private BlobFileChecks() {}

    /** That there are blob files, whose values nobody checks; empty if there are none. */
    static Optional<String> note(Manifest manifest) {
        SortedSet<Long> added = new TreeSet<>(Long::compareUnsigned);
        SortedSet<Long> linked = new TreeSet<>(Long::compareUnsigned);
        for (ColumnFamily family : manifest.families().values()) {
            added.addAll(family.blobFiles().numbers());
            family.tables().forEach(table -> linked.add(table.origin().oldestBlobFile()));
        }
        linked.remove(0L);
        if (!added.isEmpty()) {
            return Optional.of("values lie in blob files (" + some(added)
                    + "), of which only presence and length were compared with the MANIFEST");
        }
        String names = manifest.kind().namesBlobFiles() ? " (" + some(linked) + ")" : "";
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

    /** Finds files that are missing or have another length. */
    static void check(Path directory, Manifest manifest, Findings.Collector findings) throws IOException {
        Optional<BackupFolder> backup = BackupFolder.of(directory);
        for (ColumnFamily family : manifest.families().values()) {
            Set<Long> linked = new HashSet<>();
            family.tables().forEach(table -> linked.add(table.origin().oldestBlobFile()));
            for (BlobFiles.File file : family.blobFiles().needed(linked)) {
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
