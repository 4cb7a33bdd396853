// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import io.github.filterblock.testdata.Json.At;
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
        @At(value = "seed", otherwise = "3164544308") long seed,
        OptionalLong hash,
        @At("hash_signed_char") OptionalLong signedTailHash,
        OptionalLong crc32c,
        @At("crc32c_masked") OptionalLong maskedCrc32c) {}
