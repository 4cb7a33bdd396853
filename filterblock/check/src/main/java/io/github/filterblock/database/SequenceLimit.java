// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.Finding;
import io.github.filterblock.Rule;
import io.github.filterblock.analysis.InternalKey;
import io.github.filterblock.database.VersionEdit.Bounds;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Compares the sequence numbers of tables with the last one of the MANIFEST (DB-6): a program reads at this number, so
 * it does not see the keys above it.
 */
final class SequenceLimit {
    /** Where no MANIFEST says what the last sequence number is. */
    static final SequenceLimit NONE = new SequenceLimit(OptionalLong.empty());

    private final OptionalLong last;

    private SequenceLimit(OptionalLong last) {
        this.last = last;
    }

    static SequenceLimit of(Manifest manifest) {
        return new SequenceLimit(manifest.lastSequence());
    }

    /**
     * Whether both bounds of a table can end with a tag. Those of keys without tags do not say which keys the table
     * has: their last 8 bytes are part of the key.
     */
    static boolean haveTags(Bounds bounds, Manifest manifest) {
        SequenceLimit limit = of(manifest);
        boolean hasSentinels = manifest.kind().hasSentinels();
        return Stream.of(bounds.smallest(), bounds.largest()).allMatch(key -> {
            return manifest.kind().hasBoundsOf(InternalKey.kind(key, key.length))
                    && !limit.isBoundAbove(InternalKey.sequence(key, key.length), hasSentinels);
        });
    }

    /** RocksDB and Pebble give the largest number to the last key of a table that ends inside a deleted range. */
    private boolean isBoundAbove(long sequence, boolean hasSentinels) {
        return isAbove(sequence) && !(hasSentinels && sequence == InternalKey.MAX_SEQUENCE);
    }

    /**
     * Compares the keys of a table.
     *
     * @param largest the largest of its sequence numbers; empty if it has none
     */
    Optional<Finding> check(LiveTable table, OptionalLong largest) {
        return largest.isPresent() && isAbove(largest.getAsLong())
                ? Optional.of(new Finding(
                        Rule.DB_6,
                        table.recordOffset(),
                        "the largest sequence number of the table is " + above(largest.getAsLong())
                                + "; the database's program ignores these keys unless a write-ahead log"
                                + " has a higher number"))
                : Optional.empty();
    }

    private boolean isAbove(long sequence) {
        return last.isPresent() && Long.compareUnsigned(sequence, last.getAsLong()) > 0;
    }

    private String above(long sequence) {
        return sequence + ", above the last one of the MANIFEST, " + Long.toUnsignedString(last.getAsLong());
    }
}
