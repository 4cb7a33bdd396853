// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Six probes at once, with vectors of 512 bits; loaded only where {@link VectorSwitch} tries them. */
final class VectorProbes {
    /*
     * Eight lanes hold the six hashes h, h + d, ... of a key, the last one three times. They are computed in the upper
     * halves of the lanes, where sums wrap at 2^32 as they have to, and shifted down. Then each lane does what the
     * folded form of Remainders does with an offset of 0: a product, a shift, a product with the number of bytes, a
     * shift, which leaves the exact number of a byte, because there are fewer than 2^11 of them.
     *
     * The filter's bytes are one register, or two, and the numbers of the bytes are the lowest bytes of the lanes: a
     * permutation fetches all eight. What it puts into the other bytes of a lane is not looked at, because a shift by
     * at most seven and the lowest bit take only the first. Nothing branches, so nothing is mispredicted.
     *
     * Only numbers and arrays go in and out: vectors are objects for the interpreter, and none is handed from one
     * method here to another, whichever of them are compiled. The methods with vectors are too long (35 bytes of
     * code) for the first compiler to inline: a caller that is not fully compiled calls what was compiled in the trial.
     *
     * Compiled apart from the other classes, since --release hides incubating modules; so that JDK 17 can compile it,
     * the permutation of two registers, new in JDK 24, is written as two and a choice. From JDK 24 on selectFrom takes
     * indexes modulo 64; before, it throws for larger ones.
     */
    private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_512;
    private static final VectorSpecies<Long> LANES = LongVector.SPECIES_512;
    private static final int ONE_VECTOR = 64;
    private static final int TWO_VECTORS = 2 * ONE_VECTOR;
    private static final LongVector STEPS = LongVector.fromArray(LANES, new long[] {0, 1, 2, 3, 4, 5, 5, 5}, 0);
    private static final int UNUSED_BITS = Long.SIZE - Remainders.FOLDED_BITS;
    private static final long[] MULTIPLIERS = new long[TWO_VECTORS + 1];

    static {
        for (int bytes = 1; bytes <= TWO_VECTORS; bytes++) {
            MULTIPLIERS[bytes] = Remainders.foldedMultiplier(bytes);
        }
    }

    private VectorProbes() {}

    /** Whether the processor has vectors of this size, and the JVM uses them. */
    static boolean areUsual() {
        return LongVector.SPECIES_PREFERRED.length() == LANES.length();
    }

    /** Answers as {@link BloomBits#sixSetScalar} does. */
    static boolean sixSet(int hash, byte[] filter, int offset, int bytes) {
        return bytes <= ONE_VECTOR && filter.length - offset >= ONE_VECTOR
                ? sixSetInOne(hash, filter, offset, bytes)
                : sixSetOfMore(hash, filter, offset, bytes);
    }

    /** By numbers where the filter is longer, or the array ends before a vector that starts where the filter does. */
    private static boolean sixSetOfMore(int hash, byte[] filter, int offset, int bytes) {
        return bytes <= TWO_VECTORS && filter.length - offset >= TWO_VECTORS
                ? sixSetInTwo(hash, filter, offset, bytes)
                : BloomBits.sixSetScalar(hash, filter, offset, bytes);
    }

    /** The questions of {@link VectorTrial#answersByNumbers} to filters of up to 64 bytes, and the same result. */
    static long answersOfOne(int[] hashes, byte[] filters, int[] offsets, int[] lengths) {
        long answers = 0;
        for (int i = 0; i < hashes.length; i++) {
            answers = VectorTrial.next(answers, sixSet(hashes[i], filters, offsets[i], lengths[i]));
        }
        return answers;
    }

    /** The same for filters of up to 128 bytes; apart, so that the branches above are compiled for the shorter ones. */
    static long answersOfTwo(int[] hashes, byte[] filters, int[] offsets, int[] lengths) {
        long answers = 0;
        for (int i = 0; i < hashes.length; i++) {
            answers = VectorTrial.next(answers, sixSetOfMore(hashes[i], filters, offsets[i], lengths[i]));
        }
        return answers;
    }

    private static boolean sixSetInOne(int hash, byte[] filter, int offset, int bytes) {
        long delta = (long) BloomBits.delta(hash) << Integer.SIZE;
        LongVector hashes =
                STEPS.mul(delta).add((long) hash << Integer.SIZE).lanewise(VectorOperators.LSHR, Integer.SIZE);
        LongVector at = hashes.mul(MULTIPLIERS[bytes])
                .lanewise(VectorOperators.LSHR, UNUSED_BITS)
                .mul(bytes)
                .lanewise(VectorOperators.LSHR, Remainders.FOLDED_BITS);
        LongVector found = at.reinterpretAsBytes()
                .selectFrom(ByteVector.fromArray(BYTES, filter, offset))
                .reinterpretAsLongs();
        return !found.lanewise(VectorOperators.LSHR, hashes.and(7)).and(1).eq(0).anyTrue();
    }

    private static boolean sixSetInTwo(int hash, byte[] filter, int offset, int bytes) {
        long delta = (long) BloomBits.delta(hash) << Integer.SIZE;
        LongVector hashes =
                STEPS.mul(delta).add((long) hash << Integer.SIZE).lanewise(VectorOperators.LSHR, Integer.SIZE);
        LongVector at = hashes.mul(MULTIPLIERS[bytes])
                .lanewise(VectorOperators.LSHR, UNUSED_BITS)
                .mul(bytes)
                .lanewise(VectorOperators.LSHR, Remainders.FOLDED_BITS);
        LongVector inFirst = at.reinterpretAsBytes()
                .selectFrom(ByteVector.fromArray(BYTES, filter, offset))
                .reinterpretAsLongs();
        LongVector inSecond = at.reinterpretAsBytes()
                .selectFrom(ByteVector.fromArray(BYTES, filter, offset + ONE_VECTOR))
                .reinterpretAsLongs();
        LongVector found = inFirst.blend(inSecond, at.compare(VectorOperators.GE, ONE_VECTOR));
        return !found.lanewise(VectorOperators.LSHR, hashes.and(7)).and(1).eq(0).anyTrue();
    }
}
