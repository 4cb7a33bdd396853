// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.table.TableOrigin;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the stored keys alone show about their format and order. Takes them in the order of the file. Not thread-safe.
 *
 * <p>A tag's lowest byte is the kind of the entry, 0 for a deletion or 1 for a value in every LevelDB; Basho and
 * RocksDB have more. A key whose would-be tag has another kind, or that is too short for a tag, cannot be internal.
 */
final class KeyStatistics {
    static final int LEVELDB_MAX_KIND = 1;
    static final int BASHO_MAX_KIND = 3;
    static final int ROCKSDB_MAX_KIND = 0x7f;

    /** No writer has kinds from here on, but for RocksDB's largest, which it never stores. */
    private static final int MIN_UNKNOWN_KIND = 0x20;

    /** Beyond this length the array of a key does not double any more. */
    static final int MAX_GROWTH = 1 << 20;

    private final int maxKind;
    private final boolean certainlyInternal;
    private long keys;
    private long largestSequence;
    private final long[] ofKind = new long[1 << Byte.SIZE];
    private OptionalLong untaggedBlock = OptionalLong.empty();
    private boolean internalPossible = true;
    private boolean certainlyWhole;
    private boolean ascendsWhole = true;
    private boolean ascendsInternally = true;
    private byte[] previous = {};
    private int previousLength;
    private final KeyOrder order = new KeyOrder();

    KeyStatistics(int maxKind) {
        this(maxKind, false);
    }

    private KeyStatistics(int maxKind, boolean certainlyInternal) {
        this.maxKind = maxKind;
        this.certainlyInternal = certainlyInternal;
    }

    /**
     * Evidence that allows the kinds of the program that wrote the table; all of RocksDB's keys are internal (TF-12).
     */
    static KeyStatistics from(TableOrigin origin) {
        return new KeyStatistics(
                origin.rocksDb() ? ROCKSDB_MAX_KIND : origin.basho() ? BASHO_MAX_KIND : LEVELDB_MAX_KIND,
                origin.hasInternalKeys());
    }

    void key(long blockOffset, byte[] key, int length) {
        internalPossible &= couldBeInternal(key, length);
        if (internalPossible) {
            largestSequence = Math.max(largestSequence, InternalKey.sequence(key, length));
            ofKind[InternalKey.kind(key, length)]++;
        }
        if (certainlyInternal && untaggedBlock.isEmpty() && !KeyFormat.USER_KEY.allows(length)) {
            untaggedBlock = OptionalLong.of(blockOffset);
        }
        if (ascendsAsUserKey(key, length)) {
            certainlyWhole |= hasUnknownKind(key, length);
            order.ascends(blockOffset, previous, previousLength, key, length);
        } else {
            certainlyWhole |= hasNoTag(key, length);
            if (keys > 0) {
                ascendsWhole = ascendsWhole && KeyFormat.WHOLE_KEY.compare(previous, previousLength, key, length) < 0;
                ascendsInternally &= followsInternally(blockOffset, key, length);
            }
        }
        if (previous.length < length) {
            previous = new byte[Math.max(length, previous.length + Math.min(previous.length, MAX_GROWTH))];
        }
        System.arraycopy(key, 0, previous, 0, length);
        previousLength = length;
        keys++;
    }

    private boolean couldBeInternal(byte[] key, int length) {
        return InternalKey.hasRoomForTag(length) && InternalKey.kind(key, length) <= maxKind;
    }

    /** Whether a key is above the one before by a byte that is part of neither tag, and so in every format. */
    private boolean ascendsAsUserKey(byte[] key, int length) {
        int differs = Arrays.mismatch(previous, 0, previousLength, key, 0, length);
        return differs >= 0
                && differs < InternalKey.userKeyLength(Math.min(previousLength, length))
                && (previous[differs] & 0xff) < (key[differs] & 0xff);
    }

