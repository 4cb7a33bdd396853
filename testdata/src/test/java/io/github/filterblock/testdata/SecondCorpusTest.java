// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Writes {@code target/second-corpus}: few tables, and just those that a test forgets which was written for one corpus.
 * The build runs the tests that take any corpus over it once more.
 *
 * <p>Its first table has no filter, one has no entries, one has 0 bits per key, several cannot be decoded by every
 * LevelDB, and handles of the damaged ones lead to sound blocks of another kind.
 */
class SecondCorpusTest {
    private static final Path DIRECTORY = Path.of("target/second-corpus");

    /** Tables of the bundled corpus, by the names that they get here. */
    private static final Map<String, String> COPIES = new TreeMap<>(Map.of(
            "a-nofilter", "tb123-nofilter",
            "d-zstd", "head-zstd-table-64k",
            "e-zlib", "mcpe-zlib",
            "f-deflate", "mcpe-zlibraw",
            "g-reverse", "cpp123-reverse-comparator",
            "h-signed", "old117-signed-ascii"));

    @Test
    void aCorpusUnlikeTheBundledOneIsWritten() throws IOException {
        delete(DIRECTORY);
        Path tables = Files.createDirectories(DIRECTORY.resolve("tables"));
        for (Map.Entry<String, String> copy : COPIES.entrySet()) {
            CorpusTable table = table(copy.getValue());
            write(tables.resolve(copy.getKey() + ".ldb"), table.bytes(), oracle(table));
        }
        writeMade(tables.resolve("b-entryless.ldb"), PolicySpec.Dialect.GOLEVELDB, 10, List.of(List.of()));
        writeMade(tables.resolve("c-bits0.ldb"), PolicySpec.Dialect.LEVELDB, 0, blocks(40, 6));
        writeDamaged(Files.createDirectories(DIRECTORY.resolve("damaged")));

        Corpus corpus = Corpus.at(DIRECTORY);
        assertEquals(COPIES.size() + 2, corpus.tables().size());
        assertTrue(corpus.tables().get(0).hasNoFilter());
        CorpusTable entryless = corpus.tables().get(1);
        assertEquals(0, entryless.filter().orElseThrow().numFilters().orElseThrow());
        assertEquals(1, entryless.data().blocks().items().size());
        assertEquals(3, corpus.damaged().size());
    }

