// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import io.github.filterblock.arithmetic.UnsignedMultiplyHigh;
import io.github.filterblock.arithmetic.Xxh3;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.rocksdb.FullFilterTrace.Step;
import java.util.Arrays;
import java.util.List;

/**
 * A binary fuse filter of Pebble (PB-5; Pebble f82e3ff, {@code sstable/tablefilters/binaryfuse}; Graf and Lemire,
 * "Binary Fuse Filters: Fast and Smaller Than Xor Filters", 2022): each key has a place in three segments that follow
 * one another, and matches if the fingerprints there give its own by exclusive or.
 */
final class BinaryFuse extends FullFilter {
    private final long seed;
    private final int shift;
    private final int bits;

    /** Number of places at which the first of three fingerprints can be. */
    private final long places;

    private final int mask;

    private BinaryFuse(BinaryFuseGeometry geometry, FilterBytes block) {
        super(geometry, block);
        BinaryFuseShape shape = geometry.shape();
        this.seed = shape.seed();
        this.shift = shape.shift();
        this.bits = shape.bits();
        this.places = shape.segments() << shift;
        this.mask = (1 << bits) - 1;
    }

    static FullFilter open(FilterBytes block) {
        FullFilterGeometry geometry = BinaryFuseGeometry.stored(block);
        return geometry instanceof BinaryFuseGeometry
                ? new BinaryFuse((BinaryFuseGeometry) geometry, block)
                : NoBits.of(geometry);
    }

    /** With the seed of the filter. */
    @Override
    long hash(byte[] key, int offset, int length) {
        long hash = Xxh3.of(key, offset, length) + seed;
        hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
        return hash ^ hash >>> 33;
    }

    private long first(long hash) {
        return UnsignedMultiplyHigh.of(hash, places);
    }

    private long second(long hash, long first) {
        return first + (1L << shift) ^ hash >>> 18 & (1L << shift) - 1;
    }

    private long third(long hash, long first) {
        return first + (2L << shift) ^ hash & (1L << shift) - 1;
    }

    /** Read as two bytes, of which the last may be the trailer's. */
    private int fingerprint(long place) {
        long bit = place * bits;
        return unsignedShort((int) (bit >>> 3)) >>> (bit & 7) & mask;
    }

    boolean matches(byte[] key, int offset, int length) {
        return matches(hash(key, offset, length));
    }

    private boolean matches(long hash) {
        long first = first(hash);
        int sum = fingerprint(first) ^ fingerprint(second(hash, first)) ^ fingerprint(third(hash, first));
        return sum == ((int) (hash ^ hash >>> Integer.SIZE) & mask);
    }

    @Override
    long hash(HashedKey key) {
        return hash(key.array(), key.offset(), key.length());
    }

    @Override
    long touch(long[] hashes, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            long first = first(hashes[i]);
            sum += fingerprint(first) + fingerprint(second(hashes[i], first)) + fingerprint(third(hashes[i], first));
        }
        return sum;
    }

    @Override
    void answer(long[] hashes, boolean[] answers, int from, int to) {
        for (int i = from; i < to; i++) {
            answers[i] = matches(hashes[i]);
        }
    }

    @Override
    public FullFilterTrace trace(byte[] key) {
        long hash = hash(key, 0, key.length);
        long first = first(hash);
        boolean matches = matches(key, 0, key.length);
        List<Step> steps = Arrays.asList(
                new Step(first, true), new Step(second(hash, first), true), new Step(third(hash, first), matches));
        return new FullFilterTrace(geometry(), hash, first >>> shift, steps, matches);
    }
}
