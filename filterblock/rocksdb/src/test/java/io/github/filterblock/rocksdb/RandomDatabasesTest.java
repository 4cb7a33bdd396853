// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.cli.DatabaseAnswers;
import io.github.filterblock.cli.DatabaseAnswers.Statement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;

/**
 * Random databases of a release of RocksJava: what {@code query} and {@code verify} say of them is what the release
 * says. A failure names its database; {@code -Drocksdb.first=N -Drocksdb.databases=1} makes that one alone.
 */
class RandomDatabasesTest {
    private static final int DATABASES = Integer.getInteger("rocksdb.databases");
    private static final int FIRST = Integer.getInteger("rocksdb.first");

    @TempDir
    private Path directory;

    private final Map<String, Integer> states = new TreeMap<>();
    private final List<String> failures = new ArrayList<>();

    @Test
    void everyKeyIsFoundAndEveryStatementIsThatOfTheRelease() throws Exception {
        RocksDB.loadLibrary();
        for (int seed = FIRST; seed < FIRST + DATABASES; seed++) {
            Path place = Files.createDirectory(directory.resolve("seed" + seed));
            try (RandomDatabase database = new RandomDatabase(place, seed)) {
                database.fill();
                database.rest();
                compare(database, seed);
            }
            delete(place);
        }
        System.out.println(DATABASES + " databases from " + FIRST + " on: " + states);
        assertTrue(failures.isEmpty(), () -> failures.size() + " failures:\n" + String.join("\n", failures));
        assertTrue(states.getOrDefault("kept", 0) > DATABASES, states::toString);
    }

    /** The release writes, flushes and compacts all the while; 20 keys are in its tables from beginning to end. */
    @Test
    void noKeyOfADatabaseInUseIsSaidToBeNowhere() throws Exception {
        RocksDB.loadLibrary();
        List<byte[]> lasting = IntStream.range(0, 20)
                .mapToObj(i -> BusyDatabase.key(i * BusyDatabase.KEYS / 20))
                .toList();
        int runs = 0;
        int all = 0;
        try (BusyDatabase database = new BusyDatabase(directory.resolve("busy"))) {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(300L * DATABASES);
            for (; System.nanoTime() < end; runs++) {
                DatabaseAnswers answers = DatabaseAnswers.of(database.path(), lasting);
                assertNotEquals(1, answers.status(), answers::sum);
                assertFalse(answers.statements().stream().anyMatch(Statement::isNowhere), answers::sum);
                assertTrue(answers.statements().stream().noneMatch(Statement::isDeleted), answers::sum);
                all += answers.statements().stream().allMatch(Statement::isKept) ? 1 : 0;
            }
        }
        System.out.println(runs + " runs beside a database in use, " + all + " found every key");
        assertTrue(all > runs / 2, all + " of " + runs + " runs found every key");
    }

    private static void delete(Path place) throws Exception {
        try (Stream<Path> files = Files.walk(place)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void compare(RandomDatabase database, int seed) throws Exception {
        DatabaseAnswers answers = DatabaseAnswers.of(database.path(), database.keys());
        List<String> wrong = new ArrayList<>();
        for (int place = 0; place < database.keys().size(); place++) {
            boolean isAnywhere = false;
            List<Statement> said = answers.of(place).toList();
            for (int family = 0; family < database.familyCount(); family++) {
                boolean has = database.has(family, database.keys().get(place));
                isAnywhere |= has;
                String name = RandomDatabase.FAMILIES.get(family);
                Statement statement = said.stream()
                        .filter(each -> each.family().equals(name))
                        .findFirst()
                        .orElse(null);
                boolean isOpen = database.hasTimestamps() && statement != null && statement.isOpen();
                if (database.isWhollyInTables() && !isOpen && !isRight(statement, has)) {
                    wrong.add("key " + HexFormat.of().formatHex(database.keys().get(place)) + " of " + name + " is "
                            + (has ? "" : "not ") + "there: " + said);
                }
            }
            if (isAnywhere && said.stream().anyMatch(Statement::isNowhere)) {
                wrong.add("key " + place + " is said to be nowhere");
            }
            said.forEach(each -> states.merge(each.state(), 1, Integer::sum));
        }
        if (database.isWhollyInTables() && !answers.why().isEmpty()) {
            wrong.add(0, "not certain: " + answers.why());
        }
        String findings = DatabaseAnswers.findings(database.path());
        if (!findings.isEmpty()) {
            wrong.add("verify: " + findings.lines().limit(5).toList());
        }
        if (!wrong.isEmpty()) {
            failures.add("database " + seed + ": " + wrong.size() + " wrong, "
                    + wrong.stream().limit(4).toList() + "\n  " + database);
        }
    }

    /** Without a statement the key has no entry in this family. */
    private static boolean isRight(Statement statement, boolean has) {
        return statement == null || statement.isNowhere() ? !has : has ? statement.isKept() : statement.isDeleted();
    }
}
