// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.columns;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Makes columnar blocks of columns in the forms that the rules allow, more of them than Pebble's writer uses. */
public final class ColumnarMaker {
    private final byte[] header;
    private final int rows;
    private final List<Integer> types = new ArrayList<>();
    private final List<Writing> columns = new ArrayList<>();

    /** Writes a column to the end of what there is of the block. */
    private interface Writing {
        void to(Bytes out);
    }

    /** A row of bytes that numbers are added to. */
    private static final class Bytes extends ByteArrayOutputStream {
        void number(long number, int width) {
            for (int i = 0; i < width; i++) {
                write((int) (number >>> 8 * i));
            }
        }

        void align(int size) {
            while (count % size != 0) {
                write(0);
            }
        }
    }

    public ColumnarMaker(byte[] header, int rows) {
        this.header = header.clone();
        this.rows = rows;
    }

    private ColumnarMaker add(int type, Writing column) {
        types.add(type);
        columns.add(column);
        return this;
    }

    public ColumnarMaker bits(boolean... bits) {
        return add(1, out -> {
            out.write(0);
            out.align(8);
            int words = (bits.length + 63) / 64;
            long summary = 0;
            for (int i = 0; i < words * 64; i += 64) {
                long word = 0;
                for (int j = i; j < Math.min(bits.length, i + 64); j++) {
                    word |= bits[j] ? 1L << j : 0;
                }
                out.number(word, 8);
                summary |= word != 0 ? 1L << i / 64 : 0;
            }
            for (int i = 0; i < words; i += 64) {
                out.number(summary, 8);
            }
        });
    }

    public ColumnarMaker noBits() {
        return add(1, out -> out.write(1));
    }

    /** Numbers in so many bytes each, after {@code base} was taken from them if there is one. */
    public ColumnarMaker numbers(int width, long base, long... numbers) {
        return add(2, out -> numbers(out, width, base, numbers));
    }

    private static void numbers(Bytes out, int width, long base, long... numbers) {
        out.write(base == 0 ? width : width | 0x80);
        if (base != 0) {
            out.number(base, 8);
        }
        out.align(Math.max(1, width));
        for (long number : numbers) {
            out.number(number - base, width);
        }
    }

    public ColumnarMaker strings(int width, byte[]... strings) {
        return add(3, out -> pieces(out, width, new byte[0], List.of(strings)));
    }

    private static void pieces(Bytes out, int width, byte[] first, List<byte[]> pieces) {
        long[] ends = new long[pieces.size() + 1];
        ends[0] = first.length;
        for (int i = 0; i < pieces.size(); i++) {
            ends[i + 1] = ends[i] + pieces.get(i).length;
        }
        numbers(out, width, 0, ends);
        out.writeBytes(first);
        pieces.forEach(out::writeBytes);
    }

    /** Keys in ascending order, in bundles of 2^{@code log} rows; equal ones may follow one another. */
    public ColumnarMaker keys(int width, int log, byte[]... keys) {
        return add(4, out -> {
            int shared = common(keys, 0, keys.length);
            List<byte[]> pieces = new ArrayList<>();
            for (int i = 0; i < keys.length; i += 1 << log) {
                int end = Math.min(keys.length, i + (1 << log));
                int bundle = common(keys, i, end);
                pieces.add(Arrays.copyOfRange(keys[i], shared, bundle));
                for (int j = i; j < end; j++) {
                    boolean again = j > i && Arrays.equals(keys[j], keys[j - 1]);
                    pieces.add(again ? new byte[0] : Arrays.copyOfRange(keys[j], bundle, keys[j].length));
                }
            }
            out.write(log);
            pieces(out, width, Arrays.copyOf(keys[0], shared), pieces);
        });
    }

    private static int common(byte[][] keys, int from, int to) {
        int common = keys[from].length;
        for (int i = from; i < to; i++) {
            int differs = Arrays.mismatch(keys[from], keys[i]);
            common = Math.min(common, differs < 0 ? keys[i].length : differs);
        }
        return common;
    }

    public byte[] block() {
        Bytes out = new Bytes();
        out.writeBytes(header);
        out.write(1);
        out.number(columns.size(), 2);
        out.number(rows, 4);
        int startsAt = out.size();
        out.writeBytes(new byte[5 * columns.size()]);
        int[] starts = new int[columns.size()];
        for (int i = 0; i < columns.size(); i++) {
            starts[i] = out.size();
            if (rows > 0) {
                columns.get(i).to(out);
            }
        }
        out.write(0);
        byte[] block = out.toByteArray();
        for (int i = 0; i < starts.length; i++) {
            block[startsAt + 5 * i] = types.get(i).byteValue();
            for (int j = 0; j < 4; j++) {
                block[startsAt + 5 * i + 1 + j] = (byte) (starts[i] >>> 8 * j);
            }
        }
        return block;
    }
}
