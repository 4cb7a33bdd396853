// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * RocksDB's full filters, written to be read and not to be fast (RF-6 to RF-9): numbers are as wide as they must be,
 * and nothing is computed ahead.
 */
public final class ReferenceFullFilter {
    private static final int TRAILER = 5;
    private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);

    private ReferenceFullFilter() {}

    /** Returns whether a filter block lets a key through, the legacy one with the signed hash. */
    public static boolean mayMatch(byte[] block, byte[] key) {
        int length = block.length - TRAILER;
        if (length <= 0) {
            return false;
        }
        byte[] bits = Arrays.copyOf(block, length);
        int[] trailer = new int[TRAILER];
        for (int i = 0; i < TRAILER; i++) {
            trailer[i] = Byte.toUnsignedInt(block[length + i]);
        }
        return switch (trailer[0]) {
            case 0xff -> fastLocal(bits, trailer, key);
            case 0xfe -> ribbon(bits, trailer, key);
            default -> trailer[0] == 0 || trailer[0] >= 0x80 || legacy(bits, trailer, key);
        };
    }

    private static boolean legacy(byte[] bits, int[] trailer, byte[] key) {
        long lines = trailer[1] + 256L * trailer[2] + 65_536L * trailer[3] + 16_777_216L * trailer[4];
        if (lines == 0 || bits.length % lines != 0 || Long.bitCount(bits.length / lines) != 1) {
            return true;
        }
        long lineBits = 8 * (bits.length / lines);
        long hash = ReferenceHash.SIGNED_TAIL.hash(key, ReferenceHash.BLOOM_SEED);
        long delta = hash / (1 << 17) + hash % (1 << 17) * (1 << 15);
        long position = hash;
        for (int probe = 0; probe < trailer[0]; probe++) {
            if (!isSet(bits, hash % lines * lineBits + position % lineBits)) {
                return false;
            }
            position = (position + delta) % (1L << 32);
        }
        return true;
    }

    private static boolean fastLocal(byte[] bits, int[] trailer, byte[] key) {
        int probes = trailer[2];
        long lines = bits.length / 64;
        if (trailer[1] != 0 || trailer[3] != 0 || trailer[4] != 0 || probes < 1 || probes > 30 || lines == 0) {
            return true;
        }
        long hash = ReferenceXxph3.hash(key);
        long line = Integer.toUnsignedLong((int) hash) * lines / (1L << 32);
        long golden = hash >>> 32;
        for (int probe = 0; probe < probes; probe++) {
            if (!isSet(bits, line * 512 + golden / (1 << 23))) {
                return false;
            }
            golden = Integer.toUnsignedLong((int) (golden * 0x9e3779b9L));
        }
        return true;
    }

    private static boolean ribbon(byte[] bits, int[] trailer, byte[] key) {
        long blocks = trailer[2] + 256L * trailer[3] + 65_536L * trailer[4];
        long segments = bits.length / 16;
        if (blocks < 2 || segments == 0) {
            return true;
        }
        long columns = (segments + blocks - 1) / blocks;
        long lower = columns * blocks - segments;
        if (columns > 32) {
            columns = 32;
            lower = 0;
        }
        long raw = trailer[1] * 0xc78219a23eeadd03L;
        raw ^= (raw & 0xf0f0f0f0f0f0f0f0L) >>> 4;
        long hash = (ReferenceXxph3.hash(key) ^ raw & 0xffff_ffffL) * 0x6193d459236a3a0dL;
        BigInteger product = unsigned(hash).multiply(BigInteger.valueOf(128 * blocks - 127));
        long start = product.shiftRight(64).longValueExact();
        long upper = hash * 0xc28f82822b650bedL;
        BigInteger coefficients = unsigned(upper).multiply(TWO_TO_64).add(unsigned((upper ^ 0xc367844a6e52731dL) | 1));
        long block = start / 128;
        int row = (int) (start % 128);
        long first = block * columns - Math.min(block, lower);
        long count = block < lower ? columns - 1 : columns;
        BigInteger shifted = coefficients.shiftLeft(row);
        for (int column = 0; column < count; column++) {
            BigInteger rows = segment(bits, first + column);
            if (row > 0) {
                rows = rows.add(segment(bits, first + count + column).shiftLeft(128));
            }
            boolean odd = rows.and(shifted).bitCount() % 2 == 1;
            if (odd != ((Long.reverseBytes(upper) >>> column) % 2 != 0)) {
                return false;
            }
        }
        return true;
    }

    private static BigInteger segment(byte[] bits, long number) {
        ByteBuffer words = ByteBuffer.wrap(bits, (int) (16 * number), 16).order(ByteOrder.LITTLE_ENDIAN);
        BigInteger low = unsigned(words.getLong());
        return unsigned(words.getLong()).multiply(TWO_TO_64).add(low);
    }

    private static boolean isSet(byte[] bits, long position) {
        return (bits[(int) (position / 8)] >>> position % 8) % 2 != 0;
    }

    static BigInteger unsigned(long number) {
        return new BigInteger(Long.toUnsignedString(number));
    }
}
