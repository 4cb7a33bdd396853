// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.zip.CRC32;

/** A plain Bloom filter of ten bits a key behind its checksum and its length; wrong ones override a part. */
class CheckedBloom implements OwnFilterSubject {
    private static final int HEADER = 8;
    private static final int PROBES = 7;

    @Override
    public byte[] write(List<byte[]> keys) {
        int bits = Math.max(64, 10 * keys.size());
        byte[] filter = new byte[bits + 7 >> 3];
        for (byte[] key : keys) {
            long hash = hash(key);
            for (int probe = 0; probe < PROBES; probe++) {
                int bit = position(hash, probe, bits);
                filter[bit >> 3] |= (byte) (1 << (bit & 7));
            }
        }
        return ByteBuffer.allocate(HEADER + filter.length)
                .putInt(checksum(filter))
                .putInt(bits)
                .put(filter)
                .array();
    }

    private static int position(long hash, int probe, int bits) {
        return (int) Long.remainderUnsigned(hash + probe * (hash >>> 32 | 1), bits);
    }

    /** FNV-1a, and the last step of SplitMix64. */
    long hash(byte[] key) {
        long hash = 0xcbf29ce484222325L;
        for (byte each : key) {
            hash = (hash ^ each & 0xff) * 0x100000001b3L;
        }
        hash = (hash ^ hash >>> 30) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ hash >>> 27) * 0x94d049bb133111ebL;
        return hash ^ hash >>> 31;
    }

    int checksum(byte[] filter) {
        CRC32 crc = new CRC32();
        crc.update(filter);
        return (int) crc.getValue();
    }

    @Override
    public Predicate<byte[]> read(byte[] stored) {
        ByteBuffer header = ByteBuffer.wrap(stored);
        if (stored.length < HEADER) {
            return key -> true;
        }
        int checksum = header.getInt();
        int bits = header.getInt();
        byte[] filter = Arrays.copyOfRange(stored, HEADER, stored.length);
        if (checksum != checksum(filter) || bits < 1 || filter.length != bits + 7 >> 3) {
            throw new IllegalArgumentException("damaged");
        }
        return key -> mayMatch(filter, bits, hash(key));
    }

    private static boolean mayMatch(byte[] filter, int bits, long hash) {
        for (int probe = 0; probe < PROBES; probe++) {
            int bit = position(hash, probe, bits);
            if ((filter[bit >> 3] >> (bit & 7) & 1) == 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public double rate() {
        return 0.01;
    }
}
