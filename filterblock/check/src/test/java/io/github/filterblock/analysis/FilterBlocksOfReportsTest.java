// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.Packing;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where a report places a filter block, which other filters it names, and how many damaged blocks it keeps. */
class FilterBlocksOfReportsTest {
    private static TableReport report(TestFile file) throws IOException {
        try (TableFile table = file.open()) {
            return TableReport.of(table);
        }
    }

    private static BlockFilter filter(TestFile file) throws IOException {
        return report(file).filter(BlockFilter.class).orElseThrow();
    }

    private static TestTable table() {
        return TestTable.ofWholeKeys().block("apple", "banana");
    }

    @Test
    void onlyBytesOfARawBlockHaveAPlaceInTheFile() throws IOException {
        TestFile raw = table().write();
        LocatedFilterBlock stored = filter(raw).stored();
        assertEquals(OptionalLong.of(raw.filter().orElseThrow().offset() + 3), stored.fileOffset(3));
        assertEquals(raw.filter().orElseThrow() + ", stored raw, checksum ok", stored.toString());
        TestFile packed = table().changeFilter(1, Packing.SNAPPY::pack).write();
        LocatedFilterBlock compressed = filter(packed).stored();
        assertEquals(OptionalLong.empty(), compressed.fileOffset(3));
        assertEquals(packed.filter().orElseThrow() + ", block type 1, checksum ok", compressed.toString());
    }

    @Test
    void aFilterIsTestedByTheKeysOfItsTable() throws IOException {
        assertTrue(filter(table().write()).isTested());
        assertFalse(filter(TestTable.ofWholeKeys().write()).isTested(), "no key");
        TestTable unknown = table().changeFilter(0xfe, block -> block);
        assertFalse(filter(unknown.write()).isTested(), "an unknown compression");
    }

    @Test
    @Tag("TF-13")
    void theFiltersThatDoNotAnswerAreNamedInTheOrderOfTheFile() throws IOException {
        TestTable several = table().changeMetaindexEntries(entries -> {
            entries.add(0, Entry.of("filter.a.mine", new byte[] {0, 0}));
            entries.add(Entry.of("fullfilter.other", new byte[] {0, 0}));
            entries.add(Entry.of("not.a.filter", new byte[] {0, 0}));
        });
        assertEquals(
                List.of("filter.a.mine", "fullfilter.other"),
                report(several.write()).otherFilters().stream()
                        .map(entry -> entry.key())
                        .toList());
        assertEquals(List.of(), report(table().write()).otherFilters());
    }

    /** All are counted; of those that are kept, the first ones are. */
    @Test
    @Tag("TF-4")
    void aThousandDamagedBlocksAreKeptAndAllAreCounted() throws IOException {
        TestTable many = TestTable.ofWholeKeys();
        for (byte[] key : TestKeys.ascii(0, Findings.USUAL_LIMIT + 100)) {
            many.block(key);
        }
        TestFile sound = many.write();
        byte[] bytes = sound.bytes(); // changed in place
        for (BlockHandle block : sound.data()) {
            bytes[(int) block.offset()] ^= 1;
        }
        TableVerification verified = TableVerification.of(sound.open());
        assertEquals(Findings.USUAL_LIMIT + 100, verified.findings().count());
        assertEquals(Findings.USUAL_LIMIT, verified.findings().first().size());
        for (int i = 0; i < Findings.USUAL_LIMIT; i++) {
            assertEquals(Rule.TF_4, verified.findings().first().get(i).rule());
            assertEquals(
                    sound.data().get(i).offset(),
                    verified.findings().first().get(i).offset());
        }
    }

    @Test
    void formatsOfKeysHaveNames() {
        for (KeyFormat format : KeyFormat.values()) {
            assertEquals(format, KeyFormat.withId(format.id()));
        }
        String message = assertThrows(IllegalArgumentException.class, () -> KeyFormat.withId("internal"))
                .getMessage();
        assertEquals("'internal' is not a key format; choose whole-key or user-key", message);
    }
}
