// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.testdata.ByteBufKind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** That a table writer gets exactly the bytes that the original writers stored. */
@Tag("TF-4")
@Tag("TF-8")
@Tag("TF-10")
class StoredFilterBlockTest {
    private static final int TRAILER = 5;

    private static FilterBlockBuilder small() {
        FilterBlockBuilder builder = new FilterBlockBuilder(BloomFilterPolicy.levelDb(10));
        builder.startBlock(0);
        builder.addKey(new byte[] {'a'});
        return builder;
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"READ_ONLY", "MAPPED"})
    void everyWritableBufferGetsTheSameBytesAndNoOthers(ByteBufKind kind) {
        byte[] content = new byte[60];
        Arrays.fill(content, (byte) 0x77);
        ByteBuf dst = kind.of(content);
        int reader = dst.readerIndex();
        dst.writerIndex(reader + 9);
        StoredFilterBlock stored = StoredFilterBlock.write(small(), 4096, dst);
        assertEquals(reader + 9 + 18 + TRAILER, dst.writerIndex());
        assertEquals(reader, dst.readerIndex());
        assertEquals(1, dst.refCnt());
        byte[] block = TestBlocks.withTrailer(Bytes.hex("08102040800001000600000000090000000b"), 0);
        System.arraycopy(block, 0, content, 9, block.length);
        assertArrayEquals(content, ByteBufUtil.getBytes(dst, reader, content.length));
        assertEquals(ByteBufKind.GUARD, dst.getByte(reader - 1));
        assertEquals(ByteBufKind.GUARD, dst.getByte(reader + content.length));
        assertEquals(new BlockHandle(4096, 18), stored.handle());
        StoredFilterBlock inMemory = StoredFilterBlock.of(small(), 4096);
        assertEquals(stored.handle(), inMemory.handle());
        assertEquals(ByteBuffer.wrap(block), inMemory.bytes());
        assertTrue(inMemory.bytes().isReadOnly());
        inMemory.bytes().position(9);
        assertEquals(ByteBuffer.wrap(block), inMemory.bytes(), "a new view each time");
        stored.metaindexKey()[0] = 0;
        stored.metaindexValue()[0] = 0;
        assertEquals("filter." + TestTable.LEVELDB, new String(stored.metaindexKey(), ISO_8859_1));
        assertEquals("802012", Bytes.toHex(stored.metaindexValue()));
        dst.release();
    }

    @Test
    void aBufferThatCannotGrowFarEnoughIsUnchanged() {
        FilterBlockBuilder builder = small();
        byte[] tooSmall = new byte[22];
        ByteBuf dst = Unpooled.wrappedBuffer(tooSmall).clear();
        assertThrows(IndexOutOfBoundsException.class, () -> StoredFilterBlock.write(builder, 0, dst));
        assertEquals(0, dst.writerIndex());
        assertArrayEquals(new byte[22], tooSmall);
        ByteBuf enough = Unpooled.wrappedBuffer(new byte[23]).clear();
        StoredFilterBlock.write(builder, 0, enough);
        assertEquals(23, enough.writerIndex());
    }

    @Test
    void wrongCallsAreRefusedBeforeAnythingIsWritten() {
        FilterBlockBuilder unnamed =
                new FilterBlockBuilder(BloomFilterPolicy.levelDb(10).named("\u20ac"));
        FilterBlockBuilder builder = small();
        ByteBuf dst = Unpooled.buffer();
        assertThrows(IllegalArgumentException.class, () -> StoredFilterBlock.write(unnamed, 0, dst));
        assertThrows(IllegalArgumentException.class, () -> StoredFilterBlock.write(builder, -1, dst));
        assertEquals(0, dst.writerIndex());
        StoredFilterBlock.write(builder, Long.MAX_VALUE, dst);
        assertThrows(IllegalStateException.class, () -> StoredFilterBlock.write(builder, 0, dst));
        assertEquals(23, dst.writerIndex());
    }
}
