// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.table.TableOrigin;
import java.util.Arrays;

/**
 * Brings the stored keys of a table into the usual form: user key, then a tag of 8 bytes. Only Basho's LevelDB has
 * another one: keys that expire, of kind 2 and 3, have the time between the two, and a filter that was built over the
 * user key alone (basho/leveldb b91d5ce, {@code db/dbformat.h}). Not thread-safe.
 */
final class StoredKeys {
    private static final int FIRST_EXPIRING_KIND = 2;
    private static final int LAST_EXPIRING_KIND = 3;
    private static final int EXPIRY_LENGTH = Long.BYTES;

    private final boolean mayExpire;
    private byte[] key = {};
    private int length;
    private byte[] shortened = {};

    StoredKeys(TableOrigin origin) {
        this.mayExpire = origin.basho();
    }

    /** Takes the next stored key; the array is only read, and only until the one after it is taken. */
    void take(byte[] stored, int storedLength) {
        key = stored;
        length = storedLength;
        if (mayExpire && KeyFormat.USER_KEY.allows(storedLength - EXPIRY_LENGTH)) {
            int tag = KeyFormat.USER_KEY.filterKeyLength(storedLength);
            if (stored[tag] >= FIRST_EXPIRING_KIND && stored[tag] <= LAST_EXPIRING_KIND) {
                dropExpiry(stored, tag, storedLength);
            }
        }
    }

    private void dropExpiry(byte[] stored, int tag, int storedLength) {
        if (shortened.length < storedLength) {
            shortened = new byte[storedLength + Math.min(storedLength, KeyStatistics.MOST_GROWTH)];
        }
        int userKeyLength = tag - EXPIRY_LENGTH;
        System.arraycopy(stored, 0, shortened, 0, userKeyLength);
        System.arraycopy(stored, tag, shortened, userKeyLength, storedLength - tag);
        key = shortened;
        length = storedLength - EXPIRY_LENGTH;
    }

    byte[] key() {
        return key;
    }

    int length() {
        return length;
    }

    byte[] copy() {
        return Arrays.copyOf(key, length);
    }
}
