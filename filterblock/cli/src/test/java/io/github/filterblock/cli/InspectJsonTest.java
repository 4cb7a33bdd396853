// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.CorpusTable.FilterOracle;
import io.github.filterblock.testdata.CorpusTable.MetaindexEntry;
import io.github.filterblock.testdata.Handle;
import io.github.filterblock.testdata.KeyKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The JSON of {@code inspect}, member by member, for every table of the corpus. */
class InspectJsonTest {
    private static final List<String> MEMBERS = List.of(
            "schema",
            "file",
            "size",
            "status",
            "reason",
            "footer",
            "metaindex",
            "dataBlocks",
            "entries",
            "keyDomain",
            "filter");
    private static final List<String> FILTER_MEMBERS = List.of(
            "policy",
            "dialect",
            "offset",
            "size",
            "sha256",
            "baseLg",
            "filters",
            "emptyFilters",
            "arrayOffset",
            "compression",
            "checksum");
    private static final Set<String> BUILT_IN =
            Set.of("leveldb.BuiltinBloomFilter", "leveldb.BuiltinBloomFilter2", "rocksdb.BuiltinBloomFilter");

    static Stream<CorpusTable> tables() {
        return Corpus.configured().tables().stream()
                .filter(table -> table.file().magicOk().orElse(true));
    }

    private static void assertNumber(OptionalLong expected, JsonElement found) {
        assertTrue(found.getAsJsonPrimitive().isNumber());
        expected.ifPresent(number -> assertEquals(number, found.getAsLong()));
    }

    private static void assertNumber(OptionalInt expected, JsonElement found) {
        assertNumber(expected.isPresent() ? OptionalLong.of(expected.getAsInt()) : OptionalLong.empty(), found);
    }

    private static void assertPlace(Optional<Handle> expected, JsonElement offset, JsonElement size) {
        assertNumber(expected.map(Handle::offset).map(OptionalLong::of).orElse(OptionalLong.empty()), offset);
        assertNumber(expected.map(Handle::size).map(OptionalLong::of).orElse(OptionalLong.empty()), size);
    }

    /** One file, one line, in the order of the command line. */
    @TestFactory
    Stream<DynamicTest> everyTableIsDescribed() {
        List<CorpusTable> tables = tables().toList();
        assumeFalse(tables.isEmpty(), "another corpus may have no tables");
        ToolRun run = ToolRun.of(tables.stream().map(CorpusTable::path).toList(), "inspect", "--json");
        assertEquals(0, run.status(), run.err());
        assertEquals("", run.err());
        List<JsonObject> lines = run.jsonLines();
        assertEquals(tables.size(), lines.size());
        return IntStream.range(0, lines.size())
                .mapToObj(i -> DynamicTest.dynamicTest(
                        tables.get(i).name(), () -> assertDescribed(tables.get(i), lines.get(i))));
    }

    private static void assertDescribed(CorpusTable table, JsonObject json) {
        assertTrue(json.keySet().containsAll(MEMBERS), () -> json.keySet().toString());
        assertEquals("filterblock.inspect/1", json.get("schema").getAsString());
        assertEquals(table.path().toString(), json.get("file").getAsString());
        assertNumber(table.file().size(), json.get("size"));
        JsonObject footer = json.getAsJsonObject("footer");
        assertPair(table.layout().metaindexHandle(), footer.getAsJsonArray("metaindex"));
        assertPair(table.layout().indexHandle(), footer.getAsJsonArray("index"));
        assertNumber(table.data().numBlocks(), json.get("dataBlocks"));
        assertNumber(table.data().numEntries(), json.get("entries"));
        assertMetaindex(table, json.getAsJsonArray("metaindex"));
        assertEquals(keyDomain(table, json), json.get("keyDomain"));
        assertStatus(table, json);
    }

    private static void assertPair(Optional<Handle> expected, JsonArray pair) {
        assertEquals(2, pair.size());
        assertPlace(expected, pair.get(0), pair.get(1));
    }

    private static void assertMetaindex(CorpusTable table, JsonArray metaindex) {
        List<MetaindexEntry> expected = table.layout().metaindex().whole().orElse(List.of());
        for (int i = 0; i < expected.size(); i++) {
            JsonObject entry = metaindex.get(i).getAsJsonObject();
            assertEquals(List.of("key", "offset", "size"), List.copyOf(entry.keySet()));
            assertEquals(expected.get(i).key(), entry.get("key").getAsString());
            assertPlace(expected.get(i).handle(), entry.get("offset"), entry.get("size"));
        }
    }

