// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import io.github.filterblock.redis.CorruptFilterException.Reason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A dump as one run of bytes: for each piece 8 bytes of iterator and 4 of length, both little-endian, then the data
 * (RB-13). The frame is this library's own.
 */
public final class RedisBloomDump {
    /** The length of the frame before the data of a piece. */
    private static final int FRAME = 12;

    private static final int BUFFER = 32 << 10;

    private RedisBloomDump() {}

    /**
     * Writes the pieces of a filter.
     *
     * @param filter the filter
     * @param out receives the pieces; not closed
     * @throws IOException if writing fails
     */
    public static void write(RedisBloomFilter filter, OutputStream out) throws IOException {
        for (RedisBloomPiece piece : filter.dump()) {
            ByteBuffer frame = ByteBuffer.allocate(FRAME).order(ByteOrder.LITTLE_ENDIAN);
            frame.putLong(piece.iterator()).putInt(piece.data().length);
            out.write(frame.array());
            out.write(piece.data());
        }
    }

    /**
     * Reads a file of pieces.
     *
     * @param file the file
     * @return the filter
     * @throws CorruptFilterException if the file ends within a piece, or the pieces are no whole dump that can be read
     * @throws IOException if reading fails
     */
    public static RedisBloomFilter read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return read(in, Files.size(file), file.toString());
        }
    }

    /**
     * Reads pieces from memory.
     *
     * @param bytes the pieces with their frames
     * @param name their name in messages
     * @return the filter, which keeps no reference to the array
     * @throws CorruptFilterException if the bytes end within a piece, or the pieces are no whole dump that can be read
     */
    public static RedisBloomFilter read(byte[] bytes, String name) throws CorruptFilterException {
        try {
            return read(new ByteArrayInputStream(bytes), bytes.length, name);
        } catch (CorruptFilterException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e); // an array can be read
        }
    }

    /**
     * Whether a file starts as a dump does: with a frame and a header that can be read.
     *
     * @param file the file
     * @return whether it does
     * @throws IOException if reading fails
     */
    public static boolean isDump(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            ByteBuffer frame = ByteBuffer.wrap(in.readNBytes(FRAME)).order(ByteOrder.LITTLE_ENDIAN);
            if (frame.remaining() < FRAME || frame.getLong() != RedisBloomPiece.HEADER) {
                return false;
            }
            int length = frame.getInt();
            byte[] header = in.readNBytes(Math.max(0, length));
            new RedisBloomReader(file.toString()).add(RedisBloomPiece.HEADER, header, 0, header.length);
            return header.length == length;
        } catch (CorruptFilterException e) {
            return false;
        }
    }

    private static RedisBloomFilter read(InputStream in, long size, String name) throws IOException {
        RedisBloomReader reader = new RedisBloomReader(name);
        byte[] buffer = new byte[(int) Math.min(BUFFER, size)];
        long at = 0;
        while (at < size) {
            long left = size - at - FRAME;
            if (left < 0 || in.readNBytes(buffer, 0, FRAME) < FRAME) {
                throw truncated(name, at, "the frame of a piece");
            }
            ByteBuffer frame = ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN);
            long iterator = frame.getLong();
            long length = Integer.toUnsignedLong(frame.getInt());
            if (length > left) {
                throw truncated(name, at, "a piece of " + length + " bytes");
            }
            if (at == 0) {
                reader.add(
                        iterator, whole(in, (int) Math.min(length, RedisBloomLayer.MAX_BYTES), name), 0, (int) length);
            } else {
                readPiece(in, iterator, length, buffer, reader, name);
            }
            at += FRAME + length;
        }
        return reader.filter();
    }

    private static byte[] whole(InputStream in, int length, String name) throws IOException {
        byte[] header = new byte[length];
        if (in.readNBytes(header, 0, length) < length) {
            throw truncated(name, FRAME, "the header");
        }
        return header;
    }

    /** Passes on a piece in parts, so that no byte of it is in memory twice. */
    private static void readPiece(
            InputStream in, long iterator, long length, byte[] buffer, RedisBloomReader reader, String name)
            throws IOException {
        long left = length;
        do {
            int part = in.readNBytes(buffer, 0, (int) Math.min(left, buffer.length));
            if (part < Math.min(left, buffer.length)) {
                throw truncated(name, 0, "a piece of " + length + " bytes");
            }
            left -= part;
            reader.add(iterator - left, buffer, 0, part);
        } while (left > 0);
    }

    private static CorruptFilterException truncated(String name, long offset, String what) {
        return new CorruptFilterException(name, offset, Reason.TRUNCATED_FILE, "the file ends within " + what);
    }
}
