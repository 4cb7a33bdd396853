// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.database.VersionEdit.Blobs;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The blob files of a column family of RocksDB, which hold values that the tables only point to (DB-9). Not
 * thread-safe.
 */
final class BlobFiles {
    private final SortedMap<Long, File> byNumber = new TreeMap<>(Long::compareUnsigned);

    /** A file as it was added, and how many of its values are garbage. */
    record File(Blobs blobs, long garbage, long recordOffset) {
        boolean isGarbage() {
            return Long.compareUnsigned(garbage, blobs.count()) >= 0;
        }
    }

    /** Takes what an edit says; RocksDB refuses a file that is added twice, and garbage of one that is not there. */
    void apply(VersionEdit edit) throws CorruptDatabaseException {
        for (Blobs added : edit.newBlobFiles()) {
            File file = new File(added, 0, edit.record().offset());
            if (byNumber.putIfAbsent(added.number(), file) != null) {
                throw bad(edit, added, " is added twice");
            }
        }
        for (Blobs garbage : edit.blobGarbage()) {
            File file = byNumber.get(garbage.number());
            if (file == null) {
                throw bad(edit, garbage, " has garbage, but was not added");
            }
            byNumber.put(
                    garbage.number(), new File(file.blobs(), file.garbage() + garbage.count(), file.recordOffset()));
        }
    }

    private static CorruptDatabaseException bad(VersionEdit edit, Blobs blobs, String detail) {
        return edit.corrupt(Reason.BAD_TABLES, "blob file " + Long.toUnsignedString(blobs.number()) + detail);
    }

    /** The numbers of all that were added. */
    Set<Long> numbers() {
        return byNumber.keySet();
    }

    /**
     * Those that the program needs: one that only has garbage and to which no table leads is obsolete.
     *
     * @param linked the numbers of those to which tables lead
     */
    List<File> needed(Set<Long> linked) {
        return byNumber.values().stream()
                .filter(file -> linked.contains(file.blobs().number()) || !file.isGarbage())
                .toList();
    }
}
