// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import io.github.filterblock.bloom.FilterDialect;
import java.util.Locale;

/**
 * Which full filter is written, and with how many bits for each key: byte for byte what RocksDB writes with
 * {@code optimize_filters_for_memory} off (RF-16 to RF-18). With it on, RocksDB's sizes depend on its allocator, and
 * other bytes follow from the same keys.
 *
 * <p>Bits per key are rounded as RocksDB does it: below 1 they count as 1, above 100 as 100; a Bloom filter's size
 * follows from thousandths of a bit, a legacy filter's from whole bits. Below 0.5 RocksDB writes no filter, and the
 * factories refuse the number. Immutable.
 */
public final class FullFilterPolicy {
    /**
     * The name of RocksDB's built-in policies, one for all kinds: after {@code "fullfilter."} it is the key of the
     * filter's entry in the metaindex (RF-4).
     */
    public static final String NAME = FilterDialect.ROCKSDB_BLOCK.policyName();

    private static final double MIN_BITS = 0.5;
    private static final double MAX_BITS = 100;

    /** A fast local Bloom filter has k probes up to so many thousandths of a bit per key, k from 1 to 12. */
    private static final int[] MILLIBITS_OF_PROBES = {
        2080, 3580, 5100, 6640, 8300, 10070, 11720, 14001, 16050, 18300, 22001, 25501
    };

    private static final int MAX_GRADED_MILLIBITS = 50_000;
    private static final int MAX_PROBES = 24;
    private static final int MAX_LEGACY_PROBES = 30;
    private static final long MAX_FAST_BYTES = 0xffff_ffc0L;
    private static final long MAX_LEGACY_BITS = 0xffff_0000L;
    private static final int LEGACY_LINE_BITS = 512;

    /** So many that sizes are hardly rounded, and for legacy filters not too many for their hash. */
    private static final long MANY_KEYS = 1_000_000;

    private final FullFilterKind kind;

    /** As given, brought to 1 to 100. */
    private final double bitsPerKey;

    private final int millibits;

    private FullFilterPolicy(FullFilterKind kind, double bitsPerKey) {
        if (!(bitsPerKey >= MIN_BITS)) {
            throw new IllegalArgumentException("bits per key must be " + MIN_BITS + " or more, not " + bitsPerKey
                    + ": below that RocksDB writes no filter");
        }
        this.kind = kind;
        this.bitsPerKey = Math.max(1, Math.min(MAX_BITS, bitsPerKey));
        this.millibits = (int) (this.bitsPerKey * 1000.0 + 0.500001);
    }

    /**
     * RocksDB's Bloom filter for tables from format version 5 on. Do not use it in tables with a footer of version 4 or
     * below that a RocksDB before 6.6 may read: it takes the trailer for a legacy one (RF-19).
     *
     * @param bitsPerKey 0.5 or more; 10 lets 1 % of absent keys through
     * @return the policy
     * @throws IllegalArgumentException if {@code bitsPerKey} is below 0.5 or not a number
     */
    public static FullFilterPolicy fastLocalBloom(double bitsPerKey) {
        return new FullFilterPolicy(FullFilterKind.FAST_LOCAL_BLOOM, bitsPerKey);
    }

    /**
     * RocksDB's Ribbon filter, which takes 30 % fewer bits than a Bloom filter and several times as long to build.
     * Where RocksDB falls back to a fast local Bloom filter, so does this policy: for few keys, for more than
     * 950,000,000, and if 256 seeds fail.
     *
     * @param bloomBitsPerKey the bits per key, 0.5 or more, of the fast local Bloom filter that lets as many keys
     *     through; 10 means 1 %, and about 7.1 bits
     * @return the policy
     * @throws IllegalArgumentException if {@code bloomBitsPerKey} is below 0.5 or not a number
     */
    public static FullFilterPolicy ribbon(double bloomBitsPerKey) {
        return new FullFilterPolicy(FullFilterKind.RIBBON, bloomBitsPerKey);
    }

    /**
     * RocksDB's Bloom filter for tables up to format version 4, with the 64-byte lines that it has on x86. Its hash has
     * 32 bits: large filters and those of similar keys let more keys through than the other kinds do.
     *
     * @param bitsPerKey 0.5 or more, rounded to a whole number
     * @return the policy
     * @throws IllegalArgumentException if {@code bitsPerKey} is below 0.5 or not a number
     */
    public static FullFilterPolicy legacyBloom(double bitsPerKey) {
        return new FullFilterPolicy(FullFilterKind.LEGACY_BLOOM, bitsPerKey);
    }

