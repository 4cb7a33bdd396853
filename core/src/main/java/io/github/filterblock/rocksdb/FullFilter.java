// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import io.github.filterblock.arithmetic.LittleEndian;
import io.github.filterblock.arithmetic.Ranges;
import io.github.filterblock.arithmetic.Xxh3;
import io.github.filterblock.bloom.HashedKey;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One of RocksDB's full filters: that of a table, or of one partition of it ({@code
 * table/block_based/filter_policy.cc}, commit 1dfa7297933d); or Pebble's binary fuse filter.
 *
 * <p>Any bytes are accepted as a filter; bytes that make no sense let every key match. No method throws for the
 * filter's bytes, and lookups allocate nothing and take no lock. Immutable, as long as the bytes are; safe for use by
 * any number of threads.
 *
 * <p>A filter of 5 bytes or fewer denies every key, as in RocksDB. Whether that is right depends on the table (RF-13);
 * package {@code io.github.filterblock.table} decides it.
 */
public abstract class FullFilter {
    /** Length of the trailer that describes the bits, in bytes. */
    public static final int TRAILER_LENGTH = FullFilterGeometry.TRAILER_LENGTH;

    private static final String TOO_SHORT = "5 bytes or fewer";

    private final FullFilterGeometry geometry;

    /* The parts of FilterBytes: a question then has one load fewer before its first bit. */
    private final byte @Nullable [] array;
    private final int arrayOffset;
    private final ByteBuffer buffer;

    FullFilter(FullFilterGeometry geometry, FilterBytes bytes) {
        this.geometry = geometry;
        this.array = bytes.array();
        this.arrayOffset = bytes.offset();
        this.buffer = bytes.buffer();
    }

    /** A filter of the same bytes. */
    FullFilter(FullFilter other) {
        this.geometry = other.geometry;
        this.array = other.array;
        this.arrayOffset = other.arrayOffset;
        this.buffer = other.buffer;
    }

    final boolean isInArray() {
        return array != null;
    }

    /** The place of the filter's first byte: its index in the array; 0 if a buffer has it. */
    final int start() {
        return arrayOffset;
    }

    /** Eight bytes of the filter from a place on, little-endian. */
    final long word(int place) {
        return array != null ? wordOfArray(place) : wordOfBuffer(place);
    }

    /** Eight bytes from a place on, if the filter {@linkplain #isInArray is in an array}. */
    @SuppressWarnings("NullAway") // a check of the array would cost in the hot path
    final long wordOfArray(int place) {
        return LittleEndian.longAt(array, place);
    }

    /** Eight bytes from a place on, if the filter is not in an array. */
    final long wordOfBuffer(int place) {
        return buffer.getLong(place);
    }

    /** Two bytes of the filter from an index on, little-endian; 0 to 65,535. */
    final int unsignedShort(int index) {
        return (array != null ? LittleEndian.shortAt(array, arrayOffset + index) : buffer.getShort(index)) & 0xffff;
    }

    /** A byte of the filter, of which the upper bits are the sign. */
    final int signedByte(int index) {
        return array != null ? array[arrayOffset + index] : buffer.get(index);
    }

    /** Whether a bit of the filter is set. */
    final boolean isSet(long bit) {
        return (signedByte((int) (bit >>> 3)) >>> (bit & 7) & 1) != 0;
    }

    /**
     * Opens a filter as RocksDB reads it: a legacy one is probed with the signed hash.
     *
     * @param block bits and trailer, without the block's type byte and checksum; kept, not copied, so its bytes must no
     *     longer change
     * @return the filter
     */
    public static FullFilter wrap(byte[] block) {
        return wrap(block, LegacyHash.SIGNED);
    }

    /**
     * Opens a filter.
     *
     * @param block bits and trailer, without the block's type byte and checksum; kept, not copied, so its bytes must no
     *     longer change
     * @param hash for a legacy filter
     * @return the filter
     */
    public static FullFilter wrap(byte[] block, LegacyHash hash) {
        return open(FilterBytes.of(block), hash);
    }

    /**
     * Opens a filter that lies in a larger array.
     *
     * @param memory holds bits and trailer; kept, not copied, so these bytes must no longer change
     * @param offset index of the filter's first byte
     * @param length number of bytes, 0 or more
     * @param hash for a legacy filter
     * @return the filter
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public static FullFilter wrap(byte[] memory, int offset, int length, LegacyHash hash) {
        return open(FilterBytes.of(memory, offset, length), hash);
    }

    /**
     * Opens a filter in a buffer of any kind: on the heap, direct, or mapped from a file. For a buffer of Netty, {@code
     * buf.nioBuffer()} gives one that shares its memory.
     *
     * <p>A Bloom filter that is larger than the processor's cache is probed faster if its first byte is at a multiple
     * of 64 in memory: a line of the filter is then a line of the cache. {@code ByteBuffer.allocateDirect((length + 63
     * & -64) + 63).alignedSlice(64).limit(length)} gives such memory for {@code length} bytes; {@code alignedSlice}
     * also rounds the end down, so less than that may be too small.
     *
     * @param block bits and trailer, from its position to its limit, which are not moved; the memory is kept, not
     *     copied, so its bytes must no longer change. Its owner must not release it while the filter is probed
     * @param hash for a legacy filter
     * @return the filter
     */
    public static FullFilter wrap(ByteBuffer block, LegacyHash hash) {
        return open(FilterBytes.of(block), hash);
    }

