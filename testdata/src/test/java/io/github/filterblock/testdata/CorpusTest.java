// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CorpusTest {
    private static final List<Function<Corpus, List<?>>> PARTS = List.of(
            Corpus::tables,
            Corpus::rebuilds,
            Corpus::builderCases,
            Corpus::readerCases,
            Corpus::bloomCases,
            Corpus::hashVectors,
            Corpus::damaged);

    @TempDir
    Path directory;

    private Corpus corpusWith(String file, String content) throws IOException {
        Path path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
        return Corpus.at(directory);
    }

    @Test
    void bundledCorpusHasAllItsCases() {
        Corpus bundled = Corpus.bundled();
        assertEquals(60, bundled.tables().size());
        assertEquals(19, bundled.rebuilds().size());
        assertEquals(420, bundled.builderCases().size());
        assertEquals(420, bundled.readerCases().size());
        assertEquals(150, bundled.bloomCases().size());
        assertEquals(200, bundled.hashVectors().size());
        assertEquals(158, bundled.damaged().size());
        assertTrue(bundled.directoryNamedLikeATable().isPresent());
        assertTrue(bundled.toString().contains(bundled.directory().toString()));
    }

    @Test
    void partsAreReadOnce() {
        Corpus bundled = Corpus.bundled();
        assertSame(bundled, Corpus.bundled());
        PARTS.forEach(part -> assertSame(part.apply(bundled), part.apply(bundled)));
    }

    @Test
    void thePropertyNamesAnotherCorpus() {
        String before = System.getProperty(Corpus.DIRECTORY_PROPERTY, "");
        try {
            System.setProperty(Corpus.DIRECTORY_PROPERTY, directory.toString());
            assertEquals(directory, Corpus.configured().directory());
            System.setProperty(Corpus.DIRECTORY_PROPERTY, "");
            assertSame(Corpus.bundled(), Corpus.configured());
            System.clearProperty(Corpus.DIRECTORY_PROPERTY);
            assertSame(Corpus.bundled(), Corpus.configured());
        } finally {
            System.setProperty(Corpus.DIRECTORY_PROPERTY, before);
        }
    }

    @Test
    void aRelativePathStartsAtTheBase() throws IOException {
        Path inside = Files.createDirectory(directory.resolve("inside"));
        String corpus = System.getProperty(Corpus.DIRECTORY_PROPERTY, "");
        String base = System.getProperty(Corpus.BASE_PROPERTY, "");
        try {
            System.setProperty(Corpus.BASE_PROPERTY, directory.toString());
            System.setProperty(Corpus.DIRECTORY_PROPERTY, "inside");
            assertEquals(inside, Corpus.configured().directory());
            System.setProperty(Corpus.DIRECTORY_PROPERTY, inside.toString());
            assertEquals(inside, Corpus.configured().directory());
            System.setProperty(Corpus.DIRECTORY_PROPERTY, "nowhere");
            UncheckedIOException e = assertThrows(UncheckedIOException.class, Corpus::configured);
            String place = directory.resolve("nowhere").toAbsolutePath().toString();
            assertTrue(e.getMessage().contains("no directory " + place), e.getMessage());
            System.setProperty(Corpus.BASE_PROPERTY, "");
            System.setProperty(Corpus.DIRECTORY_PROPERTY, "src");
            assertEquals(Path.of("src"), Corpus.configured().directory());
        } finally {
            System.setProperty(Corpus.DIRECTORY_PROPERTY, corpus);
            System.setProperty(Corpus.BASE_PROPERTY, base);
        }
    }

    @Test
    void missingPartsAreEmpty() {
        Corpus empty = Corpus.at(directory);
        PARTS.forEach(part -> assertEquals(List.of(), part.apply(empty)));
        assertEquals(Optional.empty(), empty.directoryNamedLikeATable());
    }

    @Test
    void aFileInPlaceOfADirectoryIsNamed() throws IOException {
        Corpus corpus = corpusWith("tables", "");
        Exception e = assertThrows(UncheckedIOException.class, corpus::tables);
        assertTrue(e.getMessage().contains(directory.resolve("tables").toString()));
    }

    @Test
    void unknownKeyKindsAreNone() throws IOException {
        Corpus corpus = corpusWith("tables/a.json", "{\"key_kind\":\"other\"}");
        assertEquals(Optional.empty(), corpus.tables().get(0).file().keyKind());
    }

    @Test
    void missingDirectoriesAreRefused() {
        Path missing = directory.resolve("nowhere");
        Exception e = assertThrows(UncheckedIOException.class, () -> Corpus.at(missing));
        assertTrue(e.getMessage().contains(missing.toString()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tables/broken.json",
                "rebuild/index.json",
                "cases/builder_cases.jsonl",
                "cases/reader_cases.jsonl",
                "cases/bloom_cases.jsonl",
                "cases/hash_vectors.jsonl",
                "damaged/damaged.json"
            })
    void unreadablePartsAreNamed(String file) throws IOException {
        for (String broken : List.of("[1, 2]", "{\"file\":", "no JSON", "7")) {
            Corpus corpus = corpusWith(file, broken);
            Exception e =
                    assertThrows(UncheckedIOException.class, () -> PARTS.forEach(part -> part.apply(corpus)), broken);
            assertTrue(e.getMessage().contains(directory.resolve(file).toString()), e.getMessage());
        }
    }

    @Test
    void membersOfTheWrongTypeAreNamed() throws IOException {
        Corpus corpus = corpusWith("cases/reader_cases.jsonl", "\n{\"block\":\"\"}\n{\"block\":\"0\"}\n");
        Exception e = assertThrows(UncheckedIOException.class, corpus::readerCases);
        assertTrue(e.getMessage().contains("reader_cases.jsonl:3: member \"block\""), e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"size\":18446744073709551616}",
                "{\"size\":1.5}",
                "{\"size\":\"many\"}",
                "{\"magic_ok\":1}",
                "{\"footer\":[]}",
                "{\"probes\":[[0,\"\",\"yes\"]]}",
                "{\"probes\":[[0]]}",
                "{\"filter\":{\"base_lg\":4294967296}}"
            })
    void wrongMembersOfATableAreRefused(String oracle) throws IOException {
        Corpus corpus = corpusWith("tables/a.json", oracle);
        assertThrows(UncheckedIOException.class, corpus::tables);
    }

    @Test
    void missingFilesOfACaseAreNamed() throws IOException {
        Corpus corpus = corpusWith("rebuild/index.json", "{\"cases\":[{\"name\":\"gone\"}]}");
        RebuildCase gone = corpus.rebuilds().get(0);
        Exception e = assertThrows(UncheckedIOException.class, gone::plan);
        assertTrue(e.getMessage().contains("gone.calls.bin.gz"));
        e = assertThrows(UncheckedIOException.class, gone::expected);
        assertTrue(e.getMessage().contains("gone.filter.bin"));
    }

    @Test
    void brokenGzipIsNamed() throws IOException {
        Corpus corpus = corpusWith("rebuild/index.json", "{\"cases\":[{\"name\":\"a\"}]}");
        Files.write(directory.resolve("rebuild/a.calls.bin.gz"), Hex.bytes("1f8b0000"));
        Exception e = assertThrows(
                UncheckedIOException.class, () -> corpus.rebuilds().get(0).plan());
        assertTrue(e.getMessage().contains("a.calls.bin.gz"));
    }

    @Test
    void numbersKeepAll64Bits() throws IOException {
        Corpus corpus = corpusWith(
                "tables/a.json",
                "{\"probes\":[[18446744073709551615,\"00\",true,null],[9223372036854775807,\"\",false]]}");
        List<Probe> probes = corpus.tables().get(0).probes();
        assertEquals(-1, probes.get(0).blockOffset());
        assertEquals(Long.MAX_VALUE, probes.get(1).blockOffset());
        assertEquals(
                "offset 18446744073709551615, key 00: may match", probes.get(0).toString());
    }

    @Test
    void emptyObjectsMakeEmptyRecords() throws IOException {
        corpusWith("tables/a.json", "{}");
        corpusWith("rebuild/index.json", "{\"cases\":[{}]}");
        corpusWith("cases/builder_cases.jsonl", "{}");
        corpusWith("cases/reader_cases.jsonl", "{}");
        corpusWith("cases/bloom_cases.jsonl", "{}\n\n");
        corpusWith("cases/hash_vectors.jsonl", "{}");
        Corpus corpus = corpusWith("damaged/damaged.json", "{\"cases\":[{}]}");
        PARTS.forEach(part -> assertEquals(1, part.apply(corpus).size()));
        CorpusTable table = corpus.tables().get(0);
        assertEquals("a", table.name());
        assertEquals(directory.resolve("tables/a.ldb"), table.path());
        assertEquals(Optional.empty(), table.file().magicOk());
        assertEquals(OptionalLong.empty(), table.file().size());
        assertEquals(Optional.empty(), table.layout().metaindex().whole());
        assertEquals(Optional.empty(), table.data().blocks().whole());
        assertEquals(Optional.empty(), table.filterBlock());
        assertEquals(Optional.empty(), corpus.builderCases().get(0).expected());
    }

    @Test
    void nullIsAsGoodAsMissing() throws IOException {
        Corpus corpus = corpusWith(
                "tables/a.json",
                "{\"size\":null,\"footer\":null,\"metaindex\":null,\"filter\":null,\"probes\":null,\"key_kind\":null}");
        CorpusTable table = corpus.tables().get(0);
        assertTrue(table.hasNoFilter());
        assertEquals(Optional.empty(), table.filter());
        assertEquals(Optional.empty(), table.file().keyKind());
        assertEquals(Optional.empty(), table.layout().indexHandle());
    }

    @Test
    void aListThatIsMissingIsNotWhole() throws IOException {
        Corpus corpus = corpusWith("tables/a.json", "{\"data_blocks_listed\":\"all\"}");
        assertEquals(Optional.empty(), corpus.tables().get(0).data().blocks().whole());
        corpus = corpusWith("tables/a.json", "{\"data_blocks_listed\":\"all\",\"data_blocks\":[]}");
        assertEquals(
                Optional.of(List.of()), corpus.tables().get(0).data().blocks().whole());
        corpus = corpusWith("tables/a.json", "{\"data_blocks_listed\":\"first\",\"data_blocks\":[[0,5,0]]}");
        assertEquals(Optional.empty(), corpus.tables().get(0).data().blocks().whole());
        assertEquals(5, corpus.tables().get(0).data().blocks().items().get(0).storedSize());
    }

    @Test
    void aFilterThatIsNotInTheFileHasNoBytes() throws IOException {
        corpusWith("tables/a.sst", "twelve bytes");
        for (String place : List.of("4,\"size\":9", "13,\"size\":0", "18446744073709551615,\"size\":2", "4")) {
            Corpus corpus = corpusWith("tables/a.json", "{\"filter\":{\"block_type\":0,\"offset\":" + place + "}}");
            assertEquals(Optional.empty(), corpus.tables().get(0).filterBlock(), place);
        }
        Corpus inside = corpusWith("tables/a.json", "{\"filter\":{\"block_type\":0,\"offset\":4,\"size\":8}}");
        assertEquals("ve bytes".length(), inside.tables().get(0).filterBlock().orElseThrow().length);
        Corpus compressed = corpusWith("tables/a.json", "{\"filter\":{\"block_type\":1,\"offset\":4,\"size\":8}}");
        assertEquals(Optional.empty(), compressed.tables().get(0).filterBlock());
    }

    @Test
    void callsMayBePlainOrInGzip() throws IOException {
        Corpus corpus =
                corpusWith("rebuild/index.json", "{\"cases\":[{\"name\":\"a\",\"calls\":\"a.bin\",\"base_lg\":3}]}");
        Files.write(directory.resolve("rebuild/a.bin"), Hex.bytes("4b 01000000 61"));
        assertEquals(BlockPlan.parse(3, "K61"), corpus.rebuilds().get(0).plan());
    }
}
