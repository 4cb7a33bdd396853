// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the cases and the damaged files of the corpus hold. */
class CorpusCasesTest {
    private static final Corpus CORPUS = Corpus.configured();

    private static final Map<String, DamagedFile> DAMAGED =
            Corpus.bundled().damaged().stream().collect(Collectors.toMap(DamagedFile::name, Function.identity()));

    @Test
    void damagedFilesHaveTheirSizesAndDigests() {
        assertAll(CORPUS.damaged().stream().map(file -> () -> {
            byte[] bytes = file.bytes();
            file.size().ifPresent(size -> assertEquals(size, bytes.length, file.name()));
            file.sha256().ifPresent(sum -> assertEquals(sum, Hex.sha256(bytes), file.name()));
        }));
    }

    @Test
    void everyRecordedAnswerBelongsToAProbe() {
        assertAll(CORPUS.damaged().stream().map(file -> () -> {
            for (GoogleAnswer google : List.of(file.googleByDefault(), file.googleParanoid())) {
                google.answers()
                        .ifPresent(answers ->
                                assertEquals(answers.length(), file.probes().size(), file.name()));
                assertTrue(google.getFound().orElse(0) <= google.getPresent().orElse(0), file.name());
            }
        }));
    }

    @Test
    void goodFilesAnswerWithoutFalseNegatives() {
        DamagedFile good = DAMAGED.get("n-good.ldb");
        assertEquals("base-none", good.base());
        assertEquals("n-good.ldb (the good file itself)", good.toString());
        GoogleAnswer google = good.googleByDefault();
        assertEquals(Optional.of("OK"), google.envOpen());
        assertEquals(Optional.of(true), google.readerHasData());
        assertEquals(4, google.numFilters().orElseThrow());
        assertEquals(159, google.scanEntries().orElseThrow());
        assertEquals(Optional.of("OK"), google.scanStatus());
        assertEquals(0, google.getErrors().orElseThrow());
        for (int i = 0; i < good.probes().size(); i++) {
            DamagedFile.Question question = good.probes().get(i);
            assertTrue(!question.present() || google.mayMatch(i).orElseThrow());
        }
        assertEquals(Optional.of(false), google.mayMatch(26));
        assertEquals(Optional.empty(), google.mayMatch(44));
    }

    @Test
    void damagesAreDistinguished() {
        assertFalse(DAMAGED.get("n-trunc-0.ldb").googleByDefault().opened());
        assertEquals(
                Optional.empty(), DAMAGED.get("n-trunc-0.ldb").googleByDefault().tableOpen());
        assertTrue(DAMAGED.get("n-mi-size-2p40.ldb").googleParanoid().crashed());
        assertFalse(DAMAGED.get("n-good.ldb").googleParanoid().crashed());
        assertEquals(
                Optional.of("Corruption: not an sstable (bad magic number)"),
                DAMAGED.get("n-magic-bit.ldb").googleByDefault().tableOpen());
    }

    @Test
    void baseLgsKeepAll64Bits() {
        GoogleAnswer widened = DAMAGED.get("n-handle-size-plus-5.ldb").googleByDefault();
        assertEquals(Optional.of(new BigInteger("18446744073709551567")), widened.baseLg());
        assertEquals(OptionalInt.of(207), widened.baseLgByte());
        assertEquals(
                OptionalInt.of(255),
                DAMAGED.get("n-baselg-255.ldb").googleByDefault().baseLgByte());
        assertEquals(
                OptionalInt.empty(),
                DAMAGED.get("n-trunc-0.ldb").googleByDefault().baseLgByte());
    }

    @Test
    void crashesOfTablesAreWordsRatherThanFlags() {
        CorpusTable zlib = Corpus.bundled().tables().stream()
                .filter(table -> table.name().equals("mcpe-zlib"))
                .findFirst()
                .orElseThrow();
        assertTrue(zlib.file().googleByDefault().crashed());
    }

    @Test
    void theDirectoryNamedLikeATableIsOne() {
        assertTrue(Corpus.bundled()
                .directoryNamedLikeATable()
                .filter(Files::isDirectory)
                .isPresent());
    }

    @Test
    void readerCasesSayWhereGoLevelDbDiffers() {
        List<ReaderCase> cases = Corpus.bundled().readerCases();
        assertEquals(
                129,
                cases.stream().filter(one -> one.goLevelDbError().isPresent()).count());
        List<ReaderCase> others =
                cases.stream().filter(one -> !one.goLevelDbAnswers().isEmpty()).toList();
        assertEquals(3, others.size());
        others.forEach(
                one -> assertEquals(one.probes().size(), one.goLevelDbAnswers().size()));
        assertEquals(49, cases.stream().filter(ReaderCase::shiftUndefined).count());
        assertEquals("reader case 0, empty block", cases.get(0).toString());
    }

    @Test
    void builderCasesIncludeTheTwoLongOnes() {
        List<BuilderCase> cases = Corpus.bundled().builderCases();
        assertTrue(cases.stream().allMatch(one -> one.expected().isPresent()));
        assertEquals(8_388_677, cases.get(8).expected().orElseThrow().length);
        assertEquals("builder case 8, offset beyond 4 GiB", cases.get(8).toString());
        assertEquals(ReferencePolicy.BLOOM, cases.get(8).policyName());
        assertEquals(200, cases.get(8).bitsPerKey());
        assertEquals(12, cases.get(0).probes().size());
    }

    @Test
    void bloomCasesHaveNames() {
        BloomCase first = Corpus.bundled().bloomCases().get(0);
        assertEquals("bloom case 0", first.toString());
        assertEquals(8, first.answers().size());
    }
}
