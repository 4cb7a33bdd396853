// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import io.github.filterblock.arithmetic.LittleEndian;

/** Writes filters, in memory of its own that it keeps from one to the next. Not thread-safe. */
final class BloomBitsWriter {
    /*
     * Bits are not set in place. Setting a bit in a byte takes a load, a change and a store, and a load from memory
     * that was stored to a moment ago waits for that store.
     *
     * A small filter is staged: each bit has a whole byte, which is stored to and never loaded. Eight bytes are then
     * packed into one by a multiplication that moves bit 8i of a long to bit 56 + i: the factor has bits 0, 7, 14, ...
     * 49 and 56 less 8i, so each bit of the long meets one bit of the factor at each place of the result's upper
     * byte, and no two products meet at one place. The stage's length is a power of two, so masking an index with
     * it, which changes no index, replaces the check whether it is inside the array.
     *
     * For a large filter the stage would not stay in the processor's first cache. It is made of longs: there are fewer
     * of them than of bytes, so fewer waits, and a processor ors to one in memory in a single instruction.
     */
    private static final long PACK = 0x0102_0408_1020_4080L;

    private static final int LARGEST_STAGED = Remainders.MAX_BITS >> 3;

    /** No hash reaches further. */
    private static final int MAX_WORDS = 1 << 26;

    /** A byte for each bit of a small filter, their number rounded up to a power of two; all zero between filters. */
    private byte[] stage = {};

    /** The bits of a large filter; all zero between filters. */
    private long[] words = {};

    /** Writes the filter of the first {@code count} hashes into {@code size} bytes of {@code dst}. */
    void write(int[] hashes, int count, int probes, byte[] dst, int offset, int size) {
        int bytes = size - 1;
        if (bytes <= LARGEST_STAGED) {
            growStage(bytes << 3);
            stage(hashes, count, probes, stage, bytes << 3, Remainders.multiplier(bytes));
            pack(stage, dst, offset, bytes);
        } else {
            growWords((int) Math.min(((long) bytes + 7) >>> 3, MAX_WORDS));
            set(hashes, count, probes, words, (long) bytes << 3);
            move(words, dst, offset, bytes);
        }
        dst[offset + bytes] = (byte) probes;
    }

    private void growStage(int bits) {
        if (stage.length < bits) {
            stage = new byte[Integer.highestOneBit(bits - 1) << 1];
        }
    }

    private void growWords(int count) {
        if (words.length < count) {
            words = new long[count];
        }
    }

    private static void stage(int[] hashes, int count, int probes, byte[] stage, int bits, long multiplier) {
        if (probes == BloomBits.SIX) {
            stageSix(hashes, count, stage, bits, multiplier);
            return;
        }
        for (int i = 0; i < count; i++) {
            int at = hashes[i];
            int delta = BloomBits.delta(at);
            for (int probe = 0; probe < probes; probe++) {
                stage[Remainders.bitOf(at, bits, multiplier) & stage.length - 1] = 1;
                at += delta;
            }
        }
    }

    /** The probes of the usual 10 bits a key, written out. */
    private static void stageSix(int[] hashes, int count, byte[] stage, int bits, long multiplier) {
        int mask = stage.length - 1;
        for (int i = 0; i < count; i++) {
            int at = hashes[i];
            int delta = BloomBits.delta(at);
            stage[Remainders.bitOf(at, bits, multiplier) & mask] = 1;
            at += delta;
            stage[Remainders.bitOf(at, bits, multiplier) & mask] = 1;
            at += delta;
            stage[Remainders.bitOf(at, bits, multiplier) & mask] = 1;
            at += delta;
            stage[Remainders.bitOf(at, bits, multiplier) & mask] = 1;
            at += delta;
            stage[Remainders.bitOf(at, bits, multiplier) & mask] = 1;
            at += delta;
            stage[Remainders.bitOf(at, bits, multiplier) & mask] = 1;
        }
    }

    private static void pack(byte[] stage, byte[] dst, int offset, int bytes) {
        for (int i = 0; i < bytes; i++) {
            dst[offset + i] = (byte) (LittleEndian.longAt(stage, i << 3) * PACK >>> 56);
            LittleEndian.putLong(stage, i << 3, 0L);
        }
    }

    private static void set(int[] hashes, int count, int probes, long[] words, long bits) {
        long multiplier = Remainders.largeMultiplier(bits);
        if (probes == BloomBits.SIX) {
            setSix(hashes, count, words, bits, multiplier);
            return;
        }
        for (int i = 0; i < count; i++) {
            int at = hashes[i];
            int delta = BloomBits.delta(at);
            for (int probe = 0; probe < probes; probe++) {
                set(words, Remainders.large(at, bits, multiplier));
                at += delta;
            }
        }
    }

    /** The probes of the usual 10 bits a key, written out. */
    private static void setSix(int[] hashes, int count, long[] words, long bits, long multiplier) {
        for (int i = 0; i < count; i++) {
            int at = hashes[i];
            int delta = BloomBits.delta(at);
            set(words, Remainders.large(at, bits, multiplier));
            at += delta;
            set(words, Remainders.large(at, bits, multiplier));
            at += delta;
            set(words, Remainders.large(at, bits, multiplier));
            at += delta;
            set(words, Remainders.large(at, bits, multiplier));
            at += delta;
            set(words, Remainders.large(at, bits, multiplier));
            at += delta;
            set(words, Remainders.large(at, bits, multiplier));
        }
    }

    private static void set(long[] words, long position) {
        words[(int) (position >>> 6)] |= 1L << position;
    }

    /** Moves the words to their place, which may end within the last one. */
    private static void move(long[] words, byte[] dst, int offset, int bytes) {
        int whole = Math.min(bytes >>> 3, words.length);
        for (int i = 0; i < whole; i++) {
            LittleEndian.putLong(dst, offset + (i << 3), words[i]);
            words[i] = 0;
        }
        int written = whole << 3;
        long last = whole < words.length ? words[whole] : 0;
        for (int i = written; i < bytes; i++) {
            dst[offset + i] = (byte) last;
            last >>>= 8;
        }
        if (whole < words.length) {
            words[whole] = 0;
        }
    }
}
