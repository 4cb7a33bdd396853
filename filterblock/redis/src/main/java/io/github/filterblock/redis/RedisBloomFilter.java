// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;

/**
 * A filter of RedisBloom in memory: the same answers and, in a dump, the same bytes as the module's.
 *
 * <p>A chain of layers, each a Bloom filter; keys go into the newest, and questions to all (RB-6 to RB-9). Any number
 * of threads may ask at the same time as long as none adds; only one thread may add.
 */
public final class RedisBloomFilter {
    private static final int NO_ROUNDING = 1;
    private static final int HASH_64 = 4;
    private static final int NO_SCALING = 8;

    /** The options that {@code BF.RESERVE} writes. */
    static final int OPTIONS = NO_ROUNDING | HASH_64;

    /** The same with {@code NONSCALING}. */
    static final int OPTIONS_NON_SCALING = OPTIONS | NO_SCALING;

    /** The filter takes no more keys: it is full and does not scale, or its next layer would not fit an array. */
    public static final class FullException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        private FullException(String message) {
            super(message);
        }
    }

    /**
     * A piece of a dump: what {@code BF.SCANDUMP} answers and {@code BF.LOADCHUNK} takes (RB-11).
     *
     * @param iterator 1 for the header; for bytes of the layers the offset after the last of them, laid end to end,
     *     plus 1
     * @param data the bytes; shared with the code that makes and reads the record, which must not change them
     */
    public record Piece(long iterator, byte[] data) {
        /** Iterator of the header. */
        static final long HEADER = 1;

        /** Checks that there are bytes. */
        public Piece {
            Objects.requireNonNull(data, "data");
        }
    }

    private final List<RedisBloomLayer> layers;
    private final boolean scaling;
    private final long growth;
    private final RedisBloomShape.Release release;
    private long size;

    RedisBloomFilter(
            List<RedisBloomLayer> layers, boolean scaling, long growth, RedisBloomShape.Release release, long size) {
        this.layers = layers;
        this.scaling = scaling;
        this.growth = growth;
        this.release = release;
        this.size = size;
    }

    /**
     * A filter without keys, as {@code BF.RESERVE} makes it.
     *
     * @param shape error, capacity and growth
     * @return the filter, with the memory of its first layer
     * @throws IllegalArgumentException if the first layer has more than 2^31 bytes
     */
    public static RedisBloomFilter reserve(RedisBloomShape shape) {
        List<RedisBloomLayer> layers = new ArrayList<>(1);
        layers.add(RedisBloomLayer.reserve(
                shape.firstError(), shape.capacity(), shape.release().rounding()));
        return new RedisBloomFilter(layers, shape.scaling(), shape.expansion(), shape.release(), 0);
    }

    /**
     * Adds a key, as {@code BF.ADD} does.
     *
     * @param key any bytes, even none; they are not kept
     * @return {@code true} if {@code BF.ADD} answers 1: the key was added; {@code false} for 0: all its bits were
     *     already set, perhaps by a collision, and nothing was changed
     * @throws FullException if the key is not there, and the filter is full and does not scale, or cannot
     *     grow
     */
    public boolean add(byte[] key) {
        return add(key, 0, key.length);
    }

    /**
     * Adds a key that is a part of an array; as {@link #add(byte[])}.
     *
     * @param key holds the key; it is not kept
     * @param offset where the key starts
     * @param length the key's length in bytes
     * @return whether the key was added
     */
    public boolean add(byte[] key, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, key.length);
        long a = MurmurHash64A.hash(key, offset, length, MurmurHash64A.MULTIPLIER);
        long b = MurmurHash64A.hash(key, offset, length, a);
        if (contains(a, b)) {
            return false;
        }
        if (newest().isFull()) {
            grow();
        }
        newest().add(a, b);
        size++;
        return true;
    }

    private void grow() {
        if (!scaling) {
            throw new FullException("the filter holds " + size + " keys, is full and does not scale");
        }
        if (growth == 0) {
            throw new FullException("the filter is full, and its expansion is 0");
        }
        try {
            layers.add(newest().next(growth, release.rounding()));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new FullException("the filter is full and cannot grow: " + e.getMessage());
        }
    }

    /**
     * Whether a key may have been added, as {@code BF.EXISTS} answers.
     *
     * @param key any bytes, even none
     * @return {@code false} only for a key that was not added
     */
    public boolean mayContain(byte[] key) {
        return mayContain(key, 0, key.length);
    }

    /**
     * Whether a key that is a part of an array may have been added.
     *
     * @param key holds the key
     * @param offset where the key starts
     * @param length the key's length in bytes
     * @return {@code false} only for a key that was not added
     */
    public boolean mayContain(byte[] key, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, key.length);
        long a = MurmurHash64A.hash(key, offset, length, MurmurHash64A.MULTIPLIER);
        return contains(a, MurmurHash64A.hash(key, offset, length, a));
    }

    private boolean contains(long a, long b) {
        for (int i = layers.size() - 1; i >= 0; i--) {
            if (layers.get(i).contains(a, b)) {
                return true;
            }
        }
        return false;
    }

    private RedisBloomLayer newest() {
        return layers.get(layers.size() - 1);
    }

    /** {@return the number of keys that were added, without those that collided, as {@code BF.CARD} answers} */
    public long size() {
        return size;
    }

    /** {@return the number of layers, at least 1} */
    public int layers() {
        return layers.size();
    }

    /** {@return the number of bytes of all layers: those of a dump without its header} */
    public long bytes() {
        return layers.stream().mapToLong(RedisBloomLayer::length).sum();
    }

    /**
     * {@return the highest expected share of absent keys that match while no layer holds more keys than it was made
     * for: the sum of the layers' errors, at most 1}
     */
    public double expectedRate() {
        return Math.min(1, layers.stream().mapToDouble(RedisBloomLayer::error).sum());
    }

    /**
     * The pieces that {@code BF.SCANDUMP} gives, the header first, without the empty piece that ends a dump.
     *
     * @return the pieces, each a copy that is made when it is asked for, of at most 16 MiB (or as long as the header
     *     is)
     */
    public Iterable<Piece> dump() {
        return () -> pieces(release.largestPiece());
    }

    /** The pieces of a dump, of a size that the caller chooses. */
    Iterator<Piece> pieces(int largest) {
        return new Pieces(header(), List.copyOf(layers), largest);
    }

    /** Walks over the pieces of a dump: the header, then the bytes of layer after layer, none across two (RB-11). */
    private static final class Pieces implements Iterator<Piece> {
        private final byte[] header;
        private final List<RedisBloomLayer> layers;
        private final int largest;
        private long iterator;
        private int layer;
        private int start;

        Pieces(byte[] header, List<RedisBloomLayer> layers, int largest) {
            this.header = header;
            this.layers = layers;
            this.largest = largest;
        }

        @Override
        public boolean hasNext() {
            return layer < layers.size();
        }

        @Override
        public Piece next() {
            if (iterator == 0) {
                iterator = Piece.HEADER;
                return new Piece(iterator, header);
            }
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            byte[] bytes = layers.get(layer).bytes();
            int length = Math.min(largest, bytes.length - start);
            byte[] data = Arrays.copyOfRange(bytes, start, start + length);
            iterator += length;
            start += length;
            if (start == bytes.length) {
                layer++;
                start = 0;
            }
            return new Piece(iterator, data);
        }
    }

    /** The first piece's data (RB-10). */
    byte[] header() {
        ByteBuffer header = ByteBuffer.allocate(Math.addExact(
                        RedisBloomReader.HEADER_LENGTH,
                        Math.multiplyExact(RedisBloomLayer.HEADER_LENGTH, layers.size())))
                .order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(size).putInt(layers.size());
        header.putInt(scaling ? OPTIONS : OPTIONS_NON_SCALING).putInt((int) growth);
        layers.forEach(layer -> layer.write(header));
        return header.array();
    }

    /**
     * Writes a dump as one run of bytes: for each piece 8 bytes of iterator and 4 of length, both little-endian, then
     * the data (RB-13). The frame is this library's own.
     *
     * @param out receives the pieces; not closed
     * @throws IOException if writing fails
     */
    public void write(OutputStream out) throws IOException {
        for (Piece piece : dump()) {
            ByteBuffer frame = ByteBuffer.allocate(RedisBloomReader.FRAME).order(ByteOrder.LITTLE_ENDIAN);
            frame.putLong(piece.iterator()).putInt(piece.data().length);
            out.write(frame.array());
            out.write(piece.data());
        }
    }

    /**
     * Reads a file that {@link #write} made.
     *
     * @param file the file
     * @return the filter
     * @throws CorruptFilterException if the file ends within a piece, or the pieces are not a whole dump that can be
     *     read
     * @throws IOException if reading fails
     */
    public static RedisBloomFilter read(Path file) throws IOException {
        return RedisBloomReader.read(file);
    }

    /**
     * Reads from memory what {@link #write} made.
     *
     * @param bytes the pieces with their frames
     * @param name their name in messages
     * @return the filter, which keeps no reference to the array
     * @throws CorruptFilterException if the bytes end within a piece, or the pieces are not a whole dump that can be
     *     read
     */
    public static RedisBloomFilter read(byte[] bytes, String name) throws CorruptFilterException {
        return RedisBloomReader.read(bytes, name);
    }

    /**
     * Reads the pieces that {@code BF.SCANDUMP} gives, in its order. The bytes of a layer may come in pieces of any
     * size, and the empty piece with iterator 0 that ends a dump may be among them.
     *
     * @param pieces the pieces, whose data is copied
     * @param name the name of the dump in messages, such as the Redis key
     * @return the filter; more keys may be added as {@link RedisBloomShape.Release#V8_0} would
     * @throws CorruptFilterException if a piece is missing, is not the one that follows, or leaves open what must not
     *     be guessed: such a filter would deny keys that were added
     */
    public static RedisBloomFilter read(Iterable<Piece> pieces, String name) throws CorruptFilterException {
        RedisBloomReader reader = new RedisBloomReader(name);
        for (Piece piece : pieces) {
            reader.add(piece);
        }
        return reader.filter();
    }

    /**
     * Whether a file starts as a dump does: with a frame and a header that can be read.
     *
     * @param file the file
     * @return whether it does
     * @throws IOException if reading fails
     */
    public static boolean isDump(Path file) throws IOException {
        return RedisBloomReader.isDump(file);
    }
}
