// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import io.github.filterblock.testdata.Json.At;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is known about a table's data blocks.
 *
 * <p>Immutable, provided that no code changes the keys' arrays.
 *
 * @param numEntries how many entries they hold together
 * @param deletions how many of those are deletions
 * @param repeatedFilterKeys how many entries have the filter key of the entry before them
 * @param firstFilterKey the filter key of the first entry
 * @param lastFilterKey the filter key of the last entry
 * @param numBlocks how many data blocks there are
 * @param blocksSha256 digest over all blocks, each as u64 offset, u64 stored size, u8 type and u32 keys,
 *     little-endian; in lower-case hex
 * @param blocks the blocks in the file's order; perhaps not all of them
 */
public record DataOracle(
        OptionalLong numEntries,
        OptionalLong deletions,
        OptionalLong repeatedFilterKeys,
        @At("first_filter_key_hex") Optional<byte[]> firstFilterKey,
        @At("last_filter_key_hex") Optional<byte[]> lastFilterKey,
        @At("num_data_blocks") OptionalLong numBlocks,
        @At("data_blocks_sha256") Optional<String> blocksSha256,
        @At("data_blocks") Listing<DataBlock> blocks) {}
