// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.source.TableSource;
import io.github.filterblock.testdata.ByteBufKind;
import io.netty.buffer.ByteBuf;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That a table is the same wherever its bytes lie, and that every source gives back what it took. */
class TableSourceTest {
    private static final TestFile WRITTEN =
            TestTable.ofWholeKeys().block("apple", "plum").valueLength(3000).write();
    private static final byte[] TABLE = WRITTEN.bytes();
    private static final byte[] PLUM = {'p', 'l', 'u', 'm'};

    @TempDir
    Path directory;

    private static void assertSameTable(TableFile table) throws IOException {
        assertEquals(WRITTEN.metaindex(), table.footer().metaindex());
        assertEquals(TABLE.length, table.size());
        assertEquals(1, table.metaindex().size());
        assertEquals(
                WRITTEN.data(), table.index().stream().map(IndexEntry::handle).toList());
        TableFilter reader = table.openFilter().orElseThrow();
        assertTrue(reader.keyMayMatch(0, PLUM));
        assertFalse(reader.keyMayMatch(0, new byte[] {'n', 'o', 'n', 'e'}));
        assertThrows(EOFException.class, () -> table.blocks().readBytes(TABLE.length - 1, new byte[2], 0, 2));
    }

    private Path file(byte[] bytes) throws IOException {
        return Files.write(directory.resolve("a.ldb"), bytes);
    }

    @Test
    void aTableIsReadFromAFile() throws IOException {
        Path file = file(TABLE);
        try (TableFile table = TableFile.open(file)) {
            assertSameTable(table);
            assertEquals(file.toString(), table.name());
        }
        Files.delete(file);
    }

    @Test
    void aTableIsReadFromAnyByteBuffer() throws IOException {
        ByteBuffer direct = ByteBuffer.allocateDirect(TABLE.length + 20);
        direct.position(13).put(TABLE).limit(direct.position()).position(13);
        for (ByteBuffer buffer :
                List.of(ByteBuffer.wrap(TABLE), direct, direct.duplicate().asReadOnlyBuffer())) {
            int position = buffer.position();
            TableFile table = TableFile.open(TableSource.of(buffer, "buffer"));
            assertEquals(position, buffer.position());
            buffer.position(buffer.limit());
            assertSameTable(table);
            assertEquals("buffer", table.name());
            table.close();
            assertSameTable(table);
            assertThrows(EOFException.class, () -> table.blocks().readBytes(-1, new byte[2], 0, 1));
            assertThrows(EOFException.class, () -> table.blocks().readBytes(Long.MAX_VALUE, new byte[2], 0, 1));
        }
    }

    @Test
    void aBorrowedChannelStaysOpenAndWhereItIs() throws IOException {
        try (FileChannel channel = FileChannel.open(file(TABLE))) {
            channel.position(17);
            TableFile table = TableFile.open(TableSource.of(channel, "channel"));
            assertSameTable(table);
            table.close();
            table.close();
            assertTrue(channel.isOpen());
            assertEquals(17, channel.position());
        }
        try (FileChannel empty = FileChannel.open(file(new byte[0]))) {
            assertThrows(CorruptTableException.class, () -> TableFile.open(TableSource.of(empty, "empty")));
        }
    }

    /** The caller may give up its reference at once; the filter needs neither. */
    @ParameterizedTest
    @EnumSource
    void anOpenTableKeepsItsBufferAlive(ByteBufKind kind) throws IOException {
        ByteBuf buffer = kind.of(TABLE);
        int readerIndex = buffer.readerIndex();
        TableFile table = TableFile.open(TableSource.retaining(buffer, "buffer"));
        assertEquals("buffer", table.name());
        assertEquals(2, buffer.refCnt());
        buffer.release();
        assertSameTable(table);
        assertEquals(readerIndex, buffer.readerIndex());
        TableFilter reader = table.openFilter().orElseThrow();
        table.close();
        table.close();
        assertEquals(0, buffer.refCnt());
        assertTrue(reader.keyMayMatch(0, PLUM));
    }

    @ParameterizedTest
    @EnumSource
    void aFailingOpenLeavesTheBufferAsItWas(ByteBufKind kind) {
        byte[] endless = TABLE.clone();
        Arrays.fill(endless, endless.length - 48, endless.length - 8, (byte) 0x80);
        for (byte[] bad : new byte[][] {{}, new byte[47], new byte[48], endless}) {
            ByteBuf buffer = kind.of(bad);
            int readerIndex = buffer.readerIndex();
            assertThrows(CorruptTableException.class, () -> TableFile.open(TableSource.retaining(buffer, "bad")));
            assertEquals(1, buffer.refCnt());
            assertEquals(readerIndex, buffer.readerIndex());
            assertEquals(bad.length, buffer.readableBytes());
            buffer.release();
        }
    }

    @ParameterizedTest
    @EnumSource
    void readingBeyondTheEndIsAnEndOfFile(ByteBufKind kind) throws IOException {
        ByteBuf buffer = kind.of(new byte[] {1, 2, 3, 4});
        try (TableSource source = TableSource.retaining(buffer, "four bytes")) {
            byte[] dst = new byte[4];
            source.read(1, dst, 2, 2);
            assertArrayEquals(new byte[] {0, 0, 2, 3}, dst);
            source.read(4, dst, 0, 0);
            assertThrows(EOFException.class, () -> source.read(3, dst, 0, 2));
            assertThrows(EOFException.class, () -> source.read(5, dst, 0, 0));
            assertThrows(EOFException.class, () -> source.read(Long.MAX_VALUE, dst, 0, 1));
            assertEquals(4, source.size());
        }
        buffer.release();
    }

    /** Even if somebody else still has the buffer: what is closed gives the same answer in every case. */
    @ParameterizedTest
    @EnumSource
    void aClosedSourceReadsNothing(ByteBufKind kind) throws IOException {
        ByteBuf buffer = kind.of(new byte[] {1, 2, 3, 4});
        TableSource source = TableSource.retaining(buffer, "four bytes");
        source.close();
        byte[] dst = new byte[4];
        assertThrows(ClosedChannelException.class, () -> source.read(0, dst, 0, 4));
        assertArrayEquals(new byte[4], dst);
        assertEquals(1, buffer.refCnt());
        buffer.release();
    }

    /** Why the table cannot be opened is not hidden by what comes after. */
    @Test
    void aSourceThatCannotBeClosedEitherIsASuppressedTrouble() {
        TableSource broken = new FailingSource(TableSource.of(ByteBuffer.allocate(7), "broken"), 0);
        CorruptTableException e = assertThrows(CorruptTableException.class, () -> TableFile.open(broken));
        assertEquals("cannot be closed", e.getSuppressed()[0].getMessage());
    }

    @Test
    void aFileThatIsCutShortMeanwhileIsAnEndOfFile() throws IOException {
        Path path = file(TABLE);
        try (TableFile table = TableFile.open(path)) {
            Files.write(path, Arrays.copyOf(TABLE, 10));
            IOException e = assertThrows(IOException.class, table::metaindex);
            assertTrue(e.getMessage().contains(path.toString()), e.getMessage());
        }
        try (TableSource source = TableSource.of(path)) {
            assertThrows(EOFException.class, () -> source.read(5, new byte[10], 0, 10));
        }
    }
}
