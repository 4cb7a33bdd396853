// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import io.github.filterblock.testdata.Json.At;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The calls with which the filter block of a golden table can be rebuilt, and that block.
 *
 * <p>Immutable; the files are read at each call.
 *
 * @param name of the case
 * @param table the table's file name
 * @param policyName {@code bloom}, or another name that {@link ReferencePolicy#named} knows
 * @param bitsPerKey the Bloom policy's parameter; without meaning for other policies
 * @param baseLg log2 of the window's length in bytes
 * @param starts how many StartBlock calls there are
 * @param keys how many AddKey calls there are
 * @param length of the filter block in bytes
 * @param directory of the files
 * @param calls the file of the calls, as {@link BlockPlan#decode} reads them, perhaps in gzip
 * @param filter the file of the exact filter block
 */
public record RebuildCase(
        String name,
        Optional<String> table,
        @At(value = "policy", otherwise = "bloom") String policyName,
        @At(value = "bits", otherwise = "10") int bitsPerKey,
        @At(value = "base_lg", otherwise = "11") int baseLg,
        OptionalLong starts,
        OptionalLong keys,
        @At("filter_len") OptionalLong length,
        @At("") Path directory,
        Optional<String> calls,
        Optional<String> filter) {

    /** Returns the calls, in order. */
    public BlockPlan plan() {
        return BlockPlan.decode(
                baseLg, CorpusFiles.plainBytes(directory.resolve(calls.orElse(name + ".calls.bin.gz"))));
    }

    /** Returns the exact bytes of the filter block. */
    public byte[] expected() {
        return CorpusFiles.plainBytes(directory.resolve(filter.orElse(name + ".filter.bin")));
    }

    /** Returns the slow model's policy for this case, if there is one of that name. */
    public Optional<ReferencePolicy> referencePolicy() {
        return ReferencePolicy.named(policyName, bitsPerKey);
    }

    @Override
    public String toString() {
        return name;
    }
}
