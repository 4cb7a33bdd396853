// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.CorpusTable.FilterOracle;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The slow model against everything that the originals wrote and answered, and the little that they did not record. */
class ReferenceAgainstCorpusTest {
    private static final Corpus CORPUS = Corpus.configured();

    @Test
    void everyBuilderCaseHasItsBytesAndAnswers() {
        assertAll(CORPUS.builderCases().stream()
                .map(one -> () -> one.referencePolicy().ifPresent(policy -> builds(one, policy))));
    }

    private static void builds(BuilderCase one, ReferencePolicy policy) {
        byte[] block = ReferenceFilterBlock.build(one.plan(), policy);
        one.expected().ifPresent(expected -> assertArrayEquals(expected, block, one.toString()));
        one.length().ifPresent(length -> assertEquals(length, block.length, one.toString()));
        ReferenceFilterBlock reader = new ReferenceFilterBlock(block, policy);
        one.numFilters().ifPresent(number -> {
            assertEquals(number, reader.numFilters(), one.toString());
            assertEquals(number, ReferenceFilterBlock.numFilters(one.plan()), one.toString());
        });
        answers(one.toString(), reader, one.probes());
    }

    @Test
    void everyReaderCaseHasItsAnswers() {
        assertAll(CORPUS.readerCases().stream().map(one -> () -> {
            ReferenceFilterBlock reader = new ReferenceFilterBlock(one.block(), ReferencePolicy.bloom(10));
            one.numFilters().ifPresent(number -> assertEquals(number, reader.numFilters(), one.toString()));
            if (one.shiftUndefined()) {
                one.probes().forEach(probe -> assertTrue(reader.keyMayMatch(probe.blockOffset(), probe.key())));
            } else {
                answers(one.toString(), reader, one.probes());
            }
        }));
    }

    @Test
    void everyRebuildHasItsBytes() {
        assertAll(CORPUS.rebuilds().stream()
                .map(one -> () -> one.referencePolicy().ifPresent(policy -> {
                    byte[] block = ReferenceFilterBlock.build(one.plan(), policy);
                    assertArrayEquals(one.expected(), block, one.toString());
                    one.length().ifPresent(length -> assertEquals(length, block.length, one.toString()));
                    ReferenceFilterBlock reader = new ReferenceFilterBlock(block, policy);
                    for (PlacedKey key : one.plan().keys()) {
                        assertTrue(reader.keyMayMatch(key.blockOffset(), key.key()), key::toString);
                    }
                })));
    }

    @Test
    void everyTableHasItsAnswers() {
        assertAll(CORPUS.tables().stream()
                .map(table -> () -> table.filter()
                        .flatMap(FilterOracle::referencePolicy)
                        .ifPresent(policy -> table.filterBlock()
                                .ifPresent(block -> answers(
                                        table.name(), new ReferenceFilterBlock(block, policy), table.probes())))));
    }

    @Test
    void everyFilterHasItsBytesAndAnswers() {
        assertAll(CORPUS.bloomCases().stream().map(bloom -> () -> {
            ReferencePolicy policy = ReferencePolicy.bloom(bloom.bitsPerKey());
            byte[] filter = policy.createFilter(bloom.keys());
            bloom.filter().ifPresent(expected -> assertArrayEquals(expected, filter, bloom.toString()));
            for (KeyAnswer answer : bloom.answers()) {
                assertEquals(answer.mayMatch(), policy.keyMayMatch(answer.key(), filter), () -> bloom + ", " + answer);
            }
        }));
    }

    @Test
    @Tag("TF-4")
    void everyVectorHasItsHashesAndChecksums() {
        assertAll(CORPUS.hashVectors().stream().map(vector -> () -> {
            byte[] data = vector.data();
            String name = Hex.of(data);
            CRC32C crc = new CRC32C();
            crc.update(data);
            byte[] behindOne = Hex.bytes("ff" + name);
            int masked = TablePlan.maskedCrc(behindOne, 1, behindOne.length);
            long signed = ReferenceHash.SIGNED_TAIL.hash(data, vector.seed());
            long unsigned = ReferenceHash.UNSIGNED_TAIL.hash(data, vector.seed());
            vector.hash().ifPresent(hash -> assertEquals(hash, unsigned, name));
            vector.signedTailHash().ifPresent(hash -> assertEquals(hash, signed, name));
            vector.crc32c().ifPresent(sum -> assertEquals(sum, crc.getValue(), name));
            vector.maskedCrc32c().ifPresent(sum -> assertEquals((int) sum, masked, name));
        }));
    }

    // The list of hashes is from LevelDB's own filter block test, and that of FNV-1a's from its published vectors.
    @ParameterizedTest
    @CsvSource({
        "TestHash, foo bar box hello a, c43577fe378c73d926960fc8bf278b0e8af5c703",
        "fnvset, a foobar, 2c290ce468f99cbf"
    })
    void listsOfHashesHaveTheBytesOfTheOriginals(String name, String keys, String hex) {
        ReferencePolicy policy = ReferencePolicy.named(name, 0).orElseThrow();
        byte[] filter = Hex.bytes(hex);
        List<byte[]> bytes = Hex.asciiKeys(keys.split(" "));
        assertArrayEquals(filter, policy.createFilter(bytes));
        bytes.forEach(key -> assertTrue(policy.keyMayMatch(key, filter)));
        assertFalse(policy.keyMayMatch(Hex.ascii("none of them"), filter));
        assertFalse(policy.keyMayMatch(bytes.get(0), Arrays.copyOf(filter, 3)), "a broken last word");
        assertEquals(Optional.empty(), ReferencePolicy.named("ribbon", 10));
    }

    /** Offsets from 2^63 on, and what a safe reader says where the original denies. */
    @ParameterizedTest
    @Tag("FB-25")
    @CsvSource({
        "00000000000000000b, -1, true, true",
        "0000000000000000000000003f, -1, false, false",
        "00000000000000003f, 9223372036854775807, false, false",
        "00000000000000003f, -9223372036854775808, true, true",
        "0900000009000000000000000b, 0, false, true",
        "0900000008000000000000000b, 0, true, true"
    })
    void whatTheCorpusDoesNotAsk(String hex, long offset, boolean mayMatch, boolean safely) {
        ReferenceFilterBlock block = new ReferenceFilterBlock(Hex.bytes(hex), ReferencePolicy.bloom(10));
        assertEquals(mayMatch, block.keyMayMatch(offset, Hex.ascii("foo")));
        assertEquals(safely, block.keyMayMatchSafely(offset, Hex.ascii("foo")));
    }

    @Test
    @Tag("FB-18")
    void illegalPlansAreRefused() {
        BlockPlan backwards = BlockPlan.parse(11, "S4096 K61 S4095 K62");
        assertThrows(
                IllegalArgumentException.class,
                () -> ReferenceFilterBlock.build(backwards, ReferencePolicy.testHash()));
    }

    private static void answers(String name, ReferenceFilterBlock reader, List<Probe> probes) {
        for (Probe probe : probes) {
            boolean mayMatch = reader.keyMayMatch(probe.blockOffset(), probe.key());
            assertEquals(probe.mayMatch(), mayMatch, () -> name + ", " + probe);
            if (probe.mayMatch()) {
                assertTrue(reader.keyMayMatchSafely(probe.blockOffset(), probe.key()), () -> name + ", " + probe);
            }
        }
    }
}
