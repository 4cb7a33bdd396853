// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static com.google.common.base.Preconditions.checkState;

import io.github.filterblock.bloom.BloomFilterMatcher;
import io.github.filterblock.bloom.FilterMatcher;
import io.netty.buffer.ByteBuf;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Answers from a filter block whether a key may be in the data block at an offset of the file.
 *
 * <p><b>Two doors.</b> {@link #copyOf} copies the block into an array of its own: the fastest lookups, also when the
 * block is cold, and nothing to release. {@link #retaining} keeps a reference to the caller's memory, so that a mapped
 * or pooled block is not copied; {@link #close} gives it back. Answers are the same. (A block that is in an array already
 * is taken as it is by {@link #wrapping}.)
 *
 * <p><b>Any bytes will do.</b> Opening and asking never throw because of what is in the block: what cannot be
 * understood answers {@code true}. {@link FilterBlockVerifier} says what is wrong with a block.
 *
 * <p><b>Two manners.</b> {@link Manner#SAFE}, the default, never denies a key in doubt. {@link Manner#LIKE_LEVELDB}
 * answers as google/leveldb does ({@code table/filter_block.cc}), which differs for one kind of damage (FB-25).
 *
 * <p>Block offsets are unsigned 64-bit numbers. Safe for use by any number of threads at once; a lookup takes no lock
 * and, with the matchers of this library, allocates nothing. Closing while another thread still asks is the caller's
 * mistake.
 */
public final class FilterBlockReader implements AutoCloseable {

    /** What to answer where an empty range lies beyond the offset array, which only damage can bring about. */
    public enum Manner {
        /** May match: the range is damaged, so nothing is known. */
        SAFE,

        /** Absent: exactly as google/leveldb, to the byte and to the answer. */
        LIKE_LEVELDB
    }

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long MAY_MATCH = -1;
    private static final long ABSENT = -2;

    private final FilterMatcher matcher;
    private final BloomFilterMatcher[] bloomParts;
    private final Manner manner;

    /** The block, in one of two forms: an array from {@code base} on, or a little-endian view from 0 on. */
    private final byte @Nullable [] array;

    private final int base;
    private final @Nullable ByteBuffer view;
    private final int length;

    private final long arrayOffset;
    private final int filterCount;
    private final int baseLg;

    private final @Nullable ByteBuf retained;
    private volatile boolean closed;

    private FilterBlockReader(
            byte @Nullable [] array,
            int base,
            @Nullable ByteBuffer view,
            int length,
            FilterMatcher matcher,
            Manner manner,
            @Nullable ByteBuf retained) {
        this.matcher = Objects.requireNonNull(matcher, "matcher");
        this.bloomParts = matcher.bloomParts().toArray(BloomFilterMatcher[]::new);
        this.manner = Objects.requireNonNull(manner, "manner");
        this.array = array;
        this.base = base;
        this.view = view;
        this.length = length;
        this.retained = retained;
        ByteBuffer block = view != null
                ? view
                : littleEndian(ByteBuffer.wrap(array, base, length).slice());
        boolean hasTail = FilterBlockFormat.hasTail(length);
        this.arrayOffset = hasTail ? FilterBlockFormat.arrayOffset(block, length) : 0;
        this.baseLg = hasTail ? FilterBlockFormat.baseLg(block, length) : -1;
        this.filterCount = hasTail ? FilterBlockFormat.filterCount(arrayOffset, length) : 0;
    }

    /**
     * A reader over a copy of the block, answering safely.
     *
     * @param block its readable bytes are the block; borrowed for the length of the call, indexes stay
     * @param matcher answers from single filters
     * @return the reader; need not be closed
     */
    public static FilterBlockReader copyOf(ByteBuf block, FilterMatcher matcher) {
        return copyOf(block, matcher, Manner.SAFE);
    }

    /**
     * A reader over a copy of the block.
     *
     * @param block its readable bytes are the block; borrowed for the length of the call, indexes stay
     * @param matcher answers from single filters
     * @param manner what to answer in doubt
     * @return the reader; need not be closed
     */
    public static FilterBlockReader copyOf(ByteBuf block, FilterMatcher matcher, Manner manner) {
        byte[] copy = new byte[block.readableBytes()];
        block.getBytes(block.readerIndex(), copy);
        return overArray(copy, 0, copy.length, matcher, manner, null);
    }

    /**
     * A reader over a block that already lies in an array, answering safely; nothing is copied.
     *
     * @param block holds the block; kept, so its bytes must not change any more
     * @param offset index of the block's first byte
     * @param length number of bytes of the block
     * @param matcher answers from single filters
     * @return the reader; need not be closed
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public static FilterBlockReader wrapping(byte[] block, int offset, int length, FilterMatcher matcher) {
        return wrapping(block, offset, length, matcher, Manner.SAFE);
    }

    /**
     * A reader over a block that already lies in an array; nothing is copied.
     *
     * @param block holds the block; kept, so its bytes must not change any more
     * @param offset index of the block's first byte
     * @param length number of bytes of the block
     * @param matcher answers from single filters
     * @param manner what to answer in doubt
     * @return the reader; need not be closed
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public static FilterBlockReader wrapping(
            byte[] block, int offset, int length, FilterMatcher matcher, Manner manner) {
        Objects.checkFromIndexSize(offset, length, block.length);
        return overArray(block, offset, length, matcher, manner, null);
    }

    /**
     * A reader that reads the block where it lies, answering safely.
     *
     * @param block its readable bytes are the block; its reference count grows by one until the reader is closed,
     *     indexes stay
     * @param matcher answers from single filters
     * @return the reader; close it
     */
    public static FilterBlockReader retaining(ByteBuf block, FilterMatcher matcher) {
        return retaining(block, matcher, Manner.SAFE);
    }

    /**
     * A reader that reads the block where it lies. A composite buffer of several parts cannot be read as one piece: its
     * bytes are copied, as by {@link #copyOf}, and no reference is kept.
     *
     * @param block its readable bytes are the block; its reference count grows by one until the reader is closed,
     *     indexes stay; the bytes must not change meanwhile
     * @param matcher answers from single filters
     * @param manner what to answer in doubt
     * @return the reader; close it
     */
    public static FilterBlockReader retaining(ByteBuf block, FilterMatcher matcher, Manner manner) {
        int index = block.readerIndex();
        int length = block.readableBytes();
        if (!block.hasArray() && block.nioBufferCount() != 1) {
            return copyOf(block, matcher, manner);
        }
        ByteBuf slice = block.retainedSlice(index, length);
        try {
            if (slice.hasArray()) {
                return overArray(slice.array(), slice.arrayOffset(), length, matcher, manner, slice);
            }
            ByteBuffer view = littleEndian(slice.nioBuffer(0, length).slice());
            return new FilterBlockReader(null, 0, view, length, matcher, manner, slice);
        } catch (RuntimeException | Error e) {
            slice.release();
            throw e;
        }
    }

    private static FilterBlockReader overArray(
            byte[] array, int base, int length, FilterMatcher matcher, Manner manner, @Nullable ByteBuf retained) {
        return new FilterBlockReader(array, base, null, length, matcher, manner, retained);
    }

    private static ByteBuffer littleEndian(ByteBuffer buffer) {
        return buffer.order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Whether the key may be in the data block at this offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key the key as it was given to the filter: the user key in a database; borrowed
     * @return {@code false} only if the key is certainly not in that block
     * @throws IllegalStateException if the reader was closed
     */
    public boolean keyMayMatch(long blockOffset, byte[] key) {
        return keyMayMatch(blockOffset, key, 0, key.length);
    }

    /**
     * Whether the key may be in the data block at this offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key holds the key; borrowed
     * @param keyOffset index of the key's first byte
     * @param keyLength number of bytes, 0 or more
     * @return {@code false} only if the key is certainly not in that block
     * @throws IndexOutOfBoundsException if the range is not inside the array
     * @throws IllegalStateException if the reader was closed
     */
    public boolean keyMayMatch(long blockOffset, byte[] key, int keyOffset, int keyLength) {
        Objects.checkFromIndexSize(keyOffset, keyLength, key.length);
        long range = range(blockOffset);
        if (range < 0) {
            return range == MAY_MATCH;
        }
        for (BloomFilterMatcher part : bloomParts) {
            if (hashMayMatch(part, part.hash().hash(key, keyOffset, keyLength), range)) {
                return true;
            }
        }
        return bloomParts.length == 0 && matcherSaysMayMatch(key, keyOffset, keyLength, range);
    }

    /**
     * Whether the key may be in the data block at this offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key its remaining bytes are the key; borrowed, position and limit stay. Outside the heap it is hashed
     *     where it lies if the matcher is one of this library, and copied otherwise
     * @return {@code false} only if the key is certainly not in that block
     * @throws IllegalStateException if the reader was closed
     */
    public boolean keyMayMatch(long blockOffset, ByteBuffer key) {
        int index = key.position();
        int keyLength = key.remaining();
        if (key.hasArray()) {
            return keyMayMatch(blockOffset, key.array(), key.arrayOffset() + index, keyLength);
        }
        if (bloomParts.length == 0) {
            byte[] copy = new byte[keyLength];
            key.get(index, copy);
            return keyMayMatch(blockOffset, copy);
        }
        long range = range(blockOffset);
        if (range < 0) {
            return range == MAY_MATCH;
        }
        for (BloomFilterMatcher part : bloomParts) {
            if (hashMayMatch(part, part.hash().hash(key, index, keyLength), range)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether the key may be in the data block at this offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key its readable bytes are the key; borrowed, indexes stay. Outside the heap it is hashed where it lies if
     *     the matcher is one of this library, and copied otherwise
     * @return {@code false} only if the key is certainly not in that block
     * @throws IllegalStateException if the reader was closed
     */
    public boolean keyMayMatch(long blockOffset, ByteBuf key) {
        return keyMayMatch(blockOffset, key, key.readerIndex(), key.readableBytes());
    }

    /**
     * Whether the key may be in the data block at this offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key holds the key; borrowed, indexes stay; as in {@link #keyMayMatch(long, ByteBuf)}
     * @param index absolute index of the key's first byte
     * @param keyLength number of bytes, 0 or more
     * @return {@code false} only if the key is certainly not in that block
     * @throws IndexOutOfBoundsException if the range is not inside the buffer
     * @throws IllegalStateException if the reader was closed
     */
    public boolean keyMayMatch(long blockOffset, ByteBuf key, int index, int keyLength) {
        Objects.checkFromIndexSize(index, keyLength, key.capacity());
        if (key.hasArray()) {
            return keyMayMatch(blockOffset, key.array(), key.arrayOffset() + index, keyLength);
        }
        if (bloomParts.length == 0) {
            byte[] copy = new byte[keyLength];
            key.getBytes(index, copy);
            return keyMayMatch(blockOffset, copy);
        }
        long range = range(blockOffset);
        if (range < 0) {
            return range == MAY_MATCH;
        }
        for (BloomFilterMatcher part : bloomParts) {
            if (hashMayMatch(part, ByteBufKeys.hash(part.hash(), key, index, keyLength), range)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The filter to ask about a data block, start in the upper and length in the lower half; or the answer, where no
     * filter is asked.
     */
    private long range(long blockOffset) {
        checkOpen();
        long window = FilterBlockFormat.window(blockOffset, baseLg);
        if (baseLg > FilterBlockFormat.MAX_BASE_LG || Long.compareUnsigned(window, filterCount) >= 0) {
            return MAY_MATCH; // FB-19 to FB-23
        }
        long start = filterStart((int) window);
        long limit = filterLimit((int) window);
        if (start <= limit && limit <= arrayOffset) {
            return start << Integer.SIZE | limit - start; // FB-24
        }
        return start == limit && manner == Manner.LIKE_LEVELDB ? ABSENT : MAY_MATCH; // FB-25
    }

    private boolean hashMayMatch(BloomFilterMatcher part, int hash, long range) {
        int start = (int) (range >>> Integer.SIZE);
        int filterLength = (int) range;
        return array != null
                ? part.hashMayMatch(hash, array, base + start, filterLength)
                : part.hashMayMatch(hash, view, start, filterLength);
    }

    private boolean matcherSaysMayMatch(byte[] key, int keyOffset, int keyLength, long range) {
        int start = (int) (range >>> Integer.SIZE);
        int filterLength = (int) range;
        return array != null
                ? matcher.keyMayMatch(key, keyOffset, keyLength, array, base + start, filterLength)
                : matcher.keyMayMatch(key, keyOffset, keyLength, view, start, filterLength);
    }

    private void checkOpen() {
        checkState(!closed, "the filter block reader is closed");
    }

    private long unsignedInt(int index) {
        int value = array != null ? (int) INT.get(array, base + index) : view.getInt(index);
        return Integer.toUnsignedLong(value);
    }

    /**
     * The policy's name as the matcher gives it.
     *
     * @return the name without {@code "filter."}
     */
    public String policyName() {
        return matcher.name();
    }

    /**
     * The number of bytes of the block.
     *
     * @return 0 or more
     */
    public int length() {
        return length;
    }

    /**
     * The number of filters, empty ones included: as many windows have one (FB-21).
     *
     * @return 0 or more
     */
    public int filterCount() {
        return filterCount;
    }

    /**
     * The base-2 logarithm of a window's bytes, as the block gives it; above 63 every key may match (FB-22).
     *
     * @return 0 to 255, or -1 if the block is too short to say
     */
    public int baseLg() {
        return baseLg;
    }

    /**
     * The offset in the block at which the offset array starts, as the block gives it.
     *
     * @return 0 to 2^32-1; 0 if the block is too short to say
     */
    public long arrayOffset() {
        return arrayOffset;
    }

    /**
     * The offset in the block of a filter's first byte, as the offset array gives it; it may point anywhere.
     *
     * @param filter 0 to {@link #filterCount()} - 1
     * @return 0 to 2^32-1
     * @throws IndexOutOfBoundsException if there is no such filter
     * @throws IllegalStateException if the reader was closed
     */
    public long filterStart(int filter) {
        checkOpen();
        return unsignedInt(offsetIndex(Objects.checkIndex(filter, filterCount)));
    }

    /**
     * The offset in the block of the first byte behind a filter, as the offset array gives it; it may point anywhere.
     *
     * @param filter 0 to {@link #filterCount()} - 1
     * @return 0 to 2^32-1
     * @throws IndexOutOfBoundsException if there is no such filter
     * @throws IllegalStateException if the reader was closed
     */
    public long filterLimit(int filter) {
        checkOpen();
        return unsignedInt(offsetIndex(Objects.checkIndex(filter, filterCount) + 1));
    }

    private int offsetIndex(int entry) {
        return (int) arrayOffset + entry * FilterBlockFormat.OFFSET_LENGTH;
    }

    /** Gives back the retained memory, if there is any; closing again does nothing. */
    @Override
    public void close() {
        if (retained != null && !closed) {
            closed = true;
            retained.release();
        }
    }

    @Override
    public String toString() {
        return "filter block of " + length + " bytes, " + filterCount + " filters, base lg " + baseLg + ", "
                + policyName();
    }
}
