// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.compression;

import java.util.ArrayList;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * zlib and raw deflate, by the JDK. The stored bytes do not say how long the contents are, so they are collected in
 * pieces and then joined. For large contents, which only hostile blocks have, the bytes are counted first and inflated
 * again, so they do not take their length twice.
 */
final class DeflateBlocks {
    private static final int FIRST_PIECE = 8 << 10;

    /** Small enough for a heap whose free memory is in pieces, too. */
    private static final int LONGEST_PIECE = 256 << 10;

    /** Larger contents are not collected. */
    private static final int MAX_COLLECTED = 16 << 20;

    private final Inflater inflater;
    private final String kind;
    private final int limit;
    private final List<byte[]> pieces = new ArrayList<>();

    private DeflateBlocks(Inflater inflater, String kind, int limit) {
        this.inflater = inflater;
        this.kind = kind;
        this.limit = limit;
    }

    static byte[] decompress(byte[] stored, int offset, int length, int limit, boolean raw)
            throws UndecodableBlockException {
        String kind = raw ? "deflate" : "zlib";
        Inflater inflater = new Inflater(raw);
        try {
            inflater.setInput(stored, offset, length);
            DeflateBlocks block = new DeflateBlocks(inflater, kind, limit);
            int size = block.collect();
            if (size <= MAX_COLLECTED) {
                return block.joined(size);
            }
            inflater.reset();
            inflater.setInput(stored, offset, length);
            return block.again(size);
        } catch (DataFormatException e) {
            throw UndecodableBlockException.damaged("the " + kind + " data is damaged: " + e.getMessage())
                    .afterProducing(inflater.getBytesWritten());
        } catch (UndecodableBlockException e) {
            throw e.afterProducing(inflater.getBytesWritten());
        } finally {
            inflater.end();
        }
    }

    /** Collects the contents, or only counts them if there are many. */
    private int collect() throws DataFormatException, UndecodableBlockException {
        byte[] piece = new byte[FIRST_PIECE];
        int filled = 0;
        int size = 0;
        while (!inflater.finished()) {
            if (filled == piece.length) {
                piece = next(piece, size);
                filled = 0;
            }
            int count = inflater.inflate(piece, filled, piece.length - filled);
            if (count == 0 && !inflater.finished()) {
                throw UndecodableBlockException.damaged("the " + kind + " data is truncated after " + size + " bytes");
            }
            if (count > limit - size) {
                throw UndecodableBlockException.tooLarge(
                        "the block has more than " + limit + " bytes, which is the limit");
            }
            filled += count;
            size += count;
        }
        if (inflater.getRemaining() > 0) {
            throw UndecodableBlockException.damaged(
                    inflater.getRemaining() + " bytes follow the end of the " + kind + " data");
        }
        pieces.add(piece);
        return size;
    }

    /** The piece after a full one; the same again if the contents are too large to be collected. */
    private byte[] next(byte[] full, int size) {
        if (size > MAX_COLLECTED) {
            pieces.clear();
            return full;
        }
        pieces.add(full);
        return new byte[Math.min(2 * full.length, LONGEST_PIECE)];
    }

    /** The contents, of which the last piece is rarely full. */
    private byte[] joined(int size) {
        byte[] contents = new byte[size];
        int filled = 0;
        for (byte[] piece : pieces) {
            int length = Math.min(piece.length, size - filled);
            System.arraycopy(piece, 0, contents, filled, length);
            filled += length;
        }
        return contents;
    }

    /** The contents, whose length is known. */
    private byte[] again(int size) throws DataFormatException {
        pieces.clear();
        byte[] contents = new byte[size];
        int filled = 0;
        while (filled < size) {
            int count = inflater.inflate(contents, filled, size - filled);
            if (count == 0) {
                throw new DataFormatException("the data changed while it was read");
            }
            filled += count;
        }
        return contents;
    }
}
