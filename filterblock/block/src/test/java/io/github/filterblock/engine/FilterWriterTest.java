// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterPolicy;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.StoredFilterBlock;
import io.github.filterblock.table.TestTable;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** An engine writes what the builder makes from the same calls. */
class FilterWriterTest {
    private static final long FILTER_OFFSET = 9_000;

    private static byte[] userKey(int number) {
        return ("key" + number).getBytes(US_ASCII);
    }

    /** Writes four blocks of twenty keys. */
    private static StoredFilterBlock write(DatabaseFilters filters, BiConsumer<FilterWriter, byte[]> adding) {
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
        return stored;
    }

    private static byte[] expected(FilterPolicy policy, int baseLg) {
        FilterBlockBuilder builder = new FilterBlockBuilder(policy, baseLg);
        builder.startBlock(0);
        for (int i = 0; i < 80; i++) {
            builder.addKey(userKey(i));
            if (i % 20 == 19) {
                builder.startBlock((i / 20 + 1) * 2_200L);
            }
        }
        return bytes(StoredFilterBlock.of(builder, FILTER_OFFSET));
    }

    private static byte[] bytes(StoredFilterBlock stored) {
        byte[] bytes = new byte[stored.bytes().remaining()];
        stored.bytes().get(bytes);
        return bytes;
    }

    private static byte[] internal(byte[] userKey) {
        return TestTable.internalKey(userKey, 7, 1);
    }

    @Test
    void allFormsOfAKeyMakeTheSameFilter() {
        BloomFilterPolicy policy = BloomFilterPolicy.levelDb(10);
        DatabaseFilters filters = DatabaseFilters.of(policy);
        byte[] expected = expected(policy, 11);
        assertArrayEquals(
                expected(policy, 63),
                bytes(write(filters.onePerTable(), (writer, key) -> writer.addUserKey(key, 0, key.length))));
        assertArrayEquals(expected, bytes(write(filters, (writer, key) -> writer.addUserKey(key, 0, key.length))));
        assertArrayEquals(expected, bytes(write(filters, (writer, key) -> writer.addUserKey(ByteBuffer.wrap(key)))));
        assertArrayEquals(
                expected,
                bytes(write(filters, (writer, key) -> writer.addInternalKey(internal(key), 0, key.length + 8))));
        assertArrayEquals(
                expected,
                bytes(write(filters, (writer, key) -> writer.addInternalKey(ByteBuffer.wrap(internal(key))))));
        assertArrayEquals(
                expected,
                bytes(write(
                        filters,
                        (writer, key) -> writer.addInternalKey(
                                ByteBuffer.allocateDirect(key.length + 8).put(0, internal(key))))));
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
        byte[] key = internal(userKey(1));
        writer.addInternalKey(key, 0, key.length);
        writer.addUserKey(ByteBuffer.wrap(key));
        writer.blockWritten(5_000);
        assertEquals(0, writer.sizeInBytes());
        assertEquals(Optional.empty(), writer.finish(5_000));
    }

    @Test
    void wrongCallsAreRefused() {
        FilterWriter writer = DatabaseFilters.of(BloomFilterPolicy.levelDb(10)).newWriter();
        assertThrows(IllegalArgumentException.class, () -> writer.addInternalKey(new byte[9], 0, 7));
        assertThrows(IllegalArgumentException.class, () -> writer.addInternalKey(ByteBuffer.allocate(7)));
        assertThrows(IndexOutOfBoundsException.class, () -> writer.addInternalKey(new byte[9], 2, 8));
        writer.blockWritten(5_000);
        assertThrows(IllegalArgumentException.class, () -> writer.blockWritten(1_000));
        writer.finish(5_000);
        assertThrows(IllegalStateException.class, () -> writer.finish(5_000));
    }

    /** Of nothing but a tag, and from the middle of a buffer, which stays where it is. */
    @Test
    void theTagOfAnInternalKeyIsNoPartOfTheKey() {
        DatabaseFilters filters = DatabaseFilters.of(BloomFilterPolicy.levelDb(10));
        FilterWriter user = filters.newWriter();
        user.addUserKey(new byte[0], 0, 0);
        user.addUserKey(userKey(1), 0, 4);
        FilterWriter internal = filters.newWriter();
        internal.addInternalKey(new byte[8], 0, 8);
        ByteBuffer buffer = ByteBuffer.allocate(30)
                .position(7)
                .put(internal(userKey(1)))
                .flip()
                .position(7);
        internal.addInternalKey(buffer);
        assertEquals(7, buffer.position());
        assertArrayEquals(
                bytes(user.finish(FILTER_OFFSET).orElseThrow()),
                bytes(internal.finish(FILTER_OFFSET).orElseThrow()));
    }
}
