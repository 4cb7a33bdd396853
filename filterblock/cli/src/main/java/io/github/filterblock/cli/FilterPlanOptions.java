// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.common.primitives.Doubles;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.UnwritableFilterException;
import io.github.filterblock.rocksdb.FullFilterKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import java.util.OptionalDouble;
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
    /** What helps if {@code --equal-bytes} does. */
    static final String ADVICE_OF_EQUAL_BYTES = "; say with --equal-bytes if equal keys have equal bytes";

    private static final String NONE = "none";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--equal-bytes",
            description = "equal keys have equal bytes, although the database's comparator is not known")
    private boolean equalBytes;

    @Option(
            names = "--bits-per-key",
            paramLabel = "N",
            converter = Bits.class,
            description = "0 to 1000, or 1 to 100 for a full filter, whose bits may have a fraction; default: the old"
                    + " filter's, or 10 (no filter, or a full one)")
    private @Nullable Double bitsPerKey;

    @Option(
            names = "--base-lg",
            paramLabel = "N",
            description = "a filter for each 2^N bytes of file, 0 to 63; by default that of the table's filter, or 11"
                    + " if it has none; LevelDB reads any, but writes only 11")
    private @Nullable Integer baseLg;

    /**
     * The plan, or wrong usage.
     *
     * @param policy what {@code --policy} says; null without it
     */
    FilterPlan plan(@Nullable Policy policy) {
        boolean none = policy != null && policy.id().equals(NONE);
        if (none && (bitsPerKey != null || baseLg != null)) {
            throw wrongUsage("--policy none excludes --bits-per-key and --base-lg");
        }
        try {
            return new FilterPlan(
                    none,
                    Optional.ofNullable(policy).flatMap(Policy::dialect),
                    bitsPerKey == null ? OptionalDouble.empty() : OptionalDouble.of(bitsPerKey),
                    baseLg == null ? OptionalInt.empty() : OptionalInt.of(baseLg),
                    Optional.ofNullable(policy).flatMap(Policy::fullFilter));
        } catch (IllegalArgumentException e) {
            throw wrongUsage(String.valueOf(e.getMessage()));
        }
    }

    private ParameterException wrongUsage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /**
     * Advice about a filter that cannot be written, for the end of a line; empty if no option helps.
     *
     * @param databases those around the table
     */
    String advice(UnwritableFilterException e, NearbyDatabases databases) throws IOException {
        return switch (e.parameter()) {
            case DIALECT -> "; set it with --policy";
            case BITS_PER_KEY -> "; set it with --bits-per-key";
            case BASE_LG -> "; set it with --base-lg";
            case KEY_DOMAIN -> "; set it with --key-domain";
            case EQUAL_BYTES -> databases.needsEqualBytes(Path.of(e.file()), equalBytes) ? ADVICE_OF_EQUAL_BYTES : "";
            case FULL_FILTER, NONE -> "";
        };
    }

    /** Whether equal keys have equal bytes, although the database's comparator is not known. */
    boolean equalBytes() {
        return equalBytes;
    }

    /** Bits per key, of which only the plan knows the range. */
    static final class Bits implements ITypeConverter<Double> {
        @Override
        public Double convert(String word) {
            Double bits = Doubles.tryParse(word);
            if (bits == null) {
                throw new TypeConversionException("'" + word + "' is not a number");
            }
            return bits;
        }
    }

    /** A kind of filter that is written: a dialect of the filter block, a kind of full filter, or none. */
    record Policy(String id, Optional<FilterDialect> dialect, Optional<FullFilterKind> fullFilter) {
        private static Stream<Policy> ofBlocks() {
            return Stream.of(FilterDialect.values())
                    .filter(FilterDialect::isWritten)
                    .map(dialect -> new Policy(dialect.id(), Optional.of(dialect), Optional.empty()));
        }

        private static Stream<Policy> full() {
            return Stream.of(FullFilterKind.FAST_LOCAL_BLOOM, FullFilterKind.RIBBON, FullFilterKind.LEGACY_BLOOM)
                    .map(kind -> new Policy(FilterWords.kind(kind), Optional.empty(), Optional.of(kind)));
        }

        private static Stream<Policy> none() {
            return Stream.of(new Policy(NONE, Optional.empty(), Optional.empty()));
        }
    }

    /** The policies of a database's tables by their names: RocksDB's databases are not written. */
    static class OfDatabases implements ITypeConverter<Policy>, Iterable<String> {
        Stream<Policy> policies() {
            return Stream.concat(Policy.ofBlocks(), Policy.none());
        }

        @Override
        public final Iterator<String> iterator() {
            return policies().map(Policy::id).iterator();
        }

        @Override
        public final Policy convert(String id) {
            return policies()
                    .filter(policy -> policy.id().equals(id))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "'" + id + "' is not a policy that can be written; choose one of "
                                    + policies().map(Policy::id).collect(Collectors.joining(", "))));
        }
    }

    /** The policies of a table by their names. */
    static final class OfTables extends OfDatabases {
        @Override
        Stream<Policy> policies() {
            return Stream.of(Policy.ofBlocks(), Policy.full(), Policy.none()).flatMap(each -> each);
        }
    }
}
