// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.FilterChoice;
import io.github.filterblock.analysis.KeyDomain;
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
            description = "what the filter was built over: user (the whole stored key) or internal (without its tag);"
                    + " inferred by default")
    private @Nullable KeyDomain keyDomain;

    /** What is known of the filters. */
    public FilterChoice choice() {
        return new FilterChoice(Optional.ofNullable(dialect), Optional.ofNullable(keyDomain));
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
            return Arrays.stream(KeyDomain.values()).map(KeyDomain::id).iterator();
        }
    }

    /** From a name to a key domain. */
    static final class DomainConverter implements ITypeConverter<KeyDomain> {
        @Override
        public KeyDomain convert(String id) {
            return Stream.of(KeyDomain.values())
                    .filter(domain -> domain.id().equalsIgnoreCase(id))
                    .findFirst()
                    .orElseThrow(() ->
                            new TypeConversionException("'" + id + "' is no key domain; choose user or internal"));
        }
    }

    /** From a name to a dialect. */
    static final class DialectConverter implements ITypeConverter<FilterDialect> {
        @Override
        public FilterDialect convert(String id) {
            return FilterDialect.withId(id)
                    .orElseThrow(() -> new TypeConversionException("'" + id + "' is no dialect; choose one of "
                            + Stream.of(FilterDialect.values())
                                    .map(FilterDialect::id)
                                    .collect(Collectors.joining(", "))));
        }
    }
}
