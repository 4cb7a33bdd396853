// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static com.google.common.base.Preconditions.checkArgument;

import io.github.filterblock.bloom.BloomFilterMatcher;
import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.bloom.FilterMatcher;
import io.netty.buffer.ByteBuf;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
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
 * understood answers {@code true}. {@link FilterBlockVerifier} says what is wrong with a block, {@link #layout} what is
 * in it.
 *
 * <p><b>Two manners.</b> A reader never denies a key in doubt. Its sibling {@link #likeLevelDb} answers exactly as
 * google/leveldb does ({@code table/filter_block.cc}), which differs for one kind of damage (FB-25).
 *
 * <p><b>Hash once, ask many.</b> Who asks the filters of several tables about one key makes a
 * {@linkplain BloomHash#token token} of it and asks {@link #hashMayMatch}; {@link FilterBatch} asks many questions at
 * once.
 *
 * <p><b>One filter for a whole table.</b> A block written with {@link FilterBlockBuilder#WHOLE_TABLE} has one filter for
 * all keys. {@link #tableMayMatch} asks it before the table's index is searched, once {@link #forDataUpTo} has told the
 * reader where the data ends.
 *
 * <p>Block offsets are unsigned 64-bit numbers. Safe for use by any number of threads at once; a lookup takes no lock
 * and, with the matchers of this library, allocates nothing. Closing while another thread still asks is the caller's
 * mistake.
 */
public final class FilterBlockReader implements AutoCloseable {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The answers of {@link #range} that are no range. */
    static final long MAY_MATCH = -1;

    static final long ABSENT = -2;

    private final FilterMatcher matcher;

    /** The hash if the matcher is a Bloom filter with one, as nearly all are: asked without detours. */
    private final @Nullable BloomHash hash;

    /** The block from {@code base} on; without an array it is read through the view of the retained block. */
    private final byte @Nullable [] array;

    private final @Nullable RetainedBlock retained;
    private final int base;
    private final int length;
    private final int arrayOffset;

    /** Windows that have a filter to ask; none if base lg makes no sense. */
    private final int windowCount;

    private final byte baseLg;
    private final boolean likeLevelDb;

    /** Whether the only filter is that of every data block of the table. */
    private final boolean forWholeTable;

    private final byte mark = (byte) System.identityHashCode(this);

    private FilterBlockReader(
            byte @Nullable [] array, int base, int length, @Nullable RetainedBlock retained, FilterMatcher matcher) {
        FilterBlockLayout layout = FilterBlockLayout.of(block(array, base, length, retained));
        List<BloomFilterMatcher> parts = matcher.bloomParts();
        this.matcher = matcher;
        this.hash = parts.size() == 1 && matcher.tagLength() == 0 ? parts.get(0).hash() : null;
        this.array = array;
        this.retained = retained;
        this.base = base;
        this.length = length;
        this.arrayOffset = (int) layout.arrayOffset();
        this.windowCount = layout.baseLg() > Windows.MAX_BASE_LG ? 0 : layout.filterCount();
        this.baseLg = (byte) layout.baseLg();
        this.likeLevelDb = false;
        this.forWholeTable = false;
    }

    /** A sibling that answers in another manner. */
    private FilterBlockReader(FilterBlockReader other, boolean likeLevelDb, boolean forWholeTable) {
        this.matcher = other.matcher;
        this.hash = other.hash;
        this.array = other.array;
        this.retained = other.retained;
        this.base = other.base;
        this.length = other.length;
        this.arrayOffset = other.arrayOffset;
        this.windowCount = other.windowCount;
        this.baseLg = other.baseLg;
        this.likeLevelDb = likeLevelDb;
        this.forWholeTable = forWholeTable;
    }

    private static ByteBuffer block(byte @Nullable [] array, int base, int length, @Nullable RetainedBlock retained) {
        return array != null ? ByteBuffer.wrap(array, base, length) : retained.openView();
    }

    /**
     * A reader over a copy of the block.
     *
     * @param block its readable bytes are the block; borrowed for the length of the call, indexes stay
     * @param matcher answers from single filters
     * @return the reader; need not be closed
     */
    public static FilterBlockReader copyOf(ByteBuf block, FilterMatcher matcher) {
        Objects.requireNonNull(matcher, "matcher");
        byte[] copy = new byte[block.readableBytes()];
        block.getBytes(block.readerIndex(), copy);
        return new FilterBlockReader(copy, 0, copy.length, null, matcher);
    }

    /**
     * A reader over a block that already lies in an array; nothing is copied.
     *
     * @param block holds the block; kept, so its bytes must not change any more
     * @param offset index of the block's first byte
     * @param length number of bytes of the block
     * @param matcher answers from single filters
     * @return the reader; need not be closed
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public static FilterBlockReader wrapping(byte[] block, int offset, int length, FilterMatcher matcher) {
        Objects.checkFromIndexSize(offset, length, block.length);
        return new FilterBlockReader(block, offset, length, null, Objects.requireNonNull(matcher, "matcher"));
    }

    /**
     * A reader that reads the block where it lies. A composite buffer of several parts cannot be read as one piece: its
     * bytes are copied, as by {@link #copyOf}, and no reference is kept.
     *
     * @param block its readable bytes are the block; its reference count grows by one until the reader is closed,
     *     indexes stay; the bytes must not change meanwhile
     * @param matcher answers from single filters
     * @return the reader; close it
     */
    public static FilterBlockReader retaining(ByteBuf block, FilterMatcher matcher) {
        Objects.requireNonNull(matcher, "matcher");
        if (!block.hasArray() && block.nioBufferCount() != 1) {
            return copyOf(block, matcher);
        }
        ByteBuf slice = block.retainedSlice();
        try {
            RetainedBlock retained = new RetainedBlock(slice);
            return slice.hasArray()
                    ? new FilterBlockReader(slice.array(), slice.arrayOffset(), slice.capacity(), retained, matcher)
                    : new FilterBlockReader(null, 0, slice.capacity(), retained, matcher);
        } catch (RuntimeException | Error e) {
            slice.release();
            throw e;
        }
    }

    /**
     * The same block answered exactly as google/leveldb does, also where an empty range lies beyond the offset array,
     * which only damage can bring about: there it denies every key.
     *
     * @return a reader that shares the memory of this one; closing either closes both
     */
    public FilterBlockReader likeLevelDb() {
        return new FilterBlockReader(this, true, forWholeTable);
    }

    /**
     * The same block for a table whose data ends at an offset, so that {@link #tableMayMatch} can be answered: it is if all
     * data blocks start in the first window, and if the block has exactly one filter, undamaged as far as can be seen.
     *
     * @param dataEnd an offset in the file at or beyond the end of the last data block, unsigned; the size of the file
     *     will do. Too small a number makes keys absent that are there
     * @return a reader that shares the memory of this one; closing either closes both
     * @throws IllegalStateException if the reader was closed
     */
    public FilterBlockReader forDataUpTo(long dataEnd) {
        FilterBlockLayout layout = layout();
        boolean oneWindow = windowCount == 1 && Windows.of(dataEnd - 1, baseLg) == 0;
        boolean oneFilter = oneWindow
                && layout.filterStart(0) == 0
                && layout.filterLimit(0) == arrayOffset
                && length == FilterBlockFormat.length(arrayOffset, 1);
        return new FilterBlockReader(this, likeLevelDb, oneFilter);
    }

    /**
     * Whether {@link #tableMayMatch} asks a filter; if not, it says of every key that it may match.
     *
     * @return {@code true} only for a reader made by {@link #forDataUpTo}
     */
    public boolean hasTableFilter() {
        return forWholeTable;
    }

    /**
     * Whether the key may be in any data block of the table.
     *
     * @param key the key as it was given to the filter: the user key in a database; borrowed
     * @return {@code false} only if the key is certainly not in the table; always {@code true} unless the reader
     *     {@linkplain #hasTableFilter has a filter} of the whole table
     * @throws IllegalStateException if the reader was closed
     */
    public boolean tableMayMatch(byte[] key) {
        return tableMayMatch(key, 0, key.length);
    }

    /**
     * Whether the key may be in any data block of the table.
     *
     * @param key holds the key; borrowed
     * @param keyOffset index of the key's first byte
     * @param keyLength number of bytes, 0 or more
     * @return as {@link #tableMayMatch(byte[])}
     * @throws IndexOutOfBoundsException if the range is not inside the array
     * @throws IllegalStateException if the reader was closed
     */
    public boolean tableMayMatch(byte[] key, int keyOffset, int keyLength) {
        if (isUnknownForWholeTable()) {
            Objects.checkFromIndexSize(keyOffset, keyLength, key.length);
            return true;
        }
        return keyMayMatch(0, key, keyOffset, keyLength);
    }

    /**
     * Whether the key may be in any data block of the table.
     *
     * @param key its remaining bytes are the key; as in {@link #keyMayMatch(long, ByteBuffer)}
     * @return as {@link #tableMayMatch(byte[])}
     * @throws IllegalStateException if the reader was closed
     */
    public boolean tableMayMatch(ByteBuffer key) {
        return isUnknownForWholeTable() || keyMayMatch(0, key);
    }

    /**
     * Whether the key may be in any data block of the table.
     *
     * @param key its readable bytes are the key; as in {@link #keyMayMatch(long, ByteBuf)}
     * @return as {@link #tableMayMatch(byte[])}
     * @throws IllegalStateException if the reader was closed
     */
    public boolean tableMayMatch(ByteBuf key) {
        return isUnknownForWholeTable() || keyMayMatch(0, key);
    }

    /**
     * Whether a key with this hash may be in any data block of the table.
     *
     * @param token from {@link BloomHash#token} of a hash that this reader {@linkplain #takes takes}
     * @return as {@link #tableMayMatch(byte[])}
     * @throws IllegalArgumentException if the token is of another hash, whose answers would be wrong
     * @throws IllegalStateException if the reader was closed
     */
    public boolean tableHashMayMatch(long token) {
        checkToken(token);
        return isUnknownForWholeTable() || ask(0, (int) token);
    }

    private boolean isUnknownForWholeTable() {
        if (retained != null) {
            retained.checkOpen();
        }
        return !forWholeTable;
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
        if (hash != null) {
            return ask(blockOffset, hash.hash(key, keyOffset, keyLength));
        }
        Objects.checkFromIndexSize(keyOffset, keyLength, key.length);
        long range = range(blockOffset);
        if (range < 0) {
            return range == MAY_MATCH;
        }
        int start = (int) (range >>> Integer.SIZE);
        return array != null
                ? matcher.keyMayMatch(key, keyOffset, keyLength, array, base + start, (int) range)
                : matcher.keyMayMatch(key, keyOffset, keyLength, retained.openView(), start, (int) range);
    }

    /**
     * Whether the key may be in the data block at this offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key its remaining bytes are the key; borrowed, position and limit stay. Outside the heap it is hashed
     *     where it lies if the matcher is made of Bloom filters, and copied otherwise
     * @return {@code false} only if the key is certainly not in that block
     * @throws IllegalStateException if the reader was closed
     */
    public boolean keyMayMatch(long blockOffset, ByteBuffer key) {
        int index = key.position();
        int keyLength = key.remaining();
        if (key.hasArray()) {
            return keyMayMatch(blockOffset, key.array(), key.arrayOffset() + index, keyLength);
        }
        if (hash != null) {
            return ask(blockOffset, hash.hash(key, index, keyLength));
        }
        if (!matcher.bloomParts().isEmpty() && matcher.tagLength() == 0) {
            return askParts(
                    blockOffset,
                    BloomHash.UNSIGNED_TAIL.hash(key, index, keyLength),
                    BloomHash.SIGNED_TAIL.hash(key, index, keyLength));
        }
        byte[] copy = new byte[keyLength];
        key.get(index, copy);
        return keyMayMatch(blockOffset, copy);
    }

    /**
     * Whether the key may be in the data block at this offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key its readable bytes are the key; borrowed, indexes stay. Outside the heap it is hashed where it lies if
     *     the matcher is made of Bloom filters, and copied otherwise
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
        if (hash != null) {
            return ask(blockOffset, ByteBufKeys.hash(hash, key, index, keyLength));
        }
        if (!matcher.bloomParts().isEmpty() && matcher.tagLength() == 0) {
            return askParts(
                    blockOffset,
                    ByteBufKeys.hash(BloomHash.UNSIGNED_TAIL, key, index, keyLength),
                    ByteBufKeys.hash(BloomHash.SIGNED_TAIL, key, index, keyLength));
        }
        byte[] copy = new byte[keyLength];
        key.getBytes(index, copy);
        return keyMayMatch(blockOffset, copy);
    }

    /**
     * Whether this reader's filters are made with a hash, and with no other, so that it takes tokens of it.
     *
     * @param hash the hash of a token
     * @return {@code false} for another hash, for a filter whose hash is not certain, and for other policies
     */
    public boolean takes(BloomHash hash) {
        return this.hash != null && this.hash == hash;
    }

    /**
     * Whether a key with this hash may be in the data block at this offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param token from {@link BloomHash#token} of a hash that this reader {@linkplain #takes takes}
     * @return {@code false} only if the key is certainly not in that block
     * @throws IllegalArgumentException if the token is of another hash, whose answers would be wrong
     * @throws IllegalStateException if the reader was closed
     */
    public boolean hashMayMatch(long blockOffset, long token) {
        checkToken(token);
        return ask(blockOffset, (int) token);
    }

    private void checkToken(long token) {
        checkArgument(takes(token), "the token is not of the hash of %s", matcher);
    }

    /** Asks about a hash; only for readers of Bloom filters with one hash. */
    boolean ask(long blockOffset, int keyHash) {
        if (array == null) {
            long range = range(blockOffset);
            return range < 0 ? range == MAY_MATCH : probeView(keyHash, range);
        }
        if (retained != null) {
            retained.checkOpen();
        }
        return askArray(blockOffset, keyHash);
    }

    /**
     * The same for a block in an array, which is the usual one: written out, so that the few steps from the key's hash to
     * the bits are nothing but these.
     */
    private boolean askArray(long blockOffset, int keyHash) {
        long window = Windows.of(blockOffset, baseLg);
        if (window < 0 || window >= windowCount) {
            return true; // FB-19 to FB-23
        }
        int entry = base + arrayOffset + (int) window * FilterBlockFormat.OFFSET_LENGTH;
        long startAndLimit = (long) LONG.get(array, entry);
        int start = (int) startAndLimit;
        int limit = (int) (startAndLimit >>> Integer.SIZE);
        if (start >= 0 && start <= limit && limit <= arrayOffset) {
            return BloomFilterMatcher.hashMayMatch(keyHash, array, base + start, limit - start); // FB-24
        }
        return !likeLevelDb || start != limit; // FB-25
    }

    /** Asks every part of a matcher that is several Bloom filters, each with its own hash of the key. */
    private boolean askParts(long blockOffset, int unsignedTailHash, int signedTailHash) {
        long range = range(blockOffset);
        if (range < 0) {
            return range == MAY_MATCH;
        }
        List<BloomFilterMatcher> parts = matcher.bloomParts();
        for (int i = 0; i < parts.size(); i++) {
            BloomFilterMatcher part = parts.get(i);
            if (probe(part.hash() == BloomHash.UNSIGNED_TAIL ? unsignedTailHash : signedTailHash, range)) {
                return true;
            }
        }
        return false;
    }

    /** Asks the filter of a range about a hash; only for readers of Bloom filters. */
    boolean probe(int keyHash, long range) {
        int start = (int) (range >>> Integer.SIZE);
        return array != null
                ? BloomFilterMatcher.hashMayMatch(keyHash, array, base + start, (int) range)
                : probeView(keyHash, range);
    }

    private boolean probeView(int keyHash, long range) {
        int start = (int) (range >>> Integer.SIZE);
        return BloomFilterMatcher.hashMayMatch(keyHash, retained.openView(), start, (int) range);
    }

    /**
     * The filter to ask about a data block, start in the upper and length in the lower half; or the answer, where no
     * filter is asked. Start and limit are neighbours in the offset array and are read as one.
     */
    long range(long blockOffset) {
        if (retained != null) {
            retained.checkOpen();
        }
        long window = Windows.of(blockOffset, baseLg);
        if (Long.compareUnsigned(window, windowCount) >= 0) {
            return MAY_MATCH; // FB-19 to FB-23
        }
        int entry = arrayOffset + (int) window * FilterBlockFormat.OFFSET_LENGTH;
        long startAndLimit = array != null
                ? (long) LONG.get(array, base + entry)
                : retained.openView().getLong(entry);
        int start = (int) startAndLimit;
        int limit = (int) (startAndLimit >>> Integer.SIZE);
        if (Integer.compareUnsigned(start, limit) <= 0 && Integer.compareUnsigned(limit, arrayOffset) <= 0) {
            return (long) start << Integer.SIZE | limit - start; // FB-24
        }
        return likeLevelDb && start == limit ? ABSENT : MAY_MATCH; // FB-25
    }

    /** A number that is another one for most other readers. */
    int mark() {
        return mark;
    }

    /** Whether a token is of the hash that this reader takes. */
    boolean takes(long token) {
        return hash != null && hash.made(token);
    }

    /** The matcher's only hash, for {@link FilterBatch}; nothing for other policies. */
    @Nullable
    BloomHash hash() {
        return hash;
    }

    /** Reads the first and the last byte of a range, so that both are in the cache when they are asked for. */
    int touch(long range) {
        int start = (int) (range >>> Integer.SIZE);
        int last = Math.max(start, start + (int) range - 1);
        return array != null
                ? array[base + start] + array[base + last]
                : retained.openView().get(start) + retained.openView().get(last);
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
     * The layout of the block.
     *
     * @return a view of the block, which must not be used when the reader is closed
     * @throws IllegalStateException if the reader was closed
     */
    public FilterBlockLayout layout() {
        if (retained != null) {
            retained.checkOpen();
        }
        return FilterBlockLayout.of(block(array, base, length, retained));
    }

    /**
     * The memory that the reader keeps from being freed, beside itself: the block's bytes.
     *
     * @return number of bytes, exact; what else the caller's array or buffer holds is not counted
     */
    public long retainedBytes() {
        return length;
    }

    /** Gives back the retained memory, if there is any; closing again does nothing. */
    @Override
    public void close() {
        if (retained != null) {
            retained.giveBack();
        }
    }

    @Override
    public String toString() {
        return "filter block of " + length + " bytes, " + windowCount + " filters, base lg " + baseLg + ", "
                + policyName();
    }
}
