// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import io.github.filterblock.arithmetic.Ranges;
import java.nio.ByteBuffer;

/**
 * The read half of a filter policy: answers from the bytes of one filter whether a key may be in it.
 *
 * <p>A matcher must accept any bytes as a filter, must not throw for any of them, and must return {@code true} for
 * every key that its write half added. When in doubt, it returns {@code true}: then a lookup costs a read and loses no
 * record.
 *
 * <p>Implementations are immutable and safe for use by any number of threads at once.
 */
public interface FilterMatcher {
    /** Number of bytes of the tag that a database stores after each user key. */
    int TAG_LENGTH = 8;

    /**
     * The policy's name as it stands in a table file, without the {@code "filter."} in front (FORMAT.md, TF-8).
     *
     * @return the name; compared byte for byte, so plain ASCII is wise
     */
    String name();

    /**
     * Whether the key may be in the filter.
     *
     * @param key holds the key; borrowed, not changed
     * @param keyOffset index of the key's first byte
     * @param keyLength number of bytes of the key, 0 or more
     * @param filter holds the filter; borrowed, not changed
     * @param filterOffset index of the filter's first byte
     * @param filterLength number of bytes of the filter, 0 or more; 0 is the filter of a window without keys
     * @return {@code false} only if the key is certainly absent
     */
    boolean keyMayMatch(byte[] key, int keyOffset, int keyLength, byte[] filter, int filterOffset, int filterLength);

    /**
     * The same question to a filter in a {@link ByteBuffer}, which may lie outside the heap.
     *
     * <p>This default copies the filter into a new array; a matcher that is probed often should read in place.
     *
     * @param key holds the key; borrowed, not changed
     * @param keyOffset index of the key's first byte
     * @param keyLength number of bytes of the key, 0 or more
     * @param filter holds the filter; borrowed, its position, limit and byte order are not changed
     * @param filterIndex absolute index of the filter's first byte
     * @param filterLength number of bytes of the filter, 0 or more
     * @return {@code false} only if the key is certainly absent
     */
    default boolean keyMayMatch(
            byte[] key, int keyOffset, int keyLength, ByteBuffer filter, int filterIndex, int filterLength) {
        Ranges.check(filterIndex, filterLength, filter.limit());
        byte[] copy = new byte[filterLength];
        ByteBuffer whole = filter.duplicate();
        whole.position(filterIndex);
        whole.get(copy);
        return keyMayMatch(key, keyOffset, keyLength, copy, 0, filterLength);
    }
}
