// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.filterblock.database.Database;
import io.github.filterblock.database.Databases;
import io.github.filterblock.testdata.GoldenDatabase;
import io.github.filterblock.testdata.PebbleCorpus;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The entries that {@code keys} lists are those that the programs themselves list. */
class KeysCommandTest {
    private static final Map<String, Integer> KINDS = Map.of(
            "delete",
            0,
            "put",
            1,
            "merge",
            2,
            "single-delete",
            7,
            "put-blob",
            17,
            "put-deleting",
            18,
            "put-entity",
            22,
            "delete-sized",
            23);
    private static final Path SST_DUMP = Path.of("/usr/bin/sst_dump");
    private static final Pattern SST_DUMP_ROW =
            Pattern.compile("^'([0-9A-F]*)' seq:(\\d+), type:(\\d+) => ?([0-9A-F]*)$", Pattern.MULTILINE);

    private static List<JsonObject> entries(List<JsonObject> lines, Path table) {
        return lines.stream()
                .filter(line -> line.get("schema").getAsString().equals("filterblock.keys.entry/1"))
                .filter(line -> line.get("file").getAsString().equals(table.toString()))
                .toList();
    }

    private static String sha256(List<JsonObject> entries) throws GeneralSecurityException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (JsonObject entry : entries) {
            byte[] key = HexFormat.of().parseHex(entry.get("key").getAsString());
            digest.update(ByteBuffer.allocate(Integer.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(key.length)
                    .array());
            digest.update(key);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Pebble's own iterator gave number, kinds and keys. */
    @Test
    void entriesOfPebblesTablesAreThoseOfPebble() throws IOException, GeneralSecurityException {
        Path directory = PebbleCorpus.bundled().directory();
        ToolRun run = ToolRun.of("keys", "--json", directory);
        assertEquals(0, run.status(), run.err());
        List<JsonObject> lines = run.jsonLines();
        for (String line : Files.readAllLines(directory.resolve("tables.jsonl"))) {
            JsonObject table = JsonParser.parseString(line).getAsJsonObject();
            String name = table.get("file").getAsString();
            List<JsonObject> entries = entries(lines, directory.resolve(name));
            assertEquals(table.get("entries").getAsInt(), entries.size(), name);
            assertEquals(table.get("keys_sha256").getAsString(), sha256(entries), name);
            Map<String, Integer> kinds = new TreeMap<>();
            entries.forEach(entry ->
                    kinds.merge(String.valueOf(KINDS.get(entry.get("kind").getAsString())), 1, Integer::sum));
            Map<String, Integer> recorded = new TreeMap<>();
            for (Map.Entry<String, JsonElement> kind :
                    table.getAsJsonObject("kinds").entrySet()) {
                recorded.put(kind.getKey(), kind.getValue().getAsInt());
            }
            assertEquals(recorded, kinds, name);
        }
    }

    private static List<Path> rocksDbTables() throws IOException {
        try (Stream<Path> files =
                Files.list(RocksDbFilterCorpus.bundled().directory().resolve("tables"))) {
            return files.filter(file -> file.toString().endsWith(".sst")).toList();
        }
    }

    private static List<String> listedBySstDump(Path table, Path out) throws IOException, InterruptedException {
        new ProcessBuilder(SST_DUMP.toString(), "--file=" + table, "--command=scan", "--output_hex")
                .redirectOutput(out.toFile())
                .redirectErrorStream(true)
                .start()
                .waitFor();
        return SST_DUMP_ROW
                .matcher(Files.readString(out, StandardCharsets.ISO_8859_1))
                .results()
                .map(each -> String.join(" ", each.group(1), each.group(2), each.group(3), each.group(4)))
                .toList();
    }

    /** As sst_dump of RocksDB lists them; its release 7.8 does not read the newest formats, and lists nothing then. */
    @Test
    void entriesOfRocksDbsTablesAreThoseOfItsTool(@TempDir Path folder) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(SST_DUMP), "there is no sst_dump");
        int compared = 0;
        for (Path table : rocksDbTables()) {
            List<String> listed = listedBySstDump(table, folder.resolve("out"));
            if (!listed.isEmpty()) {
                List<JsonObject> lines =
                        ToolRun.of("keys", "--json", "--values", table).jsonLines();
                List<String> entries = entries(lines, table).stream()
                        .map(KeysCommandTest::asSstDump)
                        .toList();
                assertEquals(listed, entries, table::toString);
                compared++;
            }
        }
        assertTrue(compared > 10, compared + " tables");
    }

