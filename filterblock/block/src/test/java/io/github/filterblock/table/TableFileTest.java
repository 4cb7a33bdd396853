// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static io.github.filterblock.table.Refusals.assertRefused;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.BlockChecksum.Status;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.HostileTables.Contents;
import io.github.filterblock.table.HostileTables.Part;
import io.github.filterblock.table.TestBlocks.Entry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableFileTest {

    private static TestTable table() {
        return TestTable.ofWholeKeys().block("apple", "plum").block("quince");
    }

    private static String firstKey(TableFile file, BlockHandle data) throws IOException {
        KeyValueBlock.Cursor cursor = file.readEntries(data).cursor();
        assertTrue(cursor.next());
        return cursor.keyText();
    }

    @Test
    @Tag("TF-11")
    void theIndexLeadsToTheDataBlocks() throws IOException {
        TestFile written = table().write();
        try (TableFile file = written.open()) {
            List<IndexEntry> index = file.index();
            IndexEntry first = index.get(0);
            assertEquals(written.data(), index.stream().map(IndexEntry::handle).toList());
            assertEquals("plum", new String(first.key(), US_ASCII));
            assertEquals(index, file.index());
            assertEquals(index.hashCode(), file.index().hashCode());
            assertNotEquals(first, new IndexEntry(new byte[0], first.handle()));
            assertNotEquals(first, new IndexEntry(first.key(), index.get(1).handle()));
            assertEquals("quince", firstKey(file, index.get(1).handle()));
            assertEquals(written.bytes().length, file.size());
            assertEquals("test.ldb", file.name());
        }
    }

    @Test
    @Tag("TF-2")
    void anIndexValueThatHoldsNoHandleIsDamage() throws IOException {
        TestFile written = table().changeIndexEntries(entries ->
                        entries.set(1, Entry.of("z", new byte[] {(byte) 0x80})))
                .write();
        try (TableFile file = written.open()) {
            assertRefused(Reason.BAD_HANDLE, written.index().offset(), "data block 1 ", file::index);
        }
    }

    /** Four gigabytes of blocks of 4 KiB, whose index is a sound one. */
    @Test
    @Tag("TF-11")
    void anIndexOfAMillionEntriesIsRead() throws IOException {
        int blocks = 1_000_000;
        List<Entry> entries = new ArrayList<>(blocks);
        for (int i = 0; i < blocks; i++) {
            byte[] key = ByteBuffer.allocate(16).putLong(8, i).array();
            entries.add(new Entry(key, TestBlocks.handle(i * 4101L, 4096)));
        }
        KeyValueBlock block = KeyValueBlock.wrap(TestBlocks.entries(entries, 1), "large.ldb", 1L << 32);
        IndexEntries.Place place = new IndexEntries.Place("large.ldb", 1L << 32, (1L << 32) + block.length());
        List<IndexEntry> index = IndexReader.entriesOf(block, Optional.empty(), place);
        assertEquals(blocks, index.size());
        for (int i = 0; i < blocks; i += 999) {
            assertEquals(new BlockHandle(i * 4101L, 4096), index.get(i).handle());
            assertEquals(i, ByteBuffer.wrap(index.get(i).key()).getLong(8));
        }
        assertThrows(IndexOutOfBoundsException.class, () -> index.get(blocks));
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
                assertRefused(Reason.CHECKSUM, handle.offset(), () -> file.read(handle));
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
                assertRefused(Reason.OUTSIDE_FILE, handle.offset(), () -> lenient.read(handle));
            }
        }
    }

    /** Names have at most 4 MiB, all else beside the data 16 MiB and the length of the file, however well packed. */
    @ParameterizedTest
    @CsvSource({
        "METAINDEX, 4, '[TOO_LARGE, TOO_LARGE]'",
        "PROPERTIES, 4, '[TOO_LARGE]'",
        "INDEX, 16, '[TOO_LARGE]'",
        "FILTER, 16, '[TOO_LARGE]'"
    })
    @Tag("TF-5")
    void partsBesideTheDataHaveALimit(Part part, int mebibytes, String refusals) throws IOException {
        assertEquals("[]", refusals(part, mebibytes << 20));
        assertEquals(refusals, refusals(part, mebibytes + 1 << 20));
    }

    /** Why the filter of a table with a part of this length is not opened, and what is damage in its structure. */
    private static String refusals(Part part, int length) throws IOException {
        byte[] packed = HostileTables.packed(Contents.RESTARTS, Packing.ZSTD, length);
        byte[] bytes = HostileTables.table(part, packed, Packing.ZSTD);
        TableFile table = TableFile.open(TableSource.of(ByteBuffer.wrap(bytes), "packed"));
        List<Reason> reasons = new ArrayList<>();
        try {
            table.openFilter();
        } catch (CorruptTableException e) {
            reasons.add(e.reason());
        }
        TableStructure structure = table.structure();
        structure.damage().forEach(damage -> reasons.add(damage.reason()));
        structure.propertiesDamage().ifPresent(damage -> reasons.add(damage.reason()));
        return reasons.toString();
    }

    @Test
    @Tag("TF-6")
    void blocksOfAnUnknownTypeAreNotDecoded() throws IOException {
        TestFile written = table().compressData(0xfe, TableFileTest::reversed).write();
        try (TableFile file = written.open()) {
            StoredBlock block = file.read(written.data().get(0));
            assertEquals(0xfe, block.type());
            assertRefused(Reason.UNKNOWN_COMPRESSION, 0, "254", block::contents);
            assertTrue(Reason.UNKNOWN_COMPRESSION.isUndecoded());
        }
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }

    /** A consequence is added where a failure is told on, not where it came from. */
    @Test
    void aFailureWithAConsequenceKeepsItsCause() {
        CorruptTableException failure = new CorruptTableException("a.sst", 7, Reason.OUTSIDE_FILE, "cut");
        failure.initCause(new InternalError("a fault"));
        CorruptTableException both = failure.with("nothing was read");
        assertEquals("a.sst: offset 7: cut; nothing was read", both.getMessage());
        assertEquals(failure.getCause(), both.getCause());
        assertArrayEquals(failure.getStackTrace(), both.getStackTrace());
        assertEquals(
                null,
                new CorruptTableException("a.sst", 7, Reason.CHECKSUM, "bad")
                        .with("so")
                        .getCause());
    }
}
