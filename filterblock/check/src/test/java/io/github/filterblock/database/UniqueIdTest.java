// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.Finding;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ids that follow from properties, beside one that RocksDB wrote into the MANIFEST of a database. */
class UniqueIdTest {
    private static final String DATABASE = "61086aad-6dbe-466a-a5b1-792661d997ff";
    private static final String SESSION = "NVEYE7VRU6IKBAZAFOSB";
    private static final Optional<UniqueId> IN_MANIFEST =
            UniqueId.inManifest(HexFormat.of().parseHex("3b41af038f0f21f7243f1fb8b738d7ba"));

    @TempDir
    private Path folder;

    private static Optional<UniqueId> of(TestTable table) throws IOException {
        try (TableFile file = table.write().open()) {
            return UniqueId.of(file, file.structure());
        }
    }

    private static TestTable table(String database, String session, String fileNumber) {
        return TestTable.ofInternalKeys()
                .block("apple")
                .properties(
                        Entry.of("rocksdb.creating.db.identity", database.getBytes(US_ASCII)),
                        Entry.of("rocksdb.creating.session.identity", session.getBytes(US_ASCII)),
                        Entry.of("rocksdb.original.file.number", HexFormat.of().parseHex(fileNumber)));
    }

    @Test
    void isTheOneInTheManifest() throws IOException {
        assertEquals(IN_MANIFEST, of(table(DATABASE, SESSION, "0b")));
    }

    /** Another number, session or database is another id. */
    @ParameterizedTest
    @CsvSource({
        "61086aad-6dbe-466a-a5b1-792661d997fe,NVEYE7VRU6IKBAZAFOSB,0b",
        "61086aad-6dbe-466a-a5b1-792661d997ff,NVEYE7VRU6IKBAZAFOSC,0b",
        "61086aad-6dbe-466a-a5b1-792661d997ff,NVEYE7VSU6IKBAZAFOSB,0b",
        "61086aad-6dbe-466a-a5b1-792661d997ff,NVEYE7VRU6IKBAZAFOSB,0c"
    })
    void tellsTablesApart(String database, String session, String fileNumber) throws IOException {
        Optional<UniqueId> other = of(table(database, session, fileNumber));
        assertEquals(Optional.of(false), other.map(id -> IN_MANIFEST.equals(Optional.of(id))));
    }

    @ParameterizedTest
    @CsvSource({
        "61086aad-6dbe-4666,NVEYE7VRU6IKBAZAFOSB,00",
        "61086aad-6dbe-4666,NVEYE7VRU6IKBAZAFOSB,80",
        "61086aad-6dbe-46,NVEYE7VRU6IKBAZAFOSB,08",
        "61086aad-6dbe-4666,YE7VRU6IKBAZ,08",
        "61086aad-6dbe-4666,1234567890123456789012345,08",
        "61086aad-6dbe-4666,NVEYE7VRU6IKBAZAFO!B,08"
    })
    void isUnknownInOtherForms(String database, String session, String fileNumber) throws IOException {
        assertEquals(Optional.empty(), of(table(database, session, fileNumber)));
    }

    @Test
    void isUnknownWithoutProperties() throws IOException {
        assertEquals(Optional.empty(), of(TestTable.ofInternalKeys().block("apple")));
        assertEquals(
                Optional.empty(),
                of(TestTable.ofInternalKeys().block("apple").properties("rocksdb.creating.db.identity", DATABASE)));
    }

    @Test
    void zerosAreNone() {
        assertEquals(Optional.empty(), UniqueId.inManifest(new byte[16]));
    }

    /** A session has 13 to 24 digits: the last 12 are one number, the digits before them another one. */
    @Test
    @Tag("DB-9")
    void theLowerNumberIsThatOfTheLastTwelveDigits() throws IOException {
        long twelve = Long.parseLong("ZZZZZZZZZZZZ", 36);
        long lower62 = (1L << 62) - 1;
        assertEquals(
                Optional.of(twelve & lower62 | 3L << 62),
                of(table(DATABASE, "3ZZZZZZZZZZZZ", "0b")).map(UniqueId::session));
        assertEquals(
                Optional.of(twelve & lower62 | 2L << 62),
                of(table(DATABASE, "00000000001QZZZZZZZZZZZZ", "0b")).map(UniqueId::session));
        assertEquals(Optional.empty(), of(table(DATABASE, "000000000001QZZZZZZZZZZZZ", "0b")));
    }

    /** As RocksDB does when it opens the table. */
    @Test
    @Tag("DB-9")
    void anotherTableUnderTheSameNameIsFound() throws IOException {
        assertEquals(List.of(), check(table(DATABASE, SESSION, "0b")));
        assertEquals(
                List.of("DB-9: the unique id of the table is not the one that the MANIFEST gives, so it is another"
                        + " table; RocksDB refuses it unless verify_sst_unique_id_in_manifest is off"),
                check(table(DATABASE, SESSION, "0c")));
        assertEquals(List.of(), check(TestTable.ofInternalKeys().block("apple")), "nothing to compare");
    }

    /** What is found of a table with the id of the MANIFEST. */
    private List<String> check(TestTable table) throws IOException {
        Files.writeString(folder.resolve("IDENTITY"), DATABASE);
        Files.writeString(folder.resolve("CURRENT"), "MANIFEST-000005\n");
        Path sst = Files.write(folder.resolve("000011.sst"), table.bytes());
        byte[] key = TestTable.internalKey("apple".getBytes(US_ASCII), 1, 1);
        RecordBytes added = new RecordBytes()
                .field(4, 10_000_000)
                .field(103, 0, 11, Files.size(sst))
                .prefixed(key)
                .prefixed(key)
                .number(1)
                .number(2)
                .number(12)
                .prefixed(HexFormat.of().parseHex("3b41af038f0f21f7243f1fb8b738d7ba"))
                .number(1);
        Files.write(folder.resolve("MANIFEST-000005"), RecordBytes.log(RecordBytes.complete(), added));
        DatabaseReport database = DatabaseReport.of(folder).orElseThrow();
        LiveTable live = database.tables().get(0);
        try (TableFile file = TableFile.open(sst)) {
            List<Finding> findings =
                    database.check(live, file, TableReport.of(file)).first();
            findings.forEach(finding -> assertEquals(live.recordOffset(), finding.offset()));
            return findings.stream()
                    .map(finding -> finding.rule() + ": " + finding.message())
                    .toList();
        }
    }

    /** Only the first number may be 0, or the second. */
    @Test
    @Tag("DB-9")
    void anIdWithOneNumberIsAnId() {
        assertEquals(
                Optional.of(new UniqueId(1, 0)),
                UniqueId.inManifest(HexFormat.of().parseHex("0100000000000000" + "0000000000000000")));
        assertEquals(
                Optional.of(new UniqueId(0, 1)),
                UniqueId.inManifest(HexFormat.of().parseHex("0000000000000000" + "0100000000000000")));
    }
}
