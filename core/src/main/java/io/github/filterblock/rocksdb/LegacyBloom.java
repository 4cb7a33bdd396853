// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import io.github.filterblock.arithmetic.UnsignedMultiplyHigh;
import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.rocksdb.FullFilterTrace.Step;
import java.util.ArrayList;
import java.util.List;

/** A Bloom filter whose probes for one key stay in one line of cache (RF-7; RocksDB {@code util/bloom_impl.h}). */
final class LegacyBloom extends FullFilter {
    // Methods of their own for arrays and buffers gained nothing.
    private static final int WORD_SHIFT = 3;

    private final int probes;
    private final long lines;

    /** ceil(2^64 / lines): the remainder of a 32-bit number takes two multiplications (Lemire, Kaser, Kurz 2019). */
    private final long multiplier;

    private final int lineShift;
    private final int lineMask;
    /** Mask of the word offset within a line; 0 if lines have fewer than 8 bytes. */
    private final int wordMask;

    private final boolean isSigned;
    private final boolean isUnsigned;

    private LegacyBloom(FullFilterGeometry geometry, FilterBytes bytes, LegacyHash hash) {
        super(geometry, bytes);
        this.probes = geometry.probes();
        this.lines = geometry.lines();
        this.multiplier = Long.divideUnsigned(-1, lines) + 1;
        this.lineShift = Integer.numberOfTrailingZeros(geometry.lineBytes());
        this.lineMask = (geometry.lineBytes() << 3) - 1;
        this.wordMask = geometry.lineBytes() - 1 & -Long.BYTES;
        this.isSigned = hash != LegacyHash.UNSIGNED;
        this.isUnsigned = hash != LegacyHash.SIGNED;
    }

    private LegacyBloom(LegacyBloom other, LegacyHash hash) {
        super(other);
        this.probes = other.probes;
        this.lines = other.lines;
        this.multiplier = other.multiplier;
        this.lineShift = other.lineShift;
        this.lineMask = other.lineMask;
        this.wordMask = other.wordMask;
        this.isSigned = hash != LegacyHash.UNSIGNED;
        this.isUnsigned = hash != LegacyHash.SIGNED;
    }

    static FullFilter of(FullFilterGeometry geometry, FilterBytes bytes, LegacyHash hash) {
        return new LegacyBloom(geometry, bytes, hash);
    }

    @Override
    public FullFilter withHash(LegacyHash other) {
        return new LegacyBloom(this, other);
    }

    boolean matches(byte[] key, int offset, int length) {
        return isSigned && matches(BloomHash.SIGNED_TAIL.hash(key, offset, length))
                || isUnsigned && matches(BloomHash.UNSIGNED_TAIL.hash(key, offset, length));
    }

    boolean matches(HashedKey key) {
        return isSigned && matches(key.hash(BloomHash.SIGNED_TAIL))
                || isUnsigned && matches(key.hash(BloomHash.UNSIGNED_TAIL));
    }

    private long line(int keyHash) {
        // The mask changes nothing, but tells the compiler that there is no sign to take care of.
        return UnsignedMultiplyHigh.of(multiplier * (keyHash & 0xffff_ffffL), lines & 0xffff_ffffL);
    }

    /** Three bits are looked at before a decision: a branch that is guessed wrongly costs more than two loads. */
    private boolean matches(int keyHash) {
        int base = (int) line(keyHash) << lineShift;
        int position = keyHash;
        int delta = keyHash >>> 17 | keyHash << 15;
        int left = probes;
        if (left >= 6 && lineShift >= WORD_SHIFT) {
            int place = start() + base;
            if ((three(place, position, delta) & 1) == 0 || (three(place, position + 3 * delta, delta) & 1) == 0) {
                return false;
            }
            if (left == 6) {
                return true;
            }
            position += 6 * delta;
            left -= 6;
        }
        for (; left > 0; left--) {
            if ((fromBit(base, position) & 1) == 0) {
                return false;
            }
            position += delta;
        }
        return true;
    }

    private long three(int place, int position, int delta) {
        return fromBitOfWord(place, position)
                & fromBitOfWord(place, position + delta)
                & fromBitOfWord(place, position + 2 * delta);
    }

    /**
     * The rest of the word from the bit on that a position means. The mask drops the copies of the sign. Without them
     * the sum could not overflow, and C2 would widen its terms one by one, which takes an instruction more.
     */
    private long fromBitOfWord(int place, int position) {
        return word(place + (position >> 3 & wordMask)) >>> position;
    }

    /** The rest of the byte from the bit on that a position means. */
    private int fromBit(int base, int position) {
        return signedByte(base + ((position & lineMask) >>> 3)) >> (position & 7);
    }

    /** The signed hash; with the unsigned one in the upper half if that is probed too, or alone. */
    @Override
    long hash(byte[] key, int offset, int length) {
        int signed = BloomHash.SIGNED_TAIL.hash(key, offset, length);
        return isUnsigned ? both(signed, BloomHash.UNSIGNED_TAIL.hash(key, offset, length)) : signed;
    }

    @Override
    long hash(HashedKey key) {
        int signed = key.hash(BloomHash.SIGNED_TAIL);
        return isUnsigned ? both(signed, key.hash(BloomHash.UNSIGNED_TAIL)) : signed;
    }

    private static long both(int signed, int unsigned) {
        return signed & 0xffff_ffffL | (long) unsigned << Integer.SIZE;
    }

    @Override
    long touch(long[] hashes, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += touch((int) hashes[i]) + (isUnsigned ? touch((int) (hashes[i] >>> Integer.SIZE)) : 0);
        }
        return sum;
    }

    private int touch(int keyHash) {
        int base = (int) line(keyHash) << lineShift;
        return signedByte(base) + signedByte(base + (lineMask >>> 3));
    }

    @Override
    void answer(long[] hashes, boolean[] answers, int from, int to) {
        if (!isUnsigned) { // the usual case has a loop of its own
            for (int i = from; i < to; i++) {
                answers[i] = matches((int) hashes[i]);
            }
            return;
        }
        for (int i = from; i < to; i++) {
            answers[i] = isSigned && matches((int) hashes[i]) || matches((int) (hashes[i] >>> Integer.SIZE));
        }
    }

    @Override
    public FullFilterTrace trace(byte[] key) {
        int signed = BloomHash.SIGNED_TAIL.hash(key, 0, key.length);
        int keyHash = isSigned && (!isUnsigned || matches(signed))
                ? signed
                : BloomHash.UNSIGNED_TAIL.hash(key, 0, key.length);
        List<Step> steps = new ArrayList<>();
        long base = line(keyHash) << lineShift + 3;
        boolean matches = true;
        for (int i = 0, position = keyHash; i < probes && matches; i++, position += Integer.rotateRight(keyHash, 17)) {
            long bit = base + (position & lineMask);
            matches = isSet(bit);
            steps.add(new Step(bit, matches));
        }
        return new FullFilterTrace(geometry(), keyHash & 0xffff_ffffL, line(keyHash), steps, matches);
    }
}
