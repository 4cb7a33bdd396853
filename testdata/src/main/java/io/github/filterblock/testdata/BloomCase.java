// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import io.github.filterblock.testdata.Json.At;
import java.util.List;
import java.util.Optional;

/**
 * One Bloom filter as google/leveldb makes it, and its answers.
 *
 * <p>Immutable, provided that no code changes the arrays.
 *
 * @param id of the case
 * @param bitsPerKey the policy's parameter
 * @param keys the keys in the order in which they were given
 * @param filter the exact bytes of the filter, the last one being k
 * @param answers questions to that filter
 */
public record BloomCase(
        String id,
        @At(value = "bits", otherwise = "10") int bitsPerKey,
        List<byte[]> keys,
        Optional<byte[]> filter,
        @At("probes") List<KeyAnswer> answers) {
    /** Returns a name for messages. */
    @Override
    public String toString() {
        return "bloom case " + id;
    }
}
