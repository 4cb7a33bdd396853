// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.table.FilterContents.Order;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * A table of a database's present version (DB-6).
 *
 * @param file the table's file; where it should lie, if it is missing
 * @param number its file number, unsigned
 * @param level its level, 0 or more
 * @param columnFamily the name of its column family, each character standing for one byte; {@code default} where there
 *     is only one
 * @param size length of the file in bytes; 0 if it is missing
 * @param manifestSize its length according to the MANIFEST, unsigned; iq80 states 4 bytes more than a table has
 * @param keys the range of its keys according to the MANIFEST; empty if the file holds other keys as well, the order
 *     of keys is not known, or what the MANIFEST gives cannot end with a tag
 * @param state whether the file is as the MANIFEST says
 * @param recordOffset offset in the MANIFEST of the edit that added it
 */
public record LiveTable(
        Path file,
        long number,
        int level,
        String columnFamily,
        long size,
        long manifestSize,
        Optional<KeyRange> keys,
        State state,
        long recordOffset) {
    /** Whether the file of a live table is as the MANIFEST says. */
    public enum State {
        /** It is there and has the length that the MANIFEST gives. */
        PRESENT,
        /** There is no such file. */
        MISSING,
        /**
         * There is only a file whose name differs in capital letters, or, in Basho's folders, one with the ending
         * {@code .ldb} or in the folder of another level.
         */
        OTHER_CASE,
        /** The file has no bytes. */
        EMPTY,
        /** The file has another length than the MANIFEST gives. */
        WRONG_SIZE,
        /** The name belongs to a directory, or something else that is not a regular file. */
        NOT_A_FILE,
        /** It lies in another directory, as the MANIFEST says; only the options of the program name it. */
        ELSEWHERE,
        /** It is a table of a backup by RocksDB, and lies with those of the other backups. */
        SHARED
    }

    /** {@return whether the file is there, with bytes to be read} */
    public boolean isReadable() {
        return state == State.PRESENT || state == State.WRONG_SIZE;
    }

    /** {@return whether it lies in another directory, where nobody looked at it} */
    public boolean isElsewhere() {
        return state == State.ELSEWHERE || state == State.SHARED;
    }

    /** {@return what its state means, in words that begin with the name of its file} */
    public String description() {
        String name = name();
        String stated = bytes(manifestSize());
        return switch (state()) {
            case PRESENT -> name + " is present";
            case MISSING -> name + " is missing; the MANIFEST gives " + stated;
            case OTHER_CASE ->
                name + " has a name that the database's program does not look for, so the table is missing";
            case EMPTY -> name + " is empty, but the MANIFEST gives " + stated + "; its data are lost";
            case WRONG_SIZE -> name + " has " + bytes(size()) + ", but the MANIFEST gives " + stated;
            case NOT_A_FILE -> name + " is not a regular file";
            case ELSEWHERE -> name + " lies in another directory, which only the options of the program name";
            case SHARED -> name + " lies with the tables that all backups share";
        };
    }

    /** Which table it is. */
    String name() {
        return place() + " (level " + level() + family() + ")";
    }

    /** The file's name; where it lies in a folder, with this. */
    private String place() {
        String name = String.valueOf(file().getFileName());
        Path folder = file().getParent();
        String parent = folder == null ? "" : String.valueOf(folder.getFileName());
        return state() == State.OTHER_CASE && DatabaseFileName.of(parent).isLevelFolder() ? parent + "/" + name : name;
    }

    private String family() {
        return columnFamily().equals("default") ? "" : ", column family " + columnFamily();
    }

    private static String bytes(long size) {
        return size == 1 ? "1 byte" : grouped(size) + " bytes";
    }

    private static String grouped(long size) {
        return size < 0 ? Long.toUnsignedString(size) : String.format(Locale.ROOT, "%,d", size);
    }

    /**
     * A range of user keys in the order of a comparator that is known. The arrays are not copied and must not be
     * changed.
     *
     * @param smallest the first key
     * @param largest the last key
     * @param order the order of the keys, one that is known
     */
    @SuppressWarnings("ArrayRecordComponent") // ranges are asked, not compared
    public record KeyRange(byte[] smallest, byte[] largest, Order order) {
        /**
         * Whether a key lies in the range.
         *
         * @param key a user key, without a tag
         * @return false if it is before the first or after the last key
         */
        public boolean contains(byte[] key) {
            return order.compare(smallest, key) <= 0 && order.compare(key, largest) <= 0;
        }
    }
}