    private static JsonElement keyDomain(CorpusTable table, JsonObject json) {
        if (json.get("entries").getAsLong() == 0) {
            return JsonNull.INSTANCE;
        }
        JsonElement ambiguous = new JsonPrimitive("ambiguous");
        if (table.filter().isEmpty() && json.get("keyDomain").equals(ambiguous)) {
            return ambiguous; // keys that look tagged prove nothing
        }
        return table.file()
                .keyKind()
                .<JsonElement>map(kind -> new JsonPrimitive(kind == KeyKind.INTERNAL ? "user-key" : "whole-key"))
                .orElse(json.get("keyDomain"));
    }

    private static void assertStatus(CorpusTable table, JsonObject json) {
        String status = json.get("status").getAsString();
        if (table.filter().isPresent()) {
            String policy = table.filter().get().policy().orElse("");
            assertEquals(BUILT_IN.contains(policy) ? "ok" : "unknown-policy", status);
            assertEquals(status.equals("ok"), json.get("reason").isJsonNull());
            assertFilter(table.filter().get(), json.getAsJsonObject("filter"));
        } else if (table.hasNoFilter()) {
            assertEquals(json.has("userKeyFilter") ? "ok" : "no-filter", status);
            assertTrue(json.get("filter").isJsonNull());
        }
    }

    private static void assertFilter(FilterOracle oracle, JsonObject filter) {
        assertTrue(
                filter.keySet().containsAll(FILTER_MEMBERS),
                () -> filter.keySet().toString());
        oracle.policy()
                .ifPresent(name -> assertEquals(name, filter.get("policy").getAsString()));
        assertPlace(oracle.handle(), filter.get("offset"), filter.get("size"));
        oracle.sha256()
                .ifPresent(digest -> assertEquals(digest, filter.get("sha256").getAsString()));
        assertNumber(oracle.baseLg(), filter.get("baseLg"));
        assertNumber(oracle.numFilters(), filter.get("filters"));
        assertNumber(oracle.emptyFilters(), filter.get("emptyFilters"));
        assertNumber(oracle.arrayOffset(), filter.get("arrayOffset"));
        assertNumber(oracle.blockType(), filter.get("compression"));
        assertEquals("ok", filter.get("checksum").getAsString());
        assertDialect(oracle, filter);
    }

    /** By the oracle's name and hash; where no key of the table tells, the right one is among the candidates. */
    private static void assertDialect(FilterOracle oracle, JsonObject filter) {
        boolean signed = oracle.filterCode().equals(Optional.of("bloom-signed-hash"));
        String expected = switch (oracle.policy().orElse("")) {
            case "leveldb.BuiltinBloomFilter2" -> "leveldb";
            case "leveldb.BuiltinBloomFilter" -> signed ? "leveldb-1.17-signed" : "goleveldb";
            case "rocksdb.BuiltinBloomFilter" -> "rocksdb-block";
            default -> "unknown";
        };
        String dialect = filter.get("dialect").getAsString();
        assertEquals(dialect.equals("ambiguous"), filter.has("candidates"));
        if (dialect.equals("ambiguous")) {
            List<String> candidates = new ArrayList<>();
            filter.getAsJsonArray("candidates").forEach(name -> candidates.add(name.getAsString()));
            assertTrue(candidates.size() > 1 && candidates.contains(expected), candidates::toString);
        } else {
            assertEquals(expected, dialect);
        }
    }

    @Test
    void rowsOfFiltersAreListedOnDemand() {
        for (CorpusTable table :
                tables().filter(table -> table.filter().isPresent()).limit(5).toList()) {
            JsonObject filter = ToolRun.of("inspect", "--json", "--filters", table.path())
                    .json()
                    .getAsJsonObject("filter");
            JsonArray rows = filter.getAsJsonArray("rows");
            assertEquals(filter.get("filters").getAsInt(), rows.size());
            for (int i = 0; i < rows.size(); i++) {
                JsonObject row = rows.get(i).getAsJsonObject();
                assertEquals(i, row.get("filter").getAsInt());
                assertEquals(
                        (long) i << filter.get("baseLg").getAsInt(),
                        row.get("firstOffset").getAsLong());
                assertEquals(
                        row.get("length").getAsInt() == 0, row.get("probes").isJsonNull());
            }
        }
    }

    @Test
    void firstOffsetsOfWindowsAreUnsigned() {
        ToolRun run = ToolRun.of("inspect", "--json", "--filters", Golden.damaged("n-baselg-63.ldb"));
        assertFalse(run.out().contains("\"firstOffset\":-"), run.out());
    }
}
