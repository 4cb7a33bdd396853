// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.table.CorruptTableException.Reason;
import java.io.ByteArrayOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** zlib and raw deflate, by the JDK. The contents are not announced, so they grow until they end or pass the limit. */
final class DeflateBlocks {
    private static final int CHUNK = 8192;

    private DeflateBlocks() {}

    static byte[] decompress(byte[] stored, int offset, int length, int limit, boolean raw)
            throws UndecodableBlockException {
        String kind = raw ? "deflate" : "zlib";
        Inflater inflater = new Inflater(raw);
        try {
            inflater.setInput(stored, offset, length);
            ByteArrayOutputStream contents = new ByteArrayOutputStream(Math.min(limit, CHUNK));
            byte[] chunk = new byte[CHUNK];
            while (!inflater.finished()) {
                int count = inflater.inflate(chunk);
                if (count == 0 && !inflater.finished()) {
                    throw damaged("the " + kind + " data breaks off after " + contents.size() + " bytes");
                }
                if (count > limit - contents.size()) {
                    throw new UndecodableBlockException(
                            Reason.TOO_LARGE, "the block has more than " + limit + " bytes, which is the limit");
                }
                contents.write(chunk, 0, count);
            }
            if (inflater.getRemaining() > 0) {
                throw damaged(inflater.getRemaining() + " bytes follow the end of the " + kind + " data");
            }
            return contents.toByteArray();
        } catch (DataFormatException e) {
            throw damaged("the " + kind + " data is damaged: " + e.getMessage());
        } finally {
            inflater.end();
        }
    }

    private static UndecodableBlockException damaged(String message) {
        return new UndecodableBlockException(Reason.BAD_COMPRESSION, message);
    }
}
