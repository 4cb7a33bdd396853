// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.RecipeTables.RecipeTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** That the tables of the recipes and of RocksDB's filters are there, unchanged, and as their manifests say. */
class RecipeTablesTest {
    private static final RocksDbFilterCorpus FILTERS = RocksDbFilterCorpus.configured();

    static Stream<RecipeTables> parts() {
        return Stream.of(RecipeTables.rocksDb(), RecipeTables.pcmind());
    }

    static Stream<RecipeTable> tables() {
        return parts().flatMap(part -> part.tables().stream());
    }

    @Test
    void everyRecipeHasItsTables() {
        assertEquals(73, RecipeTables.rocksDb().tables().size());
        assertEquals(3, RecipeTables.pcmind().tables().size());
    }

    @ParameterizedTest
    @MethodSource("parts")
    void everyFileIsInTheManifestAndInOrder(RecipeTables part) throws IOException {
        List<Path> listed = part.tables().stream().map(RecipeTable::path).toList();
        try (Stream<Path> files = Files.list(part.directory())) {
            assertEquals(
                    files.filter(file -> !file.endsWith("manifest.jsonl"))
                            .sorted()
                            .toList(),
                    listed);
        }
    }

    @ParameterizedTest
    @MethodSource("tables")
    void manifestSaysWhatTheTableIs(RecipeTable table) {
        assertEquals(table.sha256(), sha256(table.bytes()));
        assertFalse(table.writer().isEmpty()
                || table.how().isEmpty()
                || table.keys().isEmpty());
        assertFalse(table.options().isEmpty());
        assertTrue(table.bitsPerKey() > 0);
        assertEquals(table.name(), table.toString());
        assertEquals(table.option("wholeKeyFiltering", "true").equals("false"), table.prefixOnly(), "prefixes only");
        assertEquals(table.absent().size(), table.absent().stream().distinct().count());
    }

    @Test
    void tableIsFoundByItsName() {
        RecipeTables tables = RecipeTables.rocksDb();
        RecipeTable table = tables.table("rocks629-bits-9.5");
        assertEquals(9.5, table.bitsPerKey());
        assertEquals("5", table.option("formatVersion", ""));
        assertEquals("otherwise", table.option("no such option", "otherwise"));
        assertEquals(Optional.of("rocksdb.BuiltinBloomFilter"), table.policy());
        assertEquals(400, table.entries());
        assertEquals(400, table.filterEntries().orElseThrow());
        assertTrue(tables.table("rocks518-fv1-writer").filterEntries().isEmpty());
        assertEquals(Optional.empty(), tables.table("rocks629-full-filter").policy());
        Exception e = assertThrows(IllegalArgumentException.class, () -> tables.table("none"));
        assertTrue(e.getMessage().contains("none"));
    }

    /** Keys that the generators make are compared by their digest when they are asked for. */
    @Test
    void tablesHaveTheKeysAndAnswersThatWereRecorded() {
        assertFalse(FILTERS.tables().isEmpty());
        for (RocksDbFilterTable table : FILTERS.tables()) {
            assertEquals(table.present().distinct(), table.keys().size(), table.toString());
            assertEquals(table.absent().answers().length(), table.absentKeys().size(), table.toString());
            assertTrue(table.bytes().length > 53, table.toString());
            assertEquals(table.form().equals("none"), table.filters().isEmpty(), table.toString());
        }
    }

    @Test
    void damagedTablesSayWhatIsExpected() {
        assertFalse(FILTERS.damaged().isEmpty());
        for (var damaged : FILTERS.damaged()) {
            assertTrue(damaged.bytes().length > 53 && !damaged.expect().isEmpty(), damaged.toString());
        }
        assertTrue(FILTERS.damaged().stream().anyMatch(each -> each.denied() > 0));
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has it", e);
        }
    }
}
