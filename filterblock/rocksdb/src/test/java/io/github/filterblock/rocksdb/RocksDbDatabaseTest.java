// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.filterblock.database.DatabaseKind;
import io.github.filterblock.database.DatabaseReport;
import io.github.filterblock.database.LiveTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.BuiltinComparator;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.EnvOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/**
 * A release of RocksJava makes a database with column families, ingested and deleted tables, deleted ranges,
 * compactions and, where it can, checksums of files; the library finds the live tables that the release lists.
 *
 * <p>With {@code -Drocksdb.keep=DIR} CURRENT, IDENTITY, the MANIFEST and the list stay there.
 */
class RocksDbDatabaseTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final Pattern LEVEL = Pattern.compile("^--- level ([0-9]+) ---");
    private static final Pattern TABLE = Pattern.compile("^ ([0-9]+):([0-9]+).*?\\['(\\w+)' .*\\.\\. '(\\w+)' ");

    @TempDir
    private Path directory;

    private final List<ColumnFamilyHandle> handles = new ArrayList<>();

    @Test
    void theLibraryFindsTheLiveTables() throws Exception {
        RocksDB.loadLibrary();
        Path database = directory.resolve("db");
        List<String> theirs = new ArrayList<>();
        for (int round = 0; round < 3; round++) { // an engine starts a new MANIFEST each time
            theirs = make(database, round);
            assertEquals(theirs, ours(database));
        }
        keep(database, theirs);
        Path first = database.resolve(theirs.get(0).split(" ")[2]);
        Files.delete(first);
        DatabaseReport report = DatabaseReport.of(database).orElseThrow();
        assertEquals(1, report.findings().count(), () -> report.findings().toString());
        assertNotEquals(List.of(), report.unreadable());
    }

    private List<String> make(Path database, int round) throws Exception {
        try (DBOptions options = options();
                ColumnFamilyOptions family = new ColumnFamilyOptions().setDisableAutoCompactions(true);
                ColumnFamilyOptions reverse = new ColumnFamilyOptions()
                        .setDisableAutoCompactions(true)
                        .setComparator(BuiltinComparator.REVERSE_BYTEWISE_COMPARATOR)) {
            List<ColumnFamilyDescriptor> families = new ArrayList<>();
            families.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, family));
            if (round > 0) {
                families.add(new ColumnFamilyDescriptor("reverse".getBytes(UTF_8), reverse));
                families.add(new ColumnFamilyDescriptor("other".getBytes(UTF_8), family));
            }
            handles.clear();
            try (RocksDB db = RocksDB.open(options, database.toString(), families, handles)) {
                if (round == 0) {
                    handles.add(db.createColumnFamily(new ColumnFamilyDescriptor("reverse".getBytes(UTF_8), reverse)));
                    handles.add(db.createColumnFamily(new ColumnFamilyDescriptor("other".getBytes(UTF_8), family)));
                }
                write(db, round);
                ingest(db, round);
                return listed(db);
            } finally {
                handles.forEach(ColumnFamilyHandle::close);
            }
        }
    }

    /** With checksums of files, if the release has them as an option. */
    private static DBOptions options() {
        Properties checksums = new Properties();
        checksums.put("file_checksum_gen_factory", "FileChecksumGenCrc32cFactory");
        DBOptions options = null;
        try {
            options = DBOptions.getDBOptionsFromProps(checksums);
        } catch (RuntimeException e) {
            // an unknown option
        }
        return (options == null ? new DBOptions() : options)
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true);
    }

    private void write(RocksDB db, int round) throws Exception {
        for (int part = 0; part < 3; part++) {
            for (ColumnFamilyHandle handle : handles) {
                for (int i = 0; i < 40; i++) {
                    db.put(handle, key(1000 * round + 100 * part + i), new byte[i % 9]);
                }
            }
            db.deleteRange(handles.get(0), key(1000 * round + 100 * part + 50), key(1000 * round + 100 * part + 60));
            flush(db);
            if (part == 1) {
                db.compactRange(handles.get(round % handles.size()));
            }
        }
        deleteFiles(db, List.of(key(0), key(1000 * round + 30)));
    }

    /** Deletes whole tables, where the release has a method for it; 5.18 has none. */
    private void deleteFiles(RocksDB db, List<byte[]> range) throws ReflectiveOperationException {
        try {
            RocksDB.class
                    .getMethod("deleteFilesInRanges", ColumnFamilyHandle.class, List.class, boolean.class)
                    .invoke(db, handles.get(2), range, true);
        } catch (NoSuchMethodException e) {
            // compactions delete tables, too
        }
    }

    private void flush(RocksDB db) throws RocksDBException {
        try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
            for (ColumnFamilyHandle handle : handles) {
                db.flush(flush, handle);
            }
        }
    }

    private void ingest(RocksDB db, int round) throws RocksDBException {
        Path file = directory.resolve("ingested" + round + ".sst");
        try (EnvOptions environment = new EnvOptions();
                Options options = new Options();
                SstFileWriter writer = new SstFileWriter(environment, options);
                IngestExternalFileOptions how = new IngestExternalFileOptions()) {
            writer.open(file.toString());
            for (int i = 0; i < 20; i++) {
                writer.put(key(9000 + 100 * round + i), key(i));
            }
            writer.finish();
            db.ingestExternalFile(handles.get(0), List.of(file.toString()), how);
        }
    }

    private static byte[] key(int number) {
        return String.format(Locale.ROOT, "key%06d", number).getBytes(UTF_8);
    }

    /** As the release lists them: 5.18 gives no class for it, only a text without all bytes of the keys. */
    private List<String> listed(RocksDB db) throws Exception {
        List<String> lines = new ArrayList<>();
        try {
            for (Object file :
                    (List<?>) RocksDB.class.getMethod("getLiveFilesMetaData").invoke(db)) {
                lines.add(line(
                        new String((byte[]) value(file, "columnFamilyName"), UTF_8),
                        (int) value(file, "level"),
                        ((String) value(file, "fileName")).replace("/", ""),
                        (long) value(file, "size"),
                        (byte[]) value(file, "smallestKey"),
                        (byte[]) value(file, "largestKey")));
            }
        } catch (NoSuchMethodException e) {
            for (ColumnFamilyHandle handle : handles) {
                listAsText(db, handle, lines);
            }
        }
        return lines.stream().sorted().toList();
    }

    private static Object value(Object file, String name) throws ReflectiveOperationException {
        return file.getClass().getMethod(name).invoke(file);
    }

    private static void listAsText(RocksDB db, ColumnFamilyHandle handle, List<String> lines) throws RocksDBException {
        int level = -1;
        for (String line : db.getProperty(handle, "rocksdb.sstables").lines().toList()) {
            Matcher header = LEVEL.matcher(line);
            Matcher table = TABLE.matcher(line);
            if (header.find()) {
                level = Integer.parseInt(header.group(1));
            } else if (table.find()) {
                String name = String.format(Locale.ROOT, "%06d.sst", Long.parseLong(table.group(1)));
                String family = new String(handle.getName(), UTF_8);
                lines.add(line(
                        family,
                        level,
                        name,
                        Long.parseLong(table.group(2)),
                        HEX.parseHex(table.group(3)),
                        HEX.parseHex(table.group(4))));
            }
        }
    }

    private static String line(String family, int level, String name, long size, byte[] smallest, byte[] largest) {
        return family + " " + level + " " + name + " " + size + " " + HEX.formatHex(smallest) + " "
                + HEX.formatHex(largest);
    }

    private static List<String> ours(Path database) throws IOException {
        DatabaseReport report = DatabaseReport.of(database).orElseThrow();
        assertEquals(List.of(), report.findings().first());
        assertEquals(Optional.of(DatabaseKind.ROCKSDB), report.kind());
        assertEquals(List.of(), report.unreadable());
        List<String> lines = new ArrayList<>();
        for (LiveTable table : report.tables()) {
            assertEquals(table.size(), table.manifestSize());
            lines.add(line(
                    table.columnFamily(),
                    table.level(),
                    table.file().getFileName().toString(),
                    table.size(),
                    table.keys().orElseThrow().smallest(),
                    table.keys().orElseThrow().largest()));
        }
        return lines.stream().sorted().toList();
    }

    private static void keep(Path database, List<String> live) throws IOException {
        String keep = System.getProperty("rocksdb.keep", "");
        if (keep.isEmpty()) {
            return;
        }
        Path kept = Files.createDirectories(Path.of(keep, "database"));
        try (Stream<Path> files = Files.list(database)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.matches("CURRENT|IDENTITY|MANIFEST-[0-9]+")) {
                    Files.copy(file, kept.resolve(name), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
        Files.write(kept.resolve("live.txt"), live);
    }
}
