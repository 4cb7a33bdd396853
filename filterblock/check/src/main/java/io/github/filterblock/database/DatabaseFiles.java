// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.coding.RegularFiles;
import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.database.Database.LiveTable;
import io.github.filterblock.database.Manifest.AddedTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files in a database's directory, sorted by whether an engine needs them (DB-1).
 *
 * @param tables the live tables, by their numbers
 * @param others CURRENT, write-ahead logs that are needed, and files that do not belong to LevelDB
 * @param obsolete files that no engine would read again: obsolete tables, logs and MANIFESTs, temporary files,
 *     directories
 * @param states size and time of each table and each other file, by which a later change is noticed
 */
record DatabaseFiles(List<LiveTable> tables, List<Path> others, List<Path> obsolete, Map<Path, State> states) {
    /**
     * A file that goleveldb renames to CURRENT, and prefers to CURRENT if it was stopped before. It does not prefer
     * {@code CURRENT.bak}.
     */
    private static final Pattern PENDING_CURRENT = Pattern.compile("CURRENT\\.[0-9]+");

    private static final int IQ80_SURPLUS = 4;

    /** In the order in which LevelDB looks for them. */
    private static final List<String> TABLE_EXTENSIONS = List.of(".ldb", ".sst");

    /** Size and time of a file. */
    record State(long size, FileTime modified) {
        static State of(Path file) throws IOException {
            BasicFileAttributes attributes =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return new State(attributes.size(), attributes.lastModifiedTime());
        }
    }

    /**
     * Lists a directory and compares it with the MANIFEST.
     *
     * @throws CorruptDatabaseException if a live table is missing or has another size, or if it is uncertain which
     *     MANIFEST is the right one
     */
    static DatabaseFiles list(Path database, Manifest manifest) throws IOException {
        DatabaseFiles files =
                new DatabaseFiles(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new TreeMap<>());
        Set<Path> known = new HashSet<>();
        known.add(manifest.path());
        for (AddedTable added : manifest.tables().values()) {
            LiveTable table = liveTable(database, manifest, added);
            files.tables.add(table);
            known.add(table.file());
        }
        for (Path file : entries(database)) {
            if (!known.contains(file)) {
                files.sort(file, manifest);
            }
        }
        for (Path file : files.others) {
            files.states.put(file, State.of(file));
        }
        for (LiveTable table : files.tables) {
            files.states.put(table.file(), State.of(table.file()));
        }
        return files;
    }

    /** The write-ahead logs that are needed, by their numbers. */
    List<Path> logs() {
        return others.stream()
                .filter(file -> nameOf(file).kind() == Name.Kind.WRITE_AHEAD_LOG)
                .sorted((one, other) ->
                        Long.compareUnsigned(nameOf(one).number(), nameOf(other).number()))
                .toList();
    }

    private static Name nameOf(Path file) {
        return Name.of(file.getFileName().toString());
    }

    private static SortedSet<Path> entries(Path database) throws IOException {
        try (Stream<Path> entries = Files.list(database)) {
            return entries.collect(TreeSet::new, TreeSet::add, TreeSet::addAll);
        }
    }

    private static LiveTable liveTable(Path database, Manifest manifest, AddedTable table) throws IOException {
        for (String extension : TABLE_EXTENSIONS) {
            Path file = database.resolve(Name.ofTable(table.number(), extension));
            if (Files.exists(file)) {
                RegularFiles.check(file);
                return new LiveTable(file, table.number(), checkedSize(file, manifest, table), table.size());
            }
        }
        throw new CorruptDatabaseException(
                manifest.path().toString(),
                table.recordOffset(),
                Reason.BAD_TABLES,
                "table " + Name.ofTable(table.number(), TABLE_EXTENSIONS.get(0)) + " is not there");
    }

    /**
     * A table that is cut short has no footer at its end, so the excess that iq80's writer claims does no harm: it adds
     * the estimate of an empty block to each size (iq80/leveldb 0.12, {@code TableBuilder.getFileSize}).
     */
    private static long checkedSize(Path file, Manifest manifest, AddedTable table) throws IOException {
        long size = Files.size(file);
        if (size != table.size() && size + IQ80_SURPLUS != table.size()) {
            throw new CorruptDatabaseException(
                    file.toString(),
                    size,
                    Reason.BAD_TABLES,
                    "the table ends here, but according to offset " + table.recordOffset() + " of "
                            + manifest.path().getFileName() + " it has " + Long.toUnsignedString(table.size())
                            + " bytes");
        }
        return size;
    }

    private void sort(Path file, Manifest manifest) throws IOException {
        String text = file.getFileName().toString();
        if (PENDING_CURRENT.matcher(text).matches()) {
            throw new CorruptDatabaseException(
                    file.toString(),
                    0,
                    Reason.BAD_CURRENT,
                    "goleveldb was stopped before it renamed this to CURRENT; let it open the database once, and try"
                            + " again");
        }
        Name name = Name.of(text);
        switch (name.kind()) {
            case LOCK, INFO_LOG -> {} // every engine makes its own
            case CURRENT, OTHER -> (Files.isRegularFile(file) ? others : obsolete).add(file);
            case WRITE_AHEAD_LOG -> sortLog(file, manifest.needsLog(name.number()));
            case MANIFEST, TABLE, TEMPORARY -> obsolete.add(file);
        }
    }

    private void sortLog(Path file, boolean needed) throws IOException {
        if (needed) {
            RegularFiles.check(file);
        }
        (needed ? others : obsolete).add(file);
    }

    /**
     * What the name of a file in a database's directory says about it (DB-1).
     *
     * @param kind what the file is
     * @param number its number, unsigned; 0 if the name has none
     */
    record Name(Kind kind, long number) {
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

        private static final Name OTHER = new Name(Kind.OTHER, 0);

        static Name of(String name) {
            return switch (name) {
                case "CURRENT" -> new Name(Kind.CURRENT, 0);
                case "LOCK" -> new Name(Kind.LOCK, 0);
                case "LOG", "LOG.old" -> new Name(Kind.INFO_LOG, 0);
                default -> ofNumbered(name);
            };
        }

        private static Name ofNumbered(String name) {
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
        private static Name numbered(Kind kind, String digits) {
            try {
                return new Name(kind, Long.parseUnsignedLong(digits));
            } catch (NumberFormatException tooLarge) {
                return OTHER;
            }
        }

        /** The name under which LevelDB looks for a table: at least six digits. */
        static String ofTable(long number, String extension) {
            return String.format(Locale.ROOT, "%6s", Long.toUnsignedString(number))
                            .replace(' ', '0')
                    + extension;
        }
    }
}
