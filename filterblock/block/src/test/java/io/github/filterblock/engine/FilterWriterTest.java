// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.StoredFilterBlock;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An engine writes what the builder makes from the same calls. */
class FilterWriterTest {
    private static final long FILTER_OFFSET = 9_000;
    private static final BloomFilterPolicy POLICY = BloomFilterPolicy.levelDb(10);
    private static final DatabaseFilters FILTERS = DatabaseFilters.of(POLICY);

    private static byte[] userKey(int number) {
        return number == 0 ? new byte[0] : Bytes.ascii("key" + number);
    }

    /** Writes four blocks of twenty keys. */
    private static ByteBuffer written(DatabaseFilters filters, BiConsumer<FilterWriter, byte[]> adding) {
        FilterWriter writer = filters.newWriter();
        for (int i = 0; i < 80; i++) {
            adding.accept(writer, userKey(i));
            if (i % 20 == 19) {
                writer.blockWritten((i / 20 + 1) * 2_200L);
            }
        }
        long size = writer.sizeInBytes();
        StoredFilterBlock stored = writer.finish(FILTER_OFFSET).orElseThrow();
        assertEquals(size, stored.bytes().remaining());
        assertEquals(new BlockHandle(FILTER_OFFSET, size - 5), stored.handle());
        return stored.bytes();
    }

    private static ByteBuffer expected(int baseLg) {
        FilterBlockBuilder builder = new FilterBlockBuilder(POLICY, baseLg);
        builder.startBlock(0);
        for (int i = 0; i < 80; i++) {
            builder.addKey(userKey(i));
            if (i % 20 == 19) {
                builder.startBlock((i / 20 + 1) * 2_200L);
            }
        }
        return StoredFilterBlock.of(builder, FILTER_OFFSET).bytes();
    }

    @Test
    void allFormsOfAKeyMakeTheSameFilter() {
        ByteBuffer ofWindows = expected(11);
        ByteBuffer ofTable = expected(63);
        for (BiConsumer<FilterWriter, byte[]> adding : WriterForms.ALL) {
            assertEquals(ofWindows, written(FILTERS, adding));
            assertEquals(ofTable, written(FILTERS.wholeTable(), adding));
        }
    }

    static List<DatabaseFilters> families() {
        return EngineFilterTest.families();
    }

    /** A buffer stays where it is. */
    @ParameterizedTest
    @MethodSource("families")
    void keysAreBorrowed(DatabaseFilters family) {
        FilterWriter writer = family.newWriter();
        for (ByteBuffer key : List.of(ByteBuffer.allocate(20), ByteBuffer.allocateDirect(20))) {
            key.put(2, WriterForms.internal(userKey(1))).position(2).limit(14);
            writer.addInternalKey(key);
            writer.addUserKey(key);
            assertEquals(ByteBuffer.wrap(WriterForms.internal(userKey(1))), key);
            assertEquals(2, key.position());
        }
        for (ByteBuf key : List.of(Unpooled.buffer(20), Unpooled.directBuffer(20))) {
            key.writeZero(20).readerIndex(5).writerIndex(7);
            writer.addInternalKeyBuf(key, 2, 12);
            writer.addUserKeyBuf(key, 2, 12);
            assertEquals(5, key.readerIndex());
            assertEquals(7, key.writerIndex());
        }
    }

    /** Behind a key in a pooled buffer or a large array there are other bytes. */
    @ParameterizedTest
    @MethodSource("families")
    void keysThatPassTheirMemoryAreRefused(DatabaseFilters family) {
        FilterWriter writer = family.newWriter();
        for (int[] range : new int[][] {{3, 10}, {12, 1}, {13, 0}, {-1, 9}, {Integer.MAX_VALUE, 8}}) {
            int from = range[0];
            int length = range[1];
            assertThrows(IndexOutOfBoundsException.class, () -> writer.addUserKey(new byte[12], from, length));
            for (ByteBuf key : List.of(
                    Unpooled.wrappedBuffer(new byte[24]).slice(4, 12),
                    Unpooled.directBuffer(24).slice(4, 12),
                    Unpooled.wrappedBuffer(new byte[24]).slice(4, 12).readerIndex(12))) {
                assertThrows(IndexOutOfBoundsException.class, () -> writer.addUserKeyBuf(key, from, length));
                assertThrows(RuntimeException.class, () -> writer.addInternalKeyBuf(key, from, length));
            }
        }
        assertEquals(family.newWriter().sizeInBytes(), writer.sizeInBytes(), "no key was added");
    }

    @Test
    void aLevelMayHaveItsOwnPolicy() {
        FilterWriter writer = DatabaseFilters.withoutPolicy().newWriter(BloomFilterPolicy.levelDb117Signed(5));
        byte[] key = userKey(1);
        writer.addUserKey(key, 0, key.length);
        assertEquals(
                "filter.leveldb.BuiltinBloomFilter",
                new String(writer.finish(0).orElseThrow().metaindexKey(), US_ASCII));
    }

    @Test
    void withoutAPolicyNothingIsWritten() {
        FilterWriter writer = DatabaseFilters.withoutPolicy().newWriter();
        WriterForms.ALL.forEach(adding -> adding.accept(writer, userKey(1)));
        writer.blockWritten(5_000);
        assertEquals(0, writer.sizeInBytes());
        assertEquals(Optional.empty(), writer.finish(5_000));
        assertEquals(Optional.empty(), writer.finish(5_000, EngineTable.footer(5, BlockChecksum.CRC32C, 0)));
    }

    @ParameterizedTest
    @MethodSource("families")
    void internalKeysHaveATag(DatabaseFilters family) {
        FilterWriter writer = family.newWriter();
        ByteBuf eight = Unpooled.buffer(8);
        assertThrows(IllegalArgumentException.class, () -> writer.addInternalKey(new byte[9], 0, 7));
        assertThrows(IllegalArgumentException.class, () -> writer.addInternalKey(ByteBuffer.allocate(7)));
        assertThrows(IllegalArgumentException.class, () -> writer.addInternalKeyBuf(eight, 0, 7));
        assertThrows(IndexOutOfBoundsException.class, () -> writer.addInternalKey(new byte[9], 2, 8));
        assertThrows(IndexOutOfBoundsException.class, () -> writer.addInternalKeyBuf(eight, 1, 8));
    }

    @ParameterizedTest
    @MethodSource("families")
    void aFinishedFilterTakesNoKeys(DatabaseFilters family) {
        FilterWriter writer = family.newWriter();
        writer.addUserKey(userKey(1), 0, 4);
        writer.finish(5_000);
        assertThrows(IllegalStateException.class, () -> writer.finish(5_000));
        WriterForms.ALL.forEach(
                form -> assertThrows(IllegalStateException.class, () -> form.accept(writer, userKey(2))));
    }

    @Test
    void blocksOfAFileAscend() {
        FilterWriter writer = FILTERS.newWriter();
        writer.blockWritten(5_000);
        assertThrows(IllegalArgumentException.class, () -> writer.blockWritten(1_000));
    }
}
