// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.table.CorruptTableException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * zlib and raw deflate, by the JDK. The stored bytes do not say how long the contents are, so they are collected in
 * pieces and then joined: a block takes twice its contents for a moment, whatever it claims.
 */
final class DeflateBlocks {
    private static final int FIRST_PIECE = 8 << 10;

    /** Small enough for a heap whose free memory is in pieces, too. */
    private static final int LONGEST_PIECE = 256 << 10;

    private DeflateBlocks() {}

    static byte[] decompress(byte[] stored, int offset, int length, int limit, boolean raw)
            throws UndecodableBlockException {
        String kind = raw ? "deflate" : "zlib";
        Inflater inflater = new Inflater(raw);
        try {
            inflater.setInput(stored, offset, length);
            return inflate(inflater, kind, limit);
        } catch (DataFormatException e) {
            throw UndecodableBlockException.damaged("the " + kind + " data is damaged: " + e.getMessage());
        } finally {
            inflater.end();
        }
    }

    private static byte[] inflate(Inflater inflater, String kind, int limit)
            throws DataFormatException, UndecodableBlockException {
        List<byte[]> pieces = new ArrayList<>();
        byte[] piece = new byte[FIRST_PIECE];
        int filled = 0;
        int size = 0;
        while (!inflater.finished()) {
            if (filled == piece.length) {
                pieces.add(piece);
                piece = new byte[Math.min(2 * piece.length, LONGEST_PIECE)];
                filled = 0;
            }
            int count = inflater.inflate(piece, filled, piece.length - filled);
            if (count == 0 && !inflater.finished()) {
                throw UndecodableBlockException.damaged("the " + kind + " data breaks off after " + size + " bytes");
            }
            if (count > limit - size) {
                throw new UndecodableBlockException(
                        Reason.TOO_LARGE, "the block has more than " + limit + " bytes, which is the limit");
            }
            filled += count;
            size += count;
        }
        if (inflater.getRemaining() > 0) {
            throw UndecodableBlockException.damaged(
                    inflater.getRemaining() + " bytes follow the end of the " + kind + " data");
        }
        pieces.add(piece);
        return joined(pieces, size);
    }

    /** The contents, of which the last piece is rarely full. */
    private static byte[] joined(List<byte[]> pieces, int size) {
        byte[] contents = new byte[size];
        int filled = 0;
        for (byte[] piece : pieces) {
            int length = Math.min(piece.length, size - filled);
            System.arraycopy(piece, 0, contents, filled, length);
            filled += length;
        }
        return contents;
    }
}