    private static FullFilter open(FilterBytes block, LegacyHash hash) {
        Objects.requireNonNull(hash, "hash");
        int length = block.length() - TRAILER_LENGTH;
        FullFilterGeometry geometry = length <= 0
                ? NoBitsGeometry.empty(length, TOO_SHORT)
                : geometryOf(length, (byte) block.unsignedByte(length), block.unsignedInt(length + 1));
        return opened(geometry, block, hash);
    }

    /* Each kind makes itself as a FullFilter, so that only those are loaded that a program uses. */
    private static FullFilter opened(FullFilterGeometry geometry, FilterBytes block, LegacyHash hash) {
        FullFilterKind kind = geometry.kind();
        if (kind == FullFilterKind.FAST_LOCAL_BLOOM) {
            return FastLocalBloom.of(geometry, block);
        }
        if (kind == FullFilterKind.LEGACY_BLOOM) {
            return LegacyBloom.of(geometry, block, hash);
        }
        return kind == FullFilterKind.RIBBON ? Ribbon.of(geometry, block) : NoBits.of(geometry);
    }

    /**
     * Opens a binary fuse filter of Pebble, whose kind only the name of the table's filter tells ({@code binaryfuse};
     * PB-5). One of 14 bytes or fewer denies every key, as RocksDB's filters of 5 bytes or fewer do.
     *
     * @param block fingerprints and trailer, without the block's type byte and checksum; kept, not copied, so its bytes
     *     must no longer change
     * @return the filter
     */
    public static FullFilter wrapBinaryFuse(byte[] block) {
        return BinaryFuse.open(FilterBytes.of(block));
    }

    /**
     * Makes a replacement for a filter that cannot be read.
     *
     * @param reason why, for display
     * @return a filter that lets every key match
     */
    public static FullFilter matchingAlways(String reason) {
        return NoBits.of(NoBitsGeometry.always(-TRAILER_LENGTH, reason));
    }

    /**
     * The same filter, probed with another hash if it is a legacy one.
     *
     * @param hash the hash
     * @return a filter that shares the bits of this one
     */
    public FullFilter withHash(LegacyHash hash) {
        return this;
    }

    /**
     * Whether a key may be in the filter.
     *
     * @param key as it was added: the user key without timestamp, or its prefix; borrowed
     * @return {@code false} only if the key was certainly not added
     */
    public final boolean keyMayMatch(byte[] key) {
        return keyMayMatch(key, 0, key.length);
    }

    /**
     * Whether a key may be in the filter.
     *
     * @param key holds the key; borrowed
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return {@code false} only if the key was certainly not added
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public final boolean keyMayMatch(byte[] key, int offset, int length) {
        // Avoids a virtual call for the common kinds, in programs that probe several kinds.
        // Steps of at most 35 bytes of code, which HotSpot inlines for rare kinds too, made some faster, some slower.
        if (this instanceof FastLocalBloom) {
            return ((FastLocalBloom) this).matches(Xxh3.preview(key, offset, length));
        }
        return this instanceof LegacyBloom
                ? ((LegacyBloom) this).matches(key, offset, length)
                : otherMayMatch(key, offset, length);
    }

    /** The same for the other kinds: BinaryFuse, NoBits and Ribbon. */
    private boolean otherMayMatch(byte[] key, int offset, int length) {
        if (this instanceof BinaryFuse) {
            return ((BinaryFuse) this).matches(key, offset, length);
        }
        if (this instanceof Ribbon) {
            return ((Ribbon) this).matches(Xxh3.preview(key, offset, length));
        }
        Ranges.check(offset, length, key.length);
        return geometry.kind() != FullFilterKind.EMPTY;
    }

    /**
     * Whether a key may be in the filter.
     *
     * @param key the bytes from its position to its limit, which are not moved; borrowed. Without an accessible array
     *     they are copied: a {@link HashedKey} that is used again saves that
     * @return as {@link #keyMayMatch(byte[])}
     */
    public final boolean keyMayMatch(ByteBuffer key) {
        return key.hasArray()
                ? keyMayMatch(key.array(), key.arrayOffset() + key.position(), key.remaining())
                : keyMayMatch(HashedKey.of(key));
    }

