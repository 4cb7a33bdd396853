// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import java.util.stream.IntStream;

/**
 * The rate of false positives of a filter whose probes are {@code h, h + d, h + 2d, ...} modulo 2^32, each modulo m, in
 * closed form.
 *
 * <p>With k probes, n keys and a share f of the m bits set, independent probes would match at the rate f^k. Double
 * hashing adds a term of the order 1/m (Dillinger and Manolios, "Bloom Filters in Probabilistic Verification", 2004;
 * Kirsch and Mitzenmacher, "Less Hashing, Same Performance", 2006, who show that it vanishes for large m). Here it is
 * not small: filters of a data block have some hundred bits. The rate is
 *
 * <pre>{@code f^k * s + (u * A + v * B + w * C + D) / m + n / 2^32}</pre>
 *
 * <ul>
 *   <li><b>A: probes of one key that fall on the same bit.</b> The delta modulo m has a small order L in the group of
 *       remainders with probability phi(L)/m; then the k probes fall on L bits only, and match with probability f^L.
 *       Pairs of equal probes are subtracted again: over all deltas they are what makes f^2 exact for two probes, with
 *       f as it is counted.
 *   <li><b>B: probes of two keys that coincide.</b> A stored key with the same delta, forwards or backwards, whose hash
 *       is j steps away, has already set s = k - j of the probed bits. Each of the 2k - 1 shifts and both directions
 *       have the probability 1/m^2 for each key. As with A, what counts is that three or more are set together:
 *       f^(k-s) times the probability of three or more successes among s with 1 - f each.
 *   <li><b>C: probes that go round in circles.</b> If the order of a stored key's delta is k at most, it sets a whole
 *       coset of L bits: each absent key in that coset matches, of the probability (L/m)^2.
 *   <li><b>u, v and w: overflows.</b> A, B and C are those of an m that is a power of two. Otherwise each overflow of
 *       the sum at 2^32 shifts the probes behind it by 2^32 modulo m, and only a part of the coincidences remains. The
 *       larger the odd factor of m, the smaller the part. These factors are fitted to measurements.
 *   <li><b>D: a rotation is a multiplication.</b> d is h rotated right by 17, that is h times 2^15 modulo 2^32 - 1,
 *       whose prime factors are 3, 5, 17, 257 and 65537. If m has the divisor g in common with 65535, then h modulo g
 *       determines d modulo g, and coincidences of two keys are g times as probable. For g = 3 and 5 this also raises
 *       f^k, by a tenth and a twentieth: s has that factor.
 *   <li><b>s: the third probe.</b> With h = 2^17 a + b the delta is 2^15 b + a, and h + 2d is 65537 (2a + b): one of
 *       196,606 values. In a filter of 2^17 bits and more, some bits are therefore set, and asked for, more often. The
 *       variance of their frequencies gives the share of set bits that the third probe meets.
 *   <li><b>n / 2^32</b>: the absent key has the hash of a stored one, as in RocksDB's {@code BloomMath}.
 * </ul>
 *
 * <p>This is the mean over all filters with as many bits set. Measured, it is within a fifth for filters as LevelDB
 * writes them of up to 20 bits per key and 20,000 keys, and within 30 % of up to 30 bits per key. In larger filters the
 * third probe makes the rate depend on arithmetic properties of m: mostly within a third up to 100,000 keys, with
 * single sizes up to three times higher.
 */
final class DoubleHashing {
    private static final double HASHES = 0x1p32;
    private static final int DIVISORS = 65_535;
    private static final int THIRD_PROBES = 2 * 32_767 + (1 << 17);
    private static final long LEAST_UNEVEN_BITS = 1 << 17;
    private static final long MOST_COUNTED_BITS = 1 << 21;

    private DoubleHashing() {}

    /**
     * The rate of a filter.
     *
     * @param keys number of keys, above 0; a fraction if it was estimated
     * @param bits the number of bits, 1 or more
     * @param probes 1 to 30
     * @param fill the share of the bits that are set, 0 to 1
     * @return 0 to 1
     */
    static double rate(double keys, long bits, int probes, double fill) {
        if (probes == 1) {
            return fill;
        }
        double even = Math.pow(fill, probes) * divisorFactor(bits, probes) * thirdProbeFactor(keys, bits, probes, fill);
        return Math.max(0, Math.min(1, even + coincidences(keys / bits, bits, probes, fill) / bits + keys / HASHES));
    }

