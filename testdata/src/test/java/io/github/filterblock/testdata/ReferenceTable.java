// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

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
        byte[] handle = entries(block(metaindexHandle())).get(TablePlan.FILTER_PREFIX + policyName);
        return handle == null ? Optional.empty() : Optional.of(block(handle(handle, 0)));
    }

    private Handle metaindexHandle() {
        if (bytes.length < FOOTER || littleEndian().getLong(bytes.length - 8) != MAGIC) {
            throw new IllegalArgumentException("no footer of a table (TF-1)");
        }
        return handle(bytes, bytes.length - FOOTER);
    }

    private static Handle handle(byte[] source, int at) {
        Varint offset = Varint.at(source, at);
        return new Handle(offset.value(), Varint.at(source, offset.end()).value());
    }

    /** Returns a block's contents after checking its place (TF-5) and its checksum (TF-4). */
    private byte[] block(Handle handle) {
        if (bytes.length < TablePlan.TRAILER || !handle.isWithin(bytes.length - TablePlan.TRAILER)) {
            throw new IllegalArgumentException("a block outside of the file (TF-5): " + handle);
        }
        int begin = (int) handle.offset();
        int end = begin + (int) handle.size();
        if (littleEndian().getInt(end + 1) != TablePlan.maskedCrc(bytes, begin, end + 1)) {
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
        long restarts = block.length < 4 ? -1 : Integer.toUnsignedLong(u32(block, block.length - 4));
        long end = block.length - 4 * (restarts + 1);
        if (restarts < 0 || end < 0) {
            throw new IllegalArgumentException("a block too short for its restarts (TF-7)");
        }
        Map<String, byte[]> entries = new LinkedHashMap<>();
        String key = "";
        int at = 0;
        while (at < end) {
            Varint shared = Varint.at(block, at);
            Varint unshared = Varint.at(block, shared.end());
            Varint value = Varint.at(block, unshared.end());
            int begin = value.end();
            if (!fits(shared.value(), key.length())
                    || !fits(unshared.value(), end - begin)
                    || !fits(value.value(), end - begin - unshared.value())) {
                throw new IllegalArgumentException("an entry larger than its block (TF-7)");
            }
            int middle = begin + (int) unshared.value();
            key = key.substring(0, (int) shared.value())
                    + new String(block, begin, middle - begin, StandardCharsets.ISO_8859_1);
            at = middle + (int) value.value();
            entries.putIfAbsent(key, Arrays.copyOfRange(block, middle, at));
        }
        return entries;
    }

    private static boolean fits(long length, long room) {
        return length >= 0 && length <= room;
    }

    private ByteBuffer littleEndian() {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int u32(byte[] source, int at) {
        return ByteBuffer.wrap(source).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
    }

    /** A number in groups of seven bits, the lowest first, and the index after its last byte (TF-3). */
    private record Varint(long value, int end) {
        static Varint at(byte[] bytes, int at) {
            long value = 0;
            for (int i = 0; i < 10 && at + i < bytes.length; i++) {
                value |= (bytes[at + i] & 0x7fL) << 7 * i;
                if (bytes[at + i] >= 0) {
                    return new Varint(value, at + i + 1);
                }
            }
            throw new IllegalArgumentException("a number without an end at " + at);
        }
    }
}
