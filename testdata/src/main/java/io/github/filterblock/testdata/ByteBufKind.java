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
    HEAP {
        @Override
        ByteBuf wrap(byte[] bytes, ByteBufAllocator unpooled) {
            return guarded(bytes, unpooled.heapBuffer(guardedLength(bytes)));
        }
    },
    /** Outside the Java heap. */
    DIRECT {
        @Override
        ByteBuf wrap(byte[] bytes, ByteBufAllocator unpooled) {
            return guarded(bytes, unpooled.directBuffer(guardedLength(bytes)));
        }
    },
    /** A piece of a pooled array, which is larger than the buffer. */
    POOLED_HEAP {
        @Override
        ByteBuf wrap(byte[] bytes, ByteBufAllocator unpooled) {
            return guarded(bytes, PooledByteBufAllocator.DEFAULT.heapBuffer(guardedLength(bytes)));
        }
    },
    /** A piece of a pooled direct buffer. */
    POOLED_DIRECT {
        @Override
        ByteBuf wrap(byte[] bytes, ByteBufAllocator unpooled) {
            return guarded(bytes, PooledByteBufAllocator.DEFAULT.directBuffer(guardedLength(bytes)));
        }
    },
    /** A direct buffer of the adaptive allocator, which is Netty's default one. */
    ADAPTIVE {
        @Override
        ByteBuf wrap(byte[] bytes, ByteBufAllocator unpooled) {
            return guarded(bytes, Adaptive.ALLOCATOR.directBuffer(guardedLength(bytes)));
        }
    },
    /** A read-only view of a heap buffer: it does not give out its array. */
    READ_ONLY {
        @Override
        ByteBuf wrap(byte[] bytes, ByteBufAllocator unpooled) {
            return HEAP.wrap(bytes, unpooled).asReadOnly();
        }
    },
    /** A slice of a heap buffer, beginning at an odd offset. */
    SLICED {
        @Override
        ByteBuf wrap(byte[] bytes, ByteBufAllocator unpooled) {
            return slice(HEAP.wrap(bytes, unpooled));
        }
    },
    /** A slice of a direct buffer, beginning at an odd offset. */
    SLICED_DIRECT {
        @Override
        ByteBuf wrap(byte[] bytes, ByteBufAllocator unpooled) {
            return slice(DIRECT.wrap(bytes, unpooled));
        }
    },
    /**
     * Alternating heap and direct parts, cut in the guards, after the first byte, in the middle and before the last.
     */
    COMPOSITE {
        @Override
        ByteBuf wrap(byte[] bytes, ByteBufAllocator unpooled) {
            return composite(HEAP.wrap(bytes, unpooled), unpooled);
        }
    },
    /** A temporary file mapped into memory, read-only; the file is removed at once or when the JVM exits. */
    MAPPED {
        @Override
        ByteBuf wrap(byte[] bytes, ByteBufAllocator unpooled) {
            ByteBuf content = HEAP.wrap(bytes, unpooled);
            try {
                ByteBuf mapped = Unpooled.wrappedBuffer(MappedBytes.of(content.array()));
                return mapped.setIndex(content.readerIndex(), content.writerIndex());
            } finally {
                content.release();
            }
        }
    };

    /** The value of the bytes around the readable ones. */
    public static final byte GUARD = (byte) 0xa5;

    private static final int GUARDS_BEFORE = 5;
    private static final int GUARDS_AFTER = 6;
    private static final UnpooledByteBufAllocator UNPOOLED = new UnpooledByteBufAllocator(false);

    private static final class Adaptive {
        static final ByteBufAllocator ALLOCATOR = new AdaptiveByteBufAllocator();
    }

    abstract ByteBuf wrap(byte[] bytes, ByteBufAllocator unpooled);

    /**
     * Returns a fresh buffer of this kind, whose readable bytes are a copy of {@code bytes}.
     *
     * @return a buffer with a reference count of 1, which the caller releases; its reader index is not 0
     */
    public ByteBuf of(byte[] bytes) {
        return wrap(bytes, UNPOOLED);
    }

    /** Returns what {@link #of} returns, with all memory that is neither pooled nor mapped from {@code unpooled}. */
    ByteBuf of(byte[] bytes, UnpooledByteBufAllocator unpooled) {
        return wrap(bytes, unpooled);
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
}
