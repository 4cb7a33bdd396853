// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Walks over the pieces of a dump: the header, then the bytes of layer after layer, none across two (RB-11). */
final class RedisBloomPieces implements Iterator<RedisBloomPiece> {
    private final byte[] header;
    private final List<RedisBloomLayer> layers;
    private final int largest;
    private long iterator;
    private int layer;
    private int start;

    RedisBloomPieces(byte[] header, List<RedisBloomLayer> layers, int largest) {
        this.header = header;
        this.layers = layers;
        this.largest = largest;
    }

    @Override
    public boolean hasNext() {
        return layer < layers.size();
    }

    @Override
    public RedisBloomPiece next() {
        if (iterator == 0) {
            iterator = RedisBloomPiece.HEADER;
            return new RedisBloomPiece(iterator, header);
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
        return new RedisBloomPiece(iterator, data);
    }
}
