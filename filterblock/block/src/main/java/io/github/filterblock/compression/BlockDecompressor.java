// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.compression;

import io.github.filterblock.coding.Varint;
import io.github.filterblock.compression.UndecodableBlockException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Turns the stored bytes of a block into its contents, by the compression that type and content tell (TF-6). Immutable.
 *
 * <pre>
 *   type 1   Snappy for every writer
 *   type 2   zstd (google/leveldb), zlib (Mojang), raw deflate (RocksDB), LZ4 (Basho)
 *   type 3   zstd (Mojang), bzip2 (RocksDB)
 *   type 4   raw deflate (Mojang), LZ4 (RocksDB)
 *   type 7   zstd (RocksDB)
 *   type 8   MinLZ (Pebble)
 * </pre>
 *
 * A zstd frame starts with four fixed bytes. A zlib stream starts with two bytes that are, as a big-endian number, a
 * multiple of 31. Raw deflate has no mark at all: it is tried last. RocksDB writes it as type 2, and from format
 * version 2 on puts the length of the contents, as a varint, in front of everything but Snappy.
 *
 * <p>A guess counts only if it decodes to the last byte, and for LZ4, which has no mark either, only if it gives as
 * many bytes as the length in front of it says. The checksum was compared before, so bytes that cannot be decoded are
 * probably of another kind rather than damaged.
 *
 * @param limit the largest contents that are made, in bytes
 */
public record BlockDecompressor(int limit) {
    /** The largest contents of a data block, 64 MiB: many times any block of any known writer. */
    public static final int DEFAULT_LIMIT = 64 << 20;

    private static final int SNAPPY = 1;
    private static final int ZLIB_OR_ZSTD_OR_LZ4 = 2;
    private static final int BZIP2_OR_ZSTD = 3;
    private static final int DEFLATE_OR_LZ4 = 4;
    private static final int LZ4_HIGH = 5;
    private static final int XPRESS = 6;
    private static final int ZSTD = 7;
    private static final int MIN_LZ = 8;
    private static final int ZLIB_DICTIONARY = 0x20;

    /**
     * The same with the lower of two limits.
     *
     * @param other a limit, in bytes
     * @return one that refuses larger contents before they are made
     */
    public BlockDecompressor limitedTo(int other) {
        return other < limit ? new BlockDecompressor(other) : this;
    }

    /**
     * Decompresses one block of a type other than 0.
     *
     * @param type the type byte, 1 to 255
     * @param stored holds the stored bytes; borrowed, not changed
     * @param offset index of the first stored byte
     * @param length number of stored bytes, 0 or more
     * @return a new array that holds the contents and nothing else
     * @throws UndecodableBlockException if the bytes are damaged or of an unknown kind
     */
    public byte[] decompress(int type, byte[] stored, int offset, int length) throws UndecodableBlockException {
        try (ZstdContext context = new ZstdContext()) {
            return decompress(context, type, stored, offset, length);
        }
    }

    private byte[] decompress(ZstdContext context, int type, byte[] stored, int offset, int length)
            throws UndecodableBlockException {
        if (type == SNAPPY) {
            return SnappyBlocks.decompress(stored, offset, length, limit);
        }
        if (type == MIN_LZ) {
            return MinLzBlocks.decompress(stored, offset, length, limit);
        }
        int prefix = Math.max(0, Varint.length32(stored, offset, offset + length));
        for (int skipped : new int[] {0, prefix}) {
            if (looksLikeZstd(stored, offset + skipped, length - skipped)) {
                long announced = skipped == 0 ? -1 : Varint.value(stored, offset, skipped);
                return zstd(context, type, stored, offset + skipped, length - skipped, announced);
            }
        }
        boolean perhapsDeflate = type == ZLIB_OR_ZSTD_OR_LZ4 || type == DEFLATE_OR_LZ4;
        Guesses guesses = new Guesses();
        if (perhapsDeflate) {
            byte[] contents = deflate(guesses, stored, offset, length, prefix);
            if (contents != null) {
                return contents;
            }
        }
        byte[] contents = lz4(guesses, type, stored, offset, length);
        if (contents != null) {
            return contents;
        }
        UndecodableBlockException unknown = perhapsDeflate && needsDictionary(stored, offset, length)
                ? UndecodableBlockException.unknown(
                        "block type " + type + " (zlib with a preset dictionary, or LZ4) is not decoded")
                : unknown(type);
        throw unknown.afterProducing(guesses.producedBytes);
    }

    /**
     * Decompresses one block into an array that is used again, if its compression tells the length beforehand.
     *
     * @param type the type byte, 1 to 255
     * @param stored holds the stored bytes; borrowed, not changed
     * @param offset index of the first stored byte
     * @param length number of stored bytes, 0 or more
     * @param contents takes the contents
     * @throws UndecodableBlockException if the bytes are damaged or of an unknown kind
     */
    public void decompress(int type, byte[] stored, int offset, int length, ContentsBuffer contents)
            throws UndecodableBlockException {
        if (type == SNAPPY) {
            SnappyBlocks.decompress(stored, offset, length, limit, contents);
        } else {
            contents.hold(decompress(contents.zstd(), type, stored, offset, length));
        }
    }

