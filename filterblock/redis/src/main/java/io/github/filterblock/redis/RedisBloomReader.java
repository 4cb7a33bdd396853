// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import io.github.filterblock.redis.CorruptFilterException.Reason;
import io.github.filterblock.redis.RedisBloomFilter.Piece;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads a dump of RedisBloom 2.2.1 or later, piece by piece in the order in which {@code BF.SCANDUMP} gives them. Only
 * the header has to arrive whole; the bytes of a layer may arrive in pieces of any size (RB-10 to RB-13).
 *
 * <p>Allocates at most twice the bytes that have arrived, whatever the header announces. After an exception the reader
 * must no longer be used. For one thread.
 */
final class RedisBloomReader {
    /** The length of the frame before the data of a piece in a file. */
    static final int FRAME = 12;

    /** The length of the header before its layers. */
    static final int HEADER_LENGTH = 20;

    /** The same in versions that do not store the growth: up to 2.0.3. */
    private static final int OLD_HEADER_LENGTH = 16;

    /** The length of a layer whose number of entries has 32 bits: up to 2.2.0. */
    private static final int OLD_LAYER_LENGTH = 49;

    private static final int BUFFER = 32 << 10;
    private static final byte[] NONE = {};

    private final String name;
    private final List<RedisBloomLayer> layers = new ArrayList<>();
    private @Nullable RedisBloomFilter filter;
    private byte[] arrived = NONE;
    private int filled;
    private long loaded;
    private int layer;
    private boolean ended;

    /** A reader of one dump, which is called {@code name} in messages. */
    RedisBloomReader(String name) {
        this.name = Objects.requireNonNull(name, "name");
    }

    /** Takes the next piece, or the empty one with iterator 0 that ends a dump; the data is copied. */
    void add(Piece piece) throws CorruptFilterException {
        add(piece.iterator(), piece.data(), 0, piece.data().length);
    }

    /**
     * Takes the next piece from a part of an array, which is copied.
     *
     * @throws CorruptFilterException if it is not the piece that follows, or says what must not be guessed
     */
    void add(long iterator, byte[] data, int offset, int length) throws CorruptFilterException {
        Objects.checkFromIndexSize(offset, length, data.length);
        if (ended || (length == 0 && iterator != 0)) {
            throw corrupt(Reason.SURPLUS_PIECE, "a piece of " + length + " bytes beyond the end, or an empty one");
        }
        if (filter == null) {
            if (iterator != Piece.HEADER) {
                throw corrupt(
                        Reason.MISSING_PIECE, "the dump starts with iterator " + iterator + ", not with the header");
            }
            filter = readHeader(ByteBuffer.wrap(data, offset, length).slice().order(ByteOrder.LITTLE_ENDIAN));
        } else if (length == 0) {
            ended = true;
        } else {
            readBytes(iterator, data, offset, length);
        }
    }

    /** Reads the header, whose layers are still without their bits. */
    private RedisBloomFilter readHeader(ByteBuffer header) throws CorruptFilterException {
        int length = header.remaining();
        if (length < OLD_HEADER_LENGTH) {
            throw corruptAt(0, Reason.UNKNOWN_LENGTH, "a header of " + length + " bytes");
        }
        long size = header.getLong();
        long count = Integer.toUnsignedLong(header.getInt());
        int options = header.getInt();
        checkLayout(length, count, options);
        if (options != RedisBloomFilter.OPTIONS && options != RedisBloomFilter.OPTIONS_NON_SCALING) {
            throw corruptAt(12, Reason.UNKNOWN_OPTIONS, "options " + Integer.toUnsignedString(options));
        }
        long growth = Integer.toUnsignedLong(header.getInt());
        long sum = 0;
        for (int i = 0; i < count; i++) {
            RedisBloomLayer next = RedisBloomLayer.read(header, name);
            sum += next.size();
            layers.add(next);
        }
        if (sum != size) {
            throw corruptAt(0, Reason.BAD_SIZE, "the layers hold " + sum + " keys, the filter " + size);
        }
        boolean scaling = options == RedisBloomFilter.OPTIONS;
        return new RedisBloomFilter(layers, scaling, growth, RedisBloomShape.Release.V8_0, size);
    }

    /** The length of the header and the number of layers distinguish the layouts (RB-12). */
    private void checkLayout(int length, long count, int options) throws CorruptFilterException {
        if (count > 0 && length == HEADER_LENGTH + RedisBloomLayer.HEADER_LENGTH * count) {
            return;
        }
        if (count > 0 && length == HEADER_LENGTH + OLD_LAYER_LENGTH * count) {
            throw old("2.2.0");
        }
        if (count > 0 && length == OLD_HEADER_LENGTH + OLD_LAYER_LENGTH * count) {
            throw old(options == 0 ? "1.0" : "1.1.0 to 2.0.3");
        }
        throw corruptAt(0, Reason.UNKNOWN_LENGTH, "a header of " + length + " bytes for " + count + " layers");
    }

