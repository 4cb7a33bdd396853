// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/** Kinds of keys that programs have. A key has a number; keys with numbers side by side are alike. */
enum KeyShape {
    RANDOM("random keys of 16 bytes", KeyShape::random),
    DECIMAL("decimals of 16 digits", number -> ascii("%016d", number)),
    PREFIXED("numbers after a long prefix", number -> ascii("tenant-42/orders/%08d", number)),
    LONG("big-endian longs", number -> ByteBuffer.allocate(8).putLong(number).array()),
    INT("big-endian ints", number -> ByteBuffer.allocate(4).putInt((int) number).array()),
    URL("URLs", number -> ascii("https://www.example.org/archive/%d/page?id=%d", number % 100, number));

    private final String label;
    private final LongFunction<byte[]> maker;

    KeyShape(String label, LongFunction<byte[]> maker) {
        this.label = label;
        this.maker = maker;
    }

    private static byte[] random(long number) {
        SplittableRandom random = new SplittableRandom(number);
        return ByteBuffer.allocate(16)
                .putLong(random.nextLong())
                .putLong(random.nextLong())
                .array();
    }

    private static byte[] ascii(String format, Object... values) {
        return String.format(Locale.ROOT, format, values).getBytes(StandardCharsets.US_ASCII);
    }

    /** The name of the kind in messages. */
    String label() {
        return label;
    }

    /** Keys whose numbers are even, from that of a first one on. */
    List<byte[]> present(long first, int count) {
        return keys(2 * first, count);
    }

    /** The keys between those. */
    List<byte[]> absent(long first, int count) {
        return keys(2 * first + 1, count);
    }

    private List<byte[]> keys(long first, int count) {
        return LongStream.range(0, count)
                .mapToObj(i -> maker.apply(first + 2 * i))
                .toList();
    }
}
