// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * A table file, read as slowly and plainly as possible, as far as is needed to find its filter block.
 *
 * <p>Every defect of a file is an {@link IllegalArgumentException}. Immutable, provided that no code changes the array.
 *
 * @param bytes the whole file
 */
public record ReferenceTable(byte[] bytes) {
    /** The prefix of a policy's name in the metaindex (TF-8). */
    public static final String FILTER_PREFIX = "filter.";

    /** Length of what follows each block: a type and a checksum (TF-4). */
    public static final int TRAILER = 5;

    /** Length of what follows the user key in an internal key (TF-12). */
    public static final int TAG_LENGTH = 8;

    static final int FOOTER = 48;
    static final long MAGIC = 0xdb4775248b80fb57L;
    private static final int RAW = 0;
    private static final int SNAPPY = 1;

    /**
     * Returns the filter block that belongs to a policy's name, decompressed if need be (TF-10); empty if the table
     * has none of that name (TF-14).
     *
     * @throws IllegalArgumentException if the file is not a table, or is damaged on the way to the filter block
     */
    public Optional<byte[]> filterBlock(String policyName) {
        byte[] handle = entries(block(metaindexHandle())).get(FILTER_PREFIX + policyName);
        return handle == null ? Optional.empty() : Optional.of(block(handle(handle, 0)));
    }

    private Handle metaindexHandle() {
        if (bytes.length < FOOTER || littleEndian().getLong(bytes.length - 8) != MAGIC) {
            throw new IllegalArgumentException("no footer of a table (TF-1)");
        }
        return handle(bytes, bytes.length - FOOTER);
    }

    private static Handle handle(byte[] source, int at) {
        ReferenceVarint offset = ReferenceVarint.at(source, at);
        return new Handle(
                offset.value(), ReferenceVarint.at(source, offset.end()).value());
    }

    /** Returns a block's contents after checking its place (TF-5) and its checksum (TF-4). */
    private byte[] block(Handle handle) {
        if (bytes.length < TRAILER || !handle.isWithin(bytes.length - TRAILER)) {
            throw new IllegalArgumentException("a block outside of the file (TF-5): " + handle);
        }
        int begin = (int) handle.offset();
        int end = begin + (int) handle.size();
        if (littleEndian().getInt(end + 1) != maskedCrc(bytes, begin, end + 1)) {
            throw new IllegalArgumentException("a block with a wrong checksum (TF-4): " + handle);
        }
        byte[] stored = Arrays.copyOfRange(bytes, begin, end);
        return switch (bytes[end]) {
            case RAW -> stored;
            case SNAPPY -> ReferenceSnappy.decompress(stored);
            default -> throw new IllegalArgumentException("a block of type " + bytes[end] + " (TF-6)");
        };
    }

    /** Returns the first value of each key, a key's bytes read as Latin-1 (TF-7, TF-9). */
    private static Map<String, byte[]> entries(byte[] block) {
        long restarts = block.length < 4 ? -1 : Integer.toUnsignedLong(u32(block, block.length - 4));
        long end = block.length - 4 * (restarts + 1);
        if (restarts < 0 || end < 0) {
            throw new IllegalArgumentException("a block too short for its restarts (TF-7)");
        }
        Map<String, byte[]> entries = new LinkedHashMap<>();
        String key = "";
        int at = 0;
        while (at < end) {
            ReferenceVarint shared = ReferenceVarint.at(block, at);
            ReferenceVarint unshared = ReferenceVarint.at(block, shared.end());
            ReferenceVarint value = ReferenceVarint.at(block, unshared.end());
            int begin = value.end();
            if (!fits(shared.value(), key.length())
                    || !fits(unshared.value(), end - begin)
                    || !fits(value.value(), end - begin - unshared.value())) {
                throw new IllegalArgumentException("an entry larger than its block (TF-7)");
            }
            int middle = begin + (int) unshared.value();
            key = key.substring(0, (int) shared.value())
                    + new String(block, begin, middle - begin, java.nio.charset.StandardCharsets.ISO_8859_1);
            at = middle + (int) value.value();
            entries.putIfAbsent(key, Arrays.copyOfRange(block, middle, at));
        }
        return entries;
    }

    private static boolean fits(long length, long room) {
        return length >= 0 && length <= room;
    }

    /** Returns the masked CRC-32C of the bytes in {@code [begin, end)} (TF-4). */
    public static int maskedCrc(byte[] bytes, int begin, int end) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, begin, end - begin);
        return Integer.rotateRight((int) crc.getValue(), 15) + 0xa282ead8;
    }

    private ByteBuffer littleEndian() {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int u32(byte[] source, int at) {
        return ByteBuffer.wrap(source).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
    }
}
