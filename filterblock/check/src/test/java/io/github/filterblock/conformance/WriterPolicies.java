// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import io.github.filterblock.bloom.BloomFilterMatcher;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.FilterPolicy;
import io.github.filterblock.table.ForeignPolicy;
import io.github.filterblock.testdata.CorpusTable.FilterOracle;
import io.github.filterblock.testdata.ReferencePolicy;
import java.util.Optional;

/** From the corpus's words for a policy to the library's policies; other policies are the test's own. */
final class WriterPolicies {
    private WriterPolicies() {}

    /** Returns the hash that a word of the corpus stands for; nothing if it is no Bloom filter. */
    static Optional<BloomHash> hash(String code) {
        return switch (code) {
            case ReferencePolicy.BLOOM -> Optional.of(BloomHash.UNSIGNED_TAIL);
            case ReferencePolicy.SIGNED_TAIL_BLOOM -> Optional.of(BloomHash.SIGNED_TAIL);
            default -> Optional.empty();
        };
    }

    /** Returns the matcher that reads a table's filter, by the oracle's word; nothing for a word that is unknown. */
    static Optional<FilterMatcher> matcher(FilterOracle oracle) {
        String name = oracle.policy().orElse("");
        String code = oracle.filterCode().orElse("");
        Optional<BloomHash> hash = hash(code);
        if (hash.isEmpty()) {
            return foreign(name, code).map(policy -> policy);
        }
        Optional<FilterMatcher> ofDialect = FilterDialect.named(name).stream()
                .filter(dialect -> dialect.hash() == hash.get())
                .<FilterMatcher>map(FilterDialect::matcher)
                .findFirst();
        return ofDialect.or(() -> Optional.of(new BloomFilterMatcher(name, hash.get())));
    }

    /**
     * Returns the policy that writes as a program did.
     *
     * @param code the corpus's word for the policy
     * @param program the program's name, where known
     */
    static Optional<FilterPolicy> policy(String code, String program, int bitsPerKey) {
        return switch (code) {
            case ReferencePolicy.BLOOM ->
                Optional.of(
                        program.contains("goleveldb")
                                ? BloomFilterPolicy.goLevelDb(bitsPerKey)
                                : BloomFilterPolicy.levelDb(bitsPerKey));
            case ReferencePolicy.SIGNED_TAIL_BLOOM ->
                Optional.of(
                        program.contains("rocksdb")
                                ? BloomFilterPolicy.rocksDbBlockBased(bitsPerKey)
                                : BloomFilterPolicy.levelDb117Signed(bitsPerKey));
            default -> foreign(code, code);
        };
    }

    private static Optional<FilterPolicy> foreign(String name, String code) {
        return switch (code) {
            case ReferencePolicy.FNV_SET -> Optional.of(new ForeignPolicy(name, ReferencePolicy.fnvSet()));
            case ReferencePolicy.TEST_HASH -> Optional.of(new ForeignPolicy(name, ReferencePolicy.testHash()));
            default -> Optional.empty();
        };
    }
}
