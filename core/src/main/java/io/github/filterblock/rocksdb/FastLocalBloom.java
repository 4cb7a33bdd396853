// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import io.github.filterblock.arithmetic.Xxh3;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.rocksdb.FullFilterTrace.Step;
import java.util.ArrayList;
import java.util.List;

/** A Bloom filter with lines of 64 bytes and a hash of 64 bits (RF-8; RocksDB {@code util/bloom_impl.h}). */
final class FastLocalBloom extends FullFilter {
    /*
     * RocksDB probes with AVX2, all probes of a hit at once; here each probe is a load of its own. In most arrays a
     * line straddles two lines of the cache: in a direct buffer that is aligned to 64 bytes, absent keys of a filter of
     * 12 MB take a quarter less time (Zen 3). Words of eight bytes in place of bytes were no faster.
     */
    private static final int LINE_BYTES = FullFilterGeometry.LINE_BYTES;
    private static final int GOLDEN_RATIO = 0x9e3779b9;
    /** The golden ratio to the powers 2, 3 and 6: what positions two, three and six probes on are multiplied with. */
    private static final int TWO_ON = 0xe35e67b1;

    private static final int THREE_ON = 0x734297e9;
    private static final int SIX_ON = 0x0448b211;

    private final int probes;
    private final int lines;

    /** The place of the middle of the first line, from which words are counted: -4 to 3. */
    private final int middle;

    private FastLocalBloom(FullFilterGeometry geometry, FilterBytes bytes) {
        super(geometry, bytes);
        this.probes = geometry.probes();
        this.lines = (int) geometry.lines();
        this.middle = start() + LINE_BYTES / 2;
    }

    static FullFilter of(FullFilterGeometry geometry, FilterBytes bytes) {
        return new FastLocalBloom(geometry, bytes);
    }

    private int line(long hash) {
        return (int) ((hash & 0xffff_ffffL) * lines >>> Integer.SIZE);
    }

    /** Each kind of memory has its own code, so that neither takes the other's share of what the compiler inlines. */
    boolean matches(long hash) {
        int place = middle + line(hash) * LINE_BYTES;
        int position = (int) (hash >>> Integer.SIZE) ^ Integer.MIN_VALUE;
        return isInArray() ? inArray(place, position) : inBuffer(place, position);
    }

    /** Three bits are looked at before a decision: a branch that is guessed wrongly costs more than two loads. */
    private boolean inArray(int place, int first) {
        int position = first;
        int left = probes;
        if (left >= 6) {
            if ((three(place, position) & 1) == 0 || (three(place, position * THREE_ON) & 1) == 0) {
                return false;
            }
            if (left == 6) {
                return true;
            }
            position *= SIX_ON;
            left -= 6;
        }
        for (; left > 0; left--) {
            if ((fromBit(place, position) & 1) == 0) {
                return false;
            }
            position *= GOLDEN_RATIO;
        }
        return true;
    }

    private long three(int place, int position) {
        return fromBit(place, position) & fromBit(place, position * GOLDEN_RATIO) & fromBit(place, position * TWO_ON);
    }

    /**
     * The bits of a line from the one on that the upper 9 bits of a position number. The topmost is inverted, which
     * lasts through the multiplications, so that words are counted from the middle of the line. Were their numbers not
     * negative, the sum could not overflow, and C2 would widen its terms one by one, which takes an instruction more.
     */
    private long fromBit(int place, int position) {
        return wordOfArray(place + (position >> 29 << 3)) >>> (position >>> 23);
    }

    private boolean inBuffer(int place, int first) {
        int position = first;
        int left = probes;
        for (; left >= 3; left -= 3, position *= THREE_ON) {
            long three = fromBitOfBuffer(place, position)
                    & fromBitOfBuffer(place, position * GOLDEN_RATIO)
                    & fromBitOfBuffer(place, position * TWO_ON);
            if ((three & 1) == 0) {
                return false;
            }
        }
        for (; left > 0; left--, position *= GOLDEN_RATIO) {
            if ((fromBitOfBuffer(place, position) & 1) == 0) {
                return false;
            }
        }
        return true;
    }

    private long fromBitOfBuffer(int place, int position) {
        return wordOfBuffer(place + (position >> 29 << 3)) >>> (position >>> 23);
    }

    @Override
    long hash(byte[] key, int offset, int length) {
        return Xxh3.preview(key, offset, length);
    }

    @Override
    long hash(HashedKey key) {
        return key.xxph3();
    }

    @Override
    long touch(long[] hashes, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            int place = start() + line(hashes[i]) * LINE_BYTES;
            sum += word(place) + word(place + LINE_BYTES - Long.BYTES);
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
        long hash = Xxh3.preview(key, 0, key.length);
        List<Step> steps = new ArrayList<>();
        int position = (int) (hash >>> Integer.SIZE);
        boolean matches = true;
        for (int i = 0; i < probes && matches; i++, position *= GOLDEN_RATIO) {
            long bit = line(hash) * 8L * LINE_BYTES + (position >>> 23);
            matches = isSet(bit);
            steps.add(new Step(bit, matches));
        }
        return new FullFilterTrace(geometry(), hash, line(hash), steps, matches);
    }
}
