// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.Finding;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Edits of a MANIFEST whose checksums are right again, so that only what they say shows the damage. */
@Tag("DB-5")
@Tag("DB-6")
class ManifestDamageTest {
    private static final Path RECORDS = Path.of("src/test/resources/io/github/filterblock/database");
    private static final int EDITS = 400 * Integer.getInteger("filterblock.scale", 1);

    @TempDir
    private Path folder;

    private Path database;
    private Path manifest;
    private List<byte[]> records;

    @BeforeEach
    void copy() throws IOException {
        database = Databases.copy(GoldenDatabase.named("plyvel"), folder.resolve("db"));
        manifest = Databases.manifest(database);
        records = records(Files.readAllBytes(manifest));
    }

    private static List<byte[]> records(byte[] log) throws IOException {
        List<byte[]> records = new ArrayList<>();
        Log.Reader reader = Log.Reader.ofManifest("MANIFEST", new ByteArrayInputStream(log));
        for (Log.Record record = reader.next(); record != null; record = reader.next()) {
            records.add(record.data());
        }
        return records;
    }

    private void write(List<byte[]> edits) throws IOException {
        Log.Writer log = new Log.Writer();
        edits.forEach(log::add);
        Files.write(manifest, log.toByteArray());
    }

    private void append(RecordBytes edit) throws IOException {
        List<byte[]> edits = new ArrayList<>(records);
        edits.add(edit.toByteArray());
        write(edits);
    }

    private DatabaseReport report() throws IOException {
        return DatabaseReport.of(database).orElseThrow();
    }

    /** What is found of the database, and of each table that can be read. */
    private List<String> found() throws IOException {
        DatabaseReport report = report();
        List<String> found = new ArrayList<>(messages(report.findings().first()));
        for (LiveTable table : report.tables()) {
            if (table.isReadable()) {
                try (TableFile file = TableFile.open(table.file())) {
                    TableReport read = TableReport.of(file, file.structure(), FilterHints.NONE);
                    found.addAll(messages(report.check(table, file, read).first()));
                }
            }
        }
        return found;
    }

    private static List<String> messages(List<Finding> findings) {
        return findings.stream()
                .map(finding -> finding.rule() + ": " + finding.message())
                .toList();
    }

    private void assertFound(String... parts) throws IOException {
        List<String> found = found();
        for (String part : parts) {
            assertTrue(found.stream().anyMatch(message -> message.contains(part)), part + " in " + found);
        }
    }

    @Test
    void theSoundDatabaseHasNoFinding() throws IOException {
        assertEquals(List.of(), found());
        assertEquals(List.of(), report().notes());
    }

    /** Pebble needs none of the counters, but nothing here is of Pebble. */
    @Test
    void aDatabaseWithoutCountersIsNotTakenForOneOfPebble() throws IOException {
        write(List.of(new RecordBytes()
                .field(1)
                .prefixed("leveldb.BytewiseComparator".getBytes(StandardCharsets.US_ASCII))
                .toByteArray()));
        assertEquals(Optional.of(DatabaseKind.LEVELDB), report().kind());
        assertFound("DB-5: " + manifest.getFileName() + ": the MANIFEST ends without a log number");
    }

    /** RocksDB and Pebble know these tags, and would add the tables in another form. */
    @ParameterizedTest
    @ValueSource(longs = {10, 11, 105, 106})
    void aTagOfAnotherKindInLevelDbsEditsIsUnknown(long tag) throws IOException {
        append(new RecordBytes().field((int) tag, 3, 9, 9, 9));
        assertEquals(Optional.of(DatabaseKind.LEVELDB), report().kind());
        assertFound("a field has the unknown tag " + tag);
    }

    /** The program reads at the last sequence number, so it does not see what was written after it. */
    @Test
    void keysAboveTheLastSequenceNumberAreFound() throws IOException {
        append(new RecordBytes().field(4, 3));
        assertFound("the largest sequence number of the table is", "above the last one of the MANIFEST, 3");
    }

    @Test
    void aLogThatIsMissingIsNoted() throws IOException {
        try (Stream<Path> files = Files.list(database)) {
            for (Path log :
                    files.filter(file -> file.toString().endsWith(".log")).toList()) {
                Files.delete(log);
            }
        }
        assertEquals(List.of(), found());
        assertTrue(report().notes().get(0).startsWith("the write-ahead log "), report().notes()::toString);
    }

    /** What is not found changes nothing that decides which keys a program finds. */
    @Test
    void whatIsNotFoundChangesNoTable() throws IOException {
        Random random = new Random(11);
        List<String> tables = tables();
        for (int i = 0; i < EDITS; i++) {
            List<byte[]> edits = new ArrayList<>();
            records.forEach(record -> edits.add(record.clone()));
            byte[] record = edits.get(random.nextInt(edits.size()));
            int at = random.nextInt(record.length);
            byte before = record[at];
            record[at] = (byte) (random.nextBoolean() ? random.nextInt(16) : random.nextInt(256));
            write(edits);
            String seed = "edit " + i + ", byte " + at + " from " + before + " to " + record[at];
            if (found().isEmpty() && report().notes().isEmpty()) {
                assertEquals(tables, tables(), seed);
            }
        }
    }

    private List<String> tables() throws IOException {
        return report().tables().stream()
                .map(table -> table.file().getFileName() + " " + table.size() + " " + table.state())
                .toList();
    }

    @Test
    @Tag("DB-9")
    void rocksDbsLastSequenceNumberDoesNotFall() throws IOException {
        database = Databases.copy(RECORDS.resolve("rocksdb-10.10.1"), folder.resolve("rocksdb"));
        manifest = Databases.manifest(database);
        records = records(Files.readAllBytes(manifest));
        append(new RecordBytes().field(4, 1));
        assertFound("the last sequence number falls from");
    }
}
