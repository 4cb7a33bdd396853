// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.UnwritableFilterException;
import io.github.filterblock.rocksdb.FullFilterKind;
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
    private static final String NONE = "none";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            converter = Policies.class,
            completionCandidates = Policies.class,
            description = "write the filter as POLICY does: ${COMPLETION-CANDIDATES}; by default as the table's is, or"
                    + " leveldb if it has none, or rocksdb-block in RocksDB's tables. fast-local, ribbon and legacy"
                    + " are RocksDB's full filters, for its own tables, which by default get fast-local from format"
                    + " version 5 on and legacy below; they also replace a filter in partitions")
    private @Nullable Policy policy;

    @Option(
            names = "--equal-bytes",
            description = "equal keys have equal bytes, although the database's comparator is not known")
    private boolean equalBytes;

    @Option(
            names = "--bits-per-key",
            paramLabel = "N",
            description = "0 to 1000, 1 to 100 for a full filter; by default those of the table's filter, or 10 if it"
                    + " has none or a full one")
    private @Nullable Integer bitsPerKey;

    @Option(
            names = "--base-lg",
            paramLabel = "N",
            description = "a filter for each 2^N bytes of file, 0 to 63; by default that of the table's filter, or 11"
                    + " if it has none; LevelDB reads any, but writes only 11")
    private @Nullable Integer baseLg;

    /** The plan, or wrong usage. */
    FilterPlan plan() {
        boolean none = policy != null && policy.id().equals(NONE);
        if (none && (bitsPerKey != null || baseLg != null)) {
            throw wrongUsage("--policy none excludes --bits-per-key and --base-lg");
        }
        try {
            return new FilterPlan(
                    none,
                    Optional.ofNullable(policy).flatMap(Policy::dialect),
                    number(bitsPerKey),
                    number(baseLg),
                    Optional.ofNullable(policy).flatMap(Policy::fullFilter));
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

    /** Advice about a filter that cannot be written, for the end of a line; empty if no option helps. */
    static String advice(UnwritableFilterException e) {
        return switch (e.parameter()) {
            case DIALECT -> "; set it with --policy";
            case BITS_PER_KEY -> "; set it with --bits-per-key";
            case BASE_LG -> "; set it with --base-lg";
            case KEY_DOMAIN -> "; set it with --key-domain";
            case EQUAL_BYTES -> "; say with --equal-bytes if equal keys have equal bytes";
            case FULL_FILTER -> "";
        };
    }

    /** Whether equal keys have equal bytes, although the database's comparator is not known. */
    boolean equalBytes() {
        return equalBytes;
    }

    /** A kind of filter that is written: a dialect of the filter block, a kind of full filter, or none. */
    record Policy(String id, Optional<FilterDialect> dialect, Optional<FullFilterKind> fullFilter) {
        private static Stream<Policy> all() {
            Stream<Policy> dialects = Stream.of(FilterDialect.values())
                    .filter(FilterDialect::isWritten)
                    .map(dialect -> new Policy(dialect.id(), Optional.of(dialect), Optional.empty()));
            Stream<Policy> full = Stream.of(
                            FullFilterKind.FAST_LOCAL_BLOOM, FullFilterKind.RIBBON, FullFilterKind.LEGACY_BLOOM)
                    .map(kind -> new Policy(FilterWords.kind(kind), Optional.empty(), Optional.of(kind)));
            Stream<Policy> none = Stream.of(new Policy(NONE, Optional.empty(), Optional.empty()));
            return Stream.of(dialects, full, none).flatMap(each -> each);
        }
    }

    /** The policies by their names. */
    static final class Policies implements ITypeConverter<Policy>, Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Policy.all().map(Policy::id).iterator();
        }

        @Override
        public Policy convert(String id) {
            return Policy.all()
                    .filter(policy -> policy.id().equals(id))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "'" + id + "' is not a policy that can be written; choose one of "
                                    + Policy.all().map(Policy::id).collect(Collectors.joining(", "))));
        }
    }
}
