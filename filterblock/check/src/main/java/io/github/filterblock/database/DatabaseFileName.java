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
 * @param number its number, unsigned; 0 where the name has none
 */
record DatabaseFileName(Kind kind, long number) {
    private static final Pattern NUMBERED = Pattern.compile("([0-9]+)\\.(log|ldb|sst|dbtmp)");
    private static final Pattern MANIFEST = Pattern.compile("MANIFEST-([0-9]+)");

    enum Kind {
        CURRENT,
        MANIFEST,
        TABLE,
        WRITE_AHEAD_LOG,
        LOCK,
        INFO_LOG,
        TEMPORARY,
        /** No file of LevelDB. */
        OTHER
    }

    private static final DatabaseFileName OTHER = new DatabaseFileName(Kind.OTHER, 0);

    static DatabaseFileName of(String name) {
        return switch (name) {
            case "CURRENT" -> new DatabaseFileName(Kind.CURRENT, 0);
            case "LOCK" -> new DatabaseFileName(Kind.LOCK, 0);
            case "LOG", "LOG.old" -> new DatabaseFileName(Kind.INFO_LOG, 0);
            default -> ofNumbered(name);
        };
    }

    private static DatabaseFileName ofNumbered(String name) {
        Matcher manifest = MANIFEST.matcher(name);
        if (manifest.matches()) {
            return numbered(Kind.MANIFEST, manifest.group(1));
        }
        Matcher numbered = NUMBERED.matcher(name);
        if (!numbered.matches()) {
            return OTHER;
        }
        Kind kind = switch (numbered.group(2)) {
            case "log" -> Kind.WRITE_AHEAD_LOG;
            case "dbtmp" -> Kind.TEMPORARY;
            default -> Kind.TABLE;
        };
        return numbered(kind, numbered.group(1));
    }

    /** Numbers have at most 64 bits. */
    private static DatabaseFileName numbered(Kind kind, String digits) {
        try {
            return new DatabaseFileName(kind, Long.parseUnsignedLong(digits));
        } catch (NumberFormatException tooLarge) {
            return OTHER;
        }
    }

    /** The name under which LevelDB looks for a table: at least six digits. */
    static String ofTable(long number, String extension) {
        return String.format(Locale.ROOT, "%6s", Long.toUnsignedString(number)).replace(' ', '0') + extension;
    }
}
