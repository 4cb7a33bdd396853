// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static io.github.filterblock.bloom.BloomBits.MAX_PROBES;
import static io.github.filterblock.bloom.BloomBits.MIN_FILTER_LENGTH;

import io.github.filterblock.arithmetic.Ranges;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One of LevelDB's Bloom filters alone, opened once for many questions: for programs that keep filters in files of
 * their own. What a question needs to know of the filter is computed on opening.
 *
 * <p>Any bytes are accepted as a filter. Answers are those of {@link BloomFilterMatcher}: fewer than two bytes deny
 * every key (FB-8), and a reserved number of probes lets every key match (FB-9). Lookups allocate nothing and take no
 * lock. Immutable, as long as the bytes are; safe for use by any number of threads.
 */
public final class LevelDbFilter {
    private final BloomHash hash;
    private final byte @Nullable [] array;
    private final @Nullable ByteBuffer buffer;

    /** Index of the filter's first byte in the array or the buffer. */
    private final int offset;

    /** Number of bytes of bits; 0 if no bit is examined. */
    private final int bytes;

    private final long multiplier;
    private final int probes;
    private final boolean answerWithoutBits;

    /** The array if it begins with the filter, and six bits are probed without a division: the usual case. */
    private final byte @Nullable [] sixAtStart;

    private LevelDbFilter(
            BloomHash hash, byte @Nullable [] array, @Nullable ByteBuffer buffer, int offset, int length, int probes) {
        this.hash = Objects.requireNonNull(hash, "hash");
        this.array = array;
        this.buffer = buffer;
        this.offset = offset;
        boolean isAsked = length >= MIN_FILTER_LENGTH && probes <= MAX_PROBES;
        this.bytes = isAsked ? length - 1 : 0;
        this.multiplier = isAsked ? Remainders.largeMultiplier((long) bytes << 3) : 0;
        this.probes = probes;
        this.answerWithoutBits = length >= MIN_FILTER_LENGTH;
        this.sixAtStart = offset == 0 && asksSix() ? array : null;
    }

    private boolean asksSix() {
        return bytes > 0 && probes == BloomBits.SIX && bytes <= Remainders.MAX_LARGE_BYTES;
    }

    /**
     * Opens a filter with the hash of LevelDB from 1.18 on.
     *
     * @param filter bits and k; kept, not copied, so its bytes must no longer change
     * @return the filter
     */
    public static LevelDbFilter wrap(byte[] filter) {
        return wrap(filter, 0, filter.length, BloomHash.UNSIGNED_TAIL);
    }

    /**
     * Opens a filter that lies in a larger array.
     *
     * @param memory holds the filter; kept, not copied, so its bytes must no longer change
     * @param offset index of the filter's first byte
     * @param length number of bytes, 0 or more
     * @param hash with which it was made
     * @return the filter
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public static LevelDbFilter wrap(byte[] memory, int offset, int length, BloomHash hash) {
        Ranges.check(offset, length, memory.length);
        int probes = length == 0 ? 0 : memory[offset + length - 1] & 0xff;
        return new LevelDbFilter(hash, memory, null, offset, length, probes);
    }

    /**
     * Opens a filter in a buffer of any kind. A direct buffer must not be released as long as the filter is probed.
     *
     * @param filter the bytes from its position to its limit, which are not moved; the memory is kept, not copied, so
     *     its bytes must no longer change
     * @param hash with which it was made
     * @return the filter
     */
    public static LevelDbFilter wrap(ByteBuffer filter, BloomHash hash) {
        int length = filter.remaining();
        if (filter.hasArray()) {
            return wrap(filter.array(), filter.arrayOffset() + filter.position(), length, hash);
        }
        int probes = length == 0 ? 0 : filter.get(filter.limit() - 1) & 0xff;
        return new LevelDbFilter(hash, null, filter.slice(), 0, length, probes);
    }

    /**
     * Whether a key may be in the filter.
     *
     * @param key the key; borrowed
     * @return {@code false} only if the key was certainly not added
     */
    public boolean keyMayMatch(byte[] key) {
        return hashMayMatch(hash.hash(key, 0, key.length));
    }

