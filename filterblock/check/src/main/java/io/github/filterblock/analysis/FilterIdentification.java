// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Findings;
import io.github.filterblock.bloom.FilterDialect;
import java.util.List;
import java.util.Optional;

/**
 * How the filter of a table is to be read, and how certain that is. Immutable.
 *
 * <p>An interpretation is one dialect with one key format. One that denies a key of the table is ruled out: filters
 * have no false negatives. Those that remain read the filter. If several remain and could answer some other key
 * differently, a key is absent only if all of them deny it.
 *
 * @param interpretations all that were tried, with what each of them denied
 * @param remaining those that denied no key; if there is none, the one that denied the fewest
 * @param keyFormat the format of the remaining ones; empty if they do not agree or the table has no keys
 * @param keys how many keys the interpretations were asked about
 * @param distinguishingKeys on how many of these keys the interpretations did not agree
 * @param trust whether the filter may deny a key, or why not
 * @param equivalent whether the remaining interpretations cannot answer any key differently
 * @param deniedKeys the keys of the table that the best interpretation denies, if all deny some: the first of them, as
 *     findings, and their number
 */
public record FilterIdentification(
        List<Interpretation> interpretations,
        List<Interpretation> remaining,
        Optional<KeyFormat> keyFormat,
        long keys,
        long distinguishingKeys,
        Trust trust,
        boolean equivalent,
        Findings deniedKeys) {

    /** Whether the filter may deny a key. */
    public enum Trust {
        /** It may: the remaining interpretations deny no key of the table. */
        TRUSTED,
        /** It may not: every interpretation denies some key of the table, so the filter or the reading is wrong. */
        CONTRADICTED,
        /** It may not: the filter holds prefixes of keys only, as the table's properties say. */
        PREFIXES_ONLY,
        /** It may not: the table's comparator may put more into stored keys than the filter has. */
        TRANSFORMED_KEYS,
        /**
         * It may not: index or data blocks are damaged or do not belong together, so it is not known which keys the
         * table has and which blocks hold them; or a key is too short for the tag that all keys of RocksDB's have.
         */
        INCONSISTENT_INDEX
    }

    /**
     * One way in which a filter can be read and may have been built, and the result of trying it.
     *
     * @param dialect whose hash
     * @param keyFormat which part of a stored key
     * @param asked how many keys of the table it was asked about; an interpretation that keeps denying is not asked
     *     about all
     * @param denied how many of them it denied; none, if it is the right one
     */
    public record Interpretation(FilterDialect dialect, KeyFormat keyFormat, long asked, long denied) {}

    /**
     * {@return the dialects of the remaining interpretations: one if the filter is known for certain, more if it is
     * {@linkplain #ambiguous ambiguous}; empty for a policy that is not built in}
     */
    public List<FilterDialect> dialects() {
        List<FilterDialect> dialects =
                remaining.stream().map(Interpretation::dialect).distinct().toList();
        return equivalent && !dialects.isEmpty() ? dialects.subList(0, 1) : dialects;
    }

    /**
     * {@return whether more than one dialect remains that could answer some key differently, since the keys of the
     * table do not decide}
     */
    public boolean ambiguous() {
        return dialects().size() > 1;
    }

    /**
     * {@return whether more than one key domain remains that could answer some key differently, since the keys of the
     * table do not decide}
     */
    public boolean keyFormatAmbiguous() {
        return keyFormat.isEmpty() && keys > 0;
    }

    /** {@return whether every interpretation denied some key of the table: none of them is right} */
    public boolean contradicted() {
        return trust == Trust.CONTRADICTED;
    }

    /**
     * {@return how many keys of the table the filter denies, read in the best way; 0 unless it is {@linkplain
     * #contradicted contradicted}}
     */
    public long falseNegatives() {
        return deniedKeys.count();
    }
}
