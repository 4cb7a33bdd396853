// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.EnvOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Slice;
import org.rocksdb.SstFileWriter;

/** A database of a release of RocksJava that the release has open, with random options and contents. */
final class RandomDatabase implements AutoCloseable {
    static final List<String> FAMILIES = List.of("default", "other", "third");

    /** The first so many keys are put once before they are deleted by {@code SingleDelete}, and in no other way. */
    private static final int SINGLE = 10;

    private final Path directory;
    private final Random random;
    private final RandomOptions drawn;
    private final List<byte[]> keys = new ArrayList<>();
    private final List<Boolean> isReverse = new ArrayList<>();
    private final List<Boolean> isTimed = new ArrayList<>();
    private final List<ColumnFamilyOptions> families = new ArrayList<>();
    private final List<ColumnFamilyHandle> handles = new ArrayList<>();
    private final Set<String> single = new HashSet<>();
    private final List<Path> paths;
    private final DBOptions options;
    private final RocksDB db;
    private boolean hasLog;
    private long time;

    RandomDatabase(Path directory, long seed) throws IOException, RocksDBException {
        this.directory = directory;
        this.random = new Random(seed);
        this.drawn = new RandomOptions(random);
        Path database = path();
        this.paths = switch (random.nextInt(10)) {
            case 0 -> List.of(database, Files.createDirectories(database.resolve("second")));
            case 1 -> List.of(database, Files.createDirectories(directory.resolve("elsewhere")));
            default -> List.of();
        };
        drawKeys();
        List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(FAMILIES.size()); i++) {
            isReverse.add(random.nextInt(4) == 0);
            isTimed.add(random.nextInt(6) == 0 && RandomOptions.hasTimestamps(isReverse.get(i)));
            families.add(drawn.family(isReverse.get(i), isTimed.get(i)));
            descriptors.add(new ColumnFamilyDescriptor(FAMILIES.get(i).getBytes(UTF_8), families.get(i)));
        }
        this.options = drawn.database(paths);
        this.db = RocksDB.open(options, database.toString(), descriptors, handles);
    }

    private void drawKeys() {
        int length = random.nextInt(3);
        int count = 40 + random.nextInt(random.nextInt(5) == 0 ? 1_500 : 160);
        Set<String> different = new HashSet<>();
        while (keys.size() < count) {
            byte[] key = new byte[length == 0 ? 1 + random.nextInt(30) : length == 1 ? 8 : 4 + random.nextInt(3)];
            random.nextBytes(key);
            key[0] &= 7;
            if (different.add(new String(key, ISO_8859_1))) {
                keys.add(key);
            }
        }
    }

    Path path() {
        return directory.resolve("db");
    }

    List<byte[]> keys() {
        return keys;
    }

    int familyCount() {
        return handles.size();
    }

    /** Whether all entries lie in tables of the database's directory or below it. */
    boolean isWhollyInTables() {
        return !hasLog && paths.stream().allMatch(path -> path.startsWith(path()));
    }

    /** Whether the release finds a key. Only in total order does its hash index find those without a prefix. */
    boolean has(int family, byte[] key) throws RocksDBException {
        try (ReadOptions inOrder = new ReadOptions().setTotalOrderSeek(true);
                Slice end = new Slice(TimedChange.timestamp(-1))) { // of all timestamps
            if (isTimed.get(family)) {
                inOrder.setTimestamp(end);
            }
            return db.get(handles.get(family), inOrder, key) != null;
        }
    }

    /**
     * Whether keys of a column family have timestamps: sequence numbers do not tell the newest entry then, and only a
     * filter denies a key.
     */
    boolean hasTimestamps() {
        return isTimed.contains(true);
    }

    /** Changes it, flushes and compacts; the last changes may stay in the log. */
    void fill() throws IOException, RocksDBException {
        int parts = 1 + random.nextInt(8);
        for (int part = 0; part < parts; part++) {
            for (int i = random.nextInt(60); i >= 0; i--) {
                change(random.nextInt(handles.size()));
            }
            flush();
            int family = random.nextInt(handles.size());
            if (random.nextInt(4) == 0 && !isTimed.get(family)) {
                ingest(family);
            }
            if (random.nextInt(5) == 0) {
                db.compactRange(handles.get(family));
            }
        }
        hasLog = random.nextInt(6) == 0;
        if (hasLog) {
            put(0, keys.get(SINGLE));
        }
    }

    /** Waits for flushes and compactions, and starts no more. */
    void rest() throws RocksDBException {
        db.pauseBackgroundWork();
    }

    private byte[] value() {
        return new byte[random.nextInt(random.nextInt(20) == 0 ? 3_000 : 90)];
    }

    private void put(int family, byte[] key) throws RocksDBException {
        if (isTimed.get(family)) {
            timed(family).put(key, value()).write(db);
        } else {
            db.put(handles.get(family), key, value());
        }
    }

    private TimedChange timed(int family) {
        return new TimedChange(handles.get(family).getID(), ++time);
    }

    private void change(int family) throws RocksDBException {
        ColumnFamilyHandle handle = handles.get(family);
        int place = random.nextInt(keys.size());
        byte[] key = keys.get(place);
        if (place < SINGLE) {
            if (single.add(family + " " + place)) {
                put(family, key);
            } else if (!isTimed.get(family)) {
                single.remove(family + " " + place);
                db.singleDelete(handle, key);
            }
            return;
        }
        int kind = random.nextInt(9);
        if (isTimed.get(family)) {
            if (kind <= 2) {
                timed(family).delete(key).write(db);
            } else {
                put(family, key);
            }
            return;
        }
        switch (kind) {
            case 0, 1 -> db.delete(handle, key);
            case 2 -> deleteRange(family, key, keys.get(random.nextInt(keys.size())));
            case 3 -> db.merge(handle, key, value());
            default -> db.put(handle, key, value());
        }
    }

    /** Deletes what lies between two keys that are not far from each other. */
    private void deleteRange(int family, byte[] one, byte[] other) throws RocksDBException {
        if ((one[0] & 7) != (other[0] & 7)) {
            return;
        }
        boolean isOrdered = compare(family, one, other) < 0;
        db.deleteRange(handles.get(family), isOrdered ? one : other, isOrdered ? other : one);
    }

    private int compare(int family, byte[] one, byte[] other) {
        int compared = Arrays.compareUnsigned(one, other);
        return isReverse.get(family) ? -compared : compared;
    }

    private void flush() throws RocksDBException {
        try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
            for (ColumnFamilyHandle handle : handles) {
                db.flush(flush, handle);
            }
        }
    }

    private void ingest(int family) throws RocksDBException {
        Path file = directory.resolve("ingested" + random.nextLong() + ".sst");
        int step = 1 + random.nextInt(9);
        List<byte[]> chosen = new ArrayList<>();
        for (int i = SINGLE; i < keys.size(); i += step) {
            chosen.add(keys.get(i));
        }
        chosen.sort((one, other) -> compare(family, one, other));
        try (EnvOptions environment = new EnvOptions();
                Options all = new Options(options, families.get(family));
                SstFileWriter writer = new SstFileWriter(environment, all);
                IngestExternalFileOptions how = new IngestExternalFileOptions()) {
            writer.open(file.toString());
            for (byte[] key : chosen) {
                if (random.nextInt(4) == 0) {
                    writer.delete(key);
                } else {
                    writer.put(key, value());
                }
            }
            writer.finish();
            db.ingestExternalFile(handles.get(family), List.of(file.toString()), how);
        }
    }

    @Override
    public void close() {
        handles.forEach(ColumnFamilyHandle::close);
        db.close();
        families.forEach(ColumnFamilyOptions::close);
        options.close();
    }

    @Override
    public String toString() {
        return drawn.toString();
    }
}
