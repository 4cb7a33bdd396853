// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

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
 * @param callsFile the calls, as {@link BlockPlan#decode} reads them, perhaps in gzip
 * @param filterFile the exact filter block
 */
public record RebuildCase(
        String name,
        Optional<String> table,
        String policyName,
        int bitsPerKey,
        int baseLg,
        OptionalLong starts,
        OptionalLong keys,
        OptionalLong length,
        Path callsFile,
        Path filterFile) {

    static RebuildCase from(Path directory, Members members) {
        String name = members.textOrEmpty("name");
        return new RebuildCase(
                name,
                members.text("table"),
                members.text("policy").orElse(ReferencePolicy.BLOOM),
                members.small("bits").orElse(10),
                members.small("base_lg").orElse(BlockPlan.DEFAULT_BASE_LG),
                members.number("starts"),
                members.number("keys"),
                members.number("filter_len"),
                directory.resolve(members.text("calls").orElse(name + ".calls.bin.gz")),
                directory.resolve(members.text("filter").orElse(name + ".filter.bin")));
    }

    /** Returns the calls, in order. */
    public BlockPlan plan() {
        return BlockPlan.decode(baseLg, CorpusFiles.plainBytes(callsFile));
    }

    /** Returns the exact bytes of the filter block. */
    public byte[] expected() {
        return CorpusFiles.plainBytes(filterFile);
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
