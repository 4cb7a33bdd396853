// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import com.google.gson.JsonElement;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A filter block, in most cases malformed, and the answers that google/leveldb's reader gives with a Bloom policy.
 *
 * <p>Immutable, provided that no code changes the block's array.
 *
 * @param name for messages
 * @param policyName {@code bloom}, or another name that {@link ReferencePolicy#named} knows
 * @param block the bytes of the filter block
 * @param numFilters how many filters the original sees
 * @param shiftUndefined whether the base lg is above 63: then the original's answers depend on the machine, and "may
 *     match" is the only safe one (FB-22)
 * @param probes questions and the original's answers
 * @param goLevelDbError goleveldb's message, if it refuses the block
 * @param goLevelDbAnswers goleveldb's answers to the same questions, if they differ; empty otherwise
 */
public record ReaderCase(
        String name,
        String policyName,
        byte[] block,
        OptionalLong numFilters,
        boolean shiftUndefined,
        List<Probe> probes,
        Optional<String> goLevelDbError,
        List<Boolean> goLevelDbAnswers) {

    private static final String GOLEVELDB = "goleveldb";

    static ReaderCase from(Members members) {
        boolean goAnswers = members.isList(GOLEVELDB);
        return new ReaderCase(
                "reader case " + members.textOrEmpty("id") + ", " + members.textOrEmpty("note"),
                members.text("policy").orElse(ReferencePolicy.BLOOM),
                members.hexOrEmpty("block"),
                members.number("num"),
                members.flag("shift_ub").orElse(false),
                Probe.allOf(members),
                goAnswers ? Optional.empty() : members.text(GOLEVELDB),
                goAnswers ? members.list(GOLEVELDB, JsonElement::getAsBoolean) : List.of());
    }

    @Override
    public String toString() {
        return name;
    }
}
