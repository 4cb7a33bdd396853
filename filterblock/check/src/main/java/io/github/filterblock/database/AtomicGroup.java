// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.database.CorruptDatabaseException.Reason;
import java.util.ArrayList;
import java.util.List;

/**
 * Edits of RocksDB that count together or not at all (DB-9): each says how many of its group follow, and all are held
 * back until the last. Not thread-safe.
 */
final class AtomicGroup {
    /** What the edits of a group may take in memory: some hundred bytes beside those of its record for each. */
    private static final long MAX_BYTES = 64 << 20;

    private static final int OF_AN_EDIT = 400;

    private final List<VersionEdit> held = new ArrayList<>();
    private long heldBytes;

    /** Whether the edit was taken, to be applied with later ones. */
    boolean holds(VersionEdit edit) throws CorruptDatabaseException {
        if (edit.remainingInGroup().isEmpty()) {
            if (!held.isEmpty()) {
                throw corrupt(edit, "another edit comes before its end");
            }
            return false;
        }
        int remaining = edit.remainingInGroup().get();
        if (!held.isEmpty()
                && remaining != held.get(held.size() - 1).remainingInGroup().orElseThrow() - 1) {
            throw corrupt(edit, "the number of edits that follow, " + remaining + ", contradicts the edit before");
        }
        if (remaining == 0) {
            return false;
        }
        heldBytes += OF_AN_EDIT + edit.record().data().length;
        if (heldBytes > MAX_BYTES) {
            throw corrupt(edit, "its edits take more than " + (MAX_BYTES >> 20) + " MiB");
        }
        held.add(edit);
        return true;
    }

    private static CorruptDatabaseException corrupt(VersionEdit edit, String detail) {
        return edit.corrupt(Reason.BAD_EDIT, "an atomic group of edits is damaged: " + detail);
    }

    /** The edits that now count, the given one last. */
    List<VersionEdit> complete(VersionEdit last) {
        if (held.isEmpty()) {
            return List.of(last);
        }
        List<VersionEdit> complete = new ArrayList<>(held);
        complete.add(last);
        held.clear();
        heldBytes = 0;
        return complete;
    }

    /** RocksDB leaves out a group without its end. */
    void checkEnded() throws CorruptDatabaseException {
        if (!held.isEmpty()) {
            throw held.get(0).corrupt(Reason.TORN_LOG, "the MANIFEST ends inside an atomic group of edits");
        }
    }
}