    private static CorpusTable table(String name) {
        return Corpus.bundled().tables().stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static JsonObject oracle(CorpusTable table) throws IOException {
        Path json = table.path().resolveSibling(table.name() + ".json");
        return JsonParser.parseString(Files.readString(json)).getAsJsonObject();
    }

    private static void write(Path path, byte[] table, JsonObject oracle) throws IOException {
        oracle.addProperty("file", path.getFileName().toString());
        oracle.addProperty("size", table.length);
        oracle.addProperty("sha256", Hex.sha256(table));
        Files.write(path, table);
        Files.writeString(
                path.resolveSibling(path.getFileName().toString().replace(".ldb", ".json")), oracle.toString());
    }

    /** Writes a raw table, with what the reference model answers about it. */
    private static void writeMade(Path path, PolicySpec.Dialect dialect, int bitsPerKey, List<List<byte[]>> blocks)
            throws IOException {
        PolicySpec policy = new PolicySpec(dialect, bitsPerKey);
        TablePlan.Written written = new TablePlan(policy, dialect.policyName(), blocks, 300).write();
        ReferenceFilterBlock reader = new ReferenceFilterBlock(written.filterBlock(), policy.reference());
        List<Long> starts = written.plan().blockOffsets();
        JsonArray listed = new JsonArray();
        JsonArray probes = new JsonArray();
        for (int i = 0; i < blocks.size(); i++) {
            long offset = starts.get(i);
            List<byte[]> keys = blocks.get(i);
            long size = starts.get(i + 1) - offset - 5;
            listed.add(row(offset, size, 0, keys.size(), size));
            for (byte[] key : keys) {
                probes.add(probe(reader, offset, key, Probe.PRESENT));
                probes.add(probe(reader, offset, Hex.ascii(Hex.of(key)), "absent"));
            }
        }
        JsonObject options = new JsonObject();
        options.addProperty("bits", bitsPerKey);
        JsonObject writer = new JsonObject();
        writer.addProperty("program", "the reference model, as " + dialect);
        writer.add("options", options);
        JsonObject filter = new JsonObject();
        filter.addProperty("metaindex_key", "filter." + dialect.policyName());
        filter.addProperty("policy", dialect.policyName());
        filter.addProperty("offset", starts.get(blocks.size()));
        filter.addProperty("size", written.filterBlock().length);
        filter.addProperty("block_type", 0);
        filter.addProperty("sha256", Hex.sha256(written.filterBlock()));
        filter.addProperty("base_lg", 11);
        filter.addProperty("num_filters", reader.numFilters());
        JsonObject oracle = new JsonObject();
        oracle.add("writer", writer);
        oracle.addProperty("key_kind", "raw");
        oracle.addProperty("magic_ok", true);
        oracle.addProperty("num_entries", blocks.stream().mapToInt(List::size).sum());
        oracle.addProperty("num_data_blocks", blocks.size());
        oracle.addProperty("data_blocks_listed", "all");
        oracle.add("data_blocks", listed);
        oracle.addProperty("replay_equal", true);
        oracle.addProperty("present_key_misses", 0);
        oracle.addProperty("filter_code", "bloom");
        oracle.add("filter", filter);
        oracle.add("probes", probes);
        write(path, written.table().bytes(), oracle);
    }

    private static JsonArray probe(ReferenceFilterBlock reader, long offset, byte[] key, String kind) {
        JsonArray probe = row(offset);
        probe.add(Hex.of(key));
        probe.add(reader.keyMayMatchSafely(offset, key));
        probe.add(kind);
        return probe;
    }

    private static JsonArray row(long... numbers) {
        JsonArray row = new JsonArray();
        for (long number : numbers) {
            row.add(number);
        }
        return row;
    }

    private static List<List<byte[]>> blocks(int count, int keysPerBlock) {
        List<List<byte[]>> blocks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<byte[]> keys = new ArrayList<>();
            for (int j = 0; j < keysPerBlock; j++) {
                keys.add(String.format("key%05d", i * keysPerBlock + j).getBytes(StandardCharsets.US_ASCII));
            }
            blocks.add(keys);
        }
        return blocks;
    }

    /** Sound blocks, found by handles that were swapped; no answers are recorded. */
    private static void writeDamaged(Path damaged) throws IOException {
        byte[] good = table("tb123-onekey").bytes();
        byte[] indexIsMetaindex = good.clone();
        System.arraycopy(good, 152, indexIsMetaindex, 154, 2);
        indexIsMetaindex[156] = 0;
        byte[] indexIsData = good.clone();
        indexIsData[154] = 0;
        indexIsData[155] = 53;
        indexIsData[156] = 0;
        JsonArray cases = new JsonArray();
        JsonObject probes = new JsonObject();
        JsonArray questions = new JsonArray();
        JsonArray question = row(0);
        question.add(Hex.of(Hex.ascii("key00000000")));
        question.add(true);
        questions.add(question);
        probes.add("tb123-onekey", questions);
        addDamaged(damaged, cases, "good.ldb", "the good file itself", good);
        addDamaged(
                damaged, cases, "index-is-metaindex.ldb", "the index handle leads to the metaindex", indexIsMetaindex);
        addDamaged(damaged, cases, "index-is-data.ldb", "the index handle leads to a data block", indexIsData);
        JsonObject index = new JsonObject();
        index.add("probes", probes);
        index.add("cases", cases);
        Files.writeString(damaged.resolve("damaged.json"), index.toString());
    }

    private static void addDamaged(Path directory, JsonArray cases, String name, String damage, byte[] table)
            throws IOException {
        Files.write(directory.resolve(name), table);
        JsonObject entry = new JsonObject();
        entry.addProperty("file", name);
        entry.addProperty("size", table.length);
        entry.addProperty("sha256", Hex.sha256(table));
        entry.addProperty("base", "tb123-onekey");
        entry.addProperty("damage", damage);
        cases.add(entry);
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder()).forEach(SecondCorpusTest::deleteFile);
            }
        }
    }

    private static void deleteFile(Path path) {
        try {
            Files.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
