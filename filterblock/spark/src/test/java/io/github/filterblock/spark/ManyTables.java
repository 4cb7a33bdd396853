// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * A tree of directories with generated tables, and the tool's results for them, made once for all tests of a process:
 * mostly small and sound tables, some with a flipped bit, some cut short, a few large ones, and files that are not
 * tables.
 */
final class ManyTables {
    /** How many there are: ten times as many in the long runs. */
    static final int COUNT = 20_000 * Math.min(10, Integer.getInteger("filterblock.scale", 1));

    private static final int IN_DIRECTORY = 100;
    private static final Path MADE = Commands.TARGET.resolve("spark/many-" + COUNT);
    private static final Path TABLES = MADE.resolve("tables");
    private static final Path LINES = MADE.resolve("tool.jsonl");

    private ManyTables() {}

    private static final class Once {
        static final int STATUS = make();

        private static int make() {
            try {
                if (!Files.exists(MADE.resolve("made"))) {
                    makeTables();
                    Files.createFile(MADE.resolve("made"));
                }
                return Commands.runTool(LINES, Commands.words("verify", "--json", TABLES))
                        .status();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** The directory of the tables. */
    static Path directory() {
        toolStatus();
        return TABLES;
    }

    /** What {@code verify --json} printed. */
    static Path toolLines() {
        toolStatus();
        return LINES;
    }

    /** Its exit status. */
    static int toolStatus() {
        return Once.STATUS;
    }

    private static void makeTables() throws IOException {
        for (int i = 0; i < COUNT; i++) {
            Path folder = TABLES.resolve(String.format(Locale.ROOT, "db-%03d", i / IN_DIRECTORY));
            if (i % IN_DIRECTORY == 0) {
                Files.createDirectories(folder.resolve("lost"));
                Files.writeString(folder.resolve("LOG"), "not a table\n");
            }
            Path parent = i % 50 == 49 ? folder.resolve("lost") : folder;
            Files.write(parent.resolve(String.format(Locale.ROOT, "%06d.%s", i, i % 3 == 0 ? "sst" : "ldb")), bytes(i));
        }
    }

    private static byte[] bytes(int number) {
        byte[] table = GeneratedTable.of(number, number % 1000 == 999 ? 10_000 : 20 + number % 60);
        if (number % 97 == 96) {
            table[number * 31 % table.length] ^= 4;
        }
        return number % 211 == 210 ? Arrays.copyOf(table, number % table.length) : table;
    }
}
