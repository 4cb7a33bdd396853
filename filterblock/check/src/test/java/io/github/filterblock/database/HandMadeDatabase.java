// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** Databases of many tiny tables, with whatever stored keys. */
public final class HandMadeDatabase {
    private static final byte[] LARGEST = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};

    private HandMadeDatabase() {}

    /** A database of one table with these stored keys. */
    static void write(Path directory, String... storedKeys) throws IOException {
        write(
                directory,
                TestTable.ofWholeKeys()
                        .withoutFilter()
                        .storedBlock(bytes(storedKeys))
                        .bytes());
    }

    /** A database of this table, which is number 10; the MANIFEST's range of keys has all that begin as text does. */
    public static void write(Path directory, byte[] table) throws IOException {
        Files.createDirectories(directory);
        Files.write(directory.resolve("000010.ldb"), table);
        RecordBytes edit = RecordBytes.complete()
                .field(4, 10_000_000)
                .added(0, 10, table.length, bound(new byte[0]), bound(LARGEST));
        finish(directory, RecordBytes.log(edit));
    }

    /** A database of tables with one key each, each added by an edit of its own, and of more edits that add nothing. */
    public static void write(Path directory, int tables, int moreEdits) throws IOException {
        Files.createDirectories(directory);
        Log.Writer manifest = new Log.Writer();
        for (int i = 0; i < moreEdits; i++) {
            manifest.add(RecordBytes.complete().toByteArray());
        }
        manifest.add(RecordBytes.complete()
                .field(3, 100L + tables)
                .field(4, 10_000_000)
                .toByteArray());
        for (int i = 0; i < tables; i++) {
            String key = String.format(Locale.ROOT, "key%09d", i);
            byte[] table = TestTable.ofInternalKeys().withoutFilter().block(key).bytes();
            byte[] bound = (key + "\1\0\0\0\0\0\0\0").getBytes(StandardCharsets.ISO_8859_1);
            long number = 10L + i;
            Files.write(directory.resolve(DatabaseFileName.ofTable(number, ".ldb")), table);
            manifest.add(new RecordBytes()
                    .added(1, number, table.length, bound, bound)
                    .toByteArray());
        }
        finish(directory, manifest.toByteArray());
    }

    private static byte[] bound(byte[] userKey) {
        return TestTable.internalKey(userKey, 0, 1);
    }

    private static byte[][] bytes(String... storedKeys) {
        return Arrays.stream(storedKeys)
                .map(key -> key.getBytes(StandardCharsets.ISO_8859_1))
                .toArray(byte[][]::new);
    }

    /** Writes the log of a MANIFEST and the CURRENT that points to it. */
    static void finish(Path directory, byte[] manifest) throws IOException {
        Files.write(directory.resolve("MANIFEST-000005"), manifest);
        Files.writeString(directory.resolve("CURRENT"), "MANIFEST-000005\n");
    }
}
