// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Every kind of Netty buffer that a caller may hand over, each around the same bytes.
 *
 * <p>All of them begin reading after index 0 and have bytes of {@link #GUARD} before and after the readable ones, so
 * that code which takes index 0 or the capacity for the bounds fails:
 *
 * <pre>
 *   guards | readable bytes | guards
 *          ^ readerIndex    ^ writerIndex
 * </pre>
 *
 * <p>Immutable and thread-safe; the buffers are the caller's.
 */
public enum ByteBufKind {
    /** On the Java heap. */
    HEAP((bytes, unpooled) -> guarded(bytes, unpooled.heapBuffer(guardedLength(bytes)))),
    /** Outside the Java heap. */
    DIRECT((bytes, unpooled) -> guarded(bytes, unpooled.directBuffer(guardedLength(bytes)))),
    /** A piece of a pooled array, which is larger than the buffer. */
    POOLED_HEAP((bytes, unpooled) -> guarded(bytes, PooledByteBufAllocator.DEFAULT.heapBuffer(guardedLength(bytes)))),
    /** A piece of a pooled direct buffer. */
    POOLED_DIRECT(
            (bytes, unpooled) -> guarded(bytes, PooledByteBufAllocator.DEFAULT.directBuffer(guardedLength(bytes)))),
    /** A direct buffer of the adaptive allocator, which is Netty's default one. */
    ADAPTIVE((bytes, unpooled) -> guarded(bytes, Adaptive.ALLOCATOR.directBuffer(guardedLength(bytes)))),
    /** A read-only view of a heap buffer: it does not give out its array. */
    READ_ONLY((bytes, unpooled) -> HEAP.of(bytes, unpooled).asReadOnly()),
    /** A slice of a heap buffer, beginning at an odd offset. */
    SLICED((bytes, unpooled) -> slice(HEAP.of(bytes, unpooled))),
    /** A slice of a direct buffer, beginning at an odd offset. */
    SLICED_DIRECT((bytes, unpooled) -> slice(DIRECT.of(bytes, unpooled))),
    /**
     * Alternating heap and direct parts, cut in the guards, after the first byte, in the middle and before the last.
     */
    COMPOSITE((bytes, unpooled) -> composite(HEAP.of(bytes, unpooled), unpooled)),
    /** A temporary file mapped into memory, read-only; the file is removed at once or when the JVM exits. */
    MAPPED((bytes, unpooled) -> mapped(HEAP.of(bytes, unpooled)));

    /** The value of the bytes around the readable ones. */
    public static final byte GUARD = (byte) 0xa5;

    private static final int GUARDS_BEFORE = 5;
    private static final int GUARDS_AFTER = 6;
    private static final UnpooledByteBufAllocator UNPOOLED = new UnpooledByteBufAllocator(false);

    private static final class Adaptive {
        static final ByteBufAllocator ALLOCATOR = new AdaptiveByteBufAllocator();
    }

    @FunctionalInterface
    private interface Wrapping {
        ByteBuf of(byte[] bytes, UnpooledByteBufAllocator unpooled);
    }

    private final Wrapping wrapping;

    ByteBufKind(Wrapping wrapping) {
        this.wrapping = wrapping;
    }

    /**
     * Returns a fresh buffer of this kind, whose readable bytes are a copy of {@code bytes}.
     *
     * @return a buffer with a reference count of 1, which the caller releases; its reader index is not 0
     */
    public ByteBuf of(byte[] bytes) {
        return of(bytes, UNPOOLED);
    }

    /** Returns what {@link #of} returns, with all memory that is neither pooled nor mapped from {@code unpooled}. */
    ByteBuf of(byte[] bytes, UnpooledByteBufAllocator unpooled) {
        return wrapping.of(bytes, unpooled);
    }

    private static int guardedLength(byte[] bytes) {
        return GUARDS_BEFORE + bytes.length + GUARDS_AFTER;
    }

    /** Fills a new buffer, guards too: its memory may come from a pool and hold anything. */
    private static ByteBuf guarded(byte[] bytes, ByteBuf empty) {
        writeGuards(empty, GUARDS_BEFORE);
        empty.writeBytes(bytes);
        writeGuards(empty, GUARDS_AFTER);
        return empty.setIndex(GUARDS_BEFORE, GUARDS_BEFORE + bytes.length);
    }

    private static void writeGuards(ByteBuf buffer, int count) {
        for (int i = 0; i < count; i++) {
            buffer.writeByte(GUARD);
        }
    }

    /** Cuts a guarded buffer so that the slice has guards of its own; the slice takes over the reference. */
    private static ByteBuf slice(ByteBuf whole) {
        int begin = 3;
        int length = whole.writerIndex() + GUARDS_AFTER / 2 - begin;
        return whole.slice(begin, length).setIndex(whole.readerIndex() - begin, whole.writerIndex() - begin);
    }

    private static ByteBuf composite(ByteBuf whole, ByteBufAllocator unpooled) {
        int first = whole.readerIndex();
        int end = whole.writerIndex();
        int[] cuts = {2, Math.min(first + 1, end), (first + end) / 2, Math.max(end - 1, first), whole.capacity()};
        CompositeByteBuf composite = unpooled.compositeHeapBuffer(cuts.length);
        int begin = 0;
        for (int cut : cuts) {
            int length = Math.max(cut - begin, 0);
            ByteBuf part =
                    composite.numComponents() % 2 == 0 ? unpooled.heapBuffer(length) : unpooled.directBuffer(length);
            composite.addComponent(true, part.writeBytes(whole, begin, length));
            begin += length;
        }
        whole.release();
        return composite.setIndex(first, end);
    }

    private static ByteBuf mapped(ByteBuf content) {
        try {
            ByteBuf mapped = Unpooled.wrappedBuffer(mapping(content.array()));
            return mapped.setIndex(content.readerIndex(), content.writerIndex());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            content.release();
        }
    }

    private static MappedByteBuffer mapping(byte[] bytes) throws IOException {
        Path file = Files.createTempFile("filterblock-", ".mapped");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(bytes));
            return channel.map(MapMode.READ_ONLY, 0, bytes.length);
        } finally {
            remove(file);
        }
    }

    /** Removes the file, at exit if the system does not allow it while the mapping lives. */
    private static void remove(Path file) {
        try {
            Files.delete(file);
        } catch (IOException stillMapped) {
            file.toFile().deleteOnExit();
        }
    }
}
