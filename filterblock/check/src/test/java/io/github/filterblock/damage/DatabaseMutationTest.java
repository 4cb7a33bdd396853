// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.database.DatabaseReport;
import io.github.filterblock.database.Databases;
import io.github.filterblock.database.LiveTable;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random edits of CURRENT, the MANIFEST and the names of tables, in databases of LevelDB and RocksDB: never an
 * exception, and every edit after which the database's program would refuse the database, or lose a table, is found.
 */
@Tag("DB-2")
@Tag("DB-3")
@Tag("DB-6")
@Tag("DB-9")
class DatabaseMutationTest {
    private static final int EDITS = 250 * Integer.getInteger("filterblock.scale", 1);
    private static final Path RECORDS = Path.of("src/test/resources/io/github/filterblock/database");

    @TempDir
    Path folder;

    @Test
    void everyEditOfALevelDbDatabaseIsFound() throws IOException {
        mutate(Databases.copy(GoldenDatabase.named("plyvel"), folder.resolve("db")));
    }

    @Test
    void everyEditOfARocksDbDatabaseIsFound() throws IOException {
        Path database = Databases.copy(RECORDS.resolve("rocksdb-10.10.1"), folder.resolve("db"));
        for (LiveTable table : report(database).orElseThrow().tables()) {
            try (RandomAccessFile file = new RandomAccessFile(table.file().toFile(), "rw")) {
                file.setLength(table.manifestSize()); // the tables themselves are not opened
            }
        }
        mutate(database);
    }

    private static Optional<DatabaseReport> report(Path database) throws IOException {
        return DatabaseReport.of(database);
    }

    private void mutate(Path database) throws IOException {
        DatabaseReport sound = report(database).orElseThrow();
        assertEquals(List.of(), sound.findings().first());
        Path manifest = sound.manifest().orElseThrow();
        Random random = new Random(7);
        for (int i = 0; i < EDITS; i++) {
            String seed = "edit " + i;
            switch (random.nextInt(4)) {
                case 0 -> changeBytes(manifest, database, random, seed);
                case 1 -> changeBytes(database.resolve("CURRENT"), database, random, seed);
                case 2 -> cut(manifest, database, sound, random, seed);
                default -> changeTable(database, sound, random, seed);
            }
        }
    }

    /** One to four bytes get other values; CURRENT and every record are protected by their form. */
    private static void changeBytes(Path file, Path database, Random random, String seed) throws IOException {
        byte[] before = Files.readAllBytes(file);
        byte[] changed = before.clone();
        for (int n = random.nextInt(4); n >= 0; n--) {
            changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
        }
        Files.write(file, changed);
        assertEquals(!Arrays.equals(before, changed), isFound(database), seed);
        Files.write(file, before);
    }

    /** A MANIFEST that ends between two records is an earlier version, which its program accepts. */
    private static void cut(Path manifest, Path database, DatabaseReport sound, Random random, String seed)
            throws IOException {
        byte[] before = Files.readAllBytes(manifest);
        Files.write(manifest, Arrays.copyOf(before, random.nextInt(before.length)));
        DatabaseReport report = report(database).orElseThrow();
        assertTrue(!report.findings().isEmpty() || report.versionEdits() < sound.versionEdits(), seed);
        Files.write(manifest, before);
    }

    private static void changeTable(Path database, DatabaseReport sound, Random random, String seed)
            throws IOException {
        LiveTable table = sound.tables().get(random.nextInt(sound.tables().size()));
        Path file = table.file();
        Path aside = database.resolveSibling("aside");
        Files.move(file, aside);
        String name = file.getFileName().toString();
        Path other = database.resolve(random.nextBoolean() ? name.toUpperCase(Locale.ROOT) : "x" + name);
        long size = random.nextInt(3) == 0 ? 0 : random.nextInt((int) table.size());
        Path written = random.nextBoolean() ? file : other;
        try (RandomAccessFile changed = new RandomAccessFile(written.toFile(), "rw")) {
            changed.setLength(size);
        }
        DatabaseReport report = report(database).orElseThrow();
        LiveTable now = report.tables().stream()
                .filter(each -> each.number() == table.number())
                .findFirst()
                .orElseThrow();
        assertFalse(now.state() == LiveTable.State.PRESENT, seed);
        assertEquals(now.isReadable(), report.findings().isEmpty(), seed); // the rest is found with the table itself
        Files.delete(written);
        Files.move(aside, file);
    }

    private static boolean isFound(Path database) throws IOException {
        return report(database).map(report -> !report.findings().isEmpty()).orElse(true);
    }
}
