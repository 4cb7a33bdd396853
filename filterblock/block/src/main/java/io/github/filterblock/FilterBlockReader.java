// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import io.github.filterblock.bloom.AnyOfMatcher;
import io.github.filterblock.bloom.BloomFilterMatcher;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.HashedKey;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Answers from a filter block whether a key may be in the data block at an offset of the file.
 *
 * <p><b>Ways to open a block.</b> {@code copyOf} and {@link #copyOfBuf} copy the block into an array of their own: the
 * fastest lookups, also when the block is cold, and nothing to release. {@link #retaining} keeps a reference to the
 * caller's memory, so a pooled block is not copied; {@link #close} releases it. {@code wrap} takes an array or a
 * buffer of the JDK, such as a mapped one, as it is. Answers are the same. Methods for Netty's buffers have names of
 * their own, so code that calls none of them compiles and runs without Netty.
 *
 * <p><b>Any bytes are accepted.</b> Opening and probing never throw because of what is in the block: where the bytes
 * make no sense, the answer is {@code true}. {@link FilterBlockVerifier} says what is wrong with a block, {@link
 * #layout} what is in it.
 *
 * <p>When in doubt, a reader does not deny a key; google/leveldb ({@code table/filter_block.cc}) does after one kind of
 * damage (FB-25).
 *
 * <p><b>Keys</b> come in arrays and in buffers of the JDK; for a key in a buffer of Netty, pass its {@code
 * nioBuffer()}.
 *
 * <p><b>Hash once, probe many.</b> To probe the filters of several tables about one key, make a {@link HashedKey} of
 * it; {@link FilterBlockBatch} asks many questions at once.
 *
 * <p><b>One filter for a whole table.</b> A block written with {@link FilterBlockBuilder#WHOLE_TABLE} has one filter
 * for all keys. {@link #tableMayMatch} probes it before the table's index is searched, once {@link #forDataUpTo} has
 * given the reader the end of the data.
 *
 * <p>Block offsets are unsigned 64-bit numbers. Safe for use by any number of threads at once; a lookup takes no lock
 * and, with the matchers of this library, allocates nothing. Close a reader only when no lookup is running: closing one
 * that {@linkplain #retaining retains} memory outside the heap while another thread probes it can end the JVM, because
 * the lookup then reads released memory. Readers over arrays are not affected.
 */
public abstract sealed class FilterBlockReader extends FilterLocator implements AutoCloseable
        permits ArrayReader, GeneralReader {
    /** Answers from single filters. */
    final FilterMatcher matcher;

    /**
     * The hash, if the matcher is a Bloom filter with one hash, as nearly all are; such a filter is probed directly.
     */
    final @Nullable BloomHash hash;

    FilterBlockReader(ByteBuffer block, FilterMatcher matcher, boolean ofWholeTable) {
        super(block, ofWholeTable);
        this.matcher = matcher;
        this.hash = onlyHash(matcher);
    }

    /** Whether a question to a matcher needs only one hash of the key, as it nearly always does. */
    static boolean hasOneHash(FilterMatcher matcher) {
        return onlyHash(matcher) != null;
    }

    private static @Nullable BloomHash onlyHash(FilterMatcher matcher) {
        if (matcher instanceof BloomFilterMatcher bloom) {
            return bloom.hash();
        }
        if (matcher instanceof BloomFilterPolicy policy) {
            return policy.hash();
        }
        List<BloomHash> several = hashes(matcher);
        return several.size() == 1 ? several.get(0) : null;
    }

    /** The hashes of which one must match, so the key can be hashed where it lies; empty for other matchers. */
    private static List<BloomHash> hashes(FilterMatcher matcher) {
        return matcher instanceof AnyOfMatcher any ? any.hashes() : List.of();
    }

    /**
     * A reader over a copy of the block.
     *
     * @param block its readable bytes are the block; borrowed for the length of the call, indexes stay
     * @param matcher answers from single filters
     * @return the reader; need not be closed
     */
    public static FilterBlockReader copyOfBuf(ByteBuf block, FilterMatcher matcher) {
        Objects.requireNonNull(matcher, "matcher");
        byte[] copy = new byte[block.readableBytes()];
        block.getBytes(block.readerIndex(), copy);
        return wrap(copy, matcher);
    }

    /**
     * A reader over a copy of the block.
     *
     * @param block its remaining bytes are the block; borrowed for the length of the call, position and limit stay
     * @param matcher answers from single filters
     * @return the reader; need not be closed
     */
    public static FilterBlockReader copyOf(ByteBuffer block, FilterMatcher matcher) {
        byte[] copy = new byte[block.remaining()];
        block.get(block.position(), copy);
        return wrap(copy, matcher);
    }

    /**
     * A reader over a block that is a whole array; nothing is copied.
     *
     * @param block the block; kept, so its bytes must no longer change
     * @param matcher answers from single filters
     * @return the reader; need not be closed
     */
    public static FilterBlockReader wrap(byte[] block, FilterMatcher matcher) {
        return wrap(block, 0, block.length, matcher);
    }

    /**
     * A reader over a block that lies in an array; nothing is copied.
     *
     * @param block holds the block; kept, so its bytes must no longer change
     * @param offset index of the block's first byte
     * @param length number of bytes of the block
     * @param matcher answers from single filters
     * @return the reader; need not be closed
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public static FilterBlockReader wrap(byte[] block, int offset, int length, FilterMatcher matcher) {
        Objects.checkFromIndexSize(offset, length, block.length);
        Objects.requireNonNull(matcher, "matcher");
        return offset == 0 && hasOneHash(matcher)
                ? new ArrayReader(block, length, matcher, false)
                : GeneralReader.of(BlockMemory.of(block, offset), length, matcher, false);
    }

    /**
     * A reader over a block that lies in a buffer; nothing is copied.
     *
     * @param block its remaining bytes are the block; the memory is kept, so its bytes must no longer change and it
     *     must stay mapped; position, limit and byte order do not matter later and stay
     * @param matcher answers from single filters
     * @return the reader; need not be closed
     */
    public static FilterBlockReader wrap(ByteBuffer block, FilterMatcher matcher) {
        if (block.hasArray()) {
            return wrap(block.array(), block.arrayOffset() + block.position(), block.remaining(), matcher);
        }
        Objects.requireNonNull(matcher, "matcher");
        return GeneralReader.of(BlockMemory.of(block), block.remaining(), matcher, false);
    }

    /**
     * A reader that reads the block where it lies. A composite buffer of several parts cannot be read as one piece: its
     * bytes are copied, as by {@link #copyOfBuf}, and no reference is kept.
     *
     * <p><b>Close it only when no lookup is running.</b> Lookups take no lock, so closing the reader during one of them
     * releases memory that is being read. Outside the heap that can end the JVM.
     *
     * @param block its readable bytes are the block; its reference count grows by one until the reader is closed,
     *     indexes stay; the bytes must not change meanwhile
     * @param matcher answers from single filters
     * @return the reader; close it
     */
    public static FilterBlockReader retaining(ByteBuf block, FilterMatcher matcher) {
        Objects.requireNonNull(matcher, "matcher");
        if (!block.hasArray() && block.nioBufferCount() != 1) {
            return copyOfBuf(block, matcher);
        }
        ByteBuf slice = block.retainedSlice();
        try {
            return GeneralReader.of(BlockMemory.of(slice), slice.capacity(), matcher, false);
        } catch (RuntimeException | Error e) {
            slice.release();
            throw e;
        }
    }

    /**
     * The same reader over a copy of the block in a buffer of Netty, a pooled one for instance.
     *
     * @param allocator makes the buffer, which the new reader owns
     * @return a reader of its own; close it, as one that {@linkplain #retaining retains} a buffer
     * @throws IllegalStateException if this reader was closed
     */
    public FilterBlockReader copyInto(ByteBufAllocator allocator) {
        ByteBuffer block = block();
        ByteBuf buffer = allocator.buffer(block.remaining());
        try {
            FilterBlockReader copy = retaining(buffer.writeBytes(block), matcher);
            return copy.with(ofWholeTable);
        } finally {
            buffer.release();
        }
    }

    /** The same block, whose one filter is, or is not, that of all data blocks. */
    abstract FilterBlockReader with(boolean ofWholeTable);

    /**
     * The same block for a table whose data ends at an offset. Its {@link #tableMayMatch} probes the filter if all data
     * blocks start in the first window and the block has exactly one filter, whose offsets are not damaged.
     *
     * @param dataEnd an offset in the file at or beyond the end of the last data block, unsigned; the size of the file
     *     will do. If the number is too small, keys that are there are denied
     * @return a reader that shares the memory of this one; closing either closes both
     * @throws IllegalStateException if the reader was closed
     */
    public FilterBlockReader forDataUpTo(long dataEnd) {
        return with(hasOneFilterUpTo(dataEnd));
    }

    /**
     * Whether {@link #tableMayMatch} probes a filter; if not, every key may match.
     *
     * @return {@code true} only for a reader made by {@link #forDataUpTo}
     */
    public boolean hasTableFilter() {
        checkOpen();
        return ofWholeTable;
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
        if (!hasTableFilter()) {
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
        return !hasTableFilter() || keyMayMatch(0, key);
    }

    /**
     * Whether the key may be in any data block of the table.
     *
     * @param key the key, which is hashed once for many readers
     * @return as {@link #tableMayMatch(byte[])}
     * @throws IllegalStateException if the reader was closed
     */
    public boolean tableMayMatch(HashedKey key) {
        if (!hasTableFilter()) {
            return true;
        }
        return hash != null ? probeTable(key.hash(hash)) : keyMayMatch(0, key);
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
    public abstract boolean keyMayMatch(long blockOffset, byte[] key, int keyOffset, int keyLength);

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
            return probe(blockOffset, hash.hash(key, index, keyLength));
        }
        List<BloomHash> hashes = hashes(matcher);
        if (hashes.isEmpty()) {
            byte[] copy = new byte[keyLength];
            key.get(index, copy);
            return keyMayMatch(blockOffset, copy);
        }
        boolean mayMatch = false;
        for (int i = 0; i < hashes.size() && !mayMatch; i++) {
            mayMatch = probe(blockOffset, hashes.get(i).hash(key, index, keyLength));
        }
        return mayMatch;
    }

    /**
     * Whether the key may be in the data block at this offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key the key, which is hashed once for many readers
     * @return {@code false} only if the key is certainly not in that block
     * @throws IllegalStateException if the reader was closed
     */
    public boolean keyMayMatch(long blockOffset, HashedKey key) {
        if (hash != null) {
            return probe(blockOffset, key.hash(hash));
        }
        List<BloomHash> hashes = hashes(matcher);
        if (hashes.isEmpty()) {
            return keyMayMatch(blockOffset, key.array(), key.offset(), key.length());
        }
        boolean mayMatch = false;
        for (int i = 0; i < hashes.size() && !mayMatch; i++) {
            mayMatch = probe(blockOffset, key.hash(hashes.get(i)));
        }
        return mayMatch;
    }

    /** Asks about a hash; only for filters of Bloom policies. */
    abstract boolean probe(long blockOffset, int keyHash);

    /** The same question to the filter of a whole table. */
    boolean probeTable(int keyHash) {
        return probe(0, keyHash);
    }

    void checkOpen() {}

    /** Releases the retained memory, if there is any; closing again does nothing. */
    @Override
    public void close() {}

    @Override
    public String toString() {
        return super.toString() + ", " + matcher.name();
    }
}
