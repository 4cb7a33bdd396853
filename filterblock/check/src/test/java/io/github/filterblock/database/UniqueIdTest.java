// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ids that follow from properties, beside one that RocksDB wrote into the MANIFEST of a database. */
class UniqueIdTest {
    private static final String DATABASE = "61086aad-6dbe-466a-a5b1-792661d997ff";
    private static final String SESSION = "NVEYE7VRU6IKBAZAFOSB";
    private static final Optional<UniqueId> IN_MANIFEST =
            UniqueId.inManifest(HexFormat.of().parseHex("3b41af038f0f21f7243f1fb8b738d7ba"));

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
}
