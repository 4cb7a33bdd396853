// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import io.github.filterblock.testdata.CorpusTable.FilterOracle;
import java.util.Optional;

/**
 * Which Bloom filter policy to use: that of which writer, and with how many bits per key.
 *
 * <p>Immutable.
 *
 * @param dialect the writer whose filters are meant
 * @param bitsPerKey how many bits each key adds to a filter, 0 or more; without meaning for lookups (FB-7)
 */
public record PolicySpec(Dialect dialect, int bitsPerKey) {

    private static final int MAX_BITS_OF_ROCKSDB = 100;

    /** A writer's name for its Bloom filters, and its hash: neither follows from the other (TF-14). */
    public enum Dialect {
        /** LevelDB from 1.18 on, golang/leveldb, Mojang's and pcmind's ports. */
        LEVELDB("leveldb.BuiltinBloomFilter2", ReferenceHash.UNSIGNED_TAIL),
        /** goleveldb. */
        GOLEVELDB("leveldb.BuiltinBloomFilter", ReferenceHash.UNSIGNED_TAIL),
        /** LevelDB up to 1.17 where {@code char} is signed, as on x86. */
        LEVELDB_117_SIGNED("leveldb.BuiltinBloomFilter", ReferenceHash.SIGNED_TAIL),
        /** The block-based filter of RocksDB up to 6.29. */
        ROCKSDB("rocksdb.BuiltinBloomFilter", ReferenceHash.SIGNED_TAIL);

        private final String policyName;
        private final ReferenceHash hash;

        Dialect(String policyName, ReferenceHash hash) {
            this.policyName = policyName;
            this.hash = hash;
        }

        /** Returns the policy's name, which is ASCII; the metaindex has it after {@code filter.} (TF-8). */
        public String policyName() {
            return policyName;
        }

        /** Returns the hash, which determines how the last one to three bytes of a key count (FB-2). */
        public ReferenceHash hash() {
            return hash;
        }
    }

    /**
     * Checks the range.
     *
     * @throws IllegalArgumentException if the bits per key are negative (FB-4)
     */
    public PolicySpec {
        if (bitsPerKey < 0) {
            throw new IllegalArgumentException("negative bits per key: " + bitsPerKey);
        }
    }

    /** Returns LevelDB's present policy. */
    public static PolicySpec levelDb(int bitsPerKey) {
        return new PolicySpec(Dialect.LEVELDB, bitsPerKey);
    }

    /** Returns the policy that the corpus calls by this name, if it is a Bloom filter; see {@link ReferencePolicy}. */
    public static Optional<PolicySpec> ofCorpus(String policyName, int bitsPerKey) {
        return switch (policyName) {
            case ReferencePolicy.BLOOM -> Optional.of(levelDb(bitsPerKey));
            case ReferencePolicy.SIGNED_TAIL_BLOOM ->
                Optional.of(new PolicySpec(Dialect.LEVELDB_117_SIGNED, bitsPerKey));
            default -> Optional.empty();
        };
    }

    /** Returns the policy of a golden table's filter block, if it is one of a known name and hash. */
    public static Optional<PolicySpec> of(FilterOracle filter) {
        for (Dialect dialect : Dialect.values()) {
            if (filter.policy().filter(dialect.policyName()::equals).isPresent()
                    && filter.filterCode().filter(code(dialect.hash())::equals).isPresent()) {
                return Optional.of(new PolicySpec(dialect, 10));
            }
        }
        return Optional.empty();
    }

    private static String code(ReferenceHash hash) {
        return hash == ReferenceHash.UNSIGNED_TAIL ? ReferencePolicy.BLOOM : ReferencePolicy.SIGNED_TAIL_BLOOM;
    }

    /** Returns the corpus's word for the policy's hash. */
    public String corpusName() {
        return code(dialect.hash());
    }

    /** Returns the policy's name, which is ASCII. */
    public String name() {
        return dialect.policyName();
    }

    /** Returns the slow model of the policy, as the writer would set it up: RocksDB takes 100 bits at most (FB-4). */
    public ReferencePolicy reference() {
        int taken = dialect == Dialect.ROCKSDB ? Math.min(bitsPerKey, MAX_BITS_OF_ROCKSDB) : bitsPerKey;
        return new ReferenceBloomFilter(taken, dialect.hash());
    }

    @Override
    public String toString() {
        return dialect + " with " + bitsPerKey + " bits per key";
    }
}
