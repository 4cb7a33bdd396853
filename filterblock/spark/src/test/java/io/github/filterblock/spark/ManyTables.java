// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Many tables and the tool's results for them, made once for all tests of a process. */
final class ManyTables {
    /** How many there are: ten times as many in the long runs. */
    static final int COUNT = 20_000 * Math.min(10, Integer.getInteger("filterblock.scale", 1));

    private static final Path MADE = Commands.TARGET.resolve("spark/many-" + COUNT);

    private ManyTables() {}

    private static final class Once {
        static final int STATUS = make();

        private static int make() {
            try {
                if (!Files.exists(MADE.resolve("made"))) {
                    TableTree.make(MADE.resolve("tables"), COUNT);
                    Files.createFile(MADE.resolve("made"));
                }
                return Commands.runTool(lines(), List.of("verify", "--json", tables().toString()))
                        .status();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static Path tables() {
        return MADE.resolve("tables");
    }

    private static Path lines() {
        return MADE.resolve("tool.jsonl");
    }

    /** The directory of the tables. */
    static Path directory() {
        toolStatus();
        return tables();
    }

    /** What {@code verify --json} printed. */
    static Path toolLines() {
        toolStatus();
        return lines();
    }

    /** Its exit status. */
    static int toolStatus() {
        return Once.STATUS;
    }
}
