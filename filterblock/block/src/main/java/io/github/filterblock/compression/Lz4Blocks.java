// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.compression;

import io.github.filterblock.coding.Varint;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;

/**
 * LZ4 blocks after the length of their contents, by the optional library lz4-java; without it any call fails with a
 * {@link LinkageError}. Its pure Java decoder is used, which checks every access.
 */
final class Lz4Blocks {
    /** One byte of a stream expands to at most 255 of its contents. */
    private static final long MAX_EXPANSION = 255;

    /** The length in front of the block in RocksDB's format versions 0 and 1: a 64-bit number. */
    private static final int LONG_LENGTH = Long.BYTES;

    private Lz4Blocks() {}

    /** Basho: the length is four bytes, little-endian. */
    static byte[] afterIntLength(byte[] stored, int offset, int length, int limit) throws UndecodableBlockException {
        if (length < Integer.BYTES) {
            throw UndecodableBlockException.damaged(
                    "the LZ4 data has " + length + " bytes, too short for its length field");
        }
        long declared = Integer.toUnsignedLong(
                ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN).getInt(offset));
        return decompress(stored, offset + Integer.BYTES, length - Integer.BYTES, declared, limit);
    }

    /** RocksDB from format version 2 on: the length is a varint. */
    static byte[] afterVarintLength(byte[] stored, int offset, int length, int limit) throws UndecodableBlockException {
        int prefix = Varint.length32(stored, offset, offset + length);
        if (prefix < 0) {
            throw UndecodableBlockException.damaged("unterminated length before the LZ4 data");
        }
        long declared = Varint.value(stored, offset, prefix);
        return decompress(stored, offset + prefix, length - prefix, declared, limit);
    }

    /** RocksDB's format versions 0 and 1: the length is eight bytes, little-endian. */
    static byte[] afterLongLength(byte[] stored, int offset, int length, int limit) throws UndecodableBlockException {
        if (length < LONG_LENGTH) {
            throw UndecodableBlockException.damaged(
                    "the LZ4 data has " + length + " bytes, too short for its length field");
        }
        long declared = ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN).getLong(offset);
        return decompress(stored, offset + LONG_LENGTH, length - LONG_LENGTH, declared, limit);
    }

    private static byte[] decompress(byte[] stored, int offset, int length, long declared, int limit)
            throws UndecodableBlockException {
        if (declared < 0 || declared > MAX_EXPANSION * length) {
            throw UndecodableBlockException.damaged("the LZ4 data claims " + Long.toUnsignedString(declared)
                    + " bytes, more than " + length + " can hold");
        }
        if (declared > limit) {
            throw UndecodableBlockException.tooLarge(declared, limit);
        }
        byte[] contents = new byte[(int) declared];
        try {
            int count = LZ4Factory.safeInstance()
                    .safeDecompressor()
                    .decompress(stored, offset, length, contents, 0, contents.length);
            if (count != contents.length) {
                throw UndecodableBlockException.damaged("the LZ4 data gives " + count + " of " + declared + " bytes")
                        .afterProducing(declared);
            }
        } catch (LZ4Exception | IndexOutOfBoundsException e) {
            throw UndecodableBlockException.damaged("the LZ4 data is damaged: " + e.getMessage())
                    .afterProducing(declared);
        }
        return contents;
    }
}
