// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.BlockChecksum.Status;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.TestBlocks.Entry;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TableFileTest {

    private static TestTable table() {
        return TestTable.ofWholeKeys().block("apple", "plum").block("quince");
    }

    @Test
    @Tag("TF-11")
    void theIndexLeadsToTheDataBlocks() throws IOException {
        TestFile written = table().write();
        try (TableFile file = written.open()) {
            List<IndexEntry> index = file.index();
            assertEquals(written.data(), index.stream().map(IndexEntry::handle).toList());
            assertEquals("plum", new String(index.get(0).key(), US_ASCII));
            assertEquals(index, file.index());
            assertEquals(index.hashCode(), file.index().hashCode());
            assertNotEquals(
                    index.get(0), new IndexEntry(new byte[0], index.get(0).handle()));
            assertNotEquals(
                    index.get(0),
                    new IndexEntry(index.get(0).key(), index.get(1).handle()));
            KeyValueBlock.Cursor cursor =
                    file.readEntries(index.get(1).handle()).cursor();
            assertTrue(cursor.next());
            assertEquals("quince", new String(cursor.copyOfKey(), US_ASCII));
            assertEquals(written.bytes().length, file.size());
            assertEquals("test.ldb", file.name());
        }
    }

    @Test
    @Tag("TF-2")
    void anIndexValueThatHoldsNoHandleIsDamage() throws IOException {
        TestTable cut = table().changeIndexEntries(entries ->
                entries.set(1, new Entry(entries.get(1).key(), new byte[] {(byte) 0x80})));
        TestFile written = cut.write();
        try (TableFile file = written.open()) {
            CorruptTableException e = assertThrows(CorruptTableException.class, file::index);
            assertEquals(Reason.BAD_HANDLE, e.reason());
            assertEquals(written.index().offset(), e.offset());
            assertTrue(e.detail().contains("data block 1 "), e.detail());
        }
    }

    @Test
    @Tag("TF-4")
    void everyBlockIsCheckedUnlessToldOtherwise() throws IOException {
        TestFile sound = table().write();
        BlockHandle data = sound.data().get(0);
        try (TableFile file = sound.flipping(data.offset() + data.size()).open()) {
            assertThrows(CorruptTableException.class, () -> file.read(data), "the type byte");
            assertEquals(1, file.ignoringChecksums().read(data).type());
        }
        for (BlockHandle handle : List.of(data, sound.metaindex(), sound.index())) {
            try (TableFile file = sound.flipping(handle.end() - 1).open()) {
                CorruptTableException e = assertThrows(CorruptTableException.class, () -> file.read(handle));
                assertEquals(Reason.CHECKSUM, e.reason());
                assertEquals(handle.offset(), e.offset());
                StoredBlock block = file.ignoringChecksums().read(handle);
                assertEquals(Status.BAD, block.checksum());
                assertEquals(handle, block.handle());
                assertEquals(block.computedChecksum().getAsInt() ^ 1 << 24, block.storedChecksum());
            }
        }
    }

    @Test
    @Tag("TF-5")
    void blocksThatReachBeyondTheFileAreNotRead() throws IOException {
        TestFile written = table().write();
        long size = written.bytes().length;
        try (TableFile file = written.open()) {
            TableFile lenient = file.ignoringChecksums();
            assertEquals(0x8b, lenient.read(new BlockHandle(0, size - 5)).type(), "in the middle of the magic number");
            for (BlockHandle handle : List.of(
                    new BlockHandle(0, size - 4),
                    new BlockHandle(1, size - 5),
                    new BlockHandle(size, 0),
                    new BlockHandle(-1, 0),
                    new BlockHandle(0, -1))) {
                CorruptTableException e = assertThrows(CorruptTableException.class, () -> lenient.read(handle));
                assertEquals(Reason.OUTSIDE_FILE, e.reason());
                assertEquals(handle.offset(), e.offset());
            }
        }
    }

    @Test
    @Tag("TF-6")
    void typesAreReadUnsigned() throws IOException {
        TestTable odd = table().compressData(0xfe, contents -> contents);
        TestFile written = odd.write();
        try (TableFile file = written.open()) {
            StoredBlock block = file.read(written.data().get(0));
            assertEquals(0xfe, block.type());
            CorruptTableException e = assertThrows(CorruptTableException.class, block::contents);
            assertEquals(Reason.UNKNOWN_COMPRESSION, e.reason());
            assertTrue(e.reason().isUnsupported());
            assertTrue(e.detail().contains("254"), e.detail());
        }
    }

    /** An engine that knows its writer brings its own decompressor; it is never called for type 0. */
    @Test
    @Tag("TF-6")
    void aDecompressorOfTheCallersIsAsked() throws IOException {
        TestFile written = table().compressData(0xfe, TableFileTest::reversed).write();
        BlockDecompressor reversing =
                (type, stored, offset, length) -> reversed(Arrays.copyOfRange(stored, offset, offset + length));
        try (TableFile file = written.open().decompressingWith(reversing)) {
            KeyValueBlock.Cursor cursor =
                    file.readEntries(written.data().get(0)).cursor();
            assertTrue(cursor.next());
            assertArrayEquals("apple".getBytes(US_ASCII), cursor.copyOfKey());
            assertEquals(1, file.metaindex().size());
        }
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }
}
