// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.table.TableStructure;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Keys that are sought in the data blocks of a table, and which of them are there. A stored key may be the key itself,
 * or a user key with a tag (TF-12); as long as it is not known which, both are sought. Not thread-safe while a table is
 * read.
 */
public final class SoughtKeys {
    /** Kinds of entries have lower numbers in all programs. */
    private static final int MAX_KIND = 31;

    private final int timestampLength;
    private final Map<Key, Found> found = new HashMap<>();
    private final BitSet lengths = new BitSet();
    private final Key probe = new Key(new byte[0], 0);

    /**
     * Keys to be sought; none was found yet.
     *
     * @param keys the keys: user keys without timestamp where the table has tags; copied
     * @param structure that of the table
     */
    public SoughtKeys(List<byte[]> keys, TableStructure structure) {
        this.timestampLength = structure.fullFilterContents().timestampLength();
        for (byte[] key : keys) {
            found.put(new Key(key.clone(), key.length), new Found());
            lengths.set(key.length);
        }
    }

    /**
     * The newest entry of a key in a table.
     *
     * @param blockOffset offset in the file of its data block
     * @param deleted whether it says that the key is deleted; entries without a tag do not
     * @param sequence the sequence number in its tag; empty without a tag, and where timestamps come first
     * @param hidden whether the hash index of its data block hides it from RocksDB's {@code Get} (RF-12)
     */
    public record Entry(long blockOffset, boolean deleted, OptionalLong sequence, boolean hidden) {}

    /** The newest entries of a key: of the whole stored key, and of the user key. */
    private static final class Found {
        private Optional<Entry> whole = Optional.empty();
        private Optional<Entry> user = Optional.empty();
        private long timestamp;
        private long tag;
    }

    /**
     * Bytes that are compared by their contents; the probe is filled anew for each question. They have an order so that
     * a map finds one of many with the same hash by bisection.
     */
    private static final class Key implements Comparable<Key> {
        private byte[] bytes;
        private int length;

        Key(byte[] bytes, int length) {
            this.bytes = bytes;
            this.length = length;
        }

        @Override
        public int compareTo(Key other) {
            return Arrays.compare(bytes, 0, length, other.bytes, 0, other.length);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && Arrays.equals(bytes, 0, length, key.bytes, 0, key.length);
        }

        @Override
        public int hashCode() {
            int hash = 1;
            for (int i = 0; i < length; i++) {
                hash = 31 * hash + bytes[i];
            }
            return hash;
        }
    }

    /** Takes a stored key of the table, which a hash index may hide. */
    void stored(long blockOffset, byte[] key, int storedLength, boolean hidden) {
        Found whole = find(key, storedLength);
        if (whole != null && whole.whole.isEmpty()) {
            whole.whole = Optional.of(new Entry(blockOffset, false, OptionalLong.empty(), false));
        }
        int length = InternalKey.userKeyLength(storedLength) - timestampLength;
        Found user = length < 0 ? null : find(key, length);
        if (user != null) {
            long timestamp = timestampLength == Long.BYTES ? InternalKey.timestamp(key, storedLength) : 0;
            version(user, blockOffset, hidden, timestamp, InternalKey.tag(key, storedLength));
        }
    }

    /** Of several versions of a user key the one with the highest timestamp and the highest sequence number counts. */
    private void version(Found found, long blockOffset, boolean hidden, long timestamp, long tag) {
        int byTime = Long.compareUnsigned(timestamp, found.timestamp);
        boolean newer = byTime > 0 || byTime == 0 && Long.compareUnsigned(tag, found.tag) > 0;
        if (found.user.isEmpty() || newer) {
            found.timestamp = timestamp;
            found.tag = tag;
            boolean deleted = EntryKind.deletes(InternalKey.kindOf(tag));
            found.user = Optional.of(new Entry(blockOffset, deleted, sequence(tag), hidden));
        }
    }

    private OptionalLong sequence(long tag) {
        return timestampLength == 0 ? OptionalLong.of(InternalKey.sequenceOf(tag)) : OptionalLong.empty();
    }

    private @Nullable Found find(byte[] key, int length) {
        if (!lengths.get(length)) {
            return null;
        }
        probe.bytes = key;
        probe.length = length;
        return found.get(probe);
    }

    /** Whether a stored key is this one with a tag of a kind that a database may write. */
    boolean isStoredWithTag(byte[] key) {
        Found of = found.get(new Key(key, key.length));
        return of != null && of.user.isPresent() && InternalKey.kindOf(of.tag) <= MAX_KIND;
    }

    /**
     * The newest entry of a key.
     *
     * @param key one of those that were sought
     * @param format which part of a stored key it is
     * @return the entry; empty if no data block that could be read has it
     * @throws IllegalArgumentException if it was not sought
     */
    Optional<Entry> newest(byte[] key, KeyFormat format) {
        Found of = found.get(new Key(key, key.length));
        if (of == null) {
            throw new IllegalArgumentException("this key was not sought");
        }
        return format == KeyFormat.USER_KEY ? of.user : of.whole;
    }
}
