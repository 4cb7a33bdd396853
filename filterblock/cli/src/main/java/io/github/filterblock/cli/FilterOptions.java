// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.bloom.FilterDialect;
import java.io.Serializable;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that say how to read a filter if the file leaves this open. */
public final class FilterOptions implements Serializable {
    private static final long serialVersionUID = 1L;

    @Option(
            names = "--dialect",
            paramLabel = "DIALECT",
            converter = Dialects.class,
            completionCandidates = Dialects.class,
            description = "read the filter as DIALECT, whatever its policy is called: ${COMPLETION-CANDIDATES}")
    private @Nullable FilterDialect dialect;

    @Option(
            names = "--key-domain",
            paramLabel = "DOMAIN",
            converter = KeyFormats.class,
            completionCandidates = KeyFormats.class,
            description = "what the filter was built over: whole-key (the stored key) or user-key (without its tag);"
                    + " inferred by default")
    private @Nullable KeyFormat keyDomain;

    /** What is known of the filters. */
    public FilterHints hints() {
        return new FilterHints(Optional.ofNullable(dialect), Optional.ofNullable(keyDomain));
    }

    /** The dialects by their names. */
    static class Dialects implements ITypeConverter<FilterDialect>, Iterable<String> {
        Stream<FilterDialect> dialects() {
            return Stream.of(FilterDialect.values());
        }

        String kind() {
            return "a dialect";
        }

        @Override
        public final Iterator<String> iterator() {
            return dialects().map(FilterDialect::id).iterator();
        }

        @Override
        public final FilterDialect convert(String id) {
            return dialects()
                    .filter(dialect -> dialect.id().equals(id))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("'" + id + "' is not " + kind() + "; choose one of "
                            + dialects().map(FilterDialect::id).collect(Collectors.joining(", "))));
        }
    }

    /** The key formats by their names. */
    static final class KeyFormats implements ITypeConverter<KeyFormat>, Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.of(KeyFormat.values()).map(KeyFormat::id).iterator();
        }

        @Override
        public KeyFormat convert(String id) {
            try {
                return KeyFormat.withId(id);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }
}
