// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The policy names that this library knows, each with the matcher that is safe for every writer of that name (TF-14).
 *
 * <p>Where writers of one name used different hashes, the matcher denies a key only if all of them would. That can
 * cost a needless read; it cannot lose a key. Whoever knows the writer takes {@link FilterDialect#matcher()} instead.
 *
 * <p>Basho's files are left out: they carry LevelDB's names over other bits, and are known by another entry of their
 * metaindex; see {@link FilterDialect#namedByBasho}.
 */
public final class BuiltinFilters {
    private static final Map<String, FilterMatcher> MATCHERS = matchers();

    private BuiltinFilters() {}

    /**
     * The matcher for a policy name.
     *
     * @param policyName the name in the file, without {@code "filter."}
     * @return the matcher, or nothing for a name that is not built in
     */
    public static Optional<FilterMatcher> matcher(String policyName) {
        return Optional.ofNullable(MATCHERS.get(policyName));
    }

    /**
     * One matcher for each built-in name.
     *
     * @return immutable, in a fixed order
     */
    public static List<FilterMatcher> all() {
        return List.copyOf(MATCHERS.values());
    }

    private static Map<String, FilterMatcher> matchers() {
        Map<String, FilterMatcher> matchers = new LinkedHashMap<>();
        Stream.of(FilterDialect.values())
                .map(FilterDialect::policyName)
                .distinct()
                .forEach(name -> matchers.put(name, matcherFor(name)));
        return matchers;
    }

    private static FilterMatcher matcherFor(String name) {
        List<ProbingMatcher> candidates =
                FilterDialect.named(name).stream().map(FilterDialect::matcher).toList();
        return candidates.size() == 1 ? candidates.get(0) : FilterMatcher.anyOf(name, candidates);
    }
}
