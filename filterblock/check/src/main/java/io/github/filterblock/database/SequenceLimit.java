// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.Finding;
import io.github.filterblock.Rule;
import io.github.filterblock.database.VersionEdit.Bounds;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Compares the sequence numbers of tables with the last one of the MANIFEST (DB-6): a program reads at this number, so
 * it does not see the keys above it.
 */
final class SequenceLimit {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** RocksDB and Pebble end a table with it where a range deletion goes on in the next one. */
    private static final long LARGEST = -1L >>> Byte.SIZE;

    private static final int BYTE = 0xff;

    /** LevelDB's tags have the type 0, a deletion, or 1, a value. */
    private static final int VALUE = 1;

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
        boolean hasSentinels = hasSentinels(manifest);
        return Stream.of(bounds.smallest(), bounds.largest()).allMatch(key -> {
            boolean ofLevelDb = manifest.kind() == DatabaseKind.LEVELDB;
            return (!ofLevelDb || (tag(key) & BYTE) <= VALUE)
                    && !limit.isBoundAbove(tag(key) >>> Byte.SIZE, hasSentinels);
        });
    }

    private static boolean hasSentinels(Manifest manifest) {
        return manifest.kind() == DatabaseKind.ROCKSDB || manifest.kind() == DatabaseKind.PEBBLE;
    }

    private static long tag(byte[] internalKey) {
        return (long) LONG.get(internalKey, internalKey.length - Long.BYTES);
    }

    private boolean isBoundAbove(long sequence, boolean hasSentinels) {
        return isAbove(sequence) && !(hasSentinels && sequence == LARGEST);
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
                                + "; the database's program does not see such keys unless its logs reach that number"))
                : Optional.empty();
    }

    private boolean isAbove(long sequence) {
        return last.isPresent() && Long.compareUnsigned(sequence, last.getAsLong()) > 0;
    }

    private String above(long sequence) {
        return sequence + ", above the last one of the MANIFEST, " + Long.toUnsignedString(last.getAsLong());
    }
}
