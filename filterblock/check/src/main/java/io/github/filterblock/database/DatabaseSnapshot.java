// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.database.DatabaseFileName.Kind;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.RegularFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Arrays;

/** CURRENT and the MANIFEST as they were read, to be compared with the files later. Immutable. */
final class DatabaseSnapshot {
    /** {@code MANIFEST-}, a number of twenty digits, a line end, and some more bytes, to notice a longer file. */
    private static final int MAX_CURRENT_LENGTH = 64;

    private static final int MAX_MANIFEST_LENGTH = 1 << 30;

    private final Path current;
    private final byte[] currentContents;
    private final Manifest manifest;

    private DatabaseSnapshot(Path current, byte[] currentContents, Manifest manifest) {
        this.current = current;
        this.currentContents = currentContents;
        this.manifest = manifest;
    }

    /**
     * Reads CURRENT, and the MANIFEST that it names (DB-2).
     *
     * @throws CorruptDatabaseException if there is no CURRENT, or either is damaged
     */
    static DatabaseSnapshot read(Path database) throws IOException {
        if (database.toString().isEmpty()) {
            throw new NoSuchFileException("", null, "an empty path names no directory");
        }
        Path current = database.resolve("CURRENT");
        if (Files.exists(database) && !Files.isDirectory(database)) {
            throw new NotDirectoryException(database.toString());
        }
        if (Files.exists(current)) {
            RegularFiles.check(current);
        } else {
            throw new CorruptDatabaseException(
                    database.toString(), 0, Reason.NO_DATABASE, "no LevelDB database: there is no file CURRENT");
        }
        byte[] currentContents = front(current, MAX_CURRENT_LENGTH);
        Path manifest = database.resolve(manifestName(current, currentContents));
        if (!Files.exists(manifest)) {
            throw bad(current, 0, "names " + manifest.getFileName() + ", which is not there");
        }
        RegularFiles.check(manifest);
        return new DatabaseSnapshot(current, currentContents, Manifest.decode(manifest, contents(manifest)));
    }

    private static byte[] front(Path file, int length) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(length);
        }
    }

    private static byte[] contents(Path manifest) throws IOException {
        long size = Files.size(manifest);
        if (size > MAX_MANIFEST_LENGTH) {
            throw new CorruptDatabaseException(
                    manifest.toString(), 0, Reason.BAD_RECORD, "a MANIFEST of " + size + " bytes is too large to read");
        }
        return front(manifest, MAX_MANIFEST_LENGTH);
    }

    private static String manifestName(Path current, byte[] contents) throws CorruptDatabaseException {
        String text = new String(contents, StandardCharsets.ISO_8859_1);
        if (!text.endsWith("\n")) {
            throw bad(current, contents.length, "does not end with a line end");
        }
        String name = text.substring(0, text.length() - 1);
        if (DatabaseFileName.of(name).kind() != Kind.MANIFEST) {
            throw bad(current, 0, "names '" + MetaindexEntry.printable(name) + "', which is no MANIFEST");
        }
        return name;
    }

    private static CorruptDatabaseException bad(Path current, int offset, String detail) {
        return new CorruptDatabaseException(current.toString(), offset, Reason.BAD_CURRENT, "CURRENT " + detail);
    }

    Manifest manifest() {
        return manifest;
    }

    /**
     * Reads both files again.
     *
     * @throws DatabaseInUseException if they have changed
     */
    void checkUnchanged() throws IOException {
        checkUnchanged(current, currentContents);
        checkUnchanged(manifest.path(), manifest.contents());
    }

    private static void checkUnchanged(Path file, byte[] before) throws IOException {
        if (!Files.isRegularFile(file) || !Arrays.equals(front(file, before.length + 1), before)) {
            throw new DatabaseInUseException(file.toString(), "another program changed this file meanwhile");
        }
    }
}
