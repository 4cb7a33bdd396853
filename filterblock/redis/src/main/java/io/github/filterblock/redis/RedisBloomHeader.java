// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import io.github.filterblock.redis.CorruptFilterException.Reason;
import java.nio.ByteBuffer;
import java.util.List;

/** Reads the header of a dump; its length and the number of layers distinguish the layouts (RB-10, RB-12). */
final class RedisBloomHeader {
    /** The length of the header before its layers. */
    static final int LENGTH = 20;

    /** The same in versions that do not store the growth: up to 2.0.3. */
    private static final int OLD_LENGTH = 16;

    /** The length of a layer whose number of entries has 32 bits: up to 2.2.0. */
    private static final int OLD_LAYER_LENGTH = 49;

    private RedisBloomHeader() {}

    /** Reads a header, whose layers are put into {@code layers}, still without their bits. */
    static RedisBloomFilter read(ByteBuffer header, String name, List<RedisBloomLayer> layers)
            throws CorruptFilterException {
        int length = header.remaining();
        if (length < OLD_LENGTH) {
            throw new CorruptFilterException(name, 0, Reason.UNKNOWN_LENGTH, "a header of " + length + " bytes");
        }
        long size = header.getLong();
        long count = Integer.toUnsignedLong(header.getInt());
        int options = header.getInt();
        checkLayout(name, length, count, options);
        if (options != RedisBloomFilter.OPTIONS && options != RedisBloomFilter.OPTIONS_NON_SCALING) {
            throw new CorruptFilterException(
                    name, 12, Reason.UNKNOWN_OPTIONS, "options " + Integer.toUnsignedString(options));
        }
        long growth = Integer.toUnsignedLong(header.getInt());
        long sum = 0;
        for (int i = 0; i < count; i++) {
            RedisBloomLayer layer = RedisBloomLayer.read(header, name);
            sum += layer.size();
            layers.add(layer);
        }
        if (sum != size) {
            throw new CorruptFilterException(
                    name, 0, Reason.BAD_SIZE, "the layers hold " + sum + " keys, the filter " + size);
        }
        boolean scaling = options == RedisBloomFilter.OPTIONS;
        return new RedisBloomFilter(layers, scaling, growth, RedisBloomRelease.V8_0, size);
    }

    private static void checkLayout(String name, int length, long count, int options) throws CorruptFilterException {
        if (count > 0 && length == LENGTH + RedisBloomLayer.HEADER_LENGTH * count) {
            return;
        }
        if (count > 0 && length == LENGTH + OLD_LAYER_LENGTH * count) {
            throw old(name, "2.2.0");
        }
        if (count > 0 && length == OLD_LENGTH + OLD_LAYER_LENGTH * count) {
            throw old(name, options == 0 ? "1.0" : "1.1.0 to 2.0.3");
        }
        throw new CorruptFilterException(
                name, 0, Reason.UNKNOWN_LENGTH, "a header of " + length + " bytes for " + count + " layers");
    }

    private static CorruptFilterException old(String name, String version) {
        return new CorruptFilterException(
                name,
                0,
                Reason.OLD_LAYOUT,
                "a dump of RedisBloom " + version + ", which no version from 2.2.1 on reads");
    }
}
