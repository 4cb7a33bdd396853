// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import io.github.filterblock.testdata.Json.At;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Calls to google/leveldb's filter block builder, the bytes it returned, and answers of its reader over them.
 *
 * <p>Immutable, provided that no code changes the arrays.
 *
 * @param id of the case
 * @param note what it is about
 * @param policyName {@code bloom}, or another name that {@link ReferencePolicy#named} knows
 * @param bitsPerKey the Bloom policy's parameter; without meaning for other policies
 * @param baseLg log2 of the length of a window
 * @param calls the texts of the calls
 * @param length of the filter block in bytes
 * @param numFilters how many filters it holds
 * @param expect the exact filter block, except for two that are too long for a line of JSON
 * @param file has such a block
 * @param probes questions to the reader over that block; a true answer may well be a false positive
 */
public record BuilderCase(
        String id,
        String note,
        @At(value = "policy", otherwise = "bloom") String policyName,
        @At(value = "bits", otherwise = "10") int bitsPerKey,
        @At(value = "base_lg", otherwise = "11") int baseLg,
        List<String> calls,
        @At("len") OptionalLong length,
        @At("nfilters") OptionalLong numFilters,
        Optional<byte[]> expect,
        Optional<Path> file,
        List<Probe> probes) {
    /** Returns the calls. */
    public BlockPlan plan() {
        return BlockPlan.parse(baseLg, String.join(" ", calls));
    }

    /** Returns the exact filter block. */
    public Optional<byte[]> expected() {
        return expect.or(() -> file.map(CorpusFiles::plainBytes));
    }

    /** Returns the slow model's policy for this case, if there is one of that name. */
    public Optional<ReferencePolicy> referencePolicy() {
        return ReferencePolicy.named(policyName, bitsPerKey);
    }

    /** Returns a name for messages. */
    @Override
    public String toString() {
        return "builder case " + id + ", " + note;
    }
}
