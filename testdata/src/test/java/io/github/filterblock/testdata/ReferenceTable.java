// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.iq80.snappy.CorruptionException;
import org.iq80.snappy.Snappy;

/**
 * A table file, read as slowly and plainly as possible, as far as is needed to find its filter block.
 *
 * <p>Every defect of a file is an {@link IllegalArgumentException}. Immutable, provided that no code changes the array.
 *
 * @param bytes the whole file
 */
public record ReferenceTable(byte[] bytes) {
    private static final int FOOTER = 48;
    private static final long MAGIC = 0xdb4775248b80fb57L;
    private static final int RAW = 0;
    private static final int SNAPPY = 1;

    /**
     * Returns the filter block that belongs to a policy's name, decompressed if need be (TF-10); empty if the table
     * has none of that name (TF-14).
     *
     * @throws IllegalArgumentException if the file is not a table, or is damaged on the way to the filter block
     */
    public Optional<byte[]> filterBlock(String policyName) {
        if (bytes.length < FOOTER || littleEndian(bytes).getLong(bytes.length - 8) != MAGIC) {
            throw new IllegalArgumentException("no footer of a table (TF-1)");
        }
        try {
            byte[] metaindex = block(littleEndian(bytes).position(bytes.length - FOOTER));
            byte[] handle = entries(metaindex).get(TablePlan.FILTER_PREFIX + policyName);
            return handle == null ? Optional.empty() : Optional.of(block(littleEndian(handle)));
        } catch (BufferUnderflowException cutShort) {
            throw new IllegalArgumentException(cutShort);
        }
    }

    /** Returns the contents of the block at a handle after checking its place (TF-5) and its checksum (TF-4). */
    private byte[] block(ByteBuffer in) {
        Handle handle = new Handle(varint(in), varint(in));
        if (!handle.isWithin(bytes.length - TablePlan.TRAILER)) {
            throw new IllegalArgumentException("a block outside of the file (TF-5): " + handle);
        }
        int begin = (int) handle.offset();
        int end = begin + (int) handle.size();
        if (littleEndian(bytes).getInt(end + 1) != TablePlan.maskedCrc(bytes, begin, end + 1)) {
            throw new IllegalArgumentException("a block with a wrong checksum (TF-4): " + handle);
        }
        byte[] stored = Arrays.copyOfRange(bytes, begin, end);
        return switch (bytes[end]) {
            case RAW -> stored;
            case SNAPPY -> decompress(stored);
            default -> throw new IllegalArgumentException("a block of type " + bytes[end] + " (TF-6)");
        };
    }

    private static byte[] decompress(byte[] stored) {
        try {
            int length = Snappy.getUncompressedLength(stored, 0);
            if (length > 22L * stored.length + 64) {
                throw new IllegalArgumentException("Snappy cannot make " + length + " bytes of " + stored.length);
            }
            return Snappy.uncompress(stored, 0, stored.length);
        } catch (CorruptionException | IndexOutOfBoundsException damaged) {
            throw new IllegalArgumentException("not Snappy's format", damaged);
        }
    }

    /** Returns the first value of each key, a key's bytes read as Latin-1 (TF-7, TF-9). */
    private static Map<String, byte[]> entries(byte[] block) {
        ByteBuffer in = littleEndian(block);
        long restarts = block.length < 4 ? -1 : Integer.toUnsignedLong(in.getInt(block.length - 4));
        long end = block.length - 4 * (restarts + 1);
        if (restarts < 0 || end < 0) {
            throw new IllegalArgumentException("a block too short for its restarts (TF-7)");
        }
        Map<String, byte[]> entries = new LinkedHashMap<>();
        String key = "";
        for (in.limit((int) end); in.hasRemaining(); ) {
            int shared = length(varint(in), key.length());
            long unshared = varint(in);
            long value = varint(in);
            key = key.substring(0, shared) + new String(take(in, unshared), StandardCharsets.ISO_8859_1);
            entries.putIfAbsent(key, take(in, value));
        }
        return entries;
    }

    private static byte[] take(ByteBuffer in, long length) {
        byte[] bytes = new byte[length(length, in.remaining())];
        in.get(bytes);
        return bytes;
    }

    private static int length(long length, int room) {
        if (length < 0 || length > room) {
            throw new IllegalArgumentException("an entry larger than its block (TF-7)");
        }
        return (int) length;
    }

    /** Reads a number in groups of seven bits, the lowest first (TF-3). */
    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int i = 0; i < 10; i++) {
            byte group = in.get();
            value |= (group & 0x7fL) << 7 * i;
            if (group >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("a number without an end at " + in.position());
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
