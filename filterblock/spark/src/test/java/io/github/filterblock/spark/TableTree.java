// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * A tree of directories with generated tables: mostly small and sound ones, some with a flipped bit, some cut short, a
 * few large ones, and files that are no tables.
 */
final class TableTree {
    private static final int IN_DIRECTORY = 100;

    private TableTree() {}

    /** Makes a number of tables below a directory, a hundred in each. */
    static Path make(Path directory, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            Path folder = directory.resolve(String.format(Locale.ROOT, "db-%03d", i / IN_DIRECTORY));
            if (i % IN_DIRECTORY == 0) {
                Files.createDirectories(folder.resolve("lost"));
                Files.writeString(folder.resolve("CURRENT"), "MANIFEST-000002\n");
            }
            Path parent = i % 50 == 49 ? folder.resolve("lost") : folder;
            Files.write(parent.resolve(String.format(Locale.ROOT, "%06d.%s", i, i % 3 == 0 ? "sst" : "ldb")), bytes(i));
        }
        return directory;
    }

    private static byte[] bytes(int number) {
        byte[] table = GeneratedTable.of(number, number % 1000 == 999 ? 10_000 : 20 + number % 60);
        if (number % 97 == 96) {
            table[number * 31 % table.length] ^= 4;
        }
        return number % 211 == 210 ? Arrays.copyOf(table, number % table.length) : table;
    }
}
