// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.filterblock.cli.DatabaseAnswers.Statement;
import io.github.filterblock.testdata.contract.NativeDatabase;
import io.github.filterblock.testdata.contract.NativeDatabase.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random databases of a live LevelDB, logs included: what {@code query} and {@code verify} say of them is what LevelDB
 * says. A failure names its database; {@code -Dfilterblock.database=N} makes that one alone.
 */
class LevelDbDatabasesTest {
    private static final int DATABASES = 2 * Integer.getInteger("filterblock.scale", 1);
    private static final int ONLY = Integer.getInteger("filterblock.database", -1);

    @TempDir
    private Path directory;

    @BeforeAll
    static void needsLevelDb() {
        assumeTrue(NativeDatabase.whyNotAvailable().isEmpty(), NativeDatabase::whyNotAvailable);
    }

    @Test
    void everyKeyIsFoundAndEveryStatementIsThatOfLevelDb() throws IOException {
        int kept = 0;
        for (int seed = ONLY < 0 ? 0 : ONLY; seed < (ONLY < 0 ? DATABASES : ONLY + 1); seed++) {
            kept += compare(seed);
        }
        assertTrue(kept > 0, "some keys are there");
    }

    /** Makes a database, and returns how many of its keys are there. */
    private int compare(int seed) throws IOException {
        Random random = new Random(seed);
        Path path = directory.resolve("db" + seed);
        List<byte[]> keys = keys(random);
        Settings settings = new Settings(
                new int[] {0, 1, 10, 16}[random.nextInt(4)],
                random.nextBoolean() ? 1 << 16 : 1 << 22,
                1 << 10 + random.nextInt(3),
                new int[] {1, 4, 16}[random.nextInt(3)],
                random.nextBoolean(),
                random.nextBoolean());
        for (int opened = random.nextInt(3); opened > 0; opened--) {
            try (NativeDatabase database = NativeDatabase.open(path, settings)) {
                change(database, random, keys);
            }
        }
        List<Boolean> there = new ArrayList<>();
        try (NativeDatabase database = NativeDatabase.open(path, settings)) {
            change(database, random, keys);
            for (byte[] key : keys) {
                there.add(database.get(key).value().isPresent());
            }
        }
        return compare("database " + seed + ", " + settings + ": ", path, keys, there);
    }

    private static List<byte[]> keys(Random random) {
        List<byte[]> keys = new ArrayList<>();
        Set<String> different = new HashSet<>();
        int longest = random.nextBoolean() ? 8 : 300;
        for (int count = 50 + random.nextInt(500); keys.size() < count; ) {
            byte[] key = new byte[1 + random.nextInt(longest)];
            random.nextBytes(key);
            if (different.add(HexFormat.of().formatHex(key))) {
                keys.add(key);
            }
        }
        return keys;
    }

    private static void change(NativeDatabase database, Random random, List<byte[]> keys) throws IOException {
        for (int part = random.nextInt(6); part >= 0; part--) {
            Map<byte[], byte[]> entries = new LinkedHashMap<>();
            List<byte[]> deleted = new ArrayList<>();
            for (int i = random.nextInt(300); i >= 0; i--) {
                byte[] key = keys.get(random.nextInt(keys.size()));
                if (random.nextInt(4) == 0) {
                    deleted.add(key);
                } else {
                    byte[] value = new byte[random.nextInt(1_000)];
                    random.nextBytes(value);
                    entries.put(key, value);
                }
            }
            database.write(entries, deleted);
            if (random.nextInt(5) == 0) {
                database.compact();
            }
        }
    }

    /** Compares with what LevelDB found before it closed the database; its last writes are in the log. */
    private static int compare(String name, Path path, List<byte[]> keys, List<Boolean> there) throws IOException {
        DatabaseAnswers answers = DatabaseAnswers.of(path, keys);
        int kept = 0;
        for (int place = 0; place < keys.size(); place++) {
            boolean has = there.get(place);
            List<Statement> said = answers.of(place).toList();
            String key = name + HexFormat.of().formatHex(keys.get(place)) + " is " + (has ? "" : "not ") + "there: ";
            assertEquals(1, said.size(), () -> key + said);
            assertTrue(
                    has
                            ? said.get(0).isKept()
                            : said.get(0).isDeleted() || said.get(0).isNowhere(),
                    () -> key + said);
            kept += has ? 1 : 0;
        }
        assertEquals(List.of(), answers.why(), name);
        assertEquals("", DatabaseAnswers.findings(path), name);
        return kept;
    }
}
