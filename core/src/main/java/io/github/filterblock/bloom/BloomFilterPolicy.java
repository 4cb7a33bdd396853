// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * The built-in Bloom filter as one writer writes it: one factory for each writer.
 *
 * <p>All of them share the layout of the bits. They differ in the name under which the filter is stored, in the hash
 * of the last one to three bytes of a key, and in how bits per key become a number of probes. Bytes are identical to
 * those of the named writer for the same keys.
 *
 * <p><b>Bits per key</b> is the size of a filter divided by the number of its keys, not the size of the filter: 10 is
 * usual and gives about 1 % of false positives. It goes from 0 to 1000; 0 makes filters of 64 bits with one probe.
 * Filters below 64 bits do not exist, so a filter of few keys has more.
 *
 * <p>Immutable; safe for use by any number of threads.
 */
public final class BloomFilterPolicy implements FilterPolicy {
    /** The most bits per key that are accepted; more is a mistake of units. */
    public static final int MAX_BITS_PER_KEY = 1000;

    /** goleveldb and RocksDB count the bits of a filter in 32 bits, pcmind in 31; past that their arithmetic wraps. */
    private static final long MAX_BITS_IN_32 = 0xffff_fff8L;

    private final BloomFilterMatcher matcher;
    private final int bitsPerKey;
    private final int probes;
    private final long maxBits;

    private BloomFilterPolicy(BloomFilterMatcher matcher, int bitsPerKey, int probes, long maxBits) {
        this.matcher = matcher;
        this.bitsPerKey = bitsPerKey;
        this.probes = probes;
        this.maxBits = maxBits;
    }

    /**
     * Filters as the writers of a dialect write them.
     *
     * @param dialect one that {@linkplain FilterDialect#isWritten is written}
     * @param bitsPerKey 0 to 1000; RocksDB's count as 100 above that
     * @return the policy
     * @throws IllegalArgumentException if the dialect is only read, or {@code bitsPerKey} is out of range
     */
    public static BloomFilterPolicy of(FilterDialect dialect, int bitsPerKey) {
        return switch (dialect) {
            case LEVELDB -> levelDb(bitsPerKey);
            case GOLEVELDB -> goLevelDb(bitsPerKey);
            case LEVELDB_117_SIGNED -> levelDb117Signed(bitsPerKey);
            case LEVELDB_117_UNSIGNED -> levelDb117Unsigned(bitsPerKey);
            case ROCKSDB_BLOCK -> rocksDbBlockBased(bitsPerKey);
            case BASHO_1, BASHO_2 ->
                throw new IllegalArgumentException("filters of the dialect " + dialect.id() + " are only read");
        };
    }

    /**
     * Filters as LevelDB writes them from 1.18 on, and with it golang/leveldb, Mojang's leveldb-mcpe and
     * pcmind/leveldb: name {@code leveldb.BuiltinBloomFilter2}, unsigned tail.
     *
     * @param bitsPerKey 0 to 1000
     * @return the policy
     * @throws IllegalArgumentException if {@code bitsPerKey} is out of range
     */
    public static BloomFilterPolicy levelDb(int bitsPerKey) {
        return levelDb(FilterDialect.LEVELDB, bitsPerKey);
    }

    /**
     * Filters as LevelDB 1.4 to 1.17 wrote them where {@code char} is signed, as on x86, and as HyperLevelDB does:
     * name {@code leveldb.BuiltinBloomFilter}, signed tail.
     *
     * @param bitsPerKey 0 to 1000
     * @return the policy
     * @throws IllegalArgumentException if {@code bitsPerKey} is out of range
     */
    public static BloomFilterPolicy levelDb117Signed(int bitsPerKey) {
        return levelDb(FilterDialect.LEVELDB_117_SIGNED, bitsPerKey);
    }

