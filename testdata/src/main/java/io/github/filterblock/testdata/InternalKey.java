// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A key as a database stores it: a user key, and a tag of 8 bytes after it (TF-12).
 *
 * <p>Immutable, provided that no code changes the key's array.
 *
 * @param userKey the key that filters are made of
 * @param sequence number of the write, 0..2^56 - 1
 * @param kind 0 for a deletion, 1 for a value
 */
public record InternalKey(byte[] userKey, long sequence, int kind) {
    /** Length of the tag in bytes. */
    public static final int TAG_LENGTH = 8;

    /** Returns the stored key: user key, then sequence number times 256 plus kind as a u64, little-endian. */
    public byte[] encoded() {
        return ByteBuffer.allocate(userKey.length + TAG_LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(userKey)
                .putLong(sequence << 8 | kind)
                .array();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof InternalKey key
                && Arrays.equals(userKey, key.userKey)
                && sequence == key.sequence
                && kind == key.kind;
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(userKey) + Long.hashCode(sequence);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(userKey) + " @ " + sequence + " : " + (kind == 0 ? "del" : "val");
    }
}