    private CorruptFilterException old(String version) {
        return corruptAt(
                0, Reason.OLD_LAYOUT, "a dump of RedisBloom " + version + ", which no version from 2.2.1 on reads");
    }

    private void readBytes(long iterator, byte[] data, int offset, int length) throws CorruptFilterException {
        long start = iterator - 1 - length;
        if (start != loaded) {
            boolean before = iterator >= 0 && start < loaded;
            throw corrupt(
                    before ? Reason.OVERLAPPING_PIECE : Reason.MISSING_PIECE,
                    "a piece of " + length + " bytes with iterator " + Long.toUnsignedString(iterator) + " is not for "
                            + "byte " + loaded + " of the layers");
        }
        if (layer == layers.size()) {
            throw corrupt(Reason.SURPLUS_PIECE, "a piece of " + length + " bytes beyond the last layer");
        }
        RedisBloomLayer current = layers.get(layer);
        if (length > current.length() - filled) {
            throw corrupt(
                    Reason.STRADDLING_PIECE, "a piece of " + length + " bytes reaches beyond layer " + (layer + 1));
        }
        if (filled + length > arrived.length) {
            arrived = Arrays.copyOf(arrived, (int) Math.min(current.length(), Math.max(filled + length, 2L * filled)));
        }
        System.arraycopy(data, offset, arrived, filled, length);
        filled += length;
        loaded += length;
        if (filled == current.length()) {
            current.fill(arrived);
            arrived = NONE;
            filled = 0;
            layer++;
        }
    }

    /**
     * The filter, once all its pieces have arrived.
     *
     * @throws CorruptFilterException if pieces are missing: such a filter would deny keys that were added
     */
    RedisBloomFilter filter() throws CorruptFilterException {
        if (filter == null || layer < layers.size()) {
            throw corrupt(
                    Reason.MISSING_PIECE,
                    filter == null
                            ? "a dump without a header"
                            : "layer " + (layer + 1) + " of " + layers.size() + " is not complete");
        }
        return filter;
    }

    private CorruptFilterException corrupt(Reason reason, String detail) {
        return corruptAt(loaded, reason, detail);
    }

    private CorruptFilterException corruptAt(long offset, Reason reason, String detail) {
        return new CorruptFilterException(name, offset, reason, detail);
    }

    /** Reads a file of framed pieces. */
    static RedisBloomFilter read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return read(in, Files.size(file), file.toString());
        }
    }

    /** Reads framed pieces from memory. */
    static RedisBloomFilter read(byte[] bytes, String name) throws CorruptFilterException {
        try {
            return read(new ByteArrayInputStream(bytes), bytes.length, name);
        } catch (CorruptFilterException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e); // an array can be read
        }
    }

    /** Whether a file starts with a frame and a header that can be read. */
    static boolean isDump(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            ByteBuffer frame = ByteBuffer.wrap(in.readNBytes(FRAME)).order(ByteOrder.LITTLE_ENDIAN);
            if (frame.remaining() < FRAME || frame.getLong() != Piece.HEADER) {
                return false;
            }
            int length = frame.getInt();
            byte[] header = in.readNBytes(Math.max(0, length));
            new RedisBloomReader(file.toString()).add(Piece.HEADER, header, 0, header.length);
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
                throw reader.truncated(at, "the frame of a piece");
            }
            ByteBuffer frame = ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN);
            long iterator = frame.getLong();
            long length = Integer.toUnsignedLong(frame.getInt());
            if (length > left) {
                throw reader.truncated(at, "a piece of " + length + " bytes");
            }
            // Only the header has to arrive whole; no byte of the others is in memory twice.
            byte[] part = at == 0 ? new byte[(int) Math.min(length, RedisBloomLayer.MAX_BYTES)] : buffer;
            reader.addParts(in, iterator, length, part);
            at += FRAME + length;
        }
        return reader.filter();
    }

    private void addParts(InputStream in, long iterator, long length, byte[] part) throws IOException {
        long left = length;
        do {
            int wanted = (int) Math.min(left, part.length);
            if (in.readNBytes(part, 0, wanted) < wanted) {
                throw truncated(loaded, "a piece of " + length + " bytes");
            }
            left -= wanted;
            add(iterator - left, part, 0, wanted);
        } while (left > 0);
    }

    private CorruptFilterException truncated(long offset, String what) {
        return corruptAt(offset, Reason.TRUNCATED_FILE, "the file ends within " + what);
    }
}
