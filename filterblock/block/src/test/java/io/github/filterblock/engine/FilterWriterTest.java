// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.StoredFilterBlock;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

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

    /** A buffer stays where it is. */
    @Test
    void keysAreBorrowed() {
        ByteBuffer key = ByteBuffer.wrap(WriterForms.within(WriterForms.internal(userKey(1))), 2, 12);
        FILTERS.newWriter().addInternalKey(key);
        FILTERS.newWriter().addUserKey(key);
        assertEquals(ByteBuffer.wrap(WriterForms.internal(userKey(1))), key);
        assertEquals(2, key.position());
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
    }

    @Test
    void wrongCallsAreRefused() {
        FilterWriter writer = FILTERS.newWriter();
        ByteBuf eight = Unpooled.buffer(8);
        assertThrows(IllegalArgumentException.class, () -> writer.addInternalKey(new byte[9], 0, 7));
        assertThrows(IllegalArgumentException.class, () -> writer.addInternalKey(ByteBuffer.allocate(7)));
        assertThrows(IllegalArgumentException.class, () -> writer.addInternalKeyBuf(eight, 0, 7));
        assertThrows(IndexOutOfBoundsException.class, () -> writer.addInternalKey(new byte[9], 2, 8));
        assertThrows(IndexOutOfBoundsException.class, () -> writer.addInternalKeyBuf(eight, 1, 8));
        writer.blockWritten(5_000);
        assertThrows(IllegalArgumentException.class, () -> writer.blockWritten(1_000));
        writer.finish(5_000);
        assertThrows(IllegalStateException.class, () -> writer.finish(5_000));
    }
}
