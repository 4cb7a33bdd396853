// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.RangeDeletions;
import io.github.filterblock.analysis.SoughtKeys;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.database.DatabaseReport;
import io.github.filterblock.database.LiveTable;
import io.github.filterblock.database.NewestEntries;
import io.github.filterblock.database.NewestEntries.Newest;
import io.github.filterblock.database.NewestEntries.State;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.BuiltinComparator;
import org.rocksdb.EnvOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/**
 * A release of RocksJava puts keys, deletes keys and ranges, ingests tables and compacts some of them, at random: the
 * library finds exactly those keys deleted, over all tables, that the release does not find.
 */
class DeletedKeysTest {
    private static final int DATABASES = 40;
    private static final int KEYS = 60;
    private static final List<byte[]> ALL =
            IntStream.range(0, KEYS).mapToObj(DeletedKeysTest::key).toList();

    @TempDir
    private Path directory;

    private final Map<State, Integer> states = new EnumMap<>(State.class);

    @Test
    void theLibraryDeletesTheKeysThatTheReleaseDoesNotFind() throws Exception {
        RocksDB.loadLibrary();
        for (int i = 0; i < DATABASES; i++) {
            compare(directory.resolve("db" + i), new Random(i), i % 4 == 3);
        }
        for (State state : List.of(State.KEPT, State.DELETED, State.IN_DELETED_RANGE)) {
            assertTrue(states.getOrDefault(state, 0) > 100, () -> states.toString());
        }
        assertEquals(0, states.getOrDefault(State.UNKNOWN, 0));
    }

    private void compare(Path database, Random random, boolean isReverse) throws Exception {
        try (Options options = new Options().setCreateIfMissing(true).setDisableAutoCompactions(true)) {
            if (isReverse) {
                options.setComparator(BuiltinComparator.REVERSE_BYTEWISE_COMPARATOR);
            }
            try (RocksDB db = RocksDB.open(options, database.toString());
                    FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
                int parts = 2 + random.nextInt(6);
                for (int part = 0; part < parts; part++) {
                    change(db, random, isReverse);
                    db.flush(flush);
                    if (random.nextInt(3) == 0) {
                        ingest(db, options, random, isReverse);
                    }
                    if (random.nextInt(5) == 0) {
                        db.compactRange();
                    }
                }
                check(db, database);
            }
        }
    }

    private static void change(RocksDB db, Random random, boolean isReverse) throws RocksDBException {
        for (int i = 0; i < 12; i++) {
            int first = random.nextInt(KEYS);
            int second = random.nextInt(KEYS);
            switch (random.nextInt(5)) {
                case 0 -> db.delete(key(first));
                case 1 ->
                    db.deleteRange(
                            key(isReverse ? larger(first, second) : Math.min(first, second)),
                            key(isReverse ? Math.min(first, second) : larger(first, second)));
                default -> db.put(key(first), new byte[] {(byte) i});
            }
        }
    }

    private static int larger(int one, int other) {
        return Math.min(Math.max(one, other), Math.min(one, other) + 5);
    }

    private void ingest(RocksDB db, Options options, Random random, boolean isReverse) throws RocksDBException {
        Path file = directory.resolve("ingested" + random.nextLong() + ".sst");
        try (EnvOptions environment = new EnvOptions();
                SstFileWriter writer = new SstFileWriter(environment, options);
                IngestExternalFileOptions how = new IngestExternalFileOptions()) {
            writer.open(file.toString());
            int step = 1 + random.nextInt(9);
            for (int i = random.nextInt(step); i < KEYS; i += step) {
                byte[] key = key(isReverse ? KEYS - 1 - i : i);
                if (random.nextInt(4) == 0) {
                    writer.delete(key);
                } else {
                    writer.put(key, new byte[1]);
                }
            }
            writer.finish();
            db.ingestExternalFile(List.of(file.toString()), how);
        }
    }

    private void check(RocksDB db, Path database) throws Exception {
        NewestEntries newest = ask(DatabaseReport.of(database).orElseThrow());
        int deleted = 0;
        for (int i = 0; i < KEYS; i++) {
            List<Newest> found = newest.of(i);
            boolean isKept = !found.isEmpty() && found.get(0).state() == State.KEPT;
            assertEquals(db.get(key(i)) != null, isKept, database + ", key " + i + ": " + found);
            found.forEach(each -> states.merge(each.state(), 1, Integer::sum));
            deleted += found.isEmpty() || isKept ? 0 : 1;
        }
        assertEquals(deleted, newest.deleted());
    }

    private static NewestEntries ask(DatabaseReport database) throws IOException {
        assertEquals(List.of(), database.findings().first());
        NewestEntries newest = new NewestEntries();
        for (LiveTable live : database.tables()) {
            try (TableFile table = TableFile.open(live.file())) {
                TableStructure structure = table.structure();
                SoughtKeys sought = new SoughtKeys(ALL, structure);
                TableReport report = TableReport.of(table, structure, FilterHints.NONE, sought);
                assertEquals(List.of(), database.check(live, table, report).first());
                NewestEntries.Table asked = NewestEntries.Table.of(
                        live.file(), "" + live.number(), Optional.of(database), RangeDeletions.of(table, structure));
                TableQuery query = new TableQuery(report);
                for (int i = 0; i < KEYS; i++) {
                    newest.add(asked, i, key(i), query.find(key(i), sought));
                }
            }
        }
        return newest;
    }

    private static byte[] key(int number) {
        return String.format(Locale.ROOT, "key%06d", number).getBytes(UTF_8);
    }
}
