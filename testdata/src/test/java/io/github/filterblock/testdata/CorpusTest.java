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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a corpus is found and read: members, what stands for missing ones, and errors that name the file. */
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
        assertEquals(
                List.of(60, 19, 420, 420, 150, 200, 158),
                PARTS.stream().map(part -> part.apply(bundled).size()).toList());
        PARTS.forEach(part -> assertSame(part.apply(bundled), part.apply(bundled), "read once"));
        assertTrue(bundled.directoryNamedLikeATable().isPresent());
        assertTrue(bundled.toString().contains(bundled.directory().toString()));
    }

    /**
     * The records of a few files of the bundled corpus, member by member: {@code -Dfilterblock.record=true} writes the
     * text again.
     */
    @Test
    void membersAreThoseThatWereRecorded() throws IOException {
        Corpus corpus = Corpus.bundled();
        List<Object> records = new ArrayList<>();
        for (CorpusTable table : corpus.tables()) {
            if (Set.of("tb123-onekey", "mcpe-zlib", "rocksdb783-fv5").contains(table.name())) {
                records.addAll(List.of(table, table.file(), table.layout(), table.filter(), table.hasNoFilter()));
                records.addAll(List.of(table.data().numEntries(), table.data().blocksSha256()));
                records.add(table.file().googleByDefault().crashed());
                table.probes().stream().limit(2).forEach(records::add);
            }
        }
        for (DamagedFile file : corpus.damaged()) {
            if (file.name().matches("n-(good|magic-bit|mi-size-2p40|trunc-0|handle-size-plus-5).ldb")) {
                GoogleAnswer google = file.googleByDefault();
                records.addAll(List.of(file, file.base(), file.probes().get(0), google, file.googleParanoid()));
                records.addAll(List.of(google.opened(), google.crashed(), google.baseLgByte()));
                records.addAll(List.of(google.mayMatch(0), google.mayMatch(26), google.mayMatch(44)));
            }
        }
        BuilderCase longest = corpus.builderCases().get(8);
        records.addAll(List.of(longest, longest.bitsPerKey(), longest.expected().orElseThrow().length));
        records.add(corpus.builderCases().get(0).probes());
        records.addAll(List.of(corpus.readerCases().get(0), corpus.bloomCases().get(0)));
        records.add(corpus.bloomCases().get(0).answers());
        records.add(corpus.rebuilds().get(0).starts());
        String text = records.stream().map(CorpusTest::described).collect(Collectors.joining("\n", "", "\n"));
        Path recorded = Path.of("src/test/resources/corpus-members.txt");
        if (Boolean.getBoolean("filterblock.record")) {
            Files.writeString(recorded, text);
        }
        assertEquals(Files.readString(recorded), text);
        assertTrue(corpus.builderCases().stream().allMatch(one -> one.expected().isPresent()));
        assertEquals(
                49,
                corpus.readerCases().stream().filter(ReaderCase::shiftUndefined).count());
    }

    /** An array of bytes is another object in every run. */
    private static String described(Object member) {
        return member.toString().replaceAll("\\[B@[0-9a-f]+", "bytes");
    }

    @Test
    void questionsAndAnswersWithEqualPartsAreEqual() {
        byte[] key = {1, -1};
        List<Object> different = List.of(
                new Probe(1, key, true, Probe.PRESENT),
                new Probe(2, key, true, Probe.PRESENT),
                new Probe(1, new byte[2], true, Probe.PRESENT),
                new Probe(1, key, false, Probe.PRESENT),
                new Probe(1, key, true, ""),
                new KeyAnswer(key, true),
                new KeyAnswer(key, false),
                new KeyAnswer(new byte[2], true));
        Set<Object> set = new HashSet<>(different);
        assertEquals(different.size(), set.size());
        assertTrue(set.contains(new Probe(1, key.clone(), true, Probe.PRESENT)));
        assertTrue(set.contains(new KeyAnswer(key.clone(), true)));
    }

    @Test
    void missingPartsAreEmpty() {
        Corpus empty = Corpus.at(directory);
        PARTS.forEach(part -> assertEquals(List.of(), part.apply(empty)));
        assertEquals(Optional.empty(), empty.directoryNamedLikeATable());
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
    void emptyObjectsMakeEmptyRecords() throws IOException {
        corpusWith("tables/a.json", "{}");
        corpusWith("rebuild/index.json", "{\"cases\":[{}]}");
        for (String kind : List.of("builder_cases", "reader_cases", "bloom_cases", "hash_vectors")) {
            corpusWith("cases/" + kind + ".jsonl", "{}\n\n");
        }
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

    @ParameterizedTest
    @CsvSource({"0, 4, 8, 8", "1, 4, 8,", "0, 4, 9,", "0, 13, 0,", "0, 18446744073709551615, 2,", "0, 4, null,"})
    void aFilterThatIsNotInTheFileHasNoBytes(int type, String offset, String size, @Nullable Integer length)
            throws IOException {
        corpusWith("tables/a.sst", "twelve bytes");
        String filter = "{\"filter\":{\"block_type\":" + type + ",\"offset\":" + offset + ",\"size\":" + size + "}}";
        CorpusTable table = corpusWith("tables/a.json", filter).tables().get(0);
        assertEquals(Optional.ofNullable(length), table.filterBlock().map(block -> block.length));
    }

    @Test
    void thePropertyNamesAnotherCorpusAndTheBaseWhereItsPathStarts() throws IOException {
        Path inside = Files.createDirectory(directory.resolve("inside"));
        String corpus = System.getProperty(Corpus.DIRECTORY_PROPERTY, "");
        String base = System.getProperty(Corpus.BASE_PROPERTY, "");
        try {
            System.setProperty(Corpus.BASE_PROPERTY, directory.toString());
            System.setProperty(Corpus.DIRECTORY_PROPERTY, "");
            assertSame(Corpus.bundled(), Corpus.configured());
            for (String path : List.of("inside", inside.toString())) {
                System.setProperty(Corpus.DIRECTORY_PROPERTY, path);
                assertEquals(inside, Corpus.configured().directory());
            }
            System.setProperty(Corpus.DIRECTORY_PROPERTY, "nowhere");
            assertNamed(directory.resolve("nowhere").toAbsolutePath().toString(), Corpus::configured);
            System.setProperty(Corpus.BASE_PROPERTY, "");
            System.setProperty(Corpus.DIRECTORY_PROPERTY, "src");
            assertEquals(Path.of("src"), Corpus.configured().directory());
        } finally {
            System.setProperty(Corpus.DIRECTORY_PROPERTY, corpus);
            System.setProperty(Corpus.BASE_PROPERTY, base);
        }
    }

    private static void assertNamed(String what, Executable reading) {
        Exception e = assertThrows(UncheckedIOException.class, reading);
        assertTrue(e.getMessage().contains(what), e.getMessage());
    }

    @Test
    void whatCannotBeReadIsNamed() throws IOException {
        Corpus corpus = corpusWith("rebuild/index.json", "{\"cases\":[{\"name\":\"gone\"},{\"name\":\"broken\"}]}");
        Files.write(directory.resolve("rebuild/broken.calls.bin.gz"), Hex.bytes("1f8b0000"));
        assertNamed("gone.calls.bin.gz", () -> corpus.rebuilds().get(0).plan());
        assertNamed("gone.filter.bin", () -> corpus.rebuilds().get(0).expected());
        assertNamed("broken.calls.bin.gz", () -> corpus.rebuilds().get(1).plan());
        Corpus wrongType = corpusWith("cases/reader_cases.jsonl", "\n{\"block\":\"\"}\n{\"block\":\"0\"}\n");
        assertNamed("reader_cases.jsonl:3: member \"block\"", wrongType::readerCases);
        Corpus noDirectory = corpusWith("tables", "");
        assertNamed(directory.resolve("tables").toString(), noDirectory::tables);
    }

    @Test
    void membersAreReadWithoutLossAndNullIsAsGoodAsMissing() throws IOException {
        CorpusTable table = corpusWith(
                        "tables/a.json",
                        "{\"probes\":[[18446744073709551615,\"00\",true,null],[9223372036854775807,\"\",false]],"
                                + "\"size\":null,\"footer\":null,\"metaindex\":null,\"filter\":null,"
                                + "\"key_kind\":\"other\","
                                + "\"data_blocks_listed\":\"first\",\"data_blocks\":[[0,5,0]]}")
                .tables()
                .get(0);
        assertEquals(
                "offset 18446744073709551615, key 00: may match",
                table.probes().get(0).toString());
        assertEquals(Long.MAX_VALUE, table.probes().get(1).blockOffset());
        assertTrue(table.hasNoFilter() && table.filter().isEmpty());
        assertEquals(Optional.empty(), table.file().keyKind());
        assertEquals(Optional.empty(), table.layout().indexHandle());
        assertEquals(Optional.empty(), table.data().blocks().whole());
        assertEquals(5, table.data().blocks().items().get(0).storedSize());
        for (String blocks : List.of("", ",\"data_blocks\":[]")) {
            Corpus corpus = corpusWith("tables/a.json", "{\"data_blocks_listed\":\"all\"" + blocks + "}");
            assertEquals(
                    !blocks.isEmpty(),
                    corpus.tables().get(0).data().blocks().whole().isPresent());
        }
        Corpus plain = corpusWith("rebuild/index.json", "{\"cases\":[{\"calls\":\"a.bin\",\"base_lg\":3}]}");
        Files.write(directory.resolve("rebuild/a.bin"), Hex.bytes("4b 01000000 61"));
        assertEquals(BlockPlan.parse(3, "K61"), plain.rebuilds().get(0).plan());
    }
}
