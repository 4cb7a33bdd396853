// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How the filter of a table is to be read, and how certain that is. Immutable.
 *
 * <p>A candidate is one dialect with one key domain. One that denies a key of the table is ruled out: filters have no
 * false negatives. The filter is read by those that remain; where several remain and could answer some other key
 * differently, a key is absent only if all of them deny it.
 *
 * @param candidates all that were tried, with what each of them denied
 * @param remaining those that denied nothing; where there is none, the one that denied the least
 * @param keyDomain the domain of the remaining ones, or nothing if they do not agree or the table has no keys
 * @param keys how many keys the candidates were asked about
 * @param tellingKeys on how many of these keys the candidates did not agree
 * @param trust what keeps the filter from being believed, if anything
 * @param agreeing whether the remaining candidates cannot answer any key differently
 */
public record FilterReading(
        List<Candidate> candidates,
        List<Candidate> remaining,
        Optional<KeyDomain> keyDomain,
        long keys,
        long tellingKeys,
        Trust trust,
        boolean agreeing) {

    /** Whether the filter may deny a key. */
    public enum Trust {
        /** It may: the remaining candidates deny no key of the table. */
        TRUSTED,
        /** It may not: every candidate denies some key of the table, so the filter or the reading is wrong. */
        CONTRADICTED,
        /** It may not: the filter holds prefixes of keys only, as the table's properties say. */
        PREFIXES_ONLY,
        /**
         * It may not: index or data blocks are damaged, or do not belong together, so that the keys of the table and
         * the blocks that hold them are not known.
         */
        MISLED
    }

    /**
     * One way to read a filter, which is also a way to have built it.
     *
     * @param dialect whose hash
     * @param keyDomain which part of a stored key
     */
    public record Way(FilterDialect dialect, KeyDomain keyDomain) {
        /** Checks that no part is missing. */
        public Way {
            Objects.requireNonNull(dialect, "dialect");
            Objects.requireNonNull(keyDomain, "keyDomain");
        }
    }

    /**
     * A way to read the filter, and the result of trying it.
     *
     * @param way the way
     * @param asked about how many keys of the table it was asked; one that keeps denying is not asked about all
     * @param denied how many of them it denied; none, if it is the right one
     */
    public record Candidate(Way way, long asked, long denied) {
        /** {@return whose hash} */
        public FilterDialect dialect() {
            return way.dialect();
        }

        /** {@return which part of a stored key} */
        public KeyDomain keyDomain() {
            return way.keyDomain();
        }
    }

    /**
     * {@return the dialects of the remaining candidates: one if the filter is known for certain, more if it is
     * {@linkplain #ambiguous ambiguous}, none for a policy that is not built in}
     */
    public List<FilterDialect> dialects() {
        List<FilterDialect> dialects =
                remaining.stream().map(Candidate::dialect).distinct().toList();
        return agreeing && !dialects.isEmpty() ? dialects.subList(0, 1) : dialects;
    }

    /**
     * {@return whether more than one dialect remains that could answer some key differently, since the keys of the
     * table cannot tell}
     */
    public boolean ambiguous() {
        return dialects().size() > 1;
    }

    /**
     * {@return whether more than one key domain remains that could answer some key differently, since the keys of the
     * table cannot tell}
     */
    public boolean keyDomainAmbiguous() {
        return keyDomain.isEmpty() && keys > 0;
    }

    /** {@return whether every candidate denied some key of the table, so that no reading is right} */
    public boolean contradicted() {
        return trust == Trust.CONTRADICTED;
    }

    /**
     * {@return how many keys of the table the filter denies, read in the best way; 0 unless it is {@linkplain
     * #contradicted contradicted}}
     */
    public long falseNegatives() {
        return contradicted() ? remaining.get(0).denied() : 0;
    }

    /**
     * A matcher that denies only the keys that every remaining candidate denies, and none if the filter is not trusted
     * or is of an unknown policy.
     *
     * @param policyName the policy's name in the file
     * @return the matcher; takes filter keys, that is user keys in a database
     */
    public FilterMatcher matcher(String policyName) {
        if (trust != Trust.TRUSTED || remaining.isEmpty()) {
            return FilterMatcher.alwaysMatching(policyName);
        }
        List<FilterMatcher> matchers = remaining.stream()
                .map(candidate -> candidate.dialect().matcher())
                .distinct()
                .toList();
        return matchers.size() == 1 ? matchers.get(0) : FilterMatcher.anyOf(policyName, matchers);
    }

    /** The same reading, the best candidate's denials counted over all keys. */
    FilterReading withExactCount(long asked, long denied) {
        Candidate best = remaining.get(0);
        Candidate exact = new Candidate(best.way(), asked, denied);
        List<Candidate> all = candidates.stream()
                .map(candidate -> candidate.equals(best) ? exact : candidate)
                .toList();
        return new FilterReading(all, List.of(exact), keyDomain, keys, tellingKeys, trust, agreeing);
    }
}
