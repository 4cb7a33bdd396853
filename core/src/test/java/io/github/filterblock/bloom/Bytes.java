// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.testdata.ReferenceBloomFilter;
import io.github.filterblock.testdata.ReferenceHash;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/** Short ways to write keys and filters in tests, also in those of other modules. */
public final class Bytes {
    private Bytes() {}

    /** The bytes of a hex text; blanks are for the reader. */
    public static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    /** The bytes as {@link #hex} reads them, without blanks. */
    public static String toHex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    /** The bytes of an ASCII text. */
    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** The bytes of each ASCII text. */
    public static List<byte[]> asciiKeys(String... texts) {
        return Arrays.stream(texts).map(Bytes::ascii).toList();
    }

    /** The bytes, with bytes of 0xa5 before and behind them. */
    public static byte[] padded(byte[] bytes, int before, int behind) {
        byte[] padded = new byte[before + bytes.length + behind];
        Arrays.fill(padded, (byte) 0xa5);
        System.arraycopy(bytes, 0, padded, before, bytes.length);
        return padded;
    }

    static byte[] littleEndian(int word) {
        return ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(word)
                .array();
    }

    /** The keys of the original tests: the numbers from {@code first} to {@code limit - 1}, four bytes each. */
    static List<byte[]> numberedKeys(int first, int limit) {
        return IntStream.range(first, limit).mapToObj(Bytes::littleEndian).toList();
    }

    /** A buffer with these bytes from index {@code before} on, and bytes of 0xa5 on both sides. */
    static ByteBuffer buffer(byte[] bytes, int before, boolean direct, ByteOrder order) {
        byte[] padded = padded(bytes, before, 3);
        ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(padded.length) : ByteBuffer.allocate(padded.length);
        return buffer.put(0, padded).order(order);
    }

    /** LevelDB's filter as the kit writes and reads it, slowly; it knows nothing of goleveldb's wrapped probes. */
    static ReferenceBloomFilter model(BloomFilterPolicy policy) {
        return new ReferenceBloomFilter(
                policy.bitsPerKey(), ReferenceHash.valueOf(policy.hash().name()));
    }

    /** What a new generator of the policy makes of the keys. */
    static byte[] filter(FilterPolicy policy, List<byte[]> keys) {
        FilterGenerator generator = policy.newGenerator();
        keys.forEach(key -> generator.addKey(key, 0, key.length));
        return generator.generate();
    }

    static boolean mayMatch(FilterMatcher matcher, byte[] key, byte[] filter) {
        return matcher.keyMayMatch(key, 0, key.length, filter, 0, filter.length);
    }

    /** The same answer, which every place and kind of memory must give; buffers stay as they are. */
    static boolean mayMatchAnywhere(FilterMatcher matcher, byte[] key, byte[] filter) {
        boolean answer = mayMatch(matcher, key, filter);
        byte[] longerKey = Arrays.copyOf(key, key.length + 2);
        for (boolean direct : new boolean[] {false, true}) {
            for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
                ByteBuffer buffer = buffer(filter, 5, direct, order).position(2);
                ByteBuffer before = buffer.duplicate();
                assertEquals(answer, matcher.keyMayMatch(longerKey, 0, key.length, buffer, 5, filter.length));
                assertEquals(before, buffer);
                assertEquals(order, buffer.order());
            }
        }
        byte[] block = padded(filter, 5, 3);
        assertEquals(answer, matcher.keyMayMatch(longerKey, 0, key.length, block, 5, filter.length));
        return answer;
    }
}
