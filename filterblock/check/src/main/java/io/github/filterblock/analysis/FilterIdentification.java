// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Findings;
import java.util.List;
import java.util.Optional;

/**
 * How the filter of a table is to be read, and how certain that is. Immutable.
 *
 * <p>An interpretation is one hash with one key format. One that denies a key of the table is ruled out: filters
 * have no false negatives. Those that remain read the filter. If several remain and could answer some other key
 * differently, a key is absent only if all of them deny it.
 *
 * @param <H> the kind of hash: {@link io.github.filterblock.bloom.FilterDialect} for filters of data blocks,
 *     {@link io.github.filterblock.rocksdb.LegacyHash} for full and partitioned filters
 * @param interpretations all that were tried, with what each of them denied; none for a policy that is not built in
 * @param remaining those that denied no key; if there is none, the one that denied the fewest
 * @param keyFormat the format of the remaining ones; empty if they do not agree or the table has no keys
 * @param keys how many keys the interpretations were asked about
 * @param distinguishingKeys on how many of these keys the interpretations did not agree
 * @param contradicted whether every interpretation denied some key of the table, so that none of them is right
 * @param equivalent whether the remaining interpretations cannot answer any key differently
 * @param deniedKeys the keys of the table that the best interpretation denies, if all deny some: the first of them, as
 *     findings, and their number
 */
public record FilterIdentification<H>(
        List<Interpretation<H>> interpretations,
        List<Interpretation<H>> remaining,
        Optional<KeyFormat> keyFormat,
        long keys,
        long distinguishingKeys,
        boolean contradicted,
        boolean equivalent,
        Findings deniedKeys) {

    /** Copies the lists. */
    public FilterIdentification {
        interpretations = List.copyOf(interpretations);
        remaining = List.copyOf(remaining);
    }

    /**
     * One way in which a filter can be read and may have been built, and the result of trying it.
     *
     * @param <H> the kind of hash
     * @param hash whose hash
     * @param keyFormat which part of a stored key
     * @param asked how many keys of the table it was asked about; an interpretation that keeps denying is not asked
     *     about all
     * @param denied how many of them it denied; none, if it is the right one
     */
    public record Interpretation<H>(H hash, KeyFormat keyFormat, long asked, long denied) {}

    /**
     * {@return the hashes of the remaining interpretations: one if the filter is known for certain, more if it is
     * {@linkplain #ambiguous ambiguous}; empty for a policy that is not built in}
     */
    public List<H> hashes() {
        List<H> hashes = remaining.stream().map(Interpretation::hash).distinct().toList();
        return equivalent && !hashes.isEmpty() ? hashes.subList(0, 1) : hashes;
    }

    /**
     * {@return whether more than one hash remains that could answer some key differently, since the keys of the table
     * do not decide}
     */
    public boolean ambiguous() {
        return hashes().size() > 1;
    }

    /** {@return how many keys of the table the filter denies, read in the best way; 0 if it is right} */
    public long falseNegatives() {
        return deniedKeys.count();
    }
}
