// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.database.LiveTable.State;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/** What is wrong with a live table's file, in words (DB-6). */
final class TableFindings {
    private static final Pattern TABLE_FOLDER = Pattern.compile("sst_[0-6]");

    private TableFindings() {}

    /** The same for all that a table can be. */
    static String words(LiveTable table) {
        String name = name(table);
        String stated = bytes(table.manifestSize());
        return switch (table.state()) {
            case PRESENT -> name + " is present";
            case MISSING -> name + " is missing; the MANIFEST gives " + stated;
            case OTHER_CASE ->
                name + " has a name that the database's program does not look for, so the table is missing";
            case EMPTY -> name + " is empty, but the MANIFEST gives " + stated + "; its data are lost";
            case WRONG_SIZE -> name + " has " + bytes(table.size()) + ", but the MANIFEST gives " + stated;
            case NOT_A_FILE -> name + " is not a regular file";
            case ELSEWHERE ->
                name
                        + (BackupFolder.holds(table.file())
                                ? " lies with the tables that all backups share"
                                : " lies in another directory, which only the options of the program name");
        };
    }

    /** Which table it is. */
    static String name(LiveTable table) {
        return place(table) + " (level " + table.level() + family(table) + ")";
    }

    /** The file's name; where it lies in a folder, with this. */
    private static String place(LiveTable table) {
        String name = String.valueOf(table.file().getFileName());
        Path folder = table.file().getParent();
        String parent = folder == null ? "" : String.valueOf(folder.getFileName());
        return table.state() == State.OTHER_CASE && TABLE_FOLDER.matcher(parent).matches() ? parent + "/" + name : name;
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
