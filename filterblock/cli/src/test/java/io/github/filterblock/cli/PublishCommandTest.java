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
import io.github.filterblock.testdata.RedisRecordings;
import io.github.filterblock.testdata.RedisRecordings.GoZeroCase;
import io.github.filterblock.testdata.RedisRecordings.RedisBloomCase;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The verb {@code publish}. */
class PublishCommandTest {
    @TempDir
    private Path directory;

    private Path out() {
        return directory.resolve("filter");
    }

    private Path keyFile(List<byte[]> keys) throws IOException {
        StringBuilder lines = new StringBuilder();
        keys.forEach(key -> lines.append(HexFormat.of().formatHex(key)).append('\n'));
        return Files.writeString(directory.resolve("keys.hex"), lines);
    }

    static Stream<GoZeroCase> goZero() {
        return RedisRecordings.configured().goZero().stream();
    }

    @ParameterizedTest
    @MethodSource("goZero")
    @Tag("RB-3")
    void keysOfAListMakeGoZerosBitmap(GoZeroCase recorded) throws IOException {
        ToolRun run = ToolRun.of(
                "publish",
                "--go-zero",
                "users",
                "--bits",
                recorded.bits(),
                "--hex",
                "--keys-from",
                keyFile(recorded.added()),
                "--out",
                out());
        assertEquals(0, run.status(), run.err());
        assertArrayEquals(recorded.bitmap(), Files.readAllBytes(out()));
        assertTrue(run.out().contains("bloom.New(store, \"users\", " + recorded.bits() + ")"), run.out());
    }

    /**
     * The cases with options that the verb has: not those that BF.ADD made, nor errors that later releases count
     * differently.
     */
    static Stream<RedisBloomCase> redisBloom() {
        return RedisRecordings.configured().redisBloom().stream()
                .filter(recorded -> recorded.version().matches("HEAD|v8.*"))
                .filter(recorded -> !recorded.reserve().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("redisBloom")
    @Tag("RB-13")
    void keysOfAListMakeRedisBloomsDump(RedisBloomCase recorded) throws IOException {
        List<String> reserve = recorded.reserve();
        List<Object> words = new ArrayList<>(List.of("publish", "--redisbloom", "users"));
        words.addAll(List.of("--error", reserve.get(0), "--capacity", reserve.get(1)));
        if (!reserve.contains("NONSCALING")) {
            int expansion = reserve.indexOf("EXPANSION");
            words.addAll(List.of("--expansion", expansion < 0 ? "2" : reserve.get(expansion + 1)));
        }
        words.addAll(List.of("--hex", "--keys-from", keyFile(recorded.added()), "--out", out()));
        ToolRun run = ToolRun.of(words.toArray());
        if (recorded.replies().contains("E")) {
            run.assertOneLineOfError(2, "full", "--capacity");
            assertFalse(Files.exists(out()));
            return;
        }
        assertEquals(0, run.status(), run.err());
        assertArrayEquals(recorded.dump(), Files.readAllBytes(out()));
        assertEquals(0, ToolRun.of(words.toArray()).status()); // replaces its own file
    }

    static Stream<GoldenDatabase> databases() {
        return GoldenDatabase.all().stream();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void noLiveKeyOfADatabaseIsAbsent(GoldenDatabase database) throws IOException {
        ToolRun run = ToolRun.of("publish", "--json", "--go-zero", "users", "--out", out(), database.directory());
        assertEquals(0, run.status(), run.err() + run.out());
        JsonObject json = run.json();
        assertEquals("filterblock.publish/1", json.get("schema").getAsString());
        assertEquals(20 * json.get("keys").getAsLong(), json.get("bits").getAsLong());
        assertEquals(Files.size(out()), json.get("bytes").getAsLong());
        GoZeroFilter filter = GoZeroFilter.read(json.get("bits").getAsLong(), Files.readAllBytes(out()), "out");
        Path dump = directory.resolve("dump");
        assertEquals(
                0,
                ToolRun.of("publish", "--redisbloom", "users", "--out", dump, database.directory())
                        .status());
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
        Files.writeString(password, "\n");
        ToolRun.of(List.of(table), words).assertOneLineOfError(3, password.toString(), "no password");
        ToolRun.of("publish", "--go-zero", "k", "--dry-run", "--password-from", password, table)
                .assertOneLineOfError(2, "--password-from");
        ToolRun.of("publish", "--go-zero", "k", "--to", "redis://a:b@h", "--password-from", table, table)
                .assertOneLineOfError(3, "UTF-8");
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

    /** The number 0 then belongs to a file that Java opens by itself. */
    @Test
    void aStandardInputThatIsClosedIsRefused() throws Exception {
        new ToolProcess(directory)
                .run("publish --go-zero k --dry-run --keys-from - <&-")
                .assertOneLineOfError(3, "standard input: is closed");
        for (String open : List.of("< <(echo key)", "< /dev/null")) {
            ToolRun run = new ToolProcess(directory).run("publish --go-zero k --dry-run --keys-from - " + open);
            assertEquals(0, run.status(), run.err());
        }
    }

    /** The clock is read when the filter is begun, and after each file. */
    @Test
    void aDatabaseThatChangesMeanwhileIsNotPublished() throws IOException {
        Path database = Databases.copy(GoldenDatabase.named("plyvel"), directory.resolve("db"));
        AtomicInteger reads = new AtomicInteger();
        Terminals terminals = new Terminals(false, true, () -> {
            if (reads.incrementAndGet() == 2) {
                try {
                    Files.write(database.resolve("000099.log"), new byte[0]);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return 0;
        });
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        int status = FilterBlockTool.run(
                terminals, out, out, "publish", "--go-zero", "k", "--dry-run", "--json", database.toString());
        assertTrue(reads.get() >= 2);
        assertEquals(ExitStatus.UNREADABLE, status, text::toString);
        assertTrue(text.toString().contains("in-use"), text::toString);
    }
}
