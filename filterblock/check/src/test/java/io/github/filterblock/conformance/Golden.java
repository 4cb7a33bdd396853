// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.KeyKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** The corpus with which the conformance tests compare the library, and helpers that several of them need. */
final class Golden {
    static final Corpus CORPUS = Corpus.configured();

    /** Number of bytes of the tag behind a user key. */
    private static final int TAG = 8;

    private static final byte[] ROCKSDB_MAGIC = HexFormat.of().parseHex("f7cff485b741e288");

    private static final Map<Path, TableReport> ANALYSES = new ConcurrentHashMap<>();

    private Golden() {}

    /** Something that must hold for a table. */
    interface TableLaw {
        void check(CorpusTable table) throws Exception;
    }

    /**
     * A key of a table.
     *
     * @param blockOffset where its data block lies in the file
     * @param stored the key with its tag, if it has one
     * @param filterKey the key that was added to the filter, according to the oracle
     */
    record Key(long blockOffset, byte[] stored, byte[] filterKey) {}

    /** Returns a test for each LevelDB table of the corpus. */
    static Stream<DynamicTest> eachTable(TableLaw law) {
        return CORPUS.tables().stream()
                .filter(Golden::isTable)
                .map(table -> DynamicTest.dynamicTest(table.name(), () -> law.check(table)));
    }

    /** Whether a file ends as RocksDB's own tables do: LevelDB refuses them, the library reads most of them. */
    static boolean endsAsRocksDbs(byte[] file) {
        int from = Math.max(0, file.length - ROCKSDB_MAGIC.length);
        return Arrays.equals(ROCKSDB_MAGIC, Arrays.copyOfRange(file, from, file.length));
    }

    /** Whether the file is a LevelDB table at all. */
    static boolean isTable(CorpusTable table) {
        return table.file().magicOk().orElse(true);
    }

    /** Returns the library's analysis of a table with nothing known beforehand. */
    static TableReport analysis(CorpusTable table) throws IOException {
        TableReport known = ANALYSES.get(table.path());
        if (known == null) {
            try (TableFile file = TableFile.open(table.path())) {
                known = TableReport.of(file);
            }
            ANALYSES.put(table.path(), known);
        }
        return known;
    }

    /** Returns all keys of a table, read by way of index and cursor, in the order of the file. */
    static List<Key> keys(CorpusTable table) throws IOException {
        List<Key> keys = new ArrayList<>();
        int tag = hasInternalKeys(table) ? TAG : 0;
        try (TableFile file = TableFile.open(table.path())) {
            for (IndexEntry entry : file.index()) {
                KeyValueBlock.Cursor cursor = file.readEntries(entry.handle()).cursor();
                while (cursor.next()) {
                    byte[] stored = cursor.copyOfKey();
                    keys.add(new Key(entry.handle().offset(), stored, Arrays.copyOf(stored, stored.length - tag)));
                }
            }
        }
        return keys;
    }

    /** Whether stored keys have a tag: according to the oracle, or else to the library's analysis. */
    static boolean hasInternalKeys(CorpusTable table) throws IOException {
        Optional<KeyKind> kind = table.file().keyKind();
        return kind.isPresent()
                ? kind.get() == KeyKind.INTERNAL
                : analysis(table).identification().keyFormat().equals(Optional.of(KeyFormat.USER_KEY));
    }

    /** Returns the writer's bits per key, where the oracle names them among its options. */
    static OptionalInt bitsPerKey(CorpusTable table) throws IOException {
        Path oracle = CORPUS.directory().resolve("tables").resolve(table.name() + ".json");
        JsonElement json = JsonParser.parseString(Files.readString(oracle));
        for (String member : List.of("writer", "options", "bits")) {
            if (!json.isJsonObject() || !json.getAsJsonObject().has(member)) {
                return OptionalInt.empty();
            }
            json = json.getAsJsonObject().get(member);
        }
        return OptionalInt.of(json.getAsInt());
    }
}
