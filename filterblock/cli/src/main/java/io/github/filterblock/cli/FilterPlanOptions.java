// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.UnwritableFilterException;
import java.util.Iterator;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options that say what filter a written table shall have. */
final class FilterPlanOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            converter = PolicyConverter.class,
            completionCandidates = PolicyNames.class,
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
            case DIALECT -> "choose another with --policy";
            case BITS_PER_KEY -> "choose it with --bits-per-key";
            case BASE_LG -> "choose it with --base-lg";
            case KEY_DOMAIN -> "choose it with --key-domain";
        };
    }

    private static Stream<FilterDialect> written() {
        return Stream.of(FilterDialect.values()).filter(FilterDialect::isWritten);
    }

    /** The names that {@code --policy} takes. */
    static final class PolicyNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return written().map(FilterDialect::id).iterator();
        }
    }

    /** From a name to a dialect that is written. */
    static final class PolicyConverter implements ITypeConverter<FilterDialect> {
        @Override
        public FilterDialect convert(String id) {
            return FilterDialect.withId(id)
                    .filter(FilterDialect::isWritten)
                    .orElseThrow(() -> new TypeConversionException(
                            "'" + id + "' is not a policy that can be written; choose one of "
                                    + written().map(FilterDialect::id).collect(Collectors.joining(", "))));
        }
    }
}