    /**
     * Whether a key that is hashed once for many filters may be in this one.
     *
     * @param key as it was added
     * @return as {@link #keyMayMatch(byte[])}
     */
    public final boolean keyMayMatch(HashedKey key) {
        if (this instanceof FastLocalBloom) {
            return ((FastLocalBloom) this).matches(key.xxph3());
        }
        return this instanceof LegacyBloom ? ((LegacyBloom) this).matches(key) : otherMayMatch(key);
    }

    private boolean otherMayMatch(HashedKey key) {
        return this instanceof Ribbon
                ? ((Ribbon) this).matches(key.xxph3())
                : otherMayMatch(key.array(), key.offset(), key.length());
    }

    /**
     * The hash of a key in fast local Bloom and Ribbon filters, XXPH3 (RF-2), for writers that keep hashes: {@link
     * FullFilterBuilder#addHash} takes it.
     *
     * @param key holds the key; borrowed
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return any 64-bit value
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public static long xxph3(byte[] key, int offset, int length) {
        return Xxh3.preview(key, offset, length);
    }

    /**
     * The form of a filter of which only the last bytes are read.
     *
     * @param trailer the last {@value #TRAILER_LENGTH} bytes of one of RocksDB's filters
     * @param sizeInBytes of the filter with its trailer, {@value #TRAILER_LENGTH} or more
     * @return that of the whole filter ({@link #geometry()})
     */
    public static FullFilterGeometry geometryOf(byte[] trailer, long sizeInBytes) {
        long length = sizeInBytes - TRAILER_LENGTH;
        FilterBytes bytes = FilterBytes.of(trailer, 0, TRAILER_LENGTH);
        return length <= 0
                ? NoBitsGeometry.empty(length, TOO_SHORT)
                : geometryOf(length, trailer[0], bytes.unsignedInt(1));
    }

    private static FullFilterGeometry geometryOf(long length, int marker, long numbers) {
        switch (marker) {
            case FullFilterGeometry.FAST_LOCAL_MARKER:
                return LineGeometry.storedFastLocalBloom(length, numbers);
            case FullFilterGeometry.RIBBON_MARKER:
                return RibbonGeometry.stored(length, numbers);
            default:
                return marker > 0
                        ? LineGeometry.storedLegacyBloom(length, marker, numbers)
                        : NoBitsGeometry.always(length, "a reserved marker");
        }
    }

    /** {@return the form of the filter, from which a builder makes the same bytes of the same keys} */
    public final FullFilterGeometry geometry() {
        return geometry;
    }

    /**
     * The share of the bits of a Bloom filter that are set. Counts them at each call.
     *
     * @return 0 to 1; 0 for filters of other kinds
     */
    public final double fillRatio() {
        return geometry instanceof LineGeometry ? lineFill().fillRatio() : 0;
    }

    /**
     * How many bits of one line of a Bloom filter are set. The bits of a key all lie in one line.
     *
     * @param line number of the line, from 0 to {@link FullFilterGeometry#lines()} - 1
     * @return 0 to 8 times {@link FullFilterGeometry#lineBytes()}
     * @throws IndexOutOfBoundsException if the filter has no such line; filters of other kinds have none
     */
    public final int setBitsOfLine(long line) {
        if (!(geometry instanceof LineGeometry)) {
            throw new IndexOutOfBoundsException("a filter without lines");
        }
        return lineFill().setBits(line);
    }

    /**
     * The share of absent keys that this filter lets through, computed from the bits that are set in each line of a
     * Bloom filter, and from the numbers of columns or bits of the others. Looks at all bits at each call. For a Bloom
     * filter this needs no number of keys, unlike {@link FullFilterGeometry#expectedRate}, which knows the form alone.
     *
     * @return 0 to 1
     */
    public final double expectedRate() {
        return geometry instanceof LineGeometry ? lineFill().expectedRate() : geometry.expectedRate(0);
    }

    private LineFill lineFill() {
        return new LineFill((LineGeometry) geometry, this::signedByte);
    }

    /** All that this filter needs to know of a key. */
    abstract long hash(byte[] key, int offset, int length);

    /** The same of a key that is hashed once. */
    abstract long hash(HashedKey key);

    /**
     * Loads a word of each line of memory that questions about some hashes look at; no load waits for another.
     *
     * @return depends on all that was loaded, so that no compiler leaves it out
     */
    abstract long touch(long[] hashes, int from, int to);

    /** Answers the questions about some hashes. */
    abstract void answer(long[] hashes, boolean[] answers, int from, int to);

    /**
     * How the filter finds its answer about a key: for explanations, not for lookups.
     *
     * @param key as for {@link #keyMayMatch(byte[])}
     * @return the steps up to the one that denies the key, or all
     */
    public abstract FullFilterTrace trace(byte[] key);

    @Override
    public final String toString() {
        return geometry.toString();
    }
}
