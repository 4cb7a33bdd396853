// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import java.util.Locale;

/** What is wrong with a live table's file, in words (DB-6). */
final class TableFindings {
    private TableFindings() {}

    /** The same for all that a table can be. */
    static String words(LiveTable table) {
        String name = table.file().getFileName() + " (level " + table.level() + family(table) + ")";
        String stated = bytes(table.manifestSize());
        return switch (table.state()) {
            case PRESENT -> name + " is present";
            case MISSING -> name + " is missing; the MANIFEST gives " + stated;
            case OTHER_CASE ->
                name + " has a name in other letters than the database's program looks for, so the table"
                        + " is missing";
            case EMPTY -> name + " is empty, but the MANIFEST gives " + stated + "; its data are lost";
            case WRONG_SIZE -> name + " has " + bytes(table.size()) + ", but the MANIFEST gives " + stated;
            case NOT_A_FILE -> name + " is not a regular file";
            case ELSEWHERE -> name + " lies in another directory, which only the options of the program name";
        };
    }

    private static String family(LiveTable table) {
        return table.columnFamily().equals("default") ? "" : ", column family " + table.columnFamily();
    }

    private static String bytes(long size) {
        return size == 1 ? "1 byte" : grouped(size) + " bytes";
    }

    private static String grouped(long size) {
        return size < 0 ? Long.toUnsignedString(size) : String.format(Locale.ROOT, "%,d", size);
    }
}
