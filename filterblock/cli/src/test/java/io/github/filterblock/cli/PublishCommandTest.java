// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import io.github.filterblock.database.Database;
import io.github.filterblock.database.Databases;
import io.github.filterblock.redis.GoZeroFilter;
import io.github.filterblock.redis.RedisBloomFilter;
import io.github.filterblock.redis.RedisServer;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.GoldenDatabase;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code publish} does with databases and a server; its options are recorded by {@link TranscriptTest}. */
class PublishCommandTest {
    @TempDir
    private Path directory;

    static List<GoldenDatabase> databases() {
        return GoldenDatabase.all();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void noLiveKeyOfADatabaseIsAbsent(GoldenDatabase database) throws IOException {
        Path out = directory.resolve("filter");
        ToolRun run = ToolRun.of("publish", "--json", "--go-zero", "users", "--out", out, database.directory());
        assertEquals(0, run.status(), run.err() + run.out());
        JsonObject json = run.json();
        assertEquals(20 * json.get("keys").getAsLong(), json.get("bits").getAsLong());
        assertEquals(Files.size(out), json.get("bytes").getAsLong());
        GoZeroFilter filter = GoZeroFilter.read(json.get("bits").getAsLong(), Files.readAllBytes(out), "out");
        Path dump = directory.resolve("dump");
        run = ToolRun.of("publish", "--redisbloom", "users", "--out", dump, database.directory());
        assertEquals(0, run.status(), run.err());
        RedisBloomFilter bloom = RedisBloomFilter.read(dump);
        for (byte[] key : keys(database)) {
            assertTrue(filter.mayContain(key));
            assertTrue(bloom.mayContain(key));
        }
        assertFalse(filter.mayContain(new byte[] {9, 9, 9, 9}) && bloom.mayContain(new byte[] {9, 9, 9, 9}));
    }

    /**
     * What the program itself reads back; of Chromium, whose own keys are not what its page used, all that is there.
     */
    private static List<byte[]> keys(GoldenDatabase database) throws IOException {
        List<byte[]> keys = new ArrayList<>();
        if (database.name().equals("chromium")) {
            try (Database open = Database.openWithoutLock(database.directory())) {
                open.visitKeys((key, offset, length) -> keys.add(Arrays.copyOfRange(key, offset, offset + length)));
            }
        } else {
            database.entries().keySet().forEach(key -> keys.add(HexFormat.of().parseHex(key)));
        }
        assertFalse(keys.isEmpty());
        return keys;
    }

    @Test
    @Tag("RB-14")
    void aFilterGoesToAServer(@TempDir Path work) throws Exception {
        Path table = Corpus.bundled().directory().resolve("tables/cpp123-default.ldb");
        try (RedisServer server = RedisServer.start(work, "--requirepass", "hush-hush")) {
            String uri = "redis://:hush-hush@127.0.0.1:" + server.port();
            List<String> first = List.of("publish", "--go-zero", "users", "--bits", "90000", "--to", uri);
            ToolRun published = ToolRun.of(List.of(table), first.toArray());
            assertEquals(0, published.status(), published.err());
            assertEquals("", published.err());
            assertTrue(published.out().contains("bloom.New(store, \"users\", 90000)"), published.out());
            assertFalse(published.out().contains("hush"));
            ToolRun.of(List.of(table), first.toArray()).assertOneLineOfError(1, "exists");
            assertEquals(
                    0, ToolRun.of(List.of("--replace", table), first.toArray()).status());
            passwordsAreReadFromAFile(server, table);
            textIsReplacedOnlyIfAsked(uri, table);
            ToolRun bloom = ToolRun.of("publish", "--redisbloom", "b", "--to", uri, table);
            bloom.assertOneLineOfError(3, "not-published");
            ToolRun wrong = ToolRun.of("publish", "--go-zero", "u", "--to", uri.replace("hush-", "wrong-"), table);
            wrong.assertOneLineOfError(3, "WRONGPASS");
            assertFalse(wrong.err().contains("wrong-"), wrong.err());
        }
    }

    private void passwordsAreReadFromAFile(RedisServer server, Path table) throws IOException {
        Path password = Files.writeString(directory.resolve("password"), "hush-hush\nnot this\n");
        String uri = "redis://127.0.0.1:" + server.port();
        Object[] words = {"publish", "--go-zero", "other", "--to", uri, "--password-from", password};
        assertEquals(0, ToolRun.of(List.of(table), words).status());
        Files.writeString(password, "wrong-hush\n");
        ToolRun wrong = ToolRun.of(List.of(table), words);
        wrong.assertOneLineOfError(3, "WRONGPASS");
        assertFalse(wrong.err().contains("wrong-hush"), wrong.err());
    }

    /** A string may be anybody's, and nothing in a bitmap says that it is one. */
    private static void textIsReplacedOnlyIfAsked(String uri, Path table) throws IOException {
        RedisClient client = RedisClient.create();
        try (StatefulRedisConnection<String, String> connection = client.connect(RedisURI.create(uri))) {
            connection.sync().set("t\u00e9xt", "Dear reader,");
            List<Object> words = List.of("publish", "--go-zero", "t\u00e9xt", "--to", uri, table);
            ToolRun.of(words.toArray()).assertOneLineOfError(1, "exists");
            assertEquals("Dear reader,", connection.sync().get("t\u00e9xt"));
            connection.sync().del("list");
            connection.sync().lpush("list", "Dear reader,");
            ToolRun.of("publish", "--replace", "--go-zero", "list", "--to", uri, table)
                    .assertOneLineOfError(1, "type list");
            assertEquals(0, ToolRun.of(List.of("--replace"), words.toArray()).status());
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        }
    }

    /** The clock is read when the filter is begun, and after each file. */
    @Test
    void aDatabaseThatChangesMeanwhileIsNotPublished() throws IOException {
        Path database = Databases.copy(GoldenDatabase.named("plyvel"), directory.resolve("db"));
        AtomicInteger reads = new AtomicInteger();
        Terminals terminals = new Terminals(false, true, false, () -> 80, () -> {
            if (reads.incrementAndGet() == 2) {
                try {
                    Files.write(database.resolve("000099.log"), new byte[0]);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return 0;
        });
        ToolRun run = ToolRun.on(terminals, "publish", "--go-zero", "k", "--dry-run", "--json", database);
        assertTrue(reads.get() >= 2);
        assertEquals(ExitStatus.UNREADABLE, run.status(), run::toString);
        assertTrue(run.out().contains("in-use"), run::toString);
    }

    /** An empty log that is live, LOCK, or zeros have no bit that the filter lacks, and are not ours all the same. */
    @Test
    void noFileOfAnInputIsReplaced(@TempDir Path work) throws IOException {
        Path database = Databases.copy(GoldenDatabase.named("plyvel"), work.resolve("database"));
        Path lines = Files.writeString(work.resolve("lines"), "one\ntwo\n");
        Path table = Corpus.bundled().directory().resolve("tables/cpp123-default.ldb");
        Files.write(database.resolve("zeros"), new byte[100]);
        Files.write(database.resolve("LOCK"), new byte[0]);
        Path log = Files.write(database.resolve("000999.log"), new byte[0]);
        for (String name : List.of("LOCK", "CURRENT", "zeros", "000999.log")) {
            Path file = database.resolve(name);
            for (List<String> how : List.of(List.<String>of(), List.of("--replace"))) {
                byte[] before = Files.readAllBytes(file);
                ToolRun run = ToolRun.of(how, "publish", "--go-zero", "users", "--bits", 4000, "--out", file, database);
                assertEquals(2, run.status(), file + run.toString());
                assertArrayEquals(before, Files.readAllBytes(file), file.toString());
            }
        }
        assertEquals(0, Files.size(log));
        ToolRun.of("publish", "--replace", "--go-zero", "users", "--out", lines, "--keys-from", lines)
                .assertOneLineOfError(2, "is not replaced");
        for (byte[] older : List.of(new byte[0], new byte[100])) {
            Path out = Files.write(work.resolve("out"), older);
            ToolRun.of("publish", "--go-zero", "users", "--bits", 4000, "--out", out, table)
                    .assertOneLineOfError(2, "is not replaced");
            assertArrayEquals(older, Files.readAllBytes(out));
        }
        Files.delete(work.resolve("out"));
        Object[] again = {"publish", "--go-zero", "users", "--bits", 4000, "--out", work.resolve("out"), table};
        assertEquals(0, ToolRun.of(again).status());
        assertEquals(0, ToolRun.of(again).status());
    }
}
