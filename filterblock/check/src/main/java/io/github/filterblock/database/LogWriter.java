// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.coding.MaskedCrc32c;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Writes records in the form of a log, cut as LevelDB cuts them (DB-3): the same records give the same bytes. Not
 * thread-safe.
 */
final class LogWriter {
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();

    /** Adds a record of any length. */
    void add(byte[] record) {
        int from = 0;
        boolean first = true;
        boolean last = false;
        while (!last) {
            int room = startFragment();
            int length = Math.min(room, record.length - from);
            last = from + length == record.length;
            fragment(type(first, last), record, from, length);
            from += length;
            first = false;
        }
    }

    private static int type(boolean first, boolean last) {
        if (first) {
            return last ? LogFormat.FULL : LogFormat.FIRST;
        }
        return last ? LogFormat.LAST : LogFormat.MIDDLE;
    }

    /** Fills the block with zeros where no header fits, and returns how many bytes of data fit after one. */
    private int startFragment() {
        int blockBytes = LogFormat.blockBytesFrom(log.size());
        if (blockBytes < LogFormat.HEADER_LENGTH) {
            log.writeBytes(new byte[blockBytes]);
        }
        return LogFormat.blockBytesFrom(log.size()) - LogFormat.HEADER_LENGTH;
    }

    private void fragment(int type, byte[] record, int from, int length) {
        ByteBuffer fragment = ByteBuffer.allocate(LogFormat.HEADER_LENGTH + length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0)
                .putShort((short) length)
                .put((byte) type)
                .put(record, from, length);
        fragment.putInt(0, MaskedCrc32c.of(fragment.array(), LogFormat.TYPE_INDEX, 1 + length));
        log.writeBytes(fragment.array());
    }

    /** Returns all that was written. */
    byte[] toByteArray() {
        return log.toByteArray();
    }
}
