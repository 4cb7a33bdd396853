// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.rocksdb.FilterKey;
import io.github.filterblock.rocksdb.FullFilterBuilder;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.PrefixExtractor;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Adds the keys of a table of RocksDB, and their prefixes, to a full filter in the order in which RocksDB does it from
 * 9.6 on (RF-16). For one filter.
 */
final class FullFilterKeys {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int TYPE_BITS = 8;

    private final FullFilterBuilder builder;
    private final boolean wholeKeys;
    private final @Nullable PrefixExtractor extractor;
    private final boolean isLegacy;
    private boolean hasSequenceNumbers;
    private boolean hasLast;
    private long last;
    private boolean hasPrevious;
    private long previous;

    FullFilterKeys(
            FullFilterBuilder builder, boolean isLegacy, boolean wholeKeys, @Nullable PrefixExtractor extractor) {
        this.builder = builder;
        this.isLegacy = isLegacy;
        this.wholeKeys = wholeKeys;
        this.extractor = extractor;
    }

    /** Adds all keys of a table. */
    void addAll(TableFile table, TableStructure structure) throws IOException {
        long[] tooShort = {-1};
        TableKeys.visit(table, structure, KeyFormat.WHOLE_KEY, (blockOffset, key, storedLength) -> {
            int length = storedLength - FilterMatcher.TAG_LENGTH;
            if (length < 0) {
                tooShort[0] = blockOffset;
            } else {
                hasSequenceNumbers |= (long) LONG.get(key, length) >>> TYPE_BITS != 0;
                add(key, length);
            }
        });
        if (tooShort[0] >= 0) {
            throw new CorruptTableException(
                    table.name(),
                    tooShort[0],
                    Reason.BAD_ENTRIES,
                    "a key of the data block is too short for its 8-byte tag");
        }
    }

    private void add(byte[] key, int length) {
        int prefix = extractor == null ? -1 : extractor.lengthOf(length);
        if (prefix < 0) {
            if (wholeKeys) {
                append(hash(key, length));
            }
        } else if (wholeKeys) {
            addBoth(hash(key, length), hash(key, prefix));
        } else {
            append(hash(key, prefix));
        }
    }

    private long hash(byte[] key, int length) {
        FilterKey hashes = FilterKey.of(key, 0, length);
        return isLegacy ? hashes.signed() : hashes.xxph3();
    }

    private void addBoth(long key, long prefix) {
        boolean hadLast = hasLast;
        boolean hadPrevious = hasPrevious;
        long lastBefore = last;
        long previousBefore = previous;
        if (!(hadPrevious && prefix == previousBefore) && prefix != key && !(hadLast && prefix == lastBefore)) {
            append(prefix);
        }
        hasPrevious = true;
        previous = prefix;
        if (!(hadLast && key == lastBefore) && !(hadPrevious && key == previousBefore)) {
            append(key);
        }
    }

    private void append(long hash) {
        builder.addHash(hash);
        hasLast = true;
        last = hash;
    }

    /** Whether a key has another sequence number than 0, which keys of a file to be ingested must have. */
    boolean hasSequenceNumbers() {
        return hasSequenceNumbers;
    }
}
