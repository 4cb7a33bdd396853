// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import io.github.filterblock.redis.CorruptFilterException.Reason;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads a dump of RedisBloom 2.2.1 or later, piece by piece in the order in which {@code BF.SCANDUMP} gives them. Only
 * the header has to arrive whole; the bytes of a layer may arrive in pieces of any size (RB-11, RB-12).
 *
 * <p>Allocates memory only for bytes that have arrived, whatever the header announces. After an exception the reader
 * must no longer be used. For one thread.
 */
public final class RedisBloomReader {
    private final String name;
    private final List<RedisBloomLayer> layers = new ArrayList<>();
    private @Nullable RedisBloomFilter filter;
    private Segments segments = new Segments();
    private long loaded;
    private int layer;
    private boolean ended;

    /**
     * A reader of one dump.
     *
     * @param name the name of the dump in messages, such as the Redis key
     */
    public RedisBloomReader(String name) {
        this.name = Objects.requireNonNull(name, "name");
    }

    /**
     * Takes the next piece. The empty one with iterator 0 that ends a dump may be passed too.
     *
     * @param piece the piece, whose data is copied
     * @throws CorruptFilterException if it is not the piece that follows, or says what must not be guessed
     */
    public void add(RedisBloomPiece piece) throws CorruptFilterException {
        add(piece.iterator(), piece.data(), 0, piece.data().length);
    }

    /**
     * Takes the next piece from a part of an array.
     *
     * @param iterator as {@code BF.SCANDUMP} gives it
     * @param data holds the piece; it is copied
     * @param offset where the piece starts
     * @param length its length
     * @throws CorruptFilterException if it is not the piece that follows, or says what must not be guessed
     */
    public void add(long iterator, byte[] data, int offset, int length) throws CorruptFilterException {
        Objects.checkFromIndexSize(offset, length, data.length);
        if (ended || (length == 0 && iterator != 0)) {
            throw corrupt(Reason.SURPLUS_PIECE, "a piece of " + length + " bytes beyond the end, or an empty one");
        }
        if (filter == null) {
            readHeader(iterator, data, offset, length);
        } else if (length == 0) {
            ended = true;
        } else {
            readBytes(iterator, data, offset, length);
        }
    }

    private void readHeader(long iterator, byte[] data, int offset, int length) throws CorruptFilterException {
        if (iterator != RedisBloomPiece.HEADER) {
            throw corrupt(Reason.MISSING_PIECE, "the dump starts with iterator " + iterator + ", not with the header");
        }
        ByteBuffer header = ByteBuffer.wrap(data, offset, length).slice().order(ByteOrder.LITTLE_ENDIAN);
        filter = RedisBloomHeader.read(header, name, layers);
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
        if (length > current.length() - segments.length()) {
            throw corrupt(
                    Reason.STRADDLING_PIECE, "a piece of " + length + " bytes reaches beyond layer " + (layer + 1));
        }
        segments.add(data, offset, length, current.length());
        loaded += length;
        if (segments.length() == current.length()) {
            current.fill(segments.join());
            segments = new Segments();
            layer++;
        }
    }

    /**
     * The filter, once all its pieces have arrived.
     *
     * @return the filter; more keys may be added as {@link RedisBloomRelease#V8_0} would
     * @throws CorruptFilterException if pieces are missing: such a filter would deny keys that were added
     */
    public RedisBloomFilter filter() throws CorruptFilterException {
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
        return new CorruptFilterException(name, loaded, reason, detail);
    }
}
