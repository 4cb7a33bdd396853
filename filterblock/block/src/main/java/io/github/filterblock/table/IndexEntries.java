// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.table.CorruptTableException.Reason;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * The entries of an index, each made when it is asked for: an index of a million entries takes 24 bytes for each beside
 * the block itself. A key that shares nothing stays in the block; others are written out. Immutable once it is filled.
 */
final class IndexEntries extends AbstractList<IndexEntry> implements RandomAccess {
    /**
     * The fewest bytes that a data block takes in a file: 6 for an entry and its restarts, compressed as far as
     * possible, and 5 for the trailer. Data blocks do not overlap, so no table has more entries than this allows.
     */
    private static final int MIN_BLOCK = 11;

    /** Keys that share with those before them may have this many bytes and the size of the file. */
    private static final long FREE_KEY_BYTES = 16 << 20;

    private static final long MAX_KEY_BYTES = Integer.MAX_VALUE - 16;

    /** An index without entries. */
    static final IndexEntries NONE = new IndexEntries(new byte[0], 0, 0, 0);

    private final byte[] block;
    private final int tagLength;
    private final int[] keyAt;
    private final int[] keyLength;
    private final long[] offsets;
    private final long[] sizes;
    private final byte[] writtenOut;
    private int writtenOutLength;
    private int count;

    /**
     * An index without entries.
     *
     * @param block holds the keys that share nothing; kept
     * @param capacity the number of entries that will be added
     * @param sharedKeyBytes how many bytes the keys of those that share have together
     * @param tagLength number of zero bytes that every key gets at its end
     */
    IndexEntries(byte[] block, int capacity, int sharedKeyBytes, int tagLength) {
        this.block = block;
        this.writtenOut = new byte[sharedKeyBytes];
        this.tagLength = tagLength;
        this.keyAt = new int[capacity];
        this.keyLength = new int[capacity];
        this.offsets = new long[capacity];
        this.sizes = new long[capacity];
    }

    /**
     * Where an index lies.
     *
     * @param file the file's name, for messages
     * @param offset offset in the file of the index
     * @param fileSize number of bytes of the file
     */
    record Place(String file, long offset, long fileSize) {

        /**
         * Room for an index; one of more entries, or with more bytes of keys, than a sound table of this size can have
         * is refused.
         */
        IndexEntries room(byte[] block, long entries, long sharedKeyBytes, int tagLength) throws CorruptTableException {
            checkSize(entries, sharedKeyBytes);
            return new IndexEntries(block, (int) entries, (int) sharedKeyBytes, tagLength);
        }

        void checkSize(long entries, long sharedKeyBytes) throws CorruptTableException {
            if (entries > fileSize / MIN_BLOCK) {
                throw corrupt(
                        Reason.TOO_LARGE,
                        "an index of " + entries + " entries is too large for a file of " + fileSize
                                + " bytes, which has no room for that many data blocks");
            }
            if (sharedKeyBytes > Math.min(FREE_KEY_BYTES + fileSize, MAX_KEY_BYTES)) {
                throw corrupt(
                        Reason.TOO_LARGE,
                        "the keys of the index expand to " + sharedKeyBytes + " bytes, too many for a file of "
                                + fileSize + " bytes");
            }
        }

        CorruptTableException corrupt(Reason reason, String detail) {
            return new CorruptTableException(file, offset, reason, detail);
        }
    }

    /**
     * Adds an entry.
     *
     * @param key holds the key from index 0 on; borrowed
     * @param length number of its bytes
     * @param shared how many of them it shares with the key before
     * @param unsharedAt index in the block of the bytes that it does not share
     */
    void add(byte[] key, int length, int shared, int unsharedAt, long offset, long size) {
        keyAt[count] = shared == 0 ? unsharedAt : ~writeOut(key, length);
        keyLength[count] = length;
        offsets[count] = offset;
        sizes[count++] = size;
    }

    private int writeOut(byte[] key, int length) {
        int at = writtenOutLength;
        System.arraycopy(key, 0, writtenOut, at, length);
        writtenOutLength += length;
        return at;
    }

    @Override
    public IndexEntry get(int index) {
        Objects.checkIndex(index, count);
        int at = keyAt[index];
        byte[] key = new byte[keyLength[index] + tagLength];
        System.arraycopy(at < 0 ? writtenOut : block, at < 0 ? ~at : at, key, 0, keyLength[index]);
        return new IndexEntry(key, new BlockHandle(offsets[index], sizes[index]));
    }

    /** The offset of a data block, without a copy of its key. */
    long offset(int index) {
        return offsets[Objects.checkIndex(index, count)];
    }

    /** Compares a key, without some bytes at its end, with another one in byte order. It is not copied. */
    int compareKey(int index, int dropped, byte[] other) {
        Objects.checkIndex(index, count);
        int length = keyLength[index] + tagLength - dropped;
        if (length > keyLength[index]) {
            return Arrays.compareUnsigned(get(index).key(), 0, length, other, 0, other.length);
        }
        int at = keyAt[index];
        byte[] holder = at < 0 ? writtenOut : block;
        int start = at < 0 ? ~at : at;
        return Arrays.compareUnsigned(holder, start, start + length, other, 0, other.length);
    }

    @Override
    public int size() {
        return count;
    }
}
