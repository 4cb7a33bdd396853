// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.util.List;
import java.util.Optional;

/**
 * One Bloom filter as google/leveldb makes it, and its answers.
 *
 * <p>Immutable, provided that no code changes the arrays.
 *
 * @param name for messages
 * @param bitsPerKey the policy's parameter
 * @param keys the keys in the order in which they were given
 * @param filter the exact bytes of the filter, the last one being k
 * @param answers questions to that filter
 */
public record BloomCase(String name, int bitsPerKey, List<byte[]> keys, Optional<byte[]> filter, List<Answer> answers) {

    /**
     * A question to a single filter.
     *
     * @param key the key in question
     * @param mayMatch the original's answer
     */
    public record Answer(byte[] key, boolean mayMatch) {}

    static BloomCase from(Members members) {
        return new BloomCase(
                "bloom case " + members.textOrEmpty("id"),
                members.small("bits").orElse(10),
                members.list("keys", Members::asBytes),
                members.hex("filter"),
                members.rows("probes", row -> new Answer(row.hex(0), row.flag(1))));
    }

    @Override
    public String toString() {
        return name;
    }
}
