// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.Findings;
import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.TableFilter;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.TableVerdict;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.BlockChecksum.Status;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.KeyAnswer;
import io.github.filterblock.testdata.RecipeTables.RecipeTable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of RocksDB of which only the filter can be read: that is said, and is no damage. */
class RocksDbUnknownPartsConformanceTest {
    private static final String RECIPES = "io.github.filterblock.conformance.RocksDbRecipes#";

    private static TableReport analysis(String name) throws IOException {
        return InMemory.analysis(RocksDbFiles.bytes(name));
    }

    private static TableVerdict.Reason reason(TableReport analysis) {
        return analysis.verdict().reason().orElseThrow();
    }

    @ParameterizedTest
    @Tag("TF-6")
    @MethodSource(RECIPES + "undecoded")
    void blocksThatAreNotDecodedAreNoDamage(RecipeTable recipe) throws IOException {
        TableReport analysis = InMemory.analysis(recipe.bytes());
        assertEquals(TableStatus.OK, analysis.status());
        assertTrue(analysis.verdict().reason().isPresent());
        for (CorruptTableException damage : analysis.damage()) {
            assertEquals(Reason.UNKNOWN_COMPRESSION, damage.reason());
        }
    }

    @ParameterizedTest
    @Tag("TF-6")
    @CsvSource({"rocks629-bzip2, 3, bzip2", "rocks629-bzip2-plain-index, 3, bzip2"})
    void compressionIsNamedByItsNumberAndItsLikelyName(String name, int type, String compression) throws IOException {
        String reason = reason(analysis(name)).detail();
        assertTrue(reason.contains("block type " + type + " ") && reason.contains(compression), reason);
    }

    @ParameterizedTest
    @Tag("TF-6")
    @CsvSource({
        "rocks629-zlib-dictionary, 2 (zlib)",
        "rocks629-lz4-dictionary, 4 (LZ4)",
        "rocks629-zstd-dictionary, 7 (zstd)"
    })
    void blocksThatNeedADictionaryAreSaidToNeedIt(String name, String type) throws IOException {
        TableReport analysis = analysis(name);
        String wanted = "block type " + type + " is not decoded: it needs RocksDB's dictionary";
        assertEquals(OptionalLong.of(0), reason(analysis).offset());
        assertTrue(
                reason(analysis).detail().startsWith(wanted),
                () -> reason(analysis).detail());
        assertEquals(23, analysis.damage().size());
        for (int i = 0; i < 23; i++) {
            CorruptTableException damage = analysis.damage().get(i);
            assertEquals(analysis.dataBlocks().get(i).offset(), damage.offset());
            assertTrue(damage.detail().startsWith(wanted), damage.detail());
        }
    }

    @ParameterizedTest
    @Tag("TF-11")
    @CsvSource({"rocks629-bzip2-plain-index, 3", "rocks629-lz4-plain-index, 4"})
    void dataBlocksAreFoundThroughAnIndexThatIsNotCompressed(String name, int type) throws IOException {
        TableReport analysis = analysis(name);
        assertEquals(
                RocksDbFiles.recipe(name).dataBlocks().orElseThrow(),
                analysis.dataBlocks().size());
        long compressed = analysis.dataBlocks().stream()
                .map(DataBlock::type)
                .filter(each -> each == type)
                .count();
        assertTrue(compressed > 20, compressed + " blocks of type " + type);
    }

    @ParameterizedTest
    @Tag("TF-11")
    @MethodSource(RECIPES + "withUnknownIndex")
    void indexOfAnotherFormIsReportedAsUnknown(RecipeTable recipe) throws IOException {
        TableReport analysis = InMemory.analysis(recipe.bytes());
        assertEquals(List.of(), analysis.dataBlocks());
        assertEquals(1, analysis.damage().size());
        assertEquals(Reason.UNKNOWN_INDEX, analysis.damage().get(0).reason());
        assertEquals(
                analysis.footer().index().offset(), analysis.damage().get(0).offset());
        assertEquals(TableStatus.OK, analysis.status());
        assertTrue(reason(analysis).detail().contains("index"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rocks629-bzip2",
                "rocks629-bzip2-plain-index",
                "rocks629-zlib-dictionary",
                "rocks629-index-two-level",
                "rocks629-index-two-level-fv2",
                "rocks629-index-two-level-fv0",
                "rocks629-index-first-key"
            })
    void filterCanStillBeRead(String name) throws IOException {
        RecipeTable recipe = RocksDbFiles.recipe(name);
        TableReport analysis = analysis(name);
        TableFilter filter = analysis.filter().orElseThrow();
        assertEquals(Status.OK, filter.checksum());
        assertEquals(recipe.filterSize().orElseThrow(), filter.contents().length);
        assertEquals(Findings.NONE, filter.findings());
        assertEquals(
                List.of(FilterDialect.ROCKSDB_BLOCK), analysis.identification().dialects());
    }

    // The same keys and values as in a table that can be read, in the same blocks.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "rocks629-index-two-level",
                "rocks629-index-two-level-fv2",
                "rocks629-index-two-level-fv0",
                "rocks629-index-first-key"
            })
    void filterWithoutAReadableIndexIsThatOfTheTableWithOne(String name) throws IOException {
        TableFilter plain = analysis("rocks629-fv5-writer").filter().orElseThrow();
        assertArrayEquals(
                plain.contents(), analysis(name).filter().orElseThrow().contents());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rocks629-index-two-level",
                "rocks629-index-two-level-fv2",
                "rocks629-index-two-level-fv0",
                "rocks629-index-first-key"
            })
    void filterAnswersBlockByBlockAlthoughTheIndexIsUnknown(String name) throws IOException {
        TableFile table = InMemory.open(RocksDbFiles.bytes(name));
        FilterBlockReader filter = table.openFilter().orElseThrow();
        TableQuery query = new TableQuery(TableReport.of(table));
        TableFile plain = InMemory.open(RocksDbFiles.bytes("rocks629-fv5-writer"));
        List<Long> offsets =
                plain.index().stream().map(entry -> entry.handle().offset()).toList();
        long denied = 0;
        for (KeyAnswer answer : RocksDbFiles.recipe(name).absent()) {
            boolean somewhere = offsets.stream().anyMatch(offset -> filter.keyMayMatch(offset, answer.key()));
            assertTrue(somewhere || !answer.mayMatch());
            assertEquals(somewhere, offsets.stream().anyMatch(offset -> query.askFilter(offset, answer.key())));
            denied += somewhere ? 0 : 1;
        }
        assertTrue(denied > 30, denied + " absent keys denied");
    }

    @Test
    @Tag("TF-8")
    void fullFilterIsNamedAndNotTakenForAFilterBlock() throws IOException {
        TableReport analysis = analysis("rocks629-full-filter");
        assertEquals(TableStatus.NO_FILTER, analysis.status());
        assertEquals(Optional.empty(), analysis.filter());
        assertTrue(reason(analysis).detail().contains("fullfilter.rocksdb.BuiltinBloomFilter"));
        assertEquals(
                Optional.empty(),
                InMemory.open(RocksDbFiles.bytes("rocks629-full-filter")).openFilter());
    }

    @Test
    @Tag("FB-17")
    void tableWithoutKeysHasNoFilterBlock() throws IOException {
        TableReport analysis = analysis("rocks629-only-a-range");
        assertEquals(TableStatus.NO_FILTER, analysis.status());
        assertEquals(0, analysis.entries());
        assertTrue(analysis.metaindex().stream().anyMatch(entry -> entry.key().equals("rocksdb.range_del")));
    }
}
