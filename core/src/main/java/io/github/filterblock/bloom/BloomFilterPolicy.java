// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.nio.ByteBuffer;

/**
 * The built-in Bloom filter as one writer writes it: one factory for each kind of writer.
 *
 * <table>
 *   <caption>Which writer is which</caption>
 *   <tr><th>writer</th><th>factory</th></tr>
 *   <tr><td>LevelDB from 1.18, golang/leveldb, Mojang's leveldb-mcpe, pcmind/leveldb (which counts the bits of a filter
 *       only to 2<sup>31</sup> - 1)</td><td>{@link #levelDb}</td></tr>
 *   <tr><td>LevelDB 1.4 to 1.17 on x86, HyperLevelDB</td><td>{@link #levelDb117Signed}</td></tr>
 *   <tr><td>LevelDB 1.4 to 1.17 on ARM</td><td>{@link #of} {@link FilterDialect#LEVELDB_117_UNSIGNED}</td></tr>
 *   <tr><td>goleveldb</td><td>{@link #goLevelDb}</td></tr>
 *   <tr><td>RocksDB until 6.29, block-based filter</td><td>{@link #rocksDbBlockBased}</td></tr>
 * </table>
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
    public static final int MAX_BITS_PER_KEY = BloomWriter.MAX_BITS_PER_KEY;

    private final BloomFilterMatcher matcher;
    private final BloomWriter writer;
    private final int bitsPerKey;
    private final int probes;

    private BloomFilterPolicy(BloomFilterMatcher matcher, BloomWriter writer, int bitsPerKey) {
        this.matcher = matcher;
        this.writer = writer;
        this.bitsPerKey = bitsPerKey;
        this.probes = writer.probes(bitsPerKey);
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
        if (!dialect.isWritten()) {
            throw new IllegalArgumentException("filters of the dialect " + dialect.id() + " are only read");
        }
        int bits = Math.min((int) checkBitsPerKey(bitsPerKey), dialect.writer().maxBitsPerKey());
        return new BloomFilterPolicy(dialect.bloomMatcher(), dialect.writer(), bits);
    }

    /**
     * Filters as LevelDB writes them from 1.18 on: name {@code leveldb.BuiltinBloomFilter2}, unsigned tail.
     *
     * @param bitsPerKey 0 to 1000
     * @return the policy
     * @throws IllegalArgumentException if {@code bitsPerKey} is out of range
     */
    public static BloomFilterPolicy levelDb(int bitsPerKey) {
        return of(FilterDialect.LEVELDB, bitsPerKey);
    }

    /**
     * Filters as LevelDB 1.4 to 1.17 wrote them where {@code char} is signed, as on x86: name
     * {@code leveldb.BuiltinBloomFilter}, signed tail.
     *
     * @param bitsPerKey 0 to 1000
     * @return the policy
     * @throws IllegalArgumentException if {@code bitsPerKey} is out of range
     */
    public static BloomFilterPolicy levelDb117Signed(int bitsPerKey) {
        return of(FilterDialect.LEVELDB_117_SIGNED, bitsPerKey);
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
        return of(FilterDialect.GOLEVELDB, bitsPerKey);
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
        int thousandths = (int) (checkBitsPerKey(bitsPerKey) * 1000 + 0.500001);
        return of(FilterDialect.ROCKSDB_BLOCK, (thousandths + 500) / 1000);
    }

    private static double checkBitsPerKey(double bitsPerKey) {
        if (!(bitsPerKey >= 0 && bitsPerKey <= MAX_BITS_PER_KEY)) {
            String number = String.valueOf(bitsPerKey).replaceFirst("\\.0$", "");
            throw new IllegalArgumentException("bits per key must be 0 to " + MAX_BITS_PER_KEY + ", not " + number
                    + "; the unit is bits of filter for each key (10 is usual), not bits of the whole filter");
        }
        return bitsPerKey;
    }

    /**
     * The same filters under another name, for a program that stores the built-in bits as a policy of its own.
     *
     * @param name the policy's name in the file, without {@code "filter."}
     * @return a policy that differs in nothing but its name
     */
    public BloomFilterPolicy named(String name) {
        return new BloomFilterPolicy(new BloomFilterMatcher(name, hash()), writer, bitsPerKey);
    }

    @Override
    public String name() {
        return matcher.name();
    }

    /** {@return the writer's hash of keys} */
    public BloomHash hash() {
        return matcher.hash();
    }

    /** {@return the bits per key, whole as they are used: 0 to 1000} */
    public int bitsPerKey() {
        return bitsPerKey;
    }

    /** {@return the number of probes, which is stored in each filter as k: 1 to 30} */
    public int probes() {
        return probes;
    }

    /** {@return the read half, a matcher for filters of this policy} */
    public BloomFilterMatcher matcher() {
        return matcher;
    }

    /**
     * The number of bytes of a filter, k included (FB-5).
     *
     * @param keyCount number of keys, 0 or more
     * @return 9 or more
     * @throws IllegalStateException if the named writer's own arithmetic would wrap with that number of keys
     */
    public long filterSize(int keyCount) {
        long bits = (long) keyCount * bitsPerKey;
        if (bits > writer.maxBits()) {
            throw new IllegalStateException(
                    "a filter of " + keyCount + " keys at " + bitsPerKey + " bits per key would have " + bits
                            + " bits, but the writer of " + name() + " counts only to " + writer.maxBits());
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
    public String toString() {
        return matcher + " with " + bitsPerKey + " bits per key";
    }
}