    /**
     * Filters as LevelDB 1.4 to 1.17 wrote them where {@code char} is unsigned, as on ARM: name
     * {@code leveldb.BuiltinBloomFilter}, unsigned tail.
     *
     * @param bitsPerKey 0 to 1000
     * @return the policy
     * @throws IllegalArgumentException if {@code bitsPerKey} is out of range
     */
    public static BloomFilterPolicy levelDb117Unsigned(int bitsPerKey) {
        return levelDb(FilterDialect.LEVELDB_117_UNSIGNED, bitsPerKey);
    }

    /**
     * Filters as goleveldb writes them: name {@code leveldb.BuiltinBloomFilter}, unsigned tail. From 372 bits per key
     * on goleveldb's number of probes wraps in its eight bits, and so it does here (FB-4).
     *
     * @param bitsPerKey 0 to 1000
     * @return the policy
     * @throws IllegalArgumentException if {@code bitsPerKey} is out of range
     */
    public static BloomFilterPolicy goLevelDb(int bitsPerKey) {
        int bits = checkBitsPerKey(bitsPerKey);
        int probes = clampProbes(bits * 69 / 100 & 0xff);
        return new BloomFilterPolicy(FilterDialect.GOLEVELDB.bloomMatcher(), bits, probes, MAX_BITS_IN_32);
    }

    /**
     * Filters as RocksDB wrote them until 6.29 in its block-based format: name {@code rocksdb.BuiltinBloomFilter},
     * signed tail. Bits per key are rounded to a whole number as RocksDB does, first to thousandths; above 100 they
     * count as 100. RocksDB from 6 on writes no filter at all below 0.5; here, as in its earlier releases, such a
     * filter has 64 bits and one probe.
     *
     * @param bitsPerKey 0 to 1000, fractions allowed
     * @return the policy
     * @throws IllegalArgumentException if {@code bitsPerKey} is out of range or not a number
     */
    public static BloomFilterPolicy rocksDbBlockBased(double bitsPerKey) {
        int thousandths = (int) (Math.min(checkBitsPerKey(bitsPerKey), 100) * 1000 + 0.500001);
        int bits = (thousandths + 500) / 1000;
        return new BloomFilterPolicy(
                FilterDialect.ROCKSDB_BLOCK.bloomMatcher(), bits, levelDbProbes(bits), MAX_BITS_IN_32);
    }

    /**
     * Filters as HyperLevelDB writes them: those of {@link #levelDb117Signed}.
     *
     * @param bitsPerKey 0 to 1000
     * @return the policy
     * @throws IllegalArgumentException if {@code bitsPerKey} is out of range
     */
    public static BloomFilterPolicy hyperLevelDb(int bitsPerKey) {
        return levelDb117Signed(bitsPerKey);
    }

    /**
     * Filters as golang/leveldb writes them: those of {@link #levelDb}.
     *
     * @param bitsPerKey 0 to 1000
     * @return the policy
     * @throws IllegalArgumentException if {@code bitsPerKey} is out of range
     */
    public static BloomFilterPolicy golangLevelDb(int bitsPerKey) {
        return levelDb(bitsPerKey);
    }

    /**
     * Filters as Mojang's leveldb-mcpe writes them, for Minecraft: those of {@link #levelDb}.
     *
     * @param bitsPerKey 0 to 1000; Minecraft uses 10
     * @return the policy
     * @throws IllegalArgumentException if {@code bitsPerKey} is out of range
     */
    public static BloomFilterPolicy levelDbMcpe(int bitsPerKey) {
        return levelDb(bitsPerKey);
    }

    /**
     * Filters as pcmind/leveldb writes them: those of {@link #levelDb}, of at most 2^31 - 1 bits.
     *
     * @param bitsPerKey 0 to 1000
     * @return the policy
     * @throws IllegalArgumentException if {@code bitsPerKey} is out of range
     */
    public static BloomFilterPolicy pcmindLevelDb(int bitsPerKey) {
        BloomFilterPolicy levelDb = levelDb(bitsPerKey);
        return new BloomFilterPolicy(levelDb.matcher, levelDb.bitsPerKey, levelDb.probes, Integer.MAX_VALUE);
    }