    /**
     * Whether a key may be in the filter.
     *
     * @param key holds the key; borrowed
     * @param keyOffset index of its first byte
     * @param keyLength number of bytes, 0 or more
     * @return {@code false} only if the key was certainly not added
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public boolean keyMayMatch(byte[] key, int keyOffset, int keyLength) {
        return hashMayMatch(hash.hash(key, keyOffset, keyLength));
    }

    /**
     * Whether a key may be in the filter.
     *
     * @param key the bytes from its position to its limit, which are not moved; borrowed
     * @return {@code false} only if the key was certainly not added
     */
    public boolean keyMayMatch(ByteBuffer key) {
        return hashMayMatch(hash.hash(key, key.position(), key.remaining()));
    }

    /**
     * Whether a key that is hashed once for many filters may be in this one.
     *
     * @param key as it was added
     * @return {@code false} only if the key was certainly not added
     */
    public boolean keyMayMatch(HashedKey key) {
        return hashMayMatch(key.hash(hash));
    }

    /**
     * Whether a key with this hash may be in the filter.
     *
     * @param keyHash the hash with which the filter was made, of the key
     * @return {@code false} only if the key was certainly not added
     */
    public boolean hashMayMatch(int keyHash) {
        byte[] usual = sixAtStart;
        if (usual != null) {
            return LargeBits.sixSet(keyHash, usual, 0, bytes, multiplier);
        }
        if (bytes == 0) {
            return answerWithoutBits;
        }
        byte[] bits = array;
        return bits == null ? inBuffer(Objects.requireNonNull(buffer), keyHash) : inArray(bits, keyHash);
    }

    /**
     * Loads the bytes at which the first three probes of a hash look, without waiting for one of them. It is of use
     * where many questions to filters that are not in the cache are asked at once: if all of them are touched before
     * the first is probed, their waits for memory overlap.
     *
     * @param keyHash as for {@link #hashMayMatch}
     * @return depends on the bytes, and says nothing else: a caller that uses it keeps the loads
     */
    public int touch(int keyHash) {
        if (bytes == 0) {
            return 0;
        }
        int delta = BloomBits.delta(keyHash);
        return byteAt(byteOf(keyHash)) + byteAt(byteOf(keyHash + delta)) + byteAt(byteOf(keyHash + 2 * delta));
    }

    private int byteAt(int index) {
        byte[] bits = array;
        return bits == null ? Objects.requireNonNull(buffer).get(index) : bits[offset + index];
    }

    /** Three bits are looked at before a decision: a branch that is guessed wrongly costs more than two loads. */
    private boolean inArray(byte[] bits, int keyHash) {
        if (asksSix()) {
            return LargeBits.sixSet(keyHash, bits, offset, bytes, multiplier);
        }
        int delta = BloomBits.delta(keyHash);
        int at = keyHash;
        int left = probes;
        for (; left >= 3; left -= 3) {
            int first = bits[offset + byteOf(at)] >> (at & 7);
            at += delta;
            int second = bits[offset + byteOf(at)] >> (at & 7);
            at += delta;
            int third = bits[offset + byteOf(at)] >> (at & 7);
            at += delta;
            if ((first & second & third & 1) == 0) {
                return false;
            }
        }
        for (; left > 0; left--, at += delta) {
            if ((bits[offset + byteOf(at)] >> (at & 7) & 1) == 0) {
                return false;
            }
        }
        return true;
    }

    private boolean inBuffer(ByteBuffer bits, int keyHash) {
        int delta = BloomBits.delta(keyHash);
        int at = keyHash;
        int left = probes;
        for (; left >= 3; left -= 3) {
            int first = bits.get(byteOf(at)) >> (at & 7);
            at += delta;
            int second = bits.get(byteOf(at)) >> (at & 7);
            at += delta;
            int third = bits.get(byteOf(at)) >> (at & 7);
            at += delta;
            if ((first & second & third & 1) == 0) {
                return false;
            }
        }
        for (; left > 0; left--, at += delta) {
            if ((bits.get(byteOf(at)) >> (at & 7) & 1) == 0) {
                return false;
            }
        }
        return true;
    }

    private int byteOf(int hashOfProbe) {
        return bytes <= Remainders.MAX_LARGE_BYTES
                ? Remainders.largeByteOf(hashOfProbe, bytes, multiplier)
                : (int) (Remainders.large(hashOfProbe, (long) bytes << 3, multiplier) >>> 3);
    }
}
