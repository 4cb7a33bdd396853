// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.IndexEntry;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Whether an index and the blocks that it leads to belong together (TF-11): data blocks follow one another, each has
 * keys, and the keys of the index separate them. Nothing protects the footer, and a handle that leads to another sound
 * block passes every checksum; only the blocks themselves show that they are not data blocks of this table. Takes the
 * blocks in the order of the index. Not thread-safe.
 */
final class IndexConsistency {
    private final long indexOffset;
    private final Separators wholeKeys;
    private final Separators userKeys;
    private long end;
    private long blocks;
    private long emptyBlocks;
    private boolean hasSeekTags;
    private boolean broken;
    private boolean unknown;

    /**
     * Nothing was seen yet.
     *
     * @param indexOffset offset in the file of the index
     */
    IndexConsistency(long indexOffset) {
        this.indexOffset = indexOffset;
        this.wholeKeys = new Separators(KeyFormat.WHOLE_KEY);
        this.userKeys = new Separators(KeyFormat.USER_KEY);
    }

    /** Where the block before ends; the next one must not start before. */
    long end() {
        return end;
    }

    /** The next block lies inside the file and not before {@link #end}. */
    void place(BlockHandle handle) {
        end = handle.end();
        blocks++;
    }

    /** A block is damaged or lies where none can be. */
    void damaged() {
        broken = true;
    }

    /** A block cannot be read for a reason other than damage, so nothing is known about its keys. */
    void unknown() {
        unknown = true;
    }

    /** A block without keys. */
    void empty() {
        emptyBlocks++;
        unknown = true;
    }

    /** The first stored key of the next block. */
    void firstKey(byte[] key, int length) {
        wholeKeys.first(key, length);
        userKeys.first(key, length);
    }

    /** The last stored key of the block of an index entry. */
    void lastKey(IndexEntry entry, byte[] key, int length) {
        byte[] indexKey = entry.key();
        hasSeekTags |= isSeekKey(indexKey, key, length);
        wholeKeys.last(indexKey, entry.handle(), key, length);
        userKeys.last(indexKey, entry.handle(), key, length);
    }

    /**
     * Whether an index key is a shortened user key with the tag that databases seek with: the highest sequence. A key
     * is shortened to its first bytes, of which the last is raised by one. Shortened whole keys do not end with the
     * seven bytes 0xff of that tag.
     */
    private static boolean isSeekKey(byte[] indexKey, byte[] lastKey, int lastLength) {
        int tag = indexKey.length - KeyFormat.USER_KEY.suffixLength();
        if (tag < 1 || indexKey[tag] < 0 || tag > lastLength - KeyFormat.USER_KEY.suffixLength()) {
            return false;
        }
        for (int i = tag + 1; i < indexKey.length; i++) {
            if (indexKey[i] != (byte) 0xff) {
                return false;
            }
        }
        return indexKey[tag - 1] == (byte) (lastKey[tag - 1] + 1)
                && Arrays.equals(indexKey, 0, tag - 1, lastKey, 0, tag - 1);
    }

    /** Whether some key of the index can only be that of a database, which has tags. */
    boolean hasSeekTags() {
        return hasSeekTags;
    }

    /**
     * Whether what was read cannot be believed to be the keys of the table: the blocks cannot all be its data blocks,
     * some are missing, or one has no key. Only a table's single block may be empty: goleveldb writes such tables.
     *
     * @param ascending the formats in which the keys ascend
     */
    boolean isUnreliable(Predicate<KeyFormat> ascending) {
        return broken || !unknown && contradictsOrder(ascending) || emptyBlocks > 0 && blocks > 1;
    }

    /** Whether the keys ascend, but the index separates them in no format in which they do. */
    private boolean contradictsOrder(Predicate<KeyFormat> ascending) {
        boolean whole = ascending.test(KeyFormat.WHOLE_KEY);
        boolean user = ascending.test(KeyFormat.USER_KEY);
        return (whole || user) && !(whole && wholeKeys.matches()) && !(user && userKeys.matches());
    }

    /** Whether the index can be searched for keys of a format that ascend. */
    boolean separates(KeyFormat format) {
        return !broken && !unknown && of(format).matches();
    }

    /** What is wrong with the keys of the index, if those of the blocks ascend in a format. */
    Findings separators(KeyFormat format) {
        return of(format).findings.findings();
    }

    private Separators of(KeyFormat format) {
        return format == KeyFormat.WHOLE_KEY ? wholeKeys : userKeys;
    }

    /** Compares the keys of the index with those of the blocks, as keys of one format. */
    private final class Separators {
        private final KeyFormat format;
        private final Findings.Collector findings;
        private byte[] floor = {};
        private boolean hasFloor;
        private boolean floorIsLast;
        private boolean tooShort;

        Separators(KeyFormat format) {
            this.format = format;
            this.findings = new Findings.Collector(Findings.USUAL_LIMIT);
        }

        /** The first key is above the index key before, or the same user key in another version. */
        void first(byte[] key, int length) {
            if (!hasFloor || !format.allows(length)) {
                return;
            }
            int byFloor = compareUserKeys(floor, floor.length, key, length);
            if (byFloor > 0 || byFloor == 0 && !floorIsLast) {
                long start = end;
                findings.add(
                        Rule.TF_11,
                        indexOffset,
                        () -> "the index key before the data block that ends at " + start
                                + " is not below the block's first key");
            }
        }

        void last(byte[] indexKey, BlockHandle handle, byte[] key, int length) {
            if (!format.allows(indexKey.length) || !format.allows(length)) {
                tooShort = true;
                return;
            }
            if (format.compare(indexKey, indexKey.length, key, length) < 0) {
                findings.add(
                        Rule.TF_11,
                        indexOffset,
                        () -> "the index key of the data block at " + handle.offset()
                                + " is below the block's last key");
            }
            if (hasFloor && format.compare(floor, floor.length, indexKey, indexKey.length) > 0) {
                findings.add(
                        Rule.TF_11,
                        indexOffset,
                        () -> "the index key of the data block at " + handle.offset()
                                + " is below that of the block before");
            }
            floor = indexKey;
            hasFloor = true;
            floorIsLast = compareUserKeys(indexKey, indexKey.length, key, length) == 0;
        }

        private int compareUserKeys(byte[] a, int aLength, byte[] b, int bLength) {
            return Arrays.compareUnsigned(a, 0, format.filterKeyLength(aLength), b, 0, format.filterKeyLength(bLength));
        }

        boolean matches() {
            return !tooShort && findings.findings().isEmpty();
        }
    }
}
