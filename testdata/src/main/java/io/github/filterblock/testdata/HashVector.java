// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.util.OptionalLong;

/**
 * Bytes, and their hash and CRC as LevelDB computes them; all results are 0..2^32 - 1.
 *
 * <p>Immutable, provided that no code changes the data's array.
 *
 * @param data the bytes
 * @param seed of both hashes, 0..2^32 - 1
 * @param hash with the tail bytes unsigned (FB-1, FB-2)
 * @param signedTailHash with the tail bytes signed (FB-2)
 * @param crc32c of the data
 * @param maskedCrc32c the same, masked as block trailers store it (TF-4)
 */
public record HashVector(
        byte[] data,
        long seed,
        OptionalLong hash,
        OptionalLong signedTailHash,
        OptionalLong crc32c,
        OptionalLong maskedCrc32c) {

    static HashVector from(Members members) {
        return new HashVector(
                members.hexOrEmpty("data"),
                members.number("seed").orElse(ReferenceHash.BLOOM_SEED),
                members.number("hash"),
                members.number("hash_signed_char"),
                members.number("crc32c"),
                members.number("crc32c_masked"));
    }
}
