// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.testdata.ByteBufKind;
import io.github.filterblock.testdata.contract.FilterBlockArbitraries;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The forms in which a key may come; none of them is kept or changed. */
class FilterBlockBuilderKeysTest {
    private static final BloomFilterPolicy POLICY = BloomFilterPolicy.levelDb(10);

    // google/leveldb, table/filter_block_test.cc, SingleChunk; the bytes were run with HEAD.
    private static final String SINGLE_CHUNK = "a14912050c1062480600000000090000000b";
    private static final List<byte[]> KEYS = Bytes.asciiKeys("foo", "bar", "box", "box", "hello");

    private final FilterBlockBuilder builder = new FilterBlockBuilder(POLICY);

    private void assertSingleChunk() {
        assertEquals(SINGLE_CHUNK, Bytes.toHex(Blocks.finish(builder)));
    }

    @Test
    void arrayMayBeReusedAfterEachKey() {
        byte[] reused = new byte[9];
        for (byte[] key : KEYS) {
            Arrays.fill(reused, (byte) 0xa5);
            System.arraycopy(key, 0, reused, 3, key.length);
            builder.addKey(reused, 3, key.length);
        }
        Arrays.fill(reused, (byte) 0);
        assertSingleChunk();
    }

    @Test
    void wholeArrayIsTheKey() {
        KEYS.forEach(builder::addKey);
        assertSingleChunk();
    }

    @Test
    void keysOfOneLengthMayComeTogether() {
        byte[] keys = Bytes.ascii("-foobarboxbox-");
        builder.addKeys(keys, 1, 3, 4);
        builder.addKeys(keys, 0, 3, 0);
        assertThrows(IndexOutOfBoundsException.class, () -> builder.addKeys(keys, 0, 3, 5));
        Arrays.fill(keys, (byte) 0);
        builder.addKeys(Bytes.ascii("hello"), 0, 5, 1);
        assertSingleChunk();
        assertThrows(IllegalStateException.class, () -> builder.addKeys(keys, 0, 3, 4));
    }

    @ParameterizedTest
    @EnumSource
    void bufferMayBeOfAnyKindAndStaysUntouched(ByteBufKind kind) {
        for (byte[] key : KEYS) {
            ByteBuf buffer = kind.of(key);
            Loan loan = new Loan(buffer);
            builder.addKeyBuf(buffer);
            loan.assertReturnedUntouched();
            buffer.release();
        }
        assertSingleChunk();
    }

    @ParameterizedTest
    @EnumSource
    void keyMayLieAnywhereInABufferWhateverItsIndexes(ByteBufKind kind) {
        ByteBuf buffer = kind.of(Bytes.ascii("foobarboxhello"));
        int first = buffer.readerIndex();
        buffer.setIndex(first + 4, first + 5);
        Loan loan = new Loan(buffer);
        builder.addKeyBuf(buffer, first, 3);
        builder.addKeyBuf(buffer, first + 3, 3);
        builder.addKeyBuf(buffer, first + 6, 3);
        builder.addKeyBuf(buffer, first + 6, 3);
        builder.addKeyBuf(buffer, first + 9, 5);
        loan.assertReturnedUntouched();
        buffer.release();
        assertSingleChunk();
    }

    @Test
    void byteBufferMayBeOfAnyKindAndStaysUntouched() {
        for (int form = 0; form < 4; form++) {
            builder.reset();
            for (byte[] key : KEYS) {
                byte[] padded = Bytes.padded(key, 4, 2);
                ByteBuffer whole = form % 2 == 0
                        ? ByteBuffer.wrap(padded)
                        : ByteBuffer.allocateDirect(padded.length).put(0, padded);
                whole.position(1);
                ByteBuffer buffer = form < 2 ? whole.slice() : whole.asReadOnlyBuffer();
                buffer.limit(buffer.limit() - 2).position(buffer.limit() - key.length);
                buffer.order(ByteOrder.LITTLE_ENDIAN).mark();
                ByteBuffer untouched = buffer.duplicate();
                builder.addKey(buffer);
                assertEquals(untouched.position(), buffer.position());
                assertEquals(untouched.limit(), buffer.limit());
                assertEquals(ByteOrder.LITTLE_ENDIAN, buffer.order());
            }
            assertSingleChunk();
        }
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, -1", "0, 9", "8, 1", "9, 0", "1, 2147483647"})
    void keyOutsideItsMemoryIsRefusedAndNotCounted(int index, int length) {
        builder.addKey(Bytes.ascii("foo"));
        long size = builder.sizeInBytes();
        byte[] array = new byte[8];
        ByteBuf heap = Unpooled.wrappedBuffer(array);
        ByteBuf direct = Unpooled.directBuffer(8, 8);
        assertThrows(IndexOutOfBoundsException.class, () -> builder.addKey(array, index, length));
        assertThrows(IndexOutOfBoundsException.class, () -> builder.addKeyBuf(heap, index, length));
        assertThrows(IndexOutOfBoundsException.class, () -> builder.addKeyBuf(direct, index, length));
        direct.release();
        assertEquals(size, builder.sizeInBytes());
    }

    // The copy that a key outside the heap needs is kept, and must not lend its rest to a shorter key.
    @Test
    void shortKeyAfterALongOneIsItself() {
        List<String> keys = List.of("a key of many bytes", "b", "", "another key, longer still, of more bytes", "c");
        FilterBlockBuilder expected = new FilterBlockBuilder(POLICY);
        for (String key : keys) {
            ByteBuf direct = Unpooled.directBuffer().writeBytes(Bytes.ascii(key));
            builder.addKeyBuf(direct);
            builder.addKey(direct.nioBuffer());
            direct.release();
            expected.addKey(Bytes.ascii(key));
            expected.addKey(Bytes.ascii(key));
        }
        assertArrayEquals(Blocks.finish(expected), Blocks.finish(builder));
    }

    @Property(tries = 100)
    void everyFormMakesTheSameBlock(@ForAll("keyLists") List<byte[]> keys) {
        FilterBlockBuilder expected = new FilterBlockBuilder(POLICY);
        keys.forEach(expected::addKey);
        byte[] block = Blocks.finish(expected);
        for (ByteBufKind kind : ByteBufKind.values()) {
            builder.reset();
            for (byte[] key : keys) {
                ByteBuf buffer = kind.of(key);
                builder.addKeyBuf(buffer);
                buffer.release();
            }
            assertArrayEquals(block, Blocks.finish(builder), kind::toString);
        }
    }

    @Provide
    Arbitrary<List<byte[]>> keyLists() {
        return FilterBlockArbitraries.keys().list().ofMaxSize(12).withoutEdgeCases();
    }
}
