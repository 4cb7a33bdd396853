// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.KeySplit;
import java.util.Optional;

/**
 * Whether a key may be called absent from a table, and whether a filter of all its keys may be written: only if all
 * keys are known in their right form. Immutable.
 *
 * @param doubt what is not certain; empty if all keys are known
 * @param keyFormat which part of a stored key is the key of the filter; empty if there is a doubt, and for a table
 *     without keys
 */
public record KeyCertainty(Optional<Doubt> doubt, Optional<KeyFormat> keyFormat) {

    /** What has to be certain. */
    public enum Subject {
        /** Whether every data block is readable and every byte of the file accounted for, so no key is left out. */
        COMPLETE,
        /** Which part of a stored key is the key of the filter; {@code --key-domain} settles it. */
        KEY_FORMAT,
        /** Whether keys are compared and filtered as they are stored, and not transformed before. */
        PLAIN_KEYS
    }

    /**
     * Why the keys are not certain.
     *
     * @param about what is not certain
     * @param offset where in the file, unsigned
     * @param detail why, in one clause
     */
    public record Doubt(Subject about, long offset, String detail) {}

    /** {@return whether all keys are known in their right form} */
    public boolean isCertain() {
        return doubt.isEmpty();
    }

    /**
     * The doubt about one subject.
     *
     * @param subject what has to be certain
     * @return empty if it is certain, or if another doubt is named first
     */
    public Optional<Doubt> doubtAbout(Subject subject) {
        return doubt.filter(each -> each.about() == subject);
    }

    static KeyCertainty of(TableFacts facts, Optional<KeyFormat> keyFormat) {
        return of(facts, keyFormat, facts.origin().transformsKeys());
    }

    /** The same for a filter elsewhere, of whole user keys: those of Pebble's comparers that are known are plain. */
    static KeyCertainty ofUserKeys(TableFacts facts, Optional<KeyFormat> keyFormat) {
        KeySplit split = facts.structure().fullFilterContents().split();
        boolean known = split == KeySplit.COCKROACH || split == KeySplit.TEST_KEYS;
        return of(facts, keyFormat, facts.origin().transformsKeys() && !known);
    }

    private static KeyCertainty of(TableFacts facts, Optional<KeyFormat> keyFormat, boolean transformed) {
        long index = facts.structure().footer().index().offset();
        if (transformed) {
            return doubtful(Subject.PLAIN_KEYS, index, FilterTrust.OF_TRANSFORMED_KEYS);
        }
        if (facts.doubt().isPresent()) {
            return doubtful(Subject.PLAIN_KEYS, index, facts.doubt().get());
        }
        Optional<Doubt> missing = missing(facts);
        if (missing.isPresent()) {
            return new KeyCertainty(missing, Optional.empty());
        }
        if (keyFormat.isEmpty() && facts.entries() > 0) {
            return doubtful(Subject.KEY_FORMAT, index, "the keys do not show whether they have a tag");
        }
        return new KeyCertainty(Optional.empty(), keyFormat);
    }

    /** Why keys may be missing, and where: at the first part that cannot be read, if there is one. */
    private static Optional<Doubt> missing(TableFacts facts) {
        Optional<CorruptTableException> unread =
                facts.structure().damage().stream().findFirst().or(facts::firstUnreadableBlock);
        if (unread.isPresent()) {
            return doubt(
                    unread.get().offset(),
                    unread.get().reason().isUndecoded()
                            ? "a block could not be decoded, so keys may be missing"
                            : "a block is damaged, so keys may be missing");
        }
        if (facts.gap().isPresent()) {
            return doubt(facts.gap().get(), "some bytes belong to no block that is known, so keys may be missing");
        }
        return facts.isInconsistent()
                ? doubt(
                        facts.structure().footer().index().offset(),
                        "the index does not match the data blocks, so keys may be missing")
                : Optional.empty();
    }

    private static Optional<Doubt> doubt(long offset, String detail) {
        return Optional.of(new Doubt(Subject.COMPLETE, offset, detail));
    }

    private static KeyCertainty doubtful(Subject subject, long offset, String detail) {
        return new KeyCertainty(Optional.of(new Doubt(subject, offset, detail)), Optional.empty());
    }
}
