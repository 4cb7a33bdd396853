// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;

/** Matchers that tests of readers need. */
final class Matchers {
    private Matchers() {}

    /** The built-in matcher that asks two hashes. */
    static FilterMatcher eitherHash() {
        return FilterDialect.safeMatcher("leveldb.BuiltinBloomFilter").orElseThrow();
    }

    /** The built-in matcher that asks the unsigned hash alone. */
    static FilterMatcher levelDb() {
        return FilterDialect.LEVELDB.matcher();
    }
}
