// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package org.iq80.leveldb.table;

import java.util.List;
import org.iq80.leveldb.util.Slice;

/** Lets the benchmarks into the classes of io.github.pcmind:leveldb, some of which are package-private. */
public final class PcmindBridge {
    private static final int KEY_LENGTH = 16;
    private static final BloomFilterPolicy POLICY = new BloomFilterPolicy(10);

    private PcmindBridge() {}

    public static final class Reader {
        private final FilterBlockReader reader;

        public Reader(byte[] block) {
            reader = new FilterBlockReader(POLICY, new Slice(block));
        }

        public boolean keyMayMatch(long blockOffset, byte[] keys, int keyOffset) {
            return reader.keyMayMatch(blockOffset, new Slice(keys, keyOffset, KEY_LENGTH));
        }
    }

    public static byte[] createFilter(List<Slice> keys) {
        return POLICY.createFilter(keys);
    }

    public static boolean keyMayMatch(byte[] keys, int keyOffset, byte[] filters, int filterOffset, int filterLength) {
        return POLICY.keyMayMatch(
                new Slice(keys, keyOffset, KEY_LENGTH), new Slice(filters, filterOffset, filterLength));
    }

    /** Builds a block; the builder keeps the keys until it is finished. */
    public static byte[] build(byte[] keys, int[] starts, int blocks, int keysPerBlock, int blockLengthLg) {
        FilterBlockBuilder builder = new FilterBlockBuilder(POLICY);
        int key = 0;
        for (int block = 0; block < blocks; block++) {
            builder.startBlock((long) block << blockLengthLg);
            for (int end = key + keysPerBlock; key < end; key++) {
                builder.addKey(new Slice(keys, starts[key], starts[key + 1] - starts[key]));
            }
        }
        builder.startBlock((long) blocks << blockLengthLg);
        return builder.finish().copyBytes();
    }
}
