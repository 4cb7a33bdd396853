// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.CorpusTable.FilterOracle;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The slow model against everything that the originals wrote and answered. */
class ReferenceAgainstCorpusTest {
    private static final Corpus CORPUS = Corpus.configured();

    @Test
    void everyBuilderCaseHasItsBytesAndAnswers() {
        assertAll(CORPUS.builderCases().stream()
                .map(one -> () -> one.referencePolicy().ifPresent(policy -> builds(one, policy))));
    }

    private static void builds(BuilderCase one, ReferencePolicy policy) {
        byte[] block = ReferenceFilterBlock.build(one.plan(), policy);
        one.expected().ifPresent(expected -> assertArrayEquals(expected, block, one.name()));
        one.length().ifPresent(length -> assertEquals(length, block.length, one.name()));
        ReferenceFilterBlock reader = new ReferenceFilterBlock(block, policy);
        one.numFilters().ifPresent(number -> {
            assertEquals(number, reader.numFilters(), one.name());
            assertEquals(number, ReferenceFilterBlock.numFilters(one.plan()), one.name());
        });
        answers(one.name(), reader, one.probes());
    }

    @Test
    void everyReaderCaseHasItsAnswers() {
        assertAll(CORPUS.readerCases().stream().map(one -> () -> {
            ReferenceFilterBlock reader = new ReferenceFilterBlock(one.block(), ReferencePolicy.bloom(10));
            one.numFilters().ifPresent(number -> assertEquals(number, reader.numFilters(), one.name()));
            if (one.shiftUndefined()) {
                one.probes().forEach(probe -> assertTrue(reader.keyMayMatch(probe.blockOffset(), probe.key())));
            } else {
                answers(one.name(), reader, one.probes());
            }
        }));
    }

    @Test
    void everyRebuildHasItsBytes() {
        assertAll(CORPUS.rebuilds().stream()
                .map(one -> () -> one.referencePolicy().ifPresent(policy -> {
                    byte[] block = ReferenceFilterBlock.build(one.plan(), policy);
                    assertArrayEquals(one.expected(), block, one.name());
                    one.length().ifPresent(length -> assertEquals(length, block.length, one.name()));
                    ReferenceFilterBlock reader = new ReferenceFilterBlock(block, policy);
                    one.plan()
                            .keys()
                            .forEach(
                                    key -> assertTrue(reader.keyMayMatch(key.blockOffset(), key.key()), key::toString));
                })));
    }

    @Test
    void everyTableHasItsAnswers() {
        assertAll(CORPUS.tables().stream().map(table -> () -> {
            if (table.filterBlock().isPresent()) {
                byte[] block = table.filterBlock().get();
                table.filter().flatMap(FilterOracle::referencePolicy).ifPresent(policy -> {
                    answers(table.name(), new ReferenceFilterBlock(block, policy), table.probes());
                });
            }
        }));
    }

    @Test
    void everyFilterHasItsBytesAndAnswers() {
        assertAll(CORPUS.bloomCases().stream().map(bloom -> () -> {
            ReferencePolicy policy = ReferencePolicy.bloom(bloom.bitsPerKey());
            byte[] filter = policy.createFilter(bloom.keys());
            bloom.filter().ifPresent(expected -> assertArrayEquals(expected, filter, bloom.name()));
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
            vector.hash()
                    .ifPresent(hash -> assertEquals(hash, ReferenceHash.UNSIGNED_TAIL.hash(data, vector.seed()), name));
            vector.signedTailHash()
                    .ifPresent(hash -> assertEquals(hash, ReferenceHash.SIGNED_TAIL.hash(data, vector.seed()), name));
            vector.crc32c().ifPresent(sum -> assertEquals(sum, crc.getValue(), name));
            vector.maskedCrc32c()
                    .ifPresent(sum -> assertEquals((int) sum, TablePlan.maskedCrc(data, 0, data.length), name));
        }));
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
