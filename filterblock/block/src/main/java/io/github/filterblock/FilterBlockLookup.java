// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import io.github.filterblock.bloom.BloomFilterMatcher;
import io.github.filterblock.bloom.FilterMatcher;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a filter block and the lookup in them (FB-19 to FB-25), without keys and policies; {@link
 * FilterBlockReader} is the door to it. It is a superclass, not a part, so that an open filter is one object and its
 * array.
 */
@SuppressWarnings("NullAway") // the array is there or the retained block; a check of either costs in the hot path
abstract class FilterBlockLookup {
    /*
     * A lookup is a few dozen instructions and those of its probes, so each of them counts. The usual block begins an
     * array that need not be released: askArray asks it and does nothing else. Every other block takes two steps, range
     * and probe, which a batch takes for many questions each.
     *
     * Opening a block determines only where its parts are. Each lookup checks the two offsets that
     * it reads, so that it stays inside the array and keeps its rules whatever the bytes are, even if they change.
     */
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The answers of {@link #range} that are not ranges. */
    static final long MAY_MATCH = -1;

    static final long ABSENT = -2;

    private static final int NO_ENTRY = -1;

    /**
     * Flags: answers as LevelDB does; the one filter is that of all data blocks, and is a large one in an array of its
     * own.
     */
    private static final int LIKE_LEVELDB = 1;

    private static final int WHOLE_TABLE = 2;
    private static final int LARGE_TABLE = 4;

    /** The most bytes of a filter for which {@link BloomFilterMatcher#hashMayMatch} has its short path. */
    private static final int SMALL_FILTER = 2 << 10;

    /** The block from {@code base} on; without an array it is read through the view of the retained block. */
    private final byte @Nullable [] array;

    private final @Nullable RetainedBlock retained;
    private final int base;
    private final int length;
    private final int arrayOffset;

    /** Windows that have a filter to ask; none if base lg makes no sense. */
    private final int windowCount;

    private final byte baseLg;
    private final byte flags;

    FilterBlockLookup(byte @Nullable [] array, int base, int length, @Nullable RetainedBlock retained) {
        this.array = array;
        this.retained = retained;
        this.base = base;
        this.length = length;
        FilterBlockLayout layout = FilterBlockLayout.of(bytes());
        this.arrayOffset = (int) layout.arrayOffset();
        this.windowCount = layout.end().windowCount();
        this.baseLg = (byte) layout.baseLg();
        this.flags = 0;
    }

    private FilterBlockLookup(FilterBlockLookup other, int flags) {
        this.array = other.array;
        this.retained = other.retained;
        this.base = other.base;
        this.length = other.length;
        this.arrayOffset = other.arrayOffset;
        this.windowCount = other.windowCount;
        this.baseLg = other.baseLg;
        this.flags = (byte) flags;
    }

    /** The same bytes; answered as LevelDB does from now on, or as before. */
    FilterBlockLookup(FilterBlockLookup other, boolean likeLevelDb) {
        this(other, other.flags | (likeLevelDb ? LIKE_LEVELDB : 0));
    }

    /** The same bytes, of a table whose data ends before an offset. */
    FilterBlockLookup(FilterBlockLookup other, long dataEnd) {
        this(other, other.flags & ~(WHOLE_TABLE | LARGE_TABLE) | other.tableFlags(dataEnd));
    }

    private int tableFlags(long dataEnd) {
        if (!hasOneFilterUpTo(dataEnd)) {
            return 0;
        }
        boolean large = array != null && base == 0 && retained == null && arrayOffset > SMALL_FILTER;
        return large ? WHOLE_TABLE | LARGE_TABLE : WHOLE_TABLE;
    }

    /** Whether one window holds all data, and the block is that window's filter and nothing else (FB-11, FB-14). */
    private boolean hasOneFilterUpTo(long dataEnd) {
        FilterBlockLayout layout = layout();
        return windowCount == 1
                && Windows.of(dataEnd - 1, baseLg) == 0
                && layout.filterStart(0) == 0
                && layout.filterLimit(0) == arrayOffset
                && length == FilterBlockLayout.length(arrayOffset, 1);
    }

    /** Whether the filter at offset 0 is that of all data blocks. */
    final boolean isOfWholeTable() {
        checkOpen();
        return (flags & WHOLE_TABLE) != 0;
    }

    /** Asks about a hash; only for filters of a Bloom policy with one hash. */
    abstract boolean ask(long blockOffset, int keyHash);

    /** The same for any block, in two steps. */
    final boolean askInSteps(long blockOffset, int keyHash) {
        long range = range(blockOffset);
        if (range < 0) {
            return range == MAY_MATCH;
        }
        int start = (int) (range >>> Integer.SIZE);
        return array != null
                ? BloomFilterMatcher.hashMayMatchLarge(keyHash, array, base + start, (int) range)
                : BloomFilterMatcher.hashMayMatch(keyHash, retained.openView(), start, (int) range);
    }

    /**
     * Asks the filter of a whole table about a hash. A large filter has a path of its own, without the window: it was
     * found when the end of the data was given, and only its two offsets are checked again.
     */
    final boolean askTable(int keyHash) {
        return (flags & LARGE_TABLE) != 0 && (long) LONG.get(array, arrayOffset) == (long) arrayOffset << Integer.SIZE
                ? BloomFilterMatcher.hashMayMatchLarge(keyHash, array, 0, arrayOffset)
                : ask(0, keyHash);
    }

    /** The same for a block that begins an array and is not released. */
    final boolean askArray(long blockOffset, int keyHash) {
        int entry = entry(blockOffset);
        if (entry < 0) {
            return true;
        }
        long startAndLimit = (long) LONG.get(array, entry);
        int start = (int) startAndLimit;
        int limit = (int) (startAndLimit >>> Integer.SIZE);
        return isFilter(start, limit)
                ? BloomFilterMatcher.hashMayMatch(keyHash, array, start, limit - start)
                : withoutFilter(start, limit) == MAY_MATCH;
    }

    /**
     * The filter to ask about a data block, start in the upper and length in the lower half; or the answer, where no
     * filter is asked. Start and limit are neighbours in the offset array and are read as one.
     */
    final long range(long blockOffset) {
        checkOpen();
        int entry = entry(blockOffset);
        if (entry < 0) {
            return MAY_MATCH;
        }
        long startAndLimit = array != null
                ? (long) LONG.get(array, base + entry)
                : retained.openView().getLong(entry);
        int start = (int) startAndLimit;
        int limit = (int) (startAndLimit >>> Integer.SIZE);
        return isFilter(start, limit) ? (long) start << Integer.SIZE | limit - start : withoutFilter(start, limit);
    }

    /** Where the offset of a data block's filter is stored; {@link #NO_ENTRY} if it has no filter (FB-19 to FB-23). */
    private int entry(long blockOffset) {
        long window = Windows.of(blockOffset, baseLg);
        return window >= 0 && window < windowCount
                ? arrayOffset + (int) window * FilterBlockLayout.OFFSET_LENGTH
                : NO_ENTRY;
    }

    /** Whether two offsets are the start and the limit of a filter (FB-24). */
    private boolean isFilter(int start, int limit) {
        return start >= 0 && start <= limit && limit <= arrayOffset;
    }

    /** The answer where they are not (FB-25). */
    private long withoutFilter(int start, int limit) {
        return (flags & LIKE_LEVELDB) != 0 && start == limit ? ABSENT : MAY_MATCH;
    }

    /** Asks the filter of a range about a hash. */
    final boolean probe(int keyHash, long range) {
        int start = (int) (range >>> Integer.SIZE);
        return array != null
                ? BloomFilterMatcher.hashMayMatch(keyHash, array, base + start, (int) range)
                : BloomFilterMatcher.hashMayMatch(keyHash, retained.openView(), start, (int) range);
    }

    /** Asks a policy about a key in the filter of a range. */
    final boolean match(FilterMatcher matcher, byte[] key, int keyOffset, int keyLength, long range) {
        int start = (int) (range >>> Integer.SIZE);
        return array != null
                ? matcher.keyMayMatch(key, keyOffset, keyLength, array, base + start, (int) range)
                : matcher.keyMayMatch(key, keyOffset, keyLength, retained.openView(), start, (int) range);
    }

    /** Reads the first and the last byte of a range, so that both are in the cache when they are asked for. */
    final int touch(long range) {
        int start = (int) (range >>> Integer.SIZE);
        int last = Math.max(start, start + (int) range - 1);
        return array != null
                ? array[base + start] + array[base + last]
                : retained.openView().get(start) + retained.openView().get(last);
    }

    private void checkOpen() {
        if (retained != null) {
            retained.checkOpen();
        }
    }

    private ByteBuffer bytes() {
        return array != null ? ByteBuffer.wrap(array, base, length) : retained.openView();
    }

    /** The bytes of the block, a view. */
    final ByteBuffer block() {
        checkOpen();
        return bytes();
    }

    /**
     * The layout of the block.
     *
     * @return a view of the block, which must not be used when the reader is closed
     * @throws IllegalStateException if the reader was closed
     */
    public FilterBlockLayout layout() {
        return FilterBlockLayout.of(block());
    }

    /**
     * The memory that the reader keeps alive beside itself: the block's bytes.
     *
     * @return number of bytes, exact; what else the caller's array or buffer holds is not counted
     */
    public long retainedBytes() {
        return length;
    }

    /** Releases the retained memory, if there is any; closing again does nothing. */
    public void close() {
        if (retained != null) {
            retained.giveBack();
        }
    }

    @Override
    public String toString() {
        return "filter block of " + length + " bytes, " + windowCount + " filters, base lg " + baseLg;
    }
}
