// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.bloom.FilterMatcher;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A key as databases store it: the user key and its tag, a sequence number above 8 bits for the kind of the entry, in 8
 * bytes with the lowest first (TF-12). With RocksDB's timestamps 8 bytes of the user key are one. Lengths are those of
 * stored keys, which have a tag unless it is said otherwise. Stateless.
 */
public final class InternalKey {
    /** The largest sequence number. */
    public static final long MAX_SEQUENCE = -1L >>> Byte.SIZE;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int KIND = 0xff;

    private InternalKey() {}

    /**
     * Whether a key is long enough for a tag.
     *
     * @param length number of its bytes
     * @return {@code false} if it can only be a key without a tag
     */
    public static boolean hasRoomForTag(int length) {
        return length >= FilterMatcher.TAG_LENGTH;
    }

    /**
     * The length of the user key.
     *
     * @param length number of bytes of the key
     * @return 0 or more; negative for a key that is too short for a tag
     */
    public static int userKeyLength(int length) {
        return length - FilterMatcher.TAG_LENGTH;
    }

    /**
     * The user key.
     *
     * @param key a key with its tag; copied
     * @return the bytes in front of the tag
     */
    public static byte[] userKey(byte[] key) {
        return Arrays.copyOf(key, userKeyLength(key.length));
    }

    /**
     * The sequence number.
     *
     * @param key holds the key from index 0 on
     * @param length number of its bytes
     * @return 0 to {@link #MAX_SEQUENCE}
     */
    public static long sequence(byte[] key, int length) {
        return sequenceOf(tag(key, length));
    }

    /**
     * The kind of the entry.
     *
     * @param key holds the key from index 0 on
     * @param length number of its bytes
     * @return 0 to 255
     */
    public static int kind(byte[] key, int length) {
        return key[userKeyLength(length)] & KIND;
    }

    /**
     * The tag as a number: of two versions of a user key the newer one has the higher tag, unsigned.
     *
     * @param key holds the key from index 0 on
     * @param length number of its bytes
     * @return the sequence number above 8 bits for the kind
     */
    public static long tag(byte[] key, int length) {
        return (long) LONG.get(key, userKeyLength(length));
    }

    /** The sequence number in a tag. */
    static long sequenceOf(long tag) {
        return tag >>> Byte.SIZE;
    }

    /** The kind in a tag. */
    static int kindOf(long tag) {
        return (int) (tag & KIND);
    }

    /** The timestamp in front of the tag, unsigned, of a key that has one. */
    static long timestamp(byte[] key, int length) {
        return (long) LONG.get(key, userKeyLength(length) - Long.BYTES);
    }
}