    private static String asSstDump(JsonObject entry) {
        return String.join(
                " ",
                entry.get("key").getAsString().toUpperCase(Locale.ROOT),
                entry.get("sequence").getAsString(),
                String.valueOf(KINDS.get(entry.get("kind").getAsString())),
                entry.get("value").getAsString().toUpperCase(Locale.ROOT));
    }

    /** What the programs read back, but for keys of which the write-ahead log has newer entries. */
    @ParameterizedTest
    @ValueSource(strings = {"goleveldb", "plyvel", "iq80"})
    void newestEntriesAreThoseThatTheProgramReads(String name, @TempDir Path folder)
            throws IOException, GeneralSecurityException {
        GoldenDatabase database = GoldenDatabase.named(name);
        Map<String, JsonObject> newest = new TreeMap<>();
        Map<String, Integer> entries = new TreeMap<>();
        for (JsonObject line :
                ToolRun.of("keys", "--json", "--values", database.directory()).jsonLines()) {
            if (line.get("schema").getAsString().equals("filterblock.keys.entry/1")) {
                String key = line.get("key").getAsString();
                entries.merge(key, 1, Integer::sum);
                newest.merge(key, line, (one, other) -> sequence(one) > sequence(other) ? one : other);
            }
        }
        Path copy = folder.resolve("db");
        Databases.copy(database.directory(), copy);
        try (Database opened = Database.open(copy)) {
            opened.visitKeys((key, offset, length) ->
                    entries.merge(HexFormat.of().formatHex(key, offset, offset + length), -1, Integer::sum));
        }
        int compared = 0;
        for (Map.Entry<String, JsonObject> each : newest.entrySet()) {
            if (entries.get(each.getKey()) == 0) {
                boolean put = each.getValue().get("kind").getAsString().equals("put");
                String recorded = database.entries().get(each.getKey());
                assertEquals(recorded, put ? hash(each.getValue()) : null, each::getKey);
                compared++;
            }
        }
        assertTrue(compared > 400, compared + " keys");
    }

    private static long sequence(JsonObject entry) {
        return entry.get("sequence").getAsLong();
    }

    private static String hash(JsonObject entry) throws GeneralSecurityException {
        byte[] value = HexFormat.of().parseHex(entry.get("value").getAsString());
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(value);
        return HexFormat.of().formatHex(digest, 0, 8);
    }

    @Test
    void bareKeysAreKeysOfAQuery(@TempDir Path folder) throws IOException {
        Path table = Golden.path("cpp123-default");
        ToolRun bare = ToolRun.of("keys", "--bare", "--from", "key00000100", "--to", "key00000103", table);
        assertEquals(List.of("key00000100", "key00000101", "key00000102"), bare.lines());
        Path list = Files.writeString(
                folder.resolve("keys"), ToolRun.of("keys", "--bare", table).out());
        ToolRun query = ToolRun.of("query", "--escaped", "--keys-from", list, table);
        assertEquals(0, query.status(), query.err());
        assertTrue(query.lines().stream().allMatch(line -> line.startsWith("present ")), query.out());
    }

    /** Whatever bytes a key has, its text means the key. */
    @Test
    void escapedKeysMeanTheirBytes() {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        assertArrayEquals(all, KeyForm.Text.ESCAPED.parse(KeyForm.Text.escaped(all)));
        assertArrayEquals("\\x41".getBytes(StandardCharsets.US_ASCII), KeyForm.Text.ESCAPED.parse("\\\\x41"));
    }

    @Test
    void aLimitEndsTheListBetweenTables() throws IOException {
        Path table = Golden.path("cpp123-default");
        List<JsonObject> lines = ToolRun.of("keys", "--json", "--limit", 4001, table, table, table)
                .jsonLines();
        JsonObject sum = lines.get(lines.size() - 1);
        assertEquals("filterblock.keys.sum/1", sum.get("schema").getAsString());
        assertEquals(2, sum.get("files").getAsInt());
        assertEquals(4001, sum.get("entries").getAsInt());
        List<Long> perTable = new ArrayList<>();
        lines.stream()
                .filter(line -> line.get("schema").getAsString().equals("filterblock.keys/1"))
                .forEach(line -> perTable.add(line.get("entries").getAsLong()));
        assertEquals(List.of(4000L, 1L), perTable);
    }
}
