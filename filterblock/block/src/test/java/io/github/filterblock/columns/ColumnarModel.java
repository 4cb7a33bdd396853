// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.columns;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads a columnar block the slow way: every value of every column is written out. It shares no code with the library,
 * and refuses what does not fit with an {@link IllegalArgumentException}.
 */
public final class ColumnarModel {
    /** A column: its type as it is stored, and a Boolean, Long or byte[] for each row. */
    public record Column(int type, List<Object> values) {}

    private final ByteBuffer block;
    private int at;
    private int limit;

    private ColumnarModel(byte[] block) {
        this.block = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
    }

    public static List<Column> read(byte[] block, int customHeader) {
        try {
            return new ColumnarModel(block).columns(customHeader);
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private List<Column> columns(int customHeader) {
        int end = block.capacity() - 1;
        require(block.get(customHeader) == 1 && block.get(end) == 0);
        int count = block.getShort(customHeader + 1) & 0xffff;
        long rows = block.getInt(customHeader + 3) & 0xffffffffL;
        require(rows <= block.capacity());
        List<Column> columns = new ArrayList<>();
        long start = customHeader + 7 + 5L * count;
        require(start <= end);
        for (int i = 0; i < count; i++) {
            require(start(customHeader, i) == start);
            start = i + 1 < count ? start(customHeader, i + 1) : end;
            require(start >= start(customHeader, i) && start <= end);
            at = (int) start(customHeader, i);
            limit = (int) start;
            int type = block.get(customHeader + 7 + 5 * i) & 0xff;
            require(type >= 1 && type <= 4);
            columns.add(new Column(type, rows == 0 ? List.of() : values(type, (int) rows)));
            require(at == limit);
        }
        require(start == end);
        return columns;
    }

    private long start(int customHeader, int column) {
        return block.getInt(customHeader + 8 + 5 * column) & 0xffffffffL;
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalArgumentException("not a columnar block");
        }
    }

    private int next(int length) {
        require(length >= 0 && length <= limit - at);
        at += length;
        return at - length;
    }

    private List<Object> values(int type, int rows) {
        return switch (type) {
            case 1 -> bits(rows);
            case 2 -> List.copyOf(numbers(rows));
            case 3 -> List.copyOf(strings(rows));
            default -> prefixed(rows);
        };
    }

    private List<Object> bits(int rows) {
        int form = block.get(next(1));
        require(form == 0 || form == 1);
        List<Object> bits = new ArrayList<>();
        if (form == 1) {
            for (int i = 0; i < rows; i++) {
                bits.add(false);
            }
            return bits;
        }
        while (at % 8 != 0) {
            next(1);
        }
        int words = 0;
        for (int i = 0; i < rows; i += 64, words++) {
            long word = block.getLong(next(8));
            for (int j = i; j < Math.min(rows, i + 64); j++) {
                bits.add((word >>> j - i & 1) == 1);
            }
        }
        for (int i = 0; i < words; i += 64) {
            next(8);
        }
        return bits;
    }

    private List<Long> numbers(int count) {
        int form = block.get(next(1)) & 0xff;
        int width = form % 128;
        require(List.of(0, 1, 2, 4, 8).contains(width));
        long base = form < 128 ? 0 : block.getLong(next(8));
        while (width > 0 && at % width != 0) {
            next(1);
        }
        require((long) count * width <= limit - at);
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long number = 0;
            int place = next(width);
            for (int j = 0; j < width; j++) {
                number += (block.get(place + j) & 0xffL) << 8 * j;
            }
            numbers.add(base + number);
        }
        return numbers;
    }

    /** The pieces between so many ends and one more, without what is before the first. */
    private List<byte[]> strings(int count) {
        List<byte[]> pieces = pieces(count);
        require(pieces.get(0).length == 0);
        return pieces.subList(1, pieces.size());
    }

    private List<byte[]> pieces(int count) {
        List<Long> ends = numbers(count + 1);
        int start = at;
        long end = 0;
        List<byte[]> pieces = new ArrayList<>();
        for (long each : ends) {
            require(Long.compareUnsigned(each, end) >= 0 && each >= 0 && each <= limit - start);
            pieces.add(Arrays.copyOfRange(block.array(), start + (int) end, start + (int) each));
            end = each;
        }
        next((int) end);
        return pieces;
    }

    private List<Object> prefixed(int rows) {
        int log = block.get(next(1)) & 0xff;
        require(log <= 30);
        long inBundle = 1L << log;
        int bundles = (int) ((rows + inBundle - 1) / inBundle);
        List<byte[]> pieces = new ArrayList<>(pieces(rows + bundles));
        byte[] shared = pieces.remove(0);
        List<Object> keys = new ArrayList<>();
        byte[] bundle = {};
        byte[] rest = {};
        for (int i = 0; i < rows; i++) {
            if (i % inBundle == 0) {
                bundle = pieces.remove(0);
                rest = new byte[0];
            }
            byte[] own = pieces.remove(0);
            rest = own.length > 0 ? own : rest;
            keys.add(joined(shared, bundle, rest));
        }
        return keys;
    }

    private static byte[] joined(byte[]... parts) {
        ByteBuffer all = ByteBuffer.allocate(
                Arrays.stream(parts).mapToInt(part -> part.length).sum());
        for (byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }
}
