// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.bloom.FilterDialect;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that say how to read a filter if the file leaves this open. */
public final class FilterOptions {
    @Option(
            names = "--dialect",
            paramLabel = "NAME",
            converter = DialectConverter.class,
            completionCandidates = DialectNames.class,
            description = "read the filter as NAME, whatever its policy is called: ${COMPLETION-CANDIDATES}")
    private @Nullable FilterDialect dialect;

    @Option(
            names = "--key-domain",
            paramLabel = "DOMAIN",
            converter = DomainConverter.class,
            completionCandidates = DomainNames.class,
            description = "what the filter was built over: whole-key (the stored key) or user-key (without its tag);"
                    + " inferred by default")
    private @Nullable KeyFormat keyDomain;

    /** What is known of the filters. */
    public FilterHints hints() {
        return new FilterHints(Optional.ofNullable(dialect), Optional.ofNullable(keyDomain));
    }

    /** The names that {@code --dialect} takes. */
    static final class DialectNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(FilterDialect.values()).map(FilterDialect::id).iterator();
        }
    }

    /** The names that {@code --key-domain} takes. */
    static final class DomainNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(KeyFormat.values()).map(KeyFormat::id).iterator();
        }
    }

    /** From a name to a key domain. */
    static final class DomainConverter implements ITypeConverter<KeyFormat> {
        @Override
        public KeyFormat convert(String id) {
            try {
                return KeyFormat.withId(id);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }

    /** From a name to a dialect. */
    static final class DialectConverter implements ITypeConverter<FilterDialect> {
        @Override
        public FilterDialect convert(String id) {
            return FilterDialect.withId(id)
                    .orElseThrow(() -> new TypeConversionException("'" + id + "' is not a dialect; choose one of "
                            + Stream.of(FilterDialect.values())
                                    .map(FilterDialect::id)
                                    .collect(Collectors.joining(", "))));
        }
    }
}
