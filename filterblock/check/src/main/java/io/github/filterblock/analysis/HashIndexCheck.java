// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.table.KeyValueBlock;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Compares the hash indexes of RocksDB's data blocks with their keys (RF-12): a key to which one does not lead is there
 * for iterators, but not for {@code Get}. Not thread-safe.
 */
final class HashIndexCheck {
    private final Findings.Collector findings = new Findings.Collector(Findings.USUAL_LIMIT);
    private byte[] first = {};
    private byte[] last = {};
    private long hidden;

    /** Takes the next entry of a data block. */
    void entry(KeyValueBlock.Cursor cursor) {
        if (cursor.isHiddenByHashIndex()) {
            int length = InternalKey.userKeyLength(cursor.keyLength());
            if (hidden == 0 || !Arrays.equals(cursor.key(), 0, length, last, 0, last.length)) {
                last = Arrays.copyOf(cursor.key(), length);
                first = hidden++ == 0 ? last : first;
            }
        }
    }

    /** Concludes the block of the entries since the last call. */
    void endOfBlock(long blockOffset) {
        if (hidden > 0) {
            findings.add(Rule.RF_12, blockOffset, () -> message(blockOffset));
            hidden = 0;
        }
    }

    private String message(long blockOffset) {
        HexFormat hex = HexFormat.of();
        String keys = hidden == 1
                ? "the key " + hex.formatHex(first) + ", which is in it: RocksDB's Get does not find it"
                : hidden + " keys that are in it, from " + hex.formatHex(first) + " to " + hex.formatHex(last)
                        + ": RocksDB's Get does not find them";
        return "the hash index of the data block at " + Long.toUnsignedString(blockOffset) + " does not lead to "
                + keys;
    }

    Findings findings() {
        return findings.findings();
    }
}
