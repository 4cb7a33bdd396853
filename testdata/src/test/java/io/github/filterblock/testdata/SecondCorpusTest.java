// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
        BundledCorpus.delete(DIRECTORY);
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
            long size = starts.get(i + 1) - offset - TablePlan.TRAILER;
            listed.add(
                    json("[%d,%d,0,%d,%d]".formatted(offset, size, blocks.get(i).size(), size)));
            for (byte[] key : blocks.get(i)) {
                byte[] other = Hex.ascii(Hex.of(key));
                boolean answer = reader.keyMayMatchSafely(offset, other);
                probes.add(json("[%d,'%s',true,'%s']".formatted(offset, Hex.of(key), Probe.PRESENT)));
                probes.add(json("[%d,'%s',%s,'absent']".formatted(offset, Hex.of(other), answer)));
            }
        }
        JsonElement oracle = json("""
                {'writer': {'program': 'the reference model, as %s', 'options': {'bits': %d}},
                'key_kind': 'raw', 'magic_ok': true, 'num_entries': %d, 'num_data_blocks': %d,
                'data_blocks_listed': 'all', 'data_blocks': %s, 'replay_equal': true, 'present_key_misses': 0,
                'filter_code': 'bloom',
                'filter': {'metaindex_key': 'filter.%s', 'policy': '%<s', 'offset': %d, 'size': %d,
                'block_type': 0, 'sha256': '%s', 'base_lg': 11, 'num_filters': %d},
                'probes': %s}
                """.formatted(
                        dialect,
                        bitsPerKey,
                        blocks.stream().mapToInt(List::size).sum(),
                        blocks.size(),
                        listed,
                        dialect.policyName(),
                        starts.get(blocks.size()),
                        written.filterBlock().length,
                        Hex.sha256(written.filterBlock()),
                        reader.numFilters(),
                        probes));
        write(path, written.table(), oracle.getAsJsonObject());
    }

    /** JSON whose strings are in single quotes, which the parser takes too. */
    private static JsonElement json(String text) {
        return JsonParser.parseString(text);
    }

    private static List<List<byte[]>> blocks(int count, int keysPerBlock) {
        List<List<byte[]>> blocks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<byte[]> keys = new ArrayList<>();
            for (int j = 0; j < keysPerBlock; j++) {
                keys.add(Hex.ascii(String.format("key%05d", i * keysPerBlock + j)));
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
        Map<String, byte[]> copies =
                Map.of("good", good, "index-is-metaindex", indexIsMetaindex, "index-is-data", indexIsData);
        JsonArray cases = new JsonArray();
        for (Map.Entry<String, byte[]> copy : new TreeMap<>(copies).entrySet()) {
            Files.write(damaged.resolve(copy.getKey() + ".ldb"), copy.getValue());
            cases.add(json("{'file': '%s.ldb', 'size': %d, 'sha256': '%s', 'base': 'tb123-onekey', 'damage': '%s'}"
                    .formatted(
                            copy.getKey(),
                            copy.getValue().length,
                            Hex.sha256(copy.getValue()),
                            copy.getKey().equals("good") ? "the good file itself" : "a handle was swapped")));
        }
        String question = Hex.of(Hex.ascii("key00000000"));
        JsonElement index =
                json("{'probes': {'tb123-onekey': [[0, '%s', true]]}, 'cases': %s}".formatted(question, cases));
        Files.writeString(damaged.resolve("damaged.json"), index.toString());
    }
}
