// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.UnwritableFilterException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say what filter a written table shall have. */
final class FilterPlanOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            converter = Policies.class,
            completionCandidates = Policies.class,
            description = "write the filter as NAME does: ${COMPLETION-CANDIDATES}; by default as the table's is, or"
                    + " leveldb if it has none")
    private @Nullable FilterDialect policy;

    @Option(
            names = "--bits-per-key",
            paramLabel = "N",
            description = "0 to 1000; by default as the table's filter has, or 10 if it has none")
    private @Nullable Integer bitsPerKey;

    @Option(
            names = "--base-lg",
            paramLabel = "N",
            description = "a filter for each 2^N bytes of file, 0 to 63; by default as the table's filter has, or 11"
                    + " if it has none; LevelDB itself reads any, but writes only 11")
    private @Nullable Integer baseLg;

    @Option(names = "--drop", description = "write no filter")
    private boolean drop;

    /** The plan, or wrong usage. */
    FilterPlan plan() {
        if (drop && (policy != null || bitsPerKey != null || baseLg != null)) {
            throw wrongUsage("--drop excludes --policy, --bits-per-key and --base-lg");
        }
        try {
            return new FilterPlan(drop, Optional.ofNullable(policy), number(bitsPerKey), number(baseLg));
        } catch (IllegalArgumentException e) {
            throw wrongUsage(String.valueOf(e.getMessage()));
        }
    }

    private static OptionalInt number(@Nullable Integer value) {
        return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }

    private ParameterException wrongUsage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Advice about a filter that cannot be written, for the end of a line. */
    static String advice(UnwritableFilterException e) {
        return switch (e.parameter()) {
            case DIALECT -> "set it with --policy";
            case BITS_PER_KEY -> "set it with --bits-per-key";
            case BASE_LG -> "set it with --base-lg";
            case KEY_DOMAIN -> "set it with --key-domain";
        };
    }

    /** The dialects that are written. */
    static final class Policies extends FilterOptions.Dialects {
        @Override
        Stream<FilterDialect> dialects() {
            return super.dialects().filter(FilterDialect::isWritten);
        }

        @Override
        String kind() {
            return "a policy that can be written";
        }
    }
}
