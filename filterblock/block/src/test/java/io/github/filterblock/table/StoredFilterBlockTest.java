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
import io.github.filterblock.testdata.ByteBufKind;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.CorpusTable.FilterOracle;
import io.github.filterblock.testdata.CorpusTable.MetaindexEntry;
import io.github.filterblock.testdata.RebuildCase;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

/** That a table writer gets exactly the bytes that the original writers stored. */
@Tag("TF-4")
@Tag("TF-8")
@Tag("TF-10")
class StoredFilterBlockTest {
    private static final int TRAILER = 5;

    /** Golden tables of LevelDB's present policy whose calls were recorded, with those calls. */
    static Stream<RebuildCase> rebuilds() {
        return Corpus.bundled().rebuilds().stream()
                .filter(rebuild -> rebuild.policyName().equals("bloom"))
                .filter(rebuild -> table(rebuild)
                        .flatMap(CorpusTable::filter)
                        .flatMap(FilterOracle::policy)
                        .filter(TestTable.LEVELDB::equals)
                        .isPresent());
    }

    private static Optional<CorpusTable> table(RebuildCase rebuild) {
        return Corpus.bundled().tables().stream()
                .filter(table -> rebuild.table()
                        .equals(Optional.of(table.path().getFileName().toString())))
                .findFirst();
    }

    @ParameterizedTest
    @MethodSource("rebuilds")
    void blocksAndEntriesOfGoldenTablesAreWrittenAgain(RebuildCase rebuild) {
        CorpusTable table = table(rebuild).orElseThrow();
        var place = table.filter().flatMap(FilterOracle::handle).orElseThrow();
        byte[] expected = Arrays.copyOfRange(
                table.bytes(), (int) place.offset(), (int) (place.offset() + place.size()) + TRAILER);
        FilterBlockBuilder builder =
                new FilterBlockBuilder(BloomFilterPolicy.levelDb(rebuild.bitsPerKey()), rebuild.baseLg());
        rebuild.plan().replay(builder::startBlock, builder::addKey);
        ByteBuf written = Unpooled.buffer();
        StoredFilterBlock stored = StoredFilterBlock.write(builder, place.offset(), written);
        assertArrayEquals(expected, ByteBufUtil.getBytes(written));
        builder.reset();
        rebuild.plan().replay(builder::startBlock, builder::addKey);
        StoredFilterBlock inMemory = StoredFilterBlock.of(builder, place.offset());
        assertEquals(ByteBuffer.wrap(expected), inMemory.bytes());
        assertEquals(ByteBuffer.wrap(expected), inMemory.bytes(), "a new view each time");
        assertTrue(inMemory.bytes().isReadOnly());
        assertEquals(stored.handle(), inMemory.handle());
        assertEquals(new BlockHandle(place.offset(), place.size()), stored.handle());
        MetaindexEntry entry = table.layout().metaindex().items().get(0);
        assertEquals(entry.key(), new String(stored.metaindexKey(), ISO_8859_1));
        // pcmind pads the handle, and everything behind it is ignored (TF-2)
        assertArrayEquals(Arrays.copyOf(stored.metaindexValue(), entry.value().length), entry.value());
    }

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
        byte[] block = TestBlocks.withTrailer(HexFormat.of().parseHex("08102040800001000600000000090000000b"), 0);
        System.arraycopy(block, 0, content, 9, block.length);
        assertArrayEquals(content, ByteBufUtil.getBytes(dst, reader, content.length));
        assertEquals(ByteBufKind.GUARD, dst.getByte(reader - 1));
        assertEquals(ByteBufKind.GUARD, dst.getByte(reader + content.length));
        assertEquals(new BlockHandle(4096, 18), stored.handle());
        stored.metaindexKey()[0] = 0;
        stored.metaindexValue()[0] = 0;
        assertEquals("filter." + TestTable.LEVELDB, new String(stored.metaindexKey(), ISO_8859_1));
        assertEquals("802012", HexFormat.of().formatHex(stored.metaindexValue()));
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
