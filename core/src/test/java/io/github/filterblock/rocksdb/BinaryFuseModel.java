// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import io.github.filterblock.arithmetic.Xxh3;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Binary fuse filters, bit for bit and slowly: fingerprints are a row of bits, and positions are big integers. It also
 * makes filters, by peeling: a place that only one key has left decides about this key last.
 */
final class BinaryFuseModel {
    private static final BigInteger WORD = BigInteger.ONE.shiftLeft(64);

    private final long segments;
    private final int shift;
    private final int bits;
    private final long seed;

    BinaryFuseModel(long segments, int shift, int bits, long seed) {
        this.segments = segments;
        this.shift = shift;
        this.bits = bits;
        this.seed = seed;
    }

    /** The smallest table of these segments in which the keys find places; several seeds are tried. */
    static byte[] build(int bits, int shift, long segments, List<byte[]> keys) {
        for (long seed = 1; seed < 100; seed++) {
            BinaryFuseModel model = new BinaryFuseModel(segments, shift, bits, seed * 0x9e3779b97f4a7c15L);
            int[] fingerprints = model.solve(keys);
            if (fingerprints.length > 0) {
                return model.stored(fingerprints);
            }
        }
        throw new IllegalArgumentException("the keys find no places");
    }

    static boolean keyMayMatch(byte[] filter, byte[] key) {
        int end = filter.length;
        BinaryFuseModel model = new BinaryFuseModel(
                number(filter, end - 6, 4).longValueExact(),
                filter[end - 2],
                filter[end - 1],
                number(filter, end - 14, 8).longValue());
        BigInteger all = number(filter, 0, end - 14);
        int sum = 0;
        for (int place : model.places(key)) {
            sum ^= all.shiftRight(place * model.bits).intValue() & (1 << model.bits) - 1;
        }
        return sum == model.want(key);
    }

    private static BigInteger number(byte[] bytes, int from, int length) {
        byte[] reversed = new byte[length];
        for (int i = 0; i < length; i++) {
            reversed[length - 1 - i] = bytes[from + i];
        }
        return new BigInteger(1, reversed);
    }

    private BigInteger hash(byte[] key) {
        BigInteger hash = word(BigInteger.valueOf(Xxh3.of(key, 0, key.length)).add(BigInteger.valueOf(seed)));
        hash = word(hash.xor(hash.shiftRight(33)).multiply(new BigInteger("ff51afd7ed558ccd", 16)));
        hash = word(hash.xor(hash.shiftRight(33)).multiply(new BigInteger("c4ceb9fe1a85ec53", 16)));
        return hash.xor(hash.shiftRight(33));
    }

    private static BigInteger word(BigInteger any) {
        return any.mod(WORD);
    }

    int want(byte[] key) {
        BigInteger hash = hash(key);
        return hash.xor(hash.shiftRight(32)).intValue() & (1 << bits) - 1;
    }

    int[] places(byte[] key) {
        BigInteger hash = hash(key);
        BigInteger first =
                hash.multiply(BigInteger.valueOf(segments).shiftLeft(shift)).shiftRight(64);
        int inSegment = (1 << shift) - 1;
        int a = first.intValueExact();
        return new int[] {
            a,
            a + (1 << shift) ^ hash.shiftRight(18).intValue() & inSegment,
            a + (2 << shift) ^ hash.intValue() & inSegment
        };
    }

    private int[] solve(List<byte[]> keys) {
        int count = (int) (segments + 2) << shift;
        int[] owners = new int[count];
        int[] sums = new int[count];
        for (int i = 0; i < keys.size(); i++) {
            for (int place : places(keys.get(i))) {
                owners[place]++;
                sums[place] ^= i;
            }
        }
        return assign(keys, peel(keys, owners, sums), count);
    }

    /** Pairs of a key and the place that decides about it, in the order in which they come off. */
    private List<int[]> peel(List<byte[]> keys, int[] owners, int[] sums) {
        Deque<Integer> single = new ArrayDeque<>();
        for (int place = 0; place < owners.length; place++) {
            if (owners[place] == 1) {
                single.add(place);
            }
        }
        List<int[]> order = new ArrayList<>();
        while (!single.isEmpty()) {
            int decisive = single.remove();
            if (owners[decisive] != 1) {
                continue;
            }
            int key = sums[decisive];
            order.add(new int[] {key, decisive});
            for (int place : places(keys.get(key))) {
                sums[place] ^= key;
                if (--owners[place] == 1) {
                    single.add(place);
                }
            }
        }
        return order;
    }

    private int[] assign(List<byte[]> keys, List<int[]> order, int count) {
        if (order.size() < keys.size()) {
            return new int[0];
        }
        int[] fingerprints = new int[count];
        for (int i = order.size() - 1; i >= 0; i--) {
            byte[] key = keys.get(order.get(i)[0]);
            int sum = want(key);
            for (int place : places(key)) {
                sum ^= fingerprints[place];
            }
            fingerprints[order.get(i)[1]] = sum;
        }
        return fingerprints;
    }

    private byte[] stored(int[] fingerprints) {
        BigInteger all = BigInteger.ZERO;
        for (int i = 0; i < fingerprints.length; i++) {
            all = all.or(BigInteger.valueOf(fingerprints[i]).shiftLeft(i * bits));
        }
        int n = fingerprints.length;
        int length = bits == 10 ? (10 * n + 7) / 8 + 3 : bits == 12 ? 3 * ((n + 1) / 2) + 1 : (n * bits + 7) / 8;
        byte[] filter = Arrays.copyOf(littleEndian(all, length), length + 14);
        System.arraycopy(littleEndian(BigInteger.valueOf(seed).mod(WORD), 8), 0, filter, length, 8);
        System.arraycopy(littleEndian(BigInteger.valueOf(segments), 4), 0, filter, length + 8, 4);
        filter[length + 12] = (byte) shift;
        filter[length + 13] = (byte) bits;
        return filter;
    }

    private static byte[] littleEndian(BigInteger number, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = number.shiftRight(8 * i).byteValue();
        }
        return bytes;
    }
}
