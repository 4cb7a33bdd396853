// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.table.TestBlocks.Entry;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }

    @Test
    void theNameIsWhatFollowsFilter() throws IOException {
        List<MetaindexEntry> entries = read(
                Entry.of("filter.leveldb.BuiltinBloomFilter2", hex("0000")),
                Entry.of("filter.", hex("0000")),
                Entry.of("filter", hex("0000")),
                Entry.of("fullfilter.x", hex("0000")),
                Entry.of("Filter.x", hex("0000")),
                Entry.of("", hex("0000")));
        assertEquals(
                List.of(
                        Optional.of("leveldb.BuiltinBloomFilter2"),
                        Optional.of(""),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                entries.stream().map(MetaindexEntry::policyName).toList());
    }

    @Test
    void keysOfAnyBytesArePrintable() throws IOException {
        String name = "\u001b".repeat(256);
        assertEquals("\\x1b".repeat(256), MetaindexEntry.printable(name));
        assertEquals("\\x1b".repeat(256) + "... (257 bytes)", MetaindexEntry.printable(name + "a"));
        byte[] key = new byte[256];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) i;
        }
        MetaindexEntry entry = read(new Entry(key, hex("0000"))).get(0);
        assertEquals(new String(key, ISO_8859_1), entry.key());
        String printable = entry.printableKey();
        assertEquals(95 + 4 * (256 - 95), printable.length());
        assertEquals("\\x00\\x01", printable.substring(0, 8));
        assertEquals("\\x1f !\"", printable.substring(31 * 4, 31 * 4 + 7));
        assertEquals("~\\x7f\\x80", printable.substring(printable.indexOf('~'), printable.indexOf('~') + 9));
        assertEquals("\\xff", printable.substring(printable.length() - 4));
    }

    @Test
    void keysAreMadeFromNames() {
        assertArrayEquals(
                "filter.leveldb.BuiltinBloomFilter2".getBytes(ISO_8859_1), MetaindexEntry.keyOf(TestTable.LEVELDB));
        assertArrayEquals("filter.".getBytes(ISO_8859_1), MetaindexEntry.keyOf(""));
        assertArrayEquals(new byte[] {'f', 'i', 'l', 't', 'e', 'r', '.', (byte) 0xff}, MetaindexEntry.keyOf("\u00ff"));
        assertThrows(IllegalArgumentException.class, () -> MetaindexEntry.keyOf("\u0100"));
    }

    @Test
    void entriesAreEqualByKeyAndValue() throws IOException {
        MetaindexEntry cut = read(Entry.of("stats", hex("80"))).get(0);
        assertEquals(Optional.empty(), cut.handle());
        assertEquals("stats without a handle", cut.toString());
        MetaindexEntry whole = read(Entry.of("filter.b", hex("3a12"))).get(0);
        assertEquals(Optional.of(new BlockHandle(58, 18)), whole.handle());
        assertArrayEquals(hex("3a12"), whole.value());
        assertEquals("filter.b [58, 18]", whole.toString());
        List<MetaindexEntry> entries =
                read(Entry.of("a", hex("0000")), Entry.of("a", hex("0001")), Entry.of("b", hex("0000")));
        List<MetaindexEntry> again =
                read(Entry.of("a", hex("0000")), Entry.of("a", hex("0001")), Entry.of("b", hex("0000")));
        assertEquals(entries, again);
        assertEquals(entries.hashCode(), again.hashCode());
        assertNotEquals(entries.get(0), entries.get(1));
        assertNotEquals(entries.get(0), entries.get(2));
        assertNotEquals("a", entries.get(0).toString());
        entries.get(0).value()[0] = 1;
        assertEquals(entries, again);
    }
}