    /**
     * Whether a key cannot end with a tag: it is too short, the kind is none that any writer has, or the tag of the
     * same user key before is not above.
     */
    private boolean hasNoTag(byte[] key, int length) {
        if (!KeyFormat.USER_KEY.allows(length)) {
            return true;
        }
        int userKey = InternalKey.userKeyLength(length);
        if (hasUnknownKind(key, length)) {
            return true;
        }
        return keys > 0
                && length == previousLength
                && Arrays.equals(key, 0, userKey, previous, 0, userKey)
                && KeyFormat.USER_KEY.compare(previous, previousLength, key, length) >= 0;
    }

    private static boolean hasUnknownKind(byte[] key, int length) {
        int kind = InternalKey.kind(key, length);
        return kind >= MIN_UNKNOWN_KIND && kind != ROCKSDB_MAX_KIND;
    }

    private boolean followsInternally(long blockOffset, byte[] key, int length) {
        return KeyFormat.USER_KEY.allows(previousLength)
                && KeyFormat.USER_KEY.allows(length)
                && order.add(blockOffset, previous, previousLength, key, length) < 0;
    }

    long keys() {
        return keys;
    }

    /** The data block of the first key that is too short for its tag, if all keys certainly have tags. */
    OptionalLong untaggedBlock() {
        return untaggedBlock;
    }

    /** Whether every key has what could be a tag. */
    boolean internalPossible() {
        return internalPossible;
    }

    /** The largest sequence number in the tags, if every key has what could be a tag. */
    long largestSequence() {
        return largestSequence;
    }

    /** How many entries are of a kind, the lowest byte of the tag, if every key has what could be a tag. */
    long ofKind(int kind) {
        return ofKind[kind];
    }

    /** Whether every key was above the one before it in the byte order of a format. */
    boolean ascending(KeyFormat format) {
        return format == KeyFormat.WHOLE_KEY ? ascendsWhole : ascendsInternally;
    }

    /** The order of the keys that are long enough for a tag. */
    KeyOrder order() {
        return order;
    }

    /**
     * The probable format of the keys. Keys that all have a plausible tag are internal, unless their order says
     * otherwise: as whole keys they ascend in byte order, as internal keys they do not.
     */
    Optional<KeyFormat> likelyFormat() {
        if (keys == 0) {
            return Optional.empty();
        }
        return Optional.of(
                certainlyInternal || internalPossible && (ascendsInternally || !ascendsWhole)
                        ? KeyFormat.USER_KEY
                        : KeyFormat.WHOLE_KEY);
    }

    /**
     * The probable format of the keys, where the index may say more: a database's index keys have tags, too. If whole
     * keys look like internal ones and ascend in either order, a shortened index key separates them as whole ones only.
     */
    Optional<KeyFormat> likelyFormat(IndexConsistency consistency) {
        boolean separatedAsWhole = ascendsWhole
                && consistency.separates(KeyFormat.WHOLE_KEY)
                && !consistency.separates(KeyFormat.USER_KEY);
        return keys > 0 && separatedAsWhole && !certainlyInternal ? Optional.of(KeyFormat.WHOLE_KEY) : likelyFormat();
    }

    /**
     * The format that keys and index prove, whoever wrote the table: empty if both are possible, however likely one
     * of them is. Keys of two numbers, for example, may look like user keys with tags.
     */
    Optional<KeyFormat> provenFormat(IndexConsistency consistency) {
        boolean user = consistency.hasSeekTags() && internalPossible;
        if (keys == 0 || !certainlyInternal && user == certainlyWhole) {
            return Optional.empty();
        }
        return Optional.of(certainlyInternal || user ? KeyFormat.USER_KEY : KeyFormat.WHOLE_KEY);
    }

    @Override
    public String toString() {
        return keys + " keys, ascending whole " + ascendsWhole + ", internally " + ascendsInternally
                + ", internal possible " + internalPossible;
    }
}