    /** The expected share of set bits after adding some keys. */
    static double fill(double keys, long bits, int probes) {
        if (probes < 3 || bits < LEAST_UNEVEN_BITS) {
            return -Math.expm1(keys * probes * Math.log1p(-1.0 / bits));
        }
        double share = 1 / (1 + unevenness(bits)); // as if this share of the bits got all third probes, evenly
        double missedByThird = 1 - share + share * Math.exp(-keys / (bits * share));
        return 1 - Math.exp(-keys * (probes - 1) / bits) * missedByThird;
    }

    private static double divisorFactor(long bits, int probes) {
        double ofThree = probes == 2 ? 1.2 : 1.1;
        return (bits % 3 == 0 ? ofThree : 1) * (bits % 5 == 0 && probes > 3 ? 1.05 : 1);
    }

    private static double thirdProbeFactor(double keys, long bits, int probes, double fill) {
        if (probes < 3 || bits < LEAST_UNEVEN_BITS || fill == 0) {
            return 1;
        }
        double met = 1 - (1 - fill) * Math.exp(-keys / bits * unevenness(bits));
        return Math.pow(met / fill, 1 + probes / 16.0); // the other probes of such keys coincide more often as well
    }

    /** The sum in the parentheses; see above. */
    private static double coincidences(double load, long bits, int probes, double fill) {
        double square = (double) probes * probes;
        double whole = Math.pow((double) (bits >>> Long.numberOfTrailingZeros(bits)), -1.5); // 1 for a power of two
        double part = Math.min(1, 160 * fill * fill / square + 0.67 * Math.pow(probes, 1.5) / bits);
        double u = part + whole * (1 - part);
        double v = 0.6 + whole * 0.5;
        double w = 0.8 * whole;
        double related = probes == 2 ? 0 : 4 * gcd(bits, DIVISORS) * load / square;
        return u * ofOneKey(bits, probes, fill)
                + v * load * ofTwoKeys(probes, fill)
                + w * load * ofCircles(bits, probes, fill)
                + related;
    }

    private static double ofOneKey(long bits, int probes, double fill) {
        double all = Math.pow(fill, probes);
        double sum = 0;
        for (int order = 1; order < probes && bits % order == 0; order *= 2) {
            double equal = equalPairs(probes, order) * Math.pow(fill, probes - 1) * (1 - fill);
            sum += deltas(order) * (Math.pow(fill, order) - all - equal);
        }
        return sum;
    }

    /** How many deltas have an order that is a power of two. */
    private static double deltas(int order) {
        return Math.max(1, order / 2.0);
    }

    /** How many pairs of probes fall on the same bit if they fall on a number of bits in turn. */
    private static int equalPairs(int probes, int places) {
        return IntStream.range(0, places)
                .map(place -> (probes - place + places - 1) / places)
                .map(times -> times * (times - 1) / 2)
                .sum();
    }

    private static double ofTwoKeys(int probes, double fill) {
        double clear = 1 - fill;
        double sum = 0;
        for (int set = 3; set <= probes; set++) {
            double upToTwo = Math.pow(fill, set)
                    + set * clear * Math.pow(fill, set - 1)
                    + set * (set - 1) / 2.0 * clear * clear * Math.pow(fill, set - 2);
            sum += (set == probes ? 2 : 4) * Math.pow(fill, probes - set) * (1 - upToTwo);
        }
        return sum;
    }

    private static double ofCircles(long bits, int probes, double fill) {
        double sum = 0;
        for (int order = 1; order < 2 * probes && bits % order == 0; order *= 2) {
            double missing = Math.pow(fill, Math.max(0, order - probes)) - Math.pow(fill, Math.min(order, probes));
            sum += deltas(order) * order * order / bits * missing;
        }
        return sum;
    }

    /**
     * The variance over all bits of the share of third probes that fall on a bit, where the mean share counts as 1.
     * Takes up to a millisecond. Above 2^21 bits the values are taken to fall on different bits.
     */
    private static double unevenness(long bits) {
        double equal = 0;
        if (bits > MOST_COUNTED_BITS) {
            for (int value = 0; value < THIRD_PROBES; value++) {
                equal += share(value) * share(value);
            }
        } else {
            double[] shares = new double[(int) bits];
            for (int value = 0; value < THIRD_PROBES; value++) {
                shares[(int) ((65_537L * value & 0xffff_ffffL) % bits)] += share(value);
            }
            for (double share : shares) {
                equal += share * share;
            }
        }
        return equal * bits - 1;
    }

    /** The share of hashes that have {@code 2a + b = value}. */
    private static double share(int value) {
        int least = Math.max(0, (value - (1 << 17) + 2) / 2);
        int most = Math.min((1 << 15) - 1, value / 2);
        return (most - least + 1) / HASHES;
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }
}