    /**
     * The policy with the fewest bits that is expected to let no more than a given share of absent random keys through
     * (RF-15), for a legacy filter of up to a million keys. It is found in steps of a thousandth of a bit; the rate of
     * a legacy filter changes only with whole bits. A filter of few keys takes more bits than that, as its lines or
     * rows are rounded up; where a Ribbon policy writes a Bloom filter instead, that one lets up to a fifth more
     * through.
     *
     * @param kind {@link FullFilterKind#FAST_LOCAL_BLOOM}, {@link FullFilterKind#RIBBON} or
     *     {@link FullFilterKind#LEGACY_BLOOM}
     * @param rate above 0 and below 1
     * @return the policy
     * @throws IllegalArgumentException if the kind is none of these, or 100 bits a key do not reach the rate: that of
     *     a Ribbon filter is 2<sup>-32</sup> or more, as it has at most 32 columns
     */
    public static FullFilterPolicy forRate(FullFilterKind kind, double rate) {
        if (!(rate > 0 && rate < 1)) {
            throw new IllegalArgumentException("a rate of false positives must be above 0 and below 1, not " + rate);
        }
        int least = 1000;
        int most = (int) (MAX_BITS * 1000);
        if (ofMillibits(kind, most).expectedRate() > rate) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "100 bits a key do not bring a %s filter to a rate of %s", kind.label(), rate));
        }
        while (least < most) {
            int middle = (least + most) >>> 1;
            if (ofMillibits(kind, middle).expectedRate() <= rate) {
                most = middle;
            } else {
                least = middle + 1;
            }
        }
        return ofMillibits(kind, least);
    }

    private static FullFilterPolicy ofMillibits(FullFilterKind kind, int millibits) {
        if (kind != FullFilterKind.FAST_LOCAL_BLOOM
                && kind != FullFilterKind.RIBBON
                && kind != FullFilterKind.LEGACY_BLOOM) {
            throw new IllegalArgumentException("no policy writes this kind: " + kind);
        }
        return new FullFilterPolicy(kind, millibits / 1000.0);
    }

    /** Of many keys. */
    private double expectedRate() {
        return kind == FullFilterKind.RIBBON
                ? Math.max(0x1p-32, 1 / RibbonSize.oneIn(bitsPerKey, probes(millibits)))
                : plan(MANY_KEYS, 0).expectedRate(MANY_KEYS);
    }

    /** {@return the kind: fast local Bloom, Ribbon or legacy Bloom} */
    public FullFilterKind kind() {
        return kind;
    }

    /**
     * {@return the parameter as it is used, 1 to 100: of a legacy filter a whole number, of Ribbon the bits per key of
     * the fast local Bloom filter with its rate}
     */
    public double bloomBitsPerKey() {
        return kind == FullFilterKind.LEGACY_BLOOM ? wholeBits() : bitsPerKey;
    }

    /** {@return how many bits a filter of many keys has for each: of Bloom filters {@link #bloomBitsPerKey()}} */
    public double bitsPerKey() {
        return kind == FullFilterKind.RIBBON ? (double) plan(MANY_KEYS, 0).bits() / MANY_KEYS : bloomBitsPerKey();
    }

    private int wholeBits() {
        return (millibits + 500) / 1000;
    }

    /**
     * The form of the filter that RocksDB makes of so many additions. For Ribbon it has the first seed that is tried;
     * in 99 of 100 sets of keys that is the one that works.
     *
     * @param additions number of keys and prefixes, equal hashes in a row counted once; 0 or more
     * @param firstHash the hash that was added first, which decides a Ribbon filter's seed and rounding
     * @return the geometry; of kind {@link FullFilterKind#EMPTY} and 0 bytes if nothing was added
     */
    public FullFilterGeometry plan(long additions, long firstHash) {
        if (additions < 0) {
            throw new IllegalArgumentException("the number of additions must be 0 or more, not " + additions);
        }
        if (additions == 0) {
            return NoBitsGeometry.empty(-FullFilterGeometry.TRAILER_LENGTH, "nothing was added");
        }
        if (kind == FullFilterKind.RIBBON) {
            return planRibbon(additions, firstHash);
        }
        return kind == FullFilterKind.LEGACY_BLOOM ? planLegacy(additions) : planFastLocal(additions);
    }

    /** What the policy makes of keys that its own kind cannot hold. */
    FullFilterGeometry planFastLocal(long additions) {
        long most = Math.min(additions, MAX_FAST_BYTES * 8); // a key takes a bit or more
        long bytes = Math.min((most * millibits + 7999) / 8000, MAX_FAST_BYTES);
        long lines = (bytes + FullFilterGeometry.LINE_BYTES - 1) / FullFilterGeometry.LINE_BYTES;
        return LineGeometry.fastLocalBloom(lines, probes(millibits));
    }

    private static int probes(int millibits) {
        if (millibits > MAX_GRADED_MILLIBITS) {
            return MAX_PROBES;
        }
        for (int i = 0; i < MILLIBITS_OF_PROBES.length; i++) {
            if (millibits <= MILLIBITS_OF_PROBES[i]) {
                return i + 1;
            }
        }
        return (millibits - 1) / 2000 - 1;
    }

    private FullFilterGeometry planLegacy(long additions) {
        long bits = Math.min(Math.min(additions, MAX_LEGACY_BITS) * wholeBits(), MAX_LEGACY_BITS);
        long lines = (bits + LEGACY_LINE_BITS - 1) / LEGACY_LINE_BITS | 1;
        int probes = Math.max(1, Math.min(MAX_LEGACY_PROBES, (int) (wholeBits() * 0.69)));
        return LineGeometry.legacyBloom(lines, FullFilterGeometry.LINE_BYTES, probes);
    }

    private FullFilterGeometry planRibbon(long additions, long firstHash) {
        FullFilterGeometry bloom = planFastLocal(additions);
        if (additions > RibbonSize.MAX_KEYS) {
            return bloom;
        }
        int slots = RibbonSize.slots(additions);
        double oneIn = RibbonSize.oneIn(bitsPerKey, probes(millibits));
        long segments = RibbonSize.segments(slots, oneIn, firstHash);
        FullFilterGeometry ribbon =
                RibbonGeometry.of(slots / FullFilterGeometry.ROWS, segments, (int) firstHash & 0xff);
        return slots < RibbonSize.FEW_SLOTS && bloom.sizeInBytes() < ribbon.sizeInBytes() ? bloom : ribbon;
    }

    /** {@return a builder without keys} */
    public FullFilterBuilder newBuilder() {
        return new FullFilterBuilder(this);
    }

    /**
     * A builder for a known number of keys: it sets the bits of a Bloom filter in their place, and so needs no more
     * memory than the filter has. The filter has the size for that number: with more keys it is right, and lets more
     * absent ones through; with fewer, less. Its bytes are RocksDB's if the number is that of the additions.
     *
     * <p>The equations of a Ribbon filter are solved together, so a Ribbon policy's builder keeps all hashes, and makes
     * the filter for as many keys as came.
     *
     * @param keys how many will come, 0 or more
     * @return a builder without keys
     * @throws IllegalArgumentException if the number is negative, or the filter would not fit an array
     */
    public FullFilterBuilder newBuilder(long keys) {
        FullFilterGeometry geometry = plan(Math.max(1, keys), 0);
        if (keys < 0 || geometry.sizeInBytes() > FullFilterBuilder.MAX_BYTES) {
            throw new IllegalArgumentException("no builder for " + keys + " keys: " + geometry);
        }
        return kind == FullFilterKind.RIBBON ? newBuilder() : new FullFilterBuilder(this, (LineGeometry) geometry);
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof FullFilterPolicy)) {
            return false;
        }
        FullFilterPolicy that = (FullFilterPolicy) other;
        return kind == that.kind && Double.compare(bloomBitsPerKey(), that.bloomBitsPerKey()) == 0;
    }

    @Override
    public int hashCode() {
        return 31 * kind.hashCode() + Double.hashCode(bloomBitsPerKey());
    }

    @Override
    public String toString() {
        String bits = String.valueOf(bloomBitsPerKey()).replaceFirst("\\.0$", "");
        return kind == FullFilterKind.RIBBON
                ? String.format(
                        Locale.ROOT, "Ribbon with %.2f bits per key and the rate of Bloom with %s", bitsPerKey(), bits)
                : kind.label() + " with " + bits + " bits per key";
    }
}
