// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.KeyCertainty.Doubt;
import io.github.filterblock.analysis.KeyCertainty.Subject;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.PebbleCorpus;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.github.filterblock.testdata.RocksDbFilterTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Of which tables all keys are known in the form that a filter takes. */
@Tag("TF-12")
class KeyCertaintyTest {
    private static TableReport report(Path path) throws IOException {
        try (TableFile table = TableFile.open(path)) {
            return TableReport.of(table);
        }
    }

    private static TableReport report(TestFile file) throws IOException {
        return TableReport.of(file.open());
    }

    private static Path pebbles(String name) {
        return PebbleCorpus.bundled().table(name).path();
    }

    private static Path rocksDbs(String name) {
        return RocksDbFilterCorpus.bundled().tables().stream()
                .filter(each -> each.toString().equals(name + ".sst"))
                .map(RocksDbFilterTable::path)
                .findFirst()
                .orElseThrow();
    }

    private static Optional<Subject> doubt(KeyCertainty certainty) {
        assertEquals(certainty.isCertain(), certainty.doubt().isEmpty());
        return certainty.doubt().map(Doubt::about);
    }

    /** A filter elsewhere takes whole user keys, so Pebble's own comparers, which only cut them, raise no doubt. */
    @Test
    void wholeUserKeysOfComparersThatAreKnownArePlain() throws IOException {
        for (String name : new String[] {"made-v5-crdb", "made-v7-crdb", "made-v4-testkeys"}) {
            TableReport report = report(pebbles(name));
            assertEquals(Optional.of(Subject.PLAIN_KEYS), doubt(report.certainty()), name);
            assertEquals(Optional.empty(), doubt(report.certaintyOfUserKeys()), name);
            assertEquals(
                    Optional.of(KeyFormat.USER_KEY),
                    report.certaintyOfUserKeys().keyFormat(),
                    name);
        }
        TableReport timestamps = report(rocksDbs("ts-full-fv5"));
        assertEquals(Optional.of(Subject.PLAIN_KEYS), doubt(timestamps.certainty()));
        assertEquals(Optional.of(Subject.PLAIN_KEYS), doubt(timestamps.certaintyOfUserKeys()));
        TableReport plain = report(rocksDbs("fast-full-fv6"));
        assertEquals(Optional.empty(), doubt(plain.certainty()));
        assertEquals(Optional.empty(), doubt(plain.certaintyOfUserKeys()));
    }

    @Test
    void aDoubtSaysWhereAndWhy() throws IOException {
        TestFile unread = TestTable.ofInternalKeys()
                .block("apple")
                .block("cherry")
                .undecoded(1)
                .write();
        KeyCertainty certainty = report(unread).certainty();
        Doubt incomplete = certainty.doubtAbout(Subject.COMPLETE).orElseThrow();
        assertEquals(unread.data().get(1).offset(), incomplete.offset());
        assertEquals("a block could not be decoded, so keys may be missing", incomplete.detail());
        assertTrue(certainty.doubtAbout(Subject.KEY_FORMAT).isEmpty());
        TestFile open =
                TestTable.ofInternalKeys().withoutFilter().block("apple").write();
        Doubt format = report(open).certainty().doubtAbout(Subject.KEY_FORMAT).orElseThrow();
        assertEquals(open.index().offset(), format.offset());
        assertEquals("the keys do not show whether they have a tag", format.detail());
    }

    /** A filter that is damaged leaves no doubt about keys. */
    @Test
    void keysMayBeMissingForThreeReasons() throws IOException {
        TestFile sound =
                TestTable.ofInternalKeys().block("apple").block("cherry").write();
        long second = sound.data().get(1).offset();
        Doubt damaged = report(sound.flipping(second)).certainty().doubt().orElseThrow();
        assertEquals(new Doubt(Subject.COMPLETE, second, "a block is damaged, so keys may be missing"), damaged);
        long filter = sound.filter().orElseThrow().offset();
        assertEquals(Optional.empty(), doubt(report(sound.flipping(filter)).certainty()));
        TestFile gap = TestTable.ofInternalKeys()
                .block("apple")
                .block("cherry")
                .changeIndexEntries(entries -> entries.remove(1))
                .write();
        assertEquals(
                new Doubt(
                        Subject.COMPLETE,
                        second,
                        "some bytes belong to no block that is known, so keys may be missing"),
                report(gap).certainty().doubt().orElseThrow());
        TestFile mixed = TestTable.ofInternalKeys()
                .block("apple")
                .block("cherry")
                .changeIndexEntries(entries -> Collections.swap(entries, 0, 1))
                .write();
        Doubt unordered = report(mixed).certainty().doubt().orElseThrow();
        assertTrue(unordered.detail().contains("so keys may be missing"), unordered.detail());
    }

    @Test
    void aTableWithoutKeysHasNoFormOfKeysToDoubt() throws IOException {
        KeyCertainty certainty =
                report(TestTable.ofInternalKeys().withoutFilter().write()).certainty();
        assertTrue(certainty.isCertain());
        assertFalse(certainty.keyFormat().isPresent());
    }
}
