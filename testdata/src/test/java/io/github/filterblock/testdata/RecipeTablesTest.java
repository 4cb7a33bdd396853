// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.RecipeTables.RecipeTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** That the tables of the recipes are there, unchanged, and as their manifests say. */
class RecipeTablesTest {

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
        List<String> listed = part.tables().stream()
                .map(table -> table.path().getFileName().toString())
                .toList();
        TreeSet<String> present = new TreeSet<>();
        try (Stream<Path> files = Files.list(part.directory())) {
            files.map(file -> file.getFileName().toString()).forEach(present::add);
        }
        present.remove("manifest.jsonl");
        assertEquals(List.copyOf(present), listed);
    }

    @ParameterizedTest
    @MethodSource("tables")
    void manifestSaysWhatTheTableIs(RecipeTable table) {
        assertEquals(table.sha256(), Hex.sha256(table.bytes()));
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

    @Test
    void answersAreEqualByKeyAndAnswer() {
        KeyAnswer answer = new KeyAnswer(new byte[] {1, -1}, true);
        assertEquals(answer, new KeyAnswer(new byte[] {1, -1}, true));
        assertEquals(answer.hashCode(), new KeyAnswer(new byte[] {1, -1}, true).hashCode());
        assertNotEquals(answer, new KeyAnswer(new byte[] {1, -1}, false));
        assertNotEquals(answer, new KeyAnswer(new byte[] {1}, true));
        assertNotEquals(answer, "01ff");
        assertEquals("01ff: may match", answer.toString());
        assertEquals("01ff: absent", new KeyAnswer(new byte[] {1, -1}, false).toString());
    }
}