    private static BloomFilterPolicy levelDb(FilterDialect dialect, int bitsPerKey) {
        int bits = checkBitsPerKey(bitsPerKey);
        return new BloomFilterPolicy(dialect.bloomMatcher(), bits, levelDbProbes(bits), Long.MAX_VALUE);
    }

    private static int checkBitsPerKey(int bitsPerKey) {
        return (int) checkBitsPerKey((double) bitsPerKey);
    }

    private static double checkBitsPerKey(double bitsPerKey) {
        if (!(bitsPerKey >= 0 && bitsPerKey <= MAX_BITS_PER_KEY)) {
            throw new IllegalArgumentException("bits per key must be 0 to " + MAX_BITS_PER_KEY + ", not " + bitsPerKey
                    + "; the unit is bits of filter for each key (10 is usual), not bits of the whole filter");
        }
        return bitsPerKey;
    }

    /** 0.69 stands for ln 2, which makes the rate of false positives least; rounded down to probe less (FB-4). */
    private static int levelDbProbes(int bitsPerKey) {
        return clampProbes((int) (bitsPerKey * 0.69));
    }

    private static int clampProbes(int probes) {
        return Math.max(BloomBits.MIN_PROBES, Math.min(BloomBits.MAX_PROBES, probes));
    }

    /**
     * The same filters under another name, for a program that stores the built-in bits as a policy of its own.
     *
     * @param name the policy's name in the file, without {@code "filter."}
     * @return a policy that differs in nothing but its name
     */
    public BloomFilterPolicy named(String name) {
        return new BloomFilterPolicy(new BloomFilterMatcher(name, hash()), bitsPerKey, probes, maxBits);
    }

    @Override
    public String name() {
        return matcher.name();
    }

    /**
     * The hash of keys.
     *
     * @return the writer's hash
     */
    public BloomHash hash() {
        return matcher.hash();
    }

    /**
     * The bits per key, whole as they are used.
     *
     * @return 0 to 1000
     */
    public int bitsPerKey() {
        return bitsPerKey;
    }

    /**
     * The number of probes, which is stored in each filter as k.
     *
     * @return 1 to 30
     */
    public int probes() {
        return probes;
    }

    /**
     * The read half.
     *
     * @return the matcher for filters of this policy
     */
    public BloomFilterMatcher matcher() {
        return matcher;
    }

    /**
     * The number of bytes of a filter, k included (FB-5).
     *
     * @param keyCount number of keys, 0 or more
     * @return 9 or more
     * @throws IllegalStateException if the named writer's own arithmetic would wrap at so many keys
     */
    public long filterSize(int keyCount) {
        long bits = (long) keyCount * bitsPerKey;
        if (bits > maxBits) {
            throw new IllegalStateException(
                    "a filter of " + keyCount + " keys at " + bitsPerKey + " bits per key would have " + bits
                            + " bits, but the writer of " + name() + " counts only to " + maxBits);
        }
        return BloomBits.filterSize(keyCount, bitsPerKey);
    }

    @Override
    public FilterGenerator newGenerator() {
        return new BloomFilterGenerator(this);
    }

    @Override
    public boolean keyMayMatch(
            byte[] key, int keyOffset, int keyLength, byte[] filter, int filterOffset, int filterLength) {
        return matcher.keyMayMatch(key, keyOffset, keyLength, filter, filterOffset, filterLength);
    }

    @Override
    public boolean keyMayMatch(
            byte[] key, int keyOffset, int keyLength, ByteBuffer filter, int filterIndex, int filterLength) {
        return matcher.keyMayMatch(key, keyOffset, keyLength, filter, filterIndex, filterLength);
    }

    @Override
    public List<BloomFilterMatcher> bloomParts() {
        return matcher.bloomParts();
    }

    @Override
    public String toString() {
        return matcher + " with " + bitsPerKey + " bits per key";
    }
}
