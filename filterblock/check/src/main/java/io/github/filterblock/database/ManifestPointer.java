// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.coding.RegularFiles;
import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.table.MetaindexEntry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What says which MANIFEST counts: CURRENT, or a marker of Pebble (DB-2).
 *
 * @param file CURRENT or the marker
 * @param contents its bytes, or those at its start; not to be changed
 * @param manifest the MANIFEST
 */
@SuppressWarnings("ArrayRecordComponent") // not compared
record ManifestPointer(Path file, byte[] contents, Path manifest) {
    /** {@code MANIFEST-}, a number of twenty digits, a line end, and some more bytes, to notice a longer file. */
    static final int MAX_CURRENT_LENGTH = 64;

    private static final Pattern MARKER = Pattern.compile("marker\\.manifest\\.([0-9]{1,18})\\.(.+)");

    /**
     * Reads CURRENT, or the name of the marker.
     *
     * @param names the names in the directory
     * @throws CorruptDatabaseException if there is neither, or it names no MANIFEST that exists
     */
    static ManifestPointer read(Path directory, Set<String> names) throws IOException {
        Optional<String> marker = marker(names);
        ManifestPointer pointer = marker.isPresent() ? ofMarker(directory, marker.get()) : ofCurrent(directory, names);
        if (!Files.exists(pointer.manifest())) {
            throw bad(
                    pointer.file(),
                    0,
                    "names " + pointer.manifest().getFileName() + ", which " + absence(pointer.manifest(), names));
        }
        return pointer;
    }

    /**
     * Whether the only file with a name of a database is a CURRENT that names no MANIFEST. One that is empty or only
     * has zeros may have lost its contents, as all else is lost.
     *
     * @param names the names in the directory
     */
    static boolean isOfAnotherProgram(Path directory, Set<String> names) throws IOException {
        Path current = directory.resolve("CURRENT");
        boolean isAlone = names.contains("CURRENT")
                && names.stream()
                        .filter(name -> !name.equals("CURRENT"))
                        .allMatch(name -> DatabaseFileName.of(name).kind() == DatabaseFileName.Kind.OTHER);
        if (!isAlone || !Files.isRegularFile(current)) {
            return false;
        }
        byte[] contents = front(current, MAX_CURRENT_LENGTH);
        return zeros(contents).isEmpty() && !new String(contents, StandardCharsets.ISO_8859_1).startsWith("MANIFEST-");
    }

    private static String absence(Path manifest, Set<String> names) {
        if (names.contains(String.valueOf(manifest.getFileName()))) {
            return "is a link that leads nowhere";
        }
        List<String> manifests = names.stream()
                .filter(name -> DatabaseFileName.of(name).kind() == DatabaseFileName.Kind.MANIFEST)
                .sorted()
                .toList();
        return "does not exist" + (manifests.isEmpty() ? "" : "; there is " + String.join(", ", manifests));
    }

    /** The marker of the largest number; Pebble leaves an older one behind if it was stopped. */
    private static Optional<String> marker(Set<String> names) {
        return names.stream()
                .filter(name -> MARKER.matcher(name).matches())
                .max((one, other) -> Long.compare(number(one), number(other)));
    }

    private static long number(String marker) {
        return Long.parseLong(matched(marker).group(1));
    }

    private static Matcher matched(String marker) {
        Matcher matcher = MARKER.matcher(marker);
        if (!matcher.matches()) {
            throw new IllegalStateException(marker);
        }
        return matcher;
    }

    private static ManifestPointer ofMarker(Path directory, String marker) throws CorruptDatabaseException {
        Path file = directory.resolve(marker);
        String name = checked(file, matched(marker).group(2));
        return new ManifestPointer(file, new byte[0], directory.resolve(name));
    }

    private static ManifestPointer ofCurrent(Path directory, Set<String> names) throws IOException {
        if (!names.contains("CURRENT")) {
            throw new CorruptDatabaseException(
                    directory.toString(),
                    0,
                    Reason.NO_DATABASE,
                    "CURRENT is missing; without it, a database cannot be opened");
        }
        Path current = directory.resolve("CURRENT");
        byte[] contents = front(current, MAX_CURRENT_LENGTH);
        String text = new String(contents, StandardCharsets.ISO_8859_1);
        if (!text.endsWith("\n")) {
            throw contents.length < MAX_CURRENT_LENGTH
                    ? bad(current, contents.length, "does not end with a newline" + zeros(contents))
                    : bad(current, 0, "is too long for the name of a MANIFEST: it starts with '" + start(text) + "'");
        }
        String name = checked(current, text.substring(0, text.length() - 1));
        return new ManifestPointer(current, contents, directory.resolve(name));
    }

    private static String start(String text) {
        int end = text.indexOf('\n');
        return MetaindexEntry.printable(end < 0 ? text : text.substring(0, end));
    }

    private static String zeros(byte[] contents) {
        for (byte value : contents) {
            if (value != 0) {
                return "";
            }
        }
        return contents.length == 0 ? ": it is empty" : ": it holds only zeros";
    }

    private static String checked(Path file, String name) throws CorruptDatabaseException {
        if (DatabaseFileName.of(name).kind() != DatabaseFileName.Kind.MANIFEST) {
            String hint = name.endsWith("\r") ? "; its line end was translated to CR LF" : "";
            throw bad(file, 0, "names '" + MetaindexEntry.printable(name) + "', which is not a MANIFEST" + hint);
        }
        return name;
    }

    private static CorruptDatabaseException bad(Path file, int offset, String detail) {
        String what = file.endsWith("CURRENT") ? "CURRENT " : "the marker ";
        return new CorruptDatabaseException(file.toString(), offset, Reason.BAD_CURRENT, what + detail);
    }

    /** The first bytes of a file. */
    static byte[] front(Path file, int length) throws IOException {
        try (InputStream in = RegularFiles.open(file)) {
            return in.readNBytes(length);
        }
    }
}
