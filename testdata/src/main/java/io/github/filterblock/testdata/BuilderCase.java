// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Calls to google/leveldb's filter block builder, the bytes it returned, and answers of its reader over them.
 *
 * <p>Immutable, provided that no code changes the arrays.
 *
 * @param name for messages
 * @param policyName {@code bloom}, or another name that {@link ReferencePolicy#named} knows
 * @param bitsPerKey the Bloom policy's parameter; without meaning for other policies
 * @param plan the calls
 * @param length of the filter block in bytes
 * @param numFilters how many filters it holds
 * @param expected the exact filter block
 * @param probes questions to the reader over that block; a true answer may well be a false positive
 */
public record BuilderCase(
        String name,
        String policyName,
        int bitsPerKey,
        BlockPlan plan,
        OptionalLong length,
        OptionalLong numFilters,
        Optional<byte[]> expected,
        List<Probe> probes) {

    static BuilderCase from(Path directory, Members members) {
        return new BuilderCase(
                "builder case " + members.textOrEmpty("id") + ", " + members.textOrEmpty("note"),
                members.text("policy").orElse(ReferencePolicy.BLOOM),
                members.small("bits").orElse(10),
                BlockPlan.parse(
                        members.small("base_lg").orElse(BlockPlan.DEFAULT_BASE_LG),
                        String.join(" ", members.list("calls", call -> call.getAsString()))),
                members.number("len"),
                members.number("nfilters"),
                // Two blocks are too long for a line of JSON and have files of their own.
                members.hex("expect")
                        .or(() -> members.text("file").map(directory::resolve).map(CorpusFiles::plainBytes)),
                Probe.allOf(members));
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
