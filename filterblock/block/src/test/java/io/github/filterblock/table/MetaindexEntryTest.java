// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.TestBlocks.Entry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("TF-8")
class MetaindexEntryTest {

    private static List<MetaindexEntry> read(Entry... entries) throws IOException {
        TestTable table = TestTable.ofWholeKeys()
                .withoutFilter()
                .changeMetaindexEntries(metaindex -> metaindex.addAll(List.of(entries)));
        try (TableFile file = table.write().open()) {
            return file.metaindex();
        }
    }

    private static Entry entry(String key, String value) {
        return Entry.of(key, Bytes.hex(value));
    }

    /** Entries whose names begin with so many equal bytes, which are stored once. */
    private static List<MetaindexEntry> read(int count, int equal) throws CorruptTableException {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(entry("x".repeat(equal) + String.format("%05d", i), "0000"));
        }
        byte[] block = TestBlocks.entries(entries, equal == 0 ? 1 : count);
        return MetaindexEntry.readAll(KeyValueBlock.wrap(block, "a.ldb", 9), "a.ldb", 9);
    }

    /** 10,000 entries; names and values of 16 KiB more than the block has, and of 1 MiB. */
    @ParameterizedTest
    @CsvSource({"10000, 0, 10001, 0", "7, 2500, 8, 2500", "1, 1048569, 1, 1048570"})
    void aMetaindexIsBounded(int most, int equal, int more, int moreEqual) throws IOException {
        assertEquals(most, read(most, equal).size());
        Refusals.assertRefused(Reason.TOO_LARGE, 9, "more than 10000 entries", () -> read(more, moreEqual));
    }

    @ParameterizedTest
    @CsvSource({
        "filter.leveldb.BuiltinBloomFilter2, leveldb.BuiltinBloomFilter2",
        "filter., ''",
        "filter, ",
        "fullfilter.x, ",
        "Filter.x, ",
        "'', "
    })
    void theNameIsWhatFollowsFilter(String key, String name) throws IOException {
        assertEquals(Optional.ofNullable(name), read(entry(key, "0000")).get(0).policyName());
    }

    @Test
    void keysOfAnyBytesArePrintable() throws IOException {
        String name = "\u001b".repeat(256);
        assertEquals("\\x1b".repeat(256), MetaindexEntry.printable(name));
        assertEquals("\\x1b".repeat(256) + "... (257 bytes)", MetaindexEntry.printable(name + "a"));
        byte[] key = new byte[256];
        StringBuilder printable = new StringBuilder();
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) i;
            printable.append(i >= ' ' && i <= '~' ? "" + (char) i : String.format("\\x%02x", i));
        }
        MetaindexEntry entry = read(new Entry(key, new byte[2])).get(0);
        assertEquals(new String(key, ISO_8859_1), entry.key());
        assertEquals(printable.toString(), entry.printableKey());
    }

    @Test
    void keysAreMadeFromNames() {
        for (String name : List.of(TestTable.LEVELDB, "", "\u00ff")) {
            assertArrayEquals(("filter." + name).getBytes(ISO_8859_1), MetaindexEntry.keyOf(name));
        }
        assertThrows(IllegalArgumentException.class, () -> MetaindexEntry.keyOf("\u0100"));
    }

    @Test
    void entriesAreEqualByKeyAndValue() throws IOException {
        MetaindexEntry cut = read(entry("stats", "80")).get(0);
        assertEquals(Optional.empty(), cut.handle());
        assertEquals("stats without a handle", cut.toString());
        MetaindexEntry whole = read(entry("filter.b", "3a12")).get(0);
        assertEquals(Optional.of(new BlockHandle(58, 18)), whole.handle());
        assertArrayEquals(new byte[] {0x3a, 0x12}, whole.value());
        assertEquals("filter.b [58, 18]", whole.toString());
        Entry[] three = {entry("a", "0000"), entry("a", "0001"), entry("b", "0000")};
        List<MetaindexEntry> entries = read(three);
        assertEquals(entries, read(three));
        assertEquals(entries.hashCode(), read(three).hashCode());
        assertNotEquals(entries.get(0), entries.get(1));
        assertNotEquals(entries.get(0), entries.get(2));
        Arrays.fill(entries.get(0).value(), (byte) 1);
        assertEquals(entries, read(three));
    }
}
