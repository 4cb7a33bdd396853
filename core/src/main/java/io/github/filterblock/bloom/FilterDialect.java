// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The variants of the built-in Bloom filter that occur in files, each with its name in the file and its hash (TF-14).
 *
 * <p>A policy name is shared by writers that hash differently, so a name leads to {@linkplain #named candidates}, not
 * to one dialect. Reading with the wrong one denies most keys whose tail has a byte of 0x80 or above.
 *
 * <p>For each built-in name there is one {@linkplain #safeMatcher safe matcher}, which denies a key only if all writers
 * of the name would: Basho also uses LevelDB's present name, and goleveldb its old one. This can cost a needless read,
 * and under LevelDB's present name it takes twice the time; it cannot lose a key. Code that knows the writer uses
 * the dialect's own {@link #matcher()}; the library narrows the choice by what else is in a table file that it opens.
 * No matcher can know whether RocksDB's filter holds only prefixes of keys; the table's properties say so.
 */
public enum FilterDialect {
    /** LevelDB from 1.18, golang/leveldb, Mojang's leveldb-mcpe, pcmind/leveldb. */
    LEVELDB("leveldb", Names.LEVELDB, BloomHash.UNSIGNED_TAIL, BloomWriter.LEVELDB),

    /** goleveldb, and so every Go program that uses it for storage; base lg may have any value. */
    GOLEVELDB("goleveldb", Names.LEVELDB_117, BloomHash.UNSIGNED_TAIL, BloomWriter.GOLEVELDB),

    /** LevelDB 1.4 to 1.17 where {@code char} is signed, as on x86; HyperLevelDB. */
    LEVELDB_117_SIGNED("leveldb-1.17-signed", Names.LEVELDB_117, BloomHash.SIGNED_TAIL, BloomWriter.LEVELDB),

    /** LevelDB 1.4 to 1.17 where {@code char} is unsigned, as on ARM: the same bits as {@link #GOLEVELDB}. */
    LEVELDB_117_UNSIGNED("leveldb-1.17-unsigned", Names.LEVELDB_117, BloomHash.UNSIGNED_TAIL, BloomWriter.LEVELDB),

    /** RocksDB's block-based filter, written until 6.29 and RocksJava's default until 7.0. */
    ROCKSDB_BLOCK("rocksdb-block", "rocksdb.BuiltinBloomFilter", BloomHash.SIGNED_TAIL, BloomWriter.ROCKSDB),

    /** Basho's LevelDB under Riak before 2012: the bits of {@link #LEVELDB_117_SIGNED}, the base lg chosen per file. */
    BASHO_1("basho-1", new BloomFilterMatcher(Names.LEVELDB_117, BloomHash.SIGNED_TAIL)),

    /** Basho's LevelDB under Riak since 2012: different bits, under the name that LevelDB used two years later. */
    BASHO_2("basho-2", new BashoBloomMatcher(Names.LEVELDB));

    /** The key of the metaindex entry that only Basho's LevelDB writes. */
    public static final String BASHO_METAINDEX_KEY = "stats.sst1";

    private static final Map<String, FilterMatcher> SAFE_MATCHERS = safeMatchersByName();

    private final String id;
    private final ProbingMatcher matcher;
    private final BloomWriter writer;
    private final boolean basho;

    /** A dialect that is read and written. */
    FilterDialect(String id, String policyName, BloomHash hash, BloomWriter writer) {
        this.id = id;
        this.matcher = new BloomFilterMatcher(policyName, hash);
        this.writer = writer;
        this.basho = false;
    }

    /** One of Basho's dialects, which are only read. */
    FilterDialect(String id, ProbingMatcher matcher) {
        this.id = id;
        this.matcher = matcher;
        this.writer = BloomWriter.LEVELDB;
        this.basho = true;
    }

    /** Names that several writers share. */
    private static final class Names {
        static final String LEVELDB = "leveldb.BuiltinBloomFilter2";
        static final String LEVELDB_117 = "leveldb.BuiltinBloomFilter";
    }

    /**
     * {@return the dialect's short name in lower case, as the command line takes and prints it, for example {@code
     * "leveldb-1.17-signed"}}
     */
    public String id() {
        return id;
    }

    /**
     * The policy's name in files of this dialect, without {@code "filter."}.
     *
     * @return for example {@code "leveldb.BuiltinBloomFilter2"}
     */
    public String policyName() {
        return matcher.name();
    }

    /**
     * {@return the matcher for filters of this dialect, always the same one; of all but {@link #BASHO_2} it is a {@link
     * BloomFilterMatcher}}
     */
    public FilterMatcher matcher() {
        return matcher;
    }

    /**
     * Whether {@link BloomFilterPolicy#of} writes filters of this dialect.
     *
     * @return {@code false} for Basho's, which are only read
     */
    public boolean isWritten() {
        return !basho;
    }

    /**
     * The hash that the bits start from; {@link #BASHO_2} adds a second one to it.
     *
     * @return the hash
     */
    public BloomHash hash() {
        return matcher.hash();
    }

    /**
     * Whether filters of this dialect have the same bits as those of another: then the matcher of either reads both.
     */
    boolean hasBitsOf(FilterDialect other) {
        return matcher.getClass() == other.matcher.getClass() && hash() == other.hash();
    }

    /**
     * The matcher, whose type is known for every dialect with LevelDB's bits.
     *
     * @return the matcher
     * @throws IllegalStateException for {@link #BASHO_2}
     */
    BloomFilterMatcher bloomMatcher() {
        if (matcher instanceof BloomFilterMatcher) {
            return (BloomFilterMatcher) matcher;
        }
        throw new IllegalStateException(id + " has bits of its own");
    }

    /** The arithmetic of its writers. */
    BloomWriter writer() {
        return writer;
    }

    /**
     * The number of probes that writers of this dialect store (FB-4).
     *
     * @param bitsPerKey 0 to 1000
     * @return 1 to 30
     */
    public int probes(int bitsPerKey) {
        return writer.probes(bitsPerKey);
    }

    /**
     * The number of bytes of a filter by writers of this dialect, k included (FB-5). Basho's second filter is larger
     * than the others where no prime lies between its bits and the end of their last byte.
     *
     * @param keyCount number of keys, 0 or more
     * @param bitsPerKey 0 to 1000
     * @return 9 or more
     */
    public long filterSize(int keyCount, int bitsPerKey) {
        return matcher.filterSize(keyCount, bitsPerKey);
    }

    /**
     * How a filter of this dialect finds its answer about a key. Slow; a lookup probes the {@link #matcher()}.
     *
     * @param key the key as it was added to the filter; borrowed
     * @param keyLength number of bytes at the front of {@code key} that are the key
     * @param filter holds the filter; borrowed, position and limit are not moved
     * @param index absolute index of the filter's first byte
     * @param length number of bytes of the filter, 0 or more
     * @return the answer of the matcher, with every step that leads to it
     * @throws IndexOutOfBoundsException if key or filter is not inside its array or buffer
     */
    public BloomTrace trace(byte[] key, int keyLength, ByteBuffer filter, int index, int length) {
        return BloomTrace.of(matcher, key, keyLength, filter, index, length);
    }

    /**
     * The dialects that a policy name may mean in a file that is not Basho's, one for each hash: of two writers
     * with the same bits the first is given, so {@link #LEVELDB_117_UNSIGNED} is never among them.
     *
     * @param policyName the name in the file, without {@code "filter."}
     * @return the candidates, empty for a name that is not built in; immutable
     */
    public static List<FilterDialect> named(String policyName) {
        List<FilterDialect> named = new ArrayList<>();
        for (FilterDialect dialect : values()) {
            if (!dialect.basho && dialect.policyName().equals(policyName)) {
                addNewBits(named, dialect);
            }
        }
        return Collections.unmodifiableList(named);
    }

    /** The dialects that a policy name may mean in any file, one for each bit layout; Basho's come last. */
    static List<FilterDialect> withAllBits(String policyName) {
        List<FilterDialect> all = new ArrayList<>(named(policyName));
        for (FilterDialect dialect : values()) {
            if (dialect.basho && dialect.policyName().equals(policyName)) {
                addNewBits(all, dialect);
            }
        }
        return all;
    }

    private static void addNewBits(List<FilterDialect> dialects, FilterDialect dialect) {
        for (FilterDialect other : dialects) {
            if (dialect.hasBitsOf(other)) {
                return;
            }
        }
        dialects.add(dialect);
    }

    /**
     * The dialect that a policy name denotes in a file that Basho's LevelDB wrote: one whose metaindex has an entry
     * {@value #BASHO_METAINDEX_KEY}.
     *
     * @param policyName the name in the file, without {@code "filter."}
     * @return the dialect; empty for a name that Basho does not use
     */
    public static Optional<FilterDialect> namedByBasho(String policyName) {
        return Stream.of(values())
                .filter(dialect -> dialect.basho && dialect.policyName().equals(policyName))
                .findFirst();
    }

    /**
     * The matcher that is safe for every writer of a policy name.
     *
     * @param policyName the name in the file, without {@code "filter."}
     * @return the matcher; empty for a name that is not built in
     */
    public static Optional<FilterMatcher> safeMatcher(String policyName) {
        return Optional.ofNullable(SAFE_MATCHERS.get(policyName));
    }

    /** {@return one safe matcher for each built-in name, in a fixed order; immutable} */
    public static List<FilterMatcher> safeMatchers() {
        return Collections.unmodifiableList(new ArrayList<>(SAFE_MATCHERS.values()));
    }

    /**
     * Whether a matcher is one of the safe ones, as opposed to another one of the same name.
     *
     * @param matcher any matcher
     * @return {@code true} for the matchers that {@link #safeMatcher} and {@link #safeMatchers} return
     */
    public static boolean isSafeMatcher(FilterMatcher matcher) {
        return SAFE_MATCHERS.get(matcher.name()) == matcher;
    }

    /** Without lambdas, which take several milliseconds in a process that has used none yet. */
    private static Map<String, FilterMatcher> safeMatchersByName() {
        Map<String, FilterMatcher> byName = new LinkedHashMap<>();
        for (FilterDialect dialect : values()) {
            String name = dialect.policyName();
            if (!byName.containsKey(name)) {
                List<FilterMatcher> matchers = new ArrayList<>();
                for (FilterDialect candidate : withAllBits(name)) {
                    matchers.add(candidate.matcher);
                }
                byName.put(name, AnyOfMatcher.of(name, matchers));
            }
        }
        return byName;
    }
}
