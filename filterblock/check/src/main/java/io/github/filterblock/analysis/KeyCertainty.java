// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.table.KeySplit;
import java.util.Optional;

/**
 * Whether a key may be called absent from a table, and whether a filter of all its keys may be written: only if all
 * keys are known in their right form. Immutable.
 *
 * @param missing what is missing; empty if the licence is granted
 * @param keyFormat which part of a stored key is the key of the filter; empty if the licence is not granted, and for a
 *     table without keys
 */
public record KeyCertainty(Optional<Missing> missing, Optional<KeyFormat> keyFormat) {

    /** What a licence needs. */
    public enum Ground {
        /** Every data block is readable and every byte of the file accounted for, so no key is left out. */
        COMPLETE,
        /** It is proven which part of a stored key is the key of the filter; {@code --key-domain} settles it. */
        KEY_FORMAT,
        /** Nothing says that keys are transformed before they are compared or filtered. */
        PLAIN_KEYS
    }

    /**
     * What is missing.
     *
     * @param ground what the licence needs
     * @param offset where in the file, unsigned
     * @param detail why it is missing, in one clause
     */
    public record Missing(Ground ground, long offset, String detail) {}

    /** {@return whether all keys are known in their right form} */
    public boolean isGranted() {
        return missing.isEmpty();
    }

    /**
     * What is missing, if it is this ground.
     *
     * @param ground what the licence needs
     * @return empty if the ground is there, or if another one is missing too and is named first
     */
    public Optional<Missing> missing(Ground ground) {
        return missing.filter(each -> each.ground() == ground);
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
            return withheld(Ground.PLAIN_KEYS, index, FilterTrust.OF_TRANSFORMED_KEYS);
        }
        if (!facts.isComplete() || facts.isInconsistent()) {
            return withheld(
                    Ground.COMPLETE,
                    facts.gap().orElse(index),
                    facts.isInconsistent()
                            ? "the index does not match the data blocks, so keys may be missing"
                            : "not every byte of the file is accounted for, so keys may be missing");
        }
        if (keyFormat.isEmpty() && facts.entries() > 0) {
            return withheld(Ground.KEY_FORMAT, index, "the keys do not show whether they have a tag");
        }
        return new KeyCertainty(Optional.empty(), keyFormat);
    }

    private static KeyCertainty withheld(Ground ground, long offset, String detail) {
        return new KeyCertainty(Optional.of(new Missing(ground, offset, detail)), Optional.empty());
    }
}
