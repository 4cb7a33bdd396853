// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.analysis.FilterIdentification.Trust;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whether an index and its data blocks belong together; only then may a key be searched by the index. */
@Tag("TF-11")
class IndexConsistencyTest {
    private final IndexConsistency fit = new IndexConsistency(1000, 10);
    private final KeyStatistics evidence = new KeyStatistics(KeyStatistics.LEVELDB_MAX_KIND);
    private long offset;

    private static IndexEntry entry(String key, long offset, long size) {
        return new IndexEntry(key.getBytes(US_ASCII), new BlockHandle(offset, size));
    }

    private void block(String separator, String... keys) {
        IndexEntry entry = entry(separator, offset, 20);
        offset += 25;
        fit.place(entry.handle());
        for (int i = 0; i < keys.length; i++) {
            byte[] key = keys[i].getBytes(US_ASCII);
            evidence.key(key, key.length);
            if (i == 0) {
                fit.firstKey(key, key.length);
            }
            if (i == keys.length - 1) {
                fit.lastKey(entry, key, key.length);
            }
        }
        if (keys.length == 0) {
            fit.empty();
        }
    }

    private void assertFit(boolean contradicts, boolean misleads, boolean parts) {
        assertEquals(contradicts, fit.contradicts(evidence), "contradicts");
        assertEquals(misleads, fit.misleads(evidence), "misleads");
        assertEquals(parts, fit.parts(KeyFormat.WHOLE_KEY), "parts");
    }

    @Test
    void separatorsBetweenTheirBlocksFit() {
        block("b", "a", "b");
        block("d", "c");
        block("zz", "e", "z");
        assertFit(false, false, true);
    }

    @Test
    void aSeparatorBelowItsBlocksLastKeyContradicts() {
        block("a", "a", "b");
        assertFit(true, true, false);
    }

    @Test
    void aSeparatorAboveTheNextBlocksFirstKeyContradicts() {
        block("d", "a", "b");
        block("e", "c");
        assertFit(true, true, false);
    }

    @Test
    void aSeparatorThatIsTheNextBlocksFirstKeyAndNoLastKeyContradicts() {
        block("c", "a", "b");
        block("e", "c");
        assertFit(true, true, false);
    }

    @Test
    void damageContradictsWhateverTheKeysAre() {
        block("b", "a", "b");
        fit.damaged();
        assertFit(true, true, false);
    }

    @Test
    void besideAnUnreadableBlockOrderIsNotKnown() {
        fit.unknown();
        block("a", "a", "b");
        assertFit(false, false, false);
    }

    @Test
    void anEmptyBlockIsTheOnlyOne() {
        block("a");
        assertFit(false, false, false);
        block("c", "b");
        assertFit(false, true, false);
    }

    @Test
    void keysOfAnotherComparatorContradictNothing() {
        block("c", "z", "a");
        block("b", "y");
        assertFit(false, false, false);
    }

    private static TestTable table() {
        TestTable table = TestTable.ofWholeKeys();
        for (String key : List.of("a", "b", "c", "d", "e", "f")) {
            table.block(key + "1", key + "2");
        }
        return table;
    }

    private static Trust trust(UnaryOperator<List<Entry>> change) throws IOException {
        TestTable table = table().changeIndexEntries(entries -> {
            List<Entry> changed = change.apply(new ArrayList<>(entries));
            entries.clear();
            entries.addAll(changed);
        });
        try (TableFile file = table.write().open()) {
            return TableReport.of(file).identification().trust();
        }
    }

    @Test
    void handlesThatDoNotAscendMislead() throws IOException {
        assertEquals(Trust.TRUSTED, trust(entries -> entries));
        assertEquals(
                Trust.INCONSISTENT_INDEX,
                trust(entries -> {
                    byte[] third = entries.get(2).value();
                    entries.set(
                            2, new Entry(entries.get(2).key(), entries.get(3).value()));
                    entries.set(3, new Entry(entries.get(3).key(), third));
                    return entries;
                }),
                "handles that step back");
        assertEquals(
                Trust.INCONSISTENT_INDEX,
                trust(entries -> {
                    entries.set(5, new Entry(entries.get(5).key(), new BlockHandle(1 << 20, 9).encode()));
                    return entries;
                }),
                "a handle that leads out of the file");
    }

    @Test
    void aSeparatorThatDoesNotFitMisleads() throws IOException {
        assertEquals(Trust.INCONSISTENT_INDEX, trust(entries -> {
            entries.set(2, new Entry("c0".getBytes(US_ASCII), entries.get(2).value()));
            return entries;
        }));
    }
}
