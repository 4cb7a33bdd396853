// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Finding;
import io.github.filterblock.Rule;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.CorruptTableException;
import java.util.Optional;

/**
 * Whether the filter of a table may deny a key, and if not, why. Immutable.
 *
 * @param reason what decides
 * @param clause the reason in words: a clause without an end, such as "the checksum of the filter block is wrong";
 *     empty for {@link Reason#TRUSTED}
 * @param rule the rule that says so; empty if none does
 */
public record FilterTrust(Reason reason, String clause, Optional<Rule> rule) {

    /** What decides whether a filter may deny a key. */
    public enum Reason {
        /** It may: it denies no key of the table. */
        TRUSTED,
        /**
         * It may, but how its prefixes were cut is not known, so a key is denied only if all its prefixes are (PB-1).
         */
        PREFIXES_ASKED,
        /** It may not: it cannot be read. */
        UNREADABLE,
        /** It may not: its checksum is wrong. */
        BAD_CHECKSUM,
        /** It may not: its policy is not built in. */
        UNKNOWN_POLICY,
        /** It may not: every interpretation denies some key of the table, so the filter or the reading is wrong. */
        CONTRADICTED,
        /** It may not: the filter holds prefixes of keys only, as the table's properties say. */
        PREFIXES_ONLY,
        /** It may not: with the table's comparator, stored keys may have parts that are not in the filter. */
        TRANSFORMED_KEYS,
        /** It may not: the properties of the table leave open what was added to it, or cannot be read. */
        UNKNOWN_ADDITIONS,
        /**
         * It may not: index or data blocks are damaged or do not match, so it is not known which keys the table has and
         * which blocks hold them; or a key is too short for the tag that all keys of RocksDB's have.
         */
        INCONSISTENT_INDEX
    }

    /** The clause for a comparator that may transform keys. */
    static final String OF_TRANSFORMED_KEYS =
            "with the table's comparator, stored keys may have parts that are not in the filter";

    static final FilterTrust TRUSTED = new FilterTrust(Reason.TRUSTED, "", Optional.empty());
    static final FilterTrust PREFIXES_ASKED = of(
            Reason.PREFIXES_ASKED,
            "which part of each key was added is unknown: a key is absent only if all its prefixes are denied",
            Rule.PB_1);
    static final FilterTrust TRANSFORMED_KEYS =
            new FilterTrust(Reason.TRANSFORMED_KEYS, OF_TRANSFORMED_KEYS, Optional.empty());

    static final FilterTrust PREFIXES_ONLY =
            new FilterTrust(Reason.PREFIXES_ONLY, "the filter has only prefixes of keys", Optional.empty());

    static final FilterTrust INCONSISTENT_INDEX =
            of(Reason.INCONSISTENT_INDEX, "the table's keys are not all known", Rule.TF_11);

    static FilterTrust badChecksum(long offset) {
        return of(
                Reason.BAD_CHECKSUM,
                "the checksum of the filter block at " + Long.toUnsignedString(offset) + " is wrong",
                Rule.TF_4);
    }

    static FilterTrust unreadable(CorruptTableException damage) {
        return of(
                Reason.UNREADABLE,
                "the filter cannot be read at " + Long.toUnsignedString(damage.offset()) + ": " + damage.detail(),
                damage.rule());
    }

    static FilterTrust unknownAdditions(String obstacle) {
        return of(Reason.UNKNOWN_ADDITIONS, obstacle, Rule.RF_5);
    }

    static FilterTrust contradicted(FilterIdentification<?> identification) {
        return of(
                Reason.CONTRADICTED,
                identification.falseNegatives() == 0
                        ? "the filter denies keys in their stored form, and some are too short to end in a tag"
                        : "the filter denies " + identification.falseNegatives() + " of " + identification.keys()
                                + " keys of the table",
                Rule.TF_13);
    }

    /** Contradicted, because the writer has another hash than the filter's name says. */
    static FilterTrust explained(FilterIdentification<?> identification, FilterDialect other) {
        FilterTrust plain = contradicted(identification);
        return new FilterTrust(
                plain.reason(),
                plain.clause() + "; read as " + other.id()
                        + " it denies none of them: its writer took the bytes of keys as "
                        + (other == FilterDialect.LEVELDB_117_SIGNED ? "signed" : "unsigned"),
                plain.rule());
    }

    static FilterTrust of(Reason reason, String clause, Rule rule) {
        return new FilterTrust(reason, clause, Optional.of(rule));
    }

    /** {@return whether the filter is believed when it denies a key} */
    public boolean mayDeny() {
        return reason == Reason.TRUSTED || reason == Reason.PREFIXES_ASKED;
    }

    /** That keys of the table are denied, as a finding at the offset of the filter; empty if another reason decides. */
    Optional<Finding> contradiction(long offset) {
        return reason == Reason.CONTRADICTED ? Optional.of(new Finding(Rule.TF_13, offset, clause)) : Optional.empty();
    }

    /** {@return what limits the filter, in one sentence with its rule; empty if it is simply trusted} */
    public Optional<String> sentence() {
        return reason == Reason.TRUSTED
                ? Optional.empty()
                : Optional.of(clause
                        + (mayDeny() ? "" : ": every key may match")
                        + rule.map(each -> " (" + each + ")").orElse(""));
    }
}
