// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the name of a file in a database's directory says about it (DB-1).
 *
 * @param kind what the file is
 * @param number its number, unsigned; 0 if the name has none, or is not one of LevelDB's
 */
public record DatabaseFileName(Kind kind, long number) {
    private static final Pattern NUMBERED = Pattern.compile("([0-9]+)\\.(log|ldb|sst|dbtmp)");
    private static final Pattern MANIFEST = Pattern.compile("MANIFEST-([0-9]+)");

    /** Files by what they are for. */
    public enum Kind {
        /** It names the MANIFEST that counts. */
        CURRENT("CURRENT"),
        /**
         * A file that goleveldb renames to CURRENT, and prefers to CURRENT if it was stopped before. It does not prefer
         * {@code CURRENT.bak}.
         */
        PENDING_CURRENT("CURRENT\\.[0-9]+"),
        /** It lists the live tables. */
        MANIFEST(""),
        /** A table. */
        TABLE(""),
        /** What was written and is in no table yet. */
        WRITE_AHEAD_LOG(""),
        /** A program that opens the database locks it. */
        LOCK("LOCK"),
        /** Messages of the database's program. */
        INFO_LOG("LOG|LOG\\.old(\\.[0-9]+)?"),
        /** A file that gets another name when it is whole. */
        TEMPORARY(""),
        /** The options of RocksDB or Pebble. */
        OPTIONS("OPTIONS-[0-9]+"),
        /** RocksDB's identity of the database. */
        IDENTITY("IDENTITY"),
        /** A file of Pebble whose name counts. */
        MARKER("marker\\..+"),
        /** Values of RocksDB or Pebble. */
        BLOBS("[0-9]+\\.blob"),
        /** A folder of Basho's for the tables of a level. */
        LEVEL_FOLDER("sst_[0-6]"),
        /** Pebble's list of tables in other stores. */
        REMOTE_CATALOG("REMOTE-OBJ-CATALOG.*"),
        /** No file of an engine. */
        OTHER("");

        private final Pattern names;

        Kind(String names) {
            this.names = Pattern.compile(names);
        }
    }

    /**
     * Reads a name.
     *
     * @param name of a file, without its folder
     * @return what it says
     */
    public static DatabaseFileName of(String name) {
        Matcher manifest = MANIFEST.matcher(name);
        if (manifest.matches()) {
            return numbered(Kind.MANIFEST, manifest.group(1));
        }
        Matcher numbered = NUMBERED.matcher(name);
        if (!numbered.matches()) {
            return new DatabaseFileName(otherKind(name), 0);
        }
        Kind kind = switch (numbered.group(2)) {
            case "log" -> Kind.WRITE_AHEAD_LOG;
            case "dbtmp" -> Kind.TEMPORARY;
            default -> Kind.TABLE;
        };
        return numbered(kind, numbered.group(1));
    }

    private static Kind otherKind(String name) {
        for (Kind kind : Kind.values()) {
            if (!name.isEmpty() && kind.names.matcher(name).matches()) {
                return kind;
            }
        }
        return Kind.OTHER;
    }

    /** Numbers have at most 64 bits. */
    private static DatabaseFileName numbered(Kind kind, String digits) {
        try {
            return new DatabaseFileName(kind, Long.parseUnsignedLong(digits));
        } catch (NumberFormatException tooLarge) {
            return new DatabaseFileName(Kind.OTHER, 0);
        }
    }

    /** Whether an engine uses such a file, or deletes it. */
    boolean isEngines() {
        return kind != Kind.OTHER;
    }

    /** Whether a table may have this name: no engine gives it to another file. */
    boolean mayBeTable() {
        return kind == Kind.TABLE || kind == Kind.OTHER;
    }

    /** The name under which LevelDB looks for a table: at least six digits. */
    static String ofTable(long number, String extension) {
        return String.format(Locale.ROOT, "%6s", Long.toUnsignedString(number)).replace(' ', '0') + extension;
    }

    /** Whether it is a folder in which Basho's LevelDB keeps the tables of a level. */
    boolean isLevelFolder() {
        return kind == Kind.LEVEL_FOLDER;
    }

    /** The folder in which Basho's LevelDB keeps the tables of a level, 0 to 6. */
    static String ofLevelFolder(int level) {
        return "sst_" + level;
    }
}
