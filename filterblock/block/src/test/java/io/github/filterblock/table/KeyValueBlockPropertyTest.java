// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.testdata.contract.FilterBlockArbitraries;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

@Tag("TF-7")
class KeyValueBlockPropertyTest {

    @Provide
    Arbitrary<List<Entry>> entries() {
        return Combinators.combine(FilterBlockArbitraries.keys(), FilterBlockArbitraries.bytes())
                .as((key, value) -> new Entry(key, Arrays.copyOf(value, Math.min(value.length, 20))))
                .list()
                .ofMaxSize(20);
    }

    /** Small numbers, so that many of the bytes are lengths that fit, and a plausible number of restarts. */
    @Provide
    Arbitrary<byte[]> blocks() {
        Arbitrary<byte[]> body = Arbitraries.of(
                        (byte) 0, (byte) 1, (byte) 2, (byte) 3, (byte) 4, (byte) 5, (byte) 0x80, (byte) 0xff)
                .array(byte[].class)
                .ofMaxSize(200);
        Arbitrary<byte[]> restarts = Arbitraries.oneOf(Arbitraries.integers().between(0, 8), Arbitraries.integers())
                .map(TestBlocks::u32);
        return Arbitraries.oneOf(
                FilterBlockArbitraries.bytes(),
                Combinators.combine(body, restarts).as(TestBlocks::join));
    }

    @Property(tries = 300)
    void whatWasWrittenIsRead(@ForAll("entries") List<Entry> entries, @ForAll @IntRange(min = 1, max = 20) int interval)
            throws CorruptTableException {
        KeyValueBlock.Cursor cursor =
                KeyValueBlock.of(TestBlocks.entries(entries, interval), "a", 0).cursor();
        for (Entry entry : entries) {
            assertTrue(cursor.next());
            assertArrayEquals(entry.key(), Arrays.copyOf(cursor.key(), cursor.keyLength()));
            assertArrayEquals(entry.value(), cursor.copyOfValue());
        }
        assertFalse(cursor.next());
    }

    @Property(tries = 3000)
    void anyBytesEndInEntriesOrTheDocumentedException(@ForAll("blocks") byte[] contents) {
        assertEndsWell(contents);
    }

    @Property(tries = 1000)
    void anyFlippedBitEndsInEntriesOrTheDocumentedException(
            @ForAll("entries") List<Entry> entries, @ForAll @IntRange(min = 0) int anyBit) {
        byte[] good = TestBlocks.entries(entries, 4);
        assertEndsWell(TestBlocks.flipped(good, anyBit % (8L * good.length)));
    }

    /** Entries one behind the other, none beyond the block, and then the end or the documented exception. */
    private static void assertEndsWell(byte[] contents) {
        try {
            KeyValueBlock block = KeyValueBlock.of(contents, "a", 7);
            int entriesLimit = contents.length - 4 - 4 * block.restartCount();
            KeyValueBlock.Cursor cursor = block.cursor();
            int nextAtLeast = 0;
            while (cursor.next()) {
                assertTrue(cursor.entryIndex() >= nextAtLeast);
                assertTrue(cursor.sharedLength() <= cursor.keyLength());
                int length = 3 + cursor.keyLength() - cursor.sharedLength() + cursor.copyOfValue().length;
                nextAtLeast = cursor.entryIndex() + length;
                assertTrue(nextAtLeast <= entriesLimit);
            }
        } catch (CorruptTableException e) {
            assertEquals(Reason.BAD_ENTRIES, e.reason());
            assertEquals(7, e.offset());
        }
    }
}
