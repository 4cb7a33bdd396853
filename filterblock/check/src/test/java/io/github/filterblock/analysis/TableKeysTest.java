// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** All keys of a table are visited, or it is refused: a filter that is built of fewer would lose keys. */
class TableKeysTest {
    private static TestTable table() {
        return TestTable.ofInternalKeys().block("apple", "banana").block("cherry");
    }

    private static List<String> keys(TestFile written, KeyFormat domain) throws IOException {
        List<String> keys = new ArrayList<>();
        try (TableFile file = written.open()) {
            TableKeys.visit(
                    file,
                    file.structure(),
                    domain,
                    (blockOffset, key, length) -> keys.add(new String(key, 0, length, US_ASCII)));
        }
        return keys;
    }

    @Test
    void keysAreVisitedWithoutTheirTags() throws IOException {
        assertEquals(List.of("apple", "banana", "cherry"), keys(table().write(), KeyFormat.USER_KEY));
        assertEquals(13, keys(table().write(), KeyFormat.WHOLE_KEY).get(0).length());
    }

    private static void assertRefused(Reason reason, BlockHandle where, TestFile written) {
        CorruptTableException e = assertThrows(CorruptTableException.class, () -> keys(written, KeyFormat.USER_KEY));
        assertEquals(reason, e.reason(), e::getMessage);
        assertEquals(where.offset(), e.offset(), e::getMessage);
    }

    @Test
    void aTableIsRefusedAtTheFirstBlockWhoseKeysAreNotKnown() {
        TestFile sound = table().write();
        BlockHandle second = sound.data().get(1);
        assertRefused(Reason.CHECKSUM, second, sound.flipping(second.offset()));
        TestTable untagged = TestTable.ofWholeKeys()
                .block("eight bytes or more")
                .block("short")
                .block("tiny");
        assertRefused(Reason.BAD_ENTRIES, untagged.write().data().get(1), untagged.write());
        byte[] low = TestTable.internalKey(new byte[] {'a'}, 1, 1);
        TestFile misled = table().changeIndexEntries(
                        entries -> entries.set(0, new Entry(low, entries.get(0).value())))
                .write();
        assertRefused(Reason.BAD_ORDER, misled.index(), misled);
    }

    @Test
    void whatIsReadableIsVisitedBesideDamage() throws IOException {
        TestFile sound = table().write();
        List<String> keys = new ArrayList<>();
        try (TableFile file = sound.flipping(sound.data().get(0).offset()).open()) {
            TableReport analysis = TableReport.of(file);
            assertEquals(1, analysis.damageCount());
            TableKeys.visitReadable(
                    file, analysis, (blockOffset, key, length) -> keys.add(new String(key, 0, length, US_ASCII)));
        }
        assertEquals(List.of("cherry"), keys);
    }
}
