// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The policy names that this library knows, each with the matcher that is safe for every writer of that name (TF-14).
 *
 * <p>Where writers of one name used different bits, the matcher denies a key only if all of them would: LevelDB's
 * present name is Basho's too, and its old one goleveldb's. This can cost a needless read, and under LevelDB's present
 * name twice the time and no {@linkplain BloomHash#token tokens}; it cannot lose a key. Code that knows the writer uses
 * {@link FilterDialect#matcher()} instead; a table file that is opened through the library narrows the choice by what
 * else is in the file.
 *
 * <p>No matcher can know whether RocksDB's filter holds only prefixes of keys; the table's properties say so.
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

    /** {@return one matcher for each built-in name, in a fixed order; immutable} */
    public static List<FilterMatcher> all() {
        return List.copyOf(MATCHERS.values());
    }

    /**
     * Whether a matcher is one of these, as opposed to another one of the same name.
     *
     * @param matcher any matcher
     * @return {@code true} for the matchers that {@link #matcher} and {@link #all} return
     */
    public static boolean contains(FilterMatcher matcher) {
        return MATCHERS.get(matcher.name()) == matcher;
    }

    /** Without lambdas, which take several milliseconds in a process that has used none yet. */
    private static Map<String, FilterMatcher> matchers() {
        Map<String, FilterMatcher> matchers = new LinkedHashMap<>();
        for (FilterDialect dialect : FilterDialect.values()) {
            String name = dialect.policyName();
            if (!matchers.containsKey(name)) {
                matchers.put(name, matcherFor(name));
            }
        }
        return matchers;
    }

    private static FilterMatcher matcherFor(String name) {
        List<FilterMatcher> matchers = new ArrayList<>();
        for (FilterDialect dialect : FilterDialect.withAllBits(name)) {
            matchers.add(dialect.matcher());
        }
        return FilterMatcher.anyOf(name, matchers);
    }
}
