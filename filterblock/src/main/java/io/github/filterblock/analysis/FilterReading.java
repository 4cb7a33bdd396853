// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.bloom.BloomFilterMatcher;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import java.util.List;
import java.util.Optional;

/**
 * How the filter of a table is to be read, and how sure that is.
 *
 * <p>A candidate is one dialect with one key domain. A candidate that denies a key of the table is out: filters have no
 * false negatives. What remains is how the filter is read; where several remain and could answer some other key
 * differently, a key is absent only if all of them deny it.
 *
 * @param candidates all that were tried, with what each of them denied
 * @param remaining those that denied nothing; where there is none, the one that denied the least
 * @param keyDomain the domain of the remaining ones, or nothing if they do not agree or the table has no keys
 * @param keys how many keys of the table were asked
 * @param tellingKeys on how many of them the candidates did not agree
 * @param contradicted whether every candidate denied some key, so that no reading is right
 * @param agreeing whether the remaining candidates cannot answer any key differently
 */
public record FilterReading(
        List<Candidate> candidates,
        List<Candidate> remaining,
        Optional<KeyDomain> keyDomain,
        long keys,
        long tellingKeys,
        boolean contradicted,
        boolean agreeing) {

    /**
     * One way to read a filter.
     *
     * @param dialect whose hash
     * @param keyDomain which part of a stored key
     * @param denied how many keys of the table it denied; none, if it is the right one
     */
    public record Candidate(FilterDialect dialect, KeyDomain keyDomain, long denied) {}

    /**
     * The dialects of the remaining candidates.
     *
     * @return one if the filter is known for certain, more if it is {@linkplain #ambiguous ambiguous}, none for a policy
     *     that is not built in
     */
    public List<FilterDialect> dialects() {
        List<FilterDialect> dialects =
                remaining.stream().map(Candidate::dialect).distinct().toList();
        return agreeing && !dialects.isEmpty() ? dialects.subList(0, 1) : dialects;
    }

    /**
     * Whether more than one dialect remains that could answer some key differently.
     *
     * @return {@code true} if the keys of the table cannot tell
     */
    public boolean ambiguous() {
        return dialects().size() > 1;
    }

    /**
     * Whether more than one key domain remains that could answer some key differently.
     *
     * @return {@code true} if the keys of the table cannot tell
     */
    public boolean keyDomainAmbiguous() {
        return keyDomain.isEmpty() && keys > 0;
    }

    /**
     * A matcher that says "absent" only of what every remaining candidate denies, and of nothing where the filter is
     * contradicted by the table's own keys or is of an unknown policy.
     *
     * @param policyName the policy's name in the file
     * @return the matcher; takes filter keys, that is user keys in a database
     */
    public FilterMatcher matcher(String policyName) {
        if (contradicted || remaining.isEmpty()) {
            return FilterMatcher.denyingNothing(policyName);
        }
        List<BloomFilterMatcher> matchers = remaining.stream()
                .map(candidate -> candidate.dialect().matcher())
                .distinct()
                .toList();
        return matchers.size() == 1 ? matchers.get(0) : FilterMatcher.anyOf(policyName, matchers);
    }
}
