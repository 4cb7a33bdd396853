// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.Finding;
import io.github.filterblock.Rule;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.database.DatabaseReport;
import io.github.filterblock.database.LiveTable;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Databases with identities of many lengths: the unique ids that a release of RocksJava writes into the MANIFEST are
 * those of the tables, and a table that takes the place of another one is refused by both.
 */
class UniqueIdsTest {
    private static final List<Integer> LENGTHS = List.of(17, 31, 32, 33, 36, 64, 65, 96, 97, 128);

    private static final int FIRST_THAT_COMPARES = 7;

    @TempDir
    private Path directory;

    @Test
    void theIdsOfTheManifestAreThoseOfTheTables() throws Exception {
        RocksDB.loadLibrary();
        int refused = 0;
        for (int length : LENGTHS) {
            Path database = make(directory.resolve("db" + length), "d".repeat(length - 1) + "b");
            assertEquals(List.of(), findings(database));
            exchange(database);
            boolean isRefused = isRefused(database);
            List<Finding> found = findings(database);
            assertEquals(isRefused, !found.isEmpty(), "identity of " + length + " bytes: " + found);
            assertTrue(found.stream().allMatch(each -> each.rule() == Rule.DB_9), found::toString);
            refused += isRefused ? 1 : 0;
        }
        assertEquals(isOld(directory.resolve("db36")) ? 0 : LENGTHS.size(), refused);
    }

    /** Whether the release compares no unique ids. */
    private static boolean isOld(Path database) throws IOException {
        try (Stream<Path> files = Files.list(database)) {
            Path options = files.filter(file -> file.getFileName().toString().startsWith("OPTIONS-"))
                    .findFirst()
                    .orElseThrow();
            return Pattern.compile("rocksdb_version=([0-9]+)\\.")
                    .matcher(Files.readString(options))
                    .results()
                    .anyMatch(found -> Integer.parseInt(found.group(1)) < FIRST_THAT_COMPARES);
        }
    }

    /** Two tables with the same key, of the same length. */
    private static Path make(Path database, String identity) throws IOException, RocksDBException {
        Files.createDirectories(database);
        try (Options options = new Options().setCreateIfMissing(true)) {
            RocksDB.open(options, database.toString()).close();
        }
        Files.writeString(database.resolve("IDENTITY"), identity);
        try (Options options = new Options().setDisableAutoCompactions(true);
                RocksDB db = RocksDB.open(options, database.toString());
                FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
            for (int i = 0; i < 2; i++) {
                db.put("key".getBytes(UTF_8), new byte[10]);
                db.flush(flush);
            }
        }
        return database;
    }

    /** Puts one table in the place of the other. */
    private static void exchange(Path database) throws IOException {
        List<LiveTable> tables = DatabaseReport.of(database).orElseThrow().tables();
        assertEquals(2, tables.size());
        assertEquals(tables.get(0).size(), tables.get(1).size(), "tables of the same length");
        Files.copy(tables.get(0).file(), tables.get(1).file(), StandardCopyOption.REPLACE_EXISTING);
    }

    private static boolean isRefused(Path database) {
        try (Options options = new Options();
                RocksDB db = RocksDB.openReadOnly(options, database.toString())) {
            db.get("key".getBytes(UTF_8));
            return false;
        } catch (RocksDBException e) {
            assertTrue(e.getMessage().contains("unique ID"), e.getMessage());
            return true;
        }
    }

    private static List<Finding> findings(Path database) throws IOException {
        DatabaseReport report = DatabaseReport.of(database).orElseThrow();
        List<Finding> found = new ArrayList<>(report.findings().first());
        for (LiveTable live : report.tables()) {
            try (TableFile table = TableFile.open(live.file())) {
                found.addAll(report.check(live, table, TableReport.of(table)).first());
            }
        }
        return found;
    }
}
