// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * What an entry of a data block does, as the lowest byte of its tag says: of LevelDB the first two; of RocksDB ({@code
 * db/dbformat.h}) and Pebble ({@code internal/base/internal.go}) more.
 */
public enum EntryKind {
    /** Deletes all older entries of its key. */
    DELETE(0, "delete"),
    /** Gives its key a value. */
    PUT(1, "put"),
    /** Adds to the value that older entries give. */
    MERGE(2, "merge"),
    /** Deletes the one older entry of its key. */
    SINGLE_DELETE(7, "single-delete"),
    /** Deletes the keys of a range; lies beside the data blocks. */
    DELETE_RANGE(15, "delete-range"),
    /** Gives its key a value that lies in a blob file of RocksDB. */
    PUT_BLOB(17, "put-blob"),
    /** Gives its key a value, and may delete older entries: Pebble's SETWITHDEL. */
    PUT_DELETING(18, "put-deleting"),
    /** Deletes entries with older timestamps. */
    DELETE_WITH_TIMESTAMP(20, "delete-with-timestamp"),
    /** Gives its key several columns: RocksDB's wide-column entity. */
    PUT_ENTITY(22, "put-entity"),
    /** Deletes older entries, and knows the size of what it deletes: Pebble's DELSIZED. */
    DELETE_SIZED(23, "delete-sized"),
    /** Gives its key a value with a time of writing: RocksDB's ValuePreferredSeqno. */
    PUT_TIMED(24, "put-timed"),
    /** Of Basho's LevelDB: a value with the time of writing, from which it expires. */
    PUT_EXPIRING(2, "put-expiring"),
    /** Of Basho's LevelDB: a value with the time when it expires. */
    PUT_EXPIRING_AT(3, "put-expiring-at");

    private final int number;
    private final String id;

    EntryKind(int number, String id) {
        this.number = number;
        this.id = id;
    }

    /**
     * Finds a kind by its number.
     *
     * @param number the lowest byte of a tag
     * @param basho whether Basho's LevelDB wrote the table, which has other kinds 2 and 3
     * @return the kind; empty for other numbers
     */
    public static Optional<EntryKind> of(int number, boolean basho) {
        return Stream.of(values())
                .filter(kind -> kind.number == number && kind.isOnlyBashos() == (basho && (number == 2 || number == 3)))
                .findFirst();
    }

    private boolean isOnlyBashos() {
        return this == PUT_EXPIRING || this == PUT_EXPIRING_AT;
    }

    /** The number in a tag, 0 to 255. */
    int number() {
        return number;
    }

    /** Whether entries of a kind delete their key. */
    static boolean deletes(int number) {
        return number == DELETE.number
                || number == SINGLE_DELETE.number
                || number == DELETE_WITH_TIMESTAMP.number
                || number == DELETE_SIZED.number;
    }

    /** {@return a short name, lower case with hyphens} */
    public String id() {
        return id;
    }
}