    /** Tries zlib where it looks like it, raw deflate, and raw deflate after RocksDB's length, in this order. */
    private byte @Nullable [] deflate(Guesses guesses, byte[] stored, int offset, int length, int prefix)
            throws UndecodableBlockException {
        if (looksLikeZlib(stored, offset, length)) {
            byte[] contents = inflated(guesses, stored, offset, length, false);
            if (contents != null) {
                return contents;
            }
        }
        byte[] contents = inflated(guesses, stored, offset + prefix, length - prefix, true);
        if (contents != null && contents.length == Varint.value(stored, offset, prefix)) {
            return contents;
        }
        return inflated(guesses, stored, offset, length, true);
    }

    private byte @Nullable [] inflated(Guesses guesses, byte[] stored, int offset, int length, boolean raw)
            throws UndecodableBlockException {
        return guesses.contents(() -> DeflateBlocks.decompress(stored, offset, length, limit, raw));
    }

    /** Tries the framing of each writer that uses LZ4 under this type. */
    private byte @Nullable [] lz4(Guesses guesses, int type, byte[] stored, int offset, int length)
            throws UndecodableBlockException {
        try {
            if (type == ZLIB_OR_ZSTD_OR_LZ4) {
                return guesses.contents(() -> Lz4Blocks.afterIntLength(stored, offset, length, limit));
            }
            if (type == DEFLATE_OR_LZ4 || type == LZ4_HIGH) {
                byte[] contents = guesses.contents(() -> Lz4Blocks.afterVarintLength(stored, offset, length, limit));
                return contents != null
                        ? contents
                        : guesses.contents(() -> Lz4Blocks.afterLongLength(stored, offset, length, limit));
            }
            return null;
        } catch (LinkageError e) {
            throw UndecodableBlockException.unknown(
                    "block type " + type + " (" + nameOf(type) + ") needs the optional library lz4-java (" + e + ")");
        }
    }

    /** Decodes a block, or fails to. */
    private interface Decoding {
        byte[] contents() throws UndecodableBlockException;
    }

    /** Guesses at the kind of a block, and how many bytes wrong guesses produced. */
    private static final class Guesses {
        private long producedBytes;

        byte @Nullable [] contents(Decoding decoding) throws UndecodableBlockException {
            try {
                return decoding.contents();
            } catch (UndecodableBlockException e) {
                if (e.reason() == Reason.TOO_LARGE) {
                    throw e.afterProducing(producedBytes);
                }
                producedBytes += e.producedBytes();
                return null;
            }
        }
    }

    private static UndecodableBlockException unknown(int type) {
        return UndecodableBlockException.unknown("block type " + type + " (" + nameOf(type) + ") is not decoded");
    }

    private byte[] zstd(ZstdContext context, int type, byte[] stored, int offset, int length, long announced)
            throws UndecodableBlockException {
        try {
            return ZstdBlocks.decompress(context, stored, offset, length, announced, limit);
        } catch (UndecodableBlockException e) {
            // RocksDB may have used a dictionary, which is elsewhere in the file.
            throw type == ZSTD && e.reason() == Reason.DAMAGED
                    ? UndecodableBlockException.unknown(
                                    "block type " + type + " (zstd) is not decoded; it may need RocksDB's dictionary")
                            .afterProducing(e.producedBytes())
                    : e;
        } catch (LinkageError e) {
            throw UndecodableBlockException.unknown(
                    "block type " + type + " holds zstd, which needs the optional library zstd-jni (" + e + ")");
        }
    }

    private static boolean looksLikeZstd(byte[] stored, int offset, int length) {
        return length >= 4
                && stored[offset] == 0x28
                && stored[offset + 1] == (byte) 0xb5
                && stored[offset + 2] == 0x2f
                && stored[offset + 3] == (byte) 0xfd;
    }

    private static boolean looksLikeZlib(byte[] stored, int offset, int length) {
        return length >= 2
                && (stored[offset] & 0x0f) == 8
                && ((stored[offset] & 0xff) << 8 | stored[offset + 1] & 0xff) % 31 == 0;
    }

    /** Whether the bytes look like zlib whose second byte announces a dictionary that is kept elsewhere (RFC 1950). */
    private static boolean needsDictionary(byte[] stored, int offset, int length) {
        return looksLikeZlib(stored, offset, length) && (stored[offset + 1] & ZLIB_DICTIONARY) != 0;
    }

    private static String nameOf(int type) {
        return switch (type) {
            case ZLIB_OR_ZSTD_OR_LZ4 -> "neither zstd, zlib nor LZ4";
            case BZIP2_OR_ZSTD -> "not zstd; bzip2 if RocksDB wrote it";
            case DEFLATE_OR_LZ4 -> "neither deflate nor LZ4";
            case LZ4_HIGH -> "not LZ4";
            case XPRESS -> "XPRESS if RocksDB wrote it";
            case ZSTD -> "zstd if RocksDB wrote it, but not a zstd frame";
            default -> "used by no known writer";
        };
    }
}
