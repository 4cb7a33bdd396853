// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.table.CorruptTableException.Reason;
import java.io.ByteArrayOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * zlib and raw deflate, by the JDK. The stored bytes do not say how long the contents are. Up to a mebibyte they are
 * collected; a longer block is inflated twice, once to find out how long it is, so that no more memory is taken than it
 * needs.
 */
final class DeflateBlocks {
    private static final int CHUNK = 8192;
    private static final int MOST_COLLECTED = 1 << 20;

    private DeflateBlocks() {}

    static byte[] decompress(byte[] stored, int offset, int length, int limit, boolean raw)
            throws UndecodableBlockException {
        String kind = raw ? "deflate" : "zlib";
        Inflater inflater = new Inflater(raw);
        try {
            inflater.setInput(stored, offset, length);
            ByteArrayOutputStream collected = new ByteArrayOutputStream(Math.min(limit, CHUNK));
            int size = inflate(inflater, kind, limit, collected);
            if (size <= MOST_COLLECTED) {
                return collected.toByteArray();
            }
            inflater.reset();
            inflater.setInput(stored, offset, length);
            byte[] contents = new byte[size];
            int filled = 0;
            while (filled < size) {
                filled += inflater.inflate(contents, filled, size - filled);
            }
            return contents;
        } catch (DataFormatException e) {
            throw UndecodableBlockException.damaged("the " + kind + " data is damaged: " + e.getMessage());
        } finally {
            inflater.end();
        }
    }

    /** Inflates to the end; the collected bytes are complete unless they are too many. */
    private static int inflate(Inflater inflater, String kind, int limit, ByteArrayOutputStream collected)
            throws DataFormatException, UndecodableBlockException {
        byte[] chunk = new byte[CHUNK];
        int size = 0;
        while (!inflater.finished()) {
            int count = inflater.inflate(chunk);
            if (count == 0 && !inflater.finished()) {
                throw UndecodableBlockException.damaged("the " + kind + " data breaks off after " + size + " bytes");
            }
            if (count > limit - size) {
                throw new UndecodableBlockException(
                        Reason.TOO_LARGE, "the block has more than " + limit + " bytes, which is the limit");
            }
            size += count;
            if (size <= MOST_COLLECTED) {
                collected.write(chunk, 0, count);
            }
        }
        if (inflater.getRemaining() > 0) {
            throw UndecodableBlockException.damaged(
                    inflater.getRemaining() + " bytes follow the end of the " + kind + " data");
        }
        return size;
    }
}
