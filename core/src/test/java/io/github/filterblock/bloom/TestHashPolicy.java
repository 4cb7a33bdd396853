// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The policy of google/leveldb's {@code table/filter_block_test.cc}: a filter is the list of its keys' hashes from seed
 * 1, so the layout of a block shows without Bloom bits. It is like a policy from outside the library: it implements
 * what the interfaces require and no more.
 */
public final class TestHashPolicy implements FilterPolicy {
    @Override
    public String name() {
        return "TestHashFilter";
    }

    private static int hash(byte[] key, int offset, int length) {
        return BloomHash.UNSIGNED_TAIL.hash(key, offset, length, 1);
    }

    @Override
    public boolean keyMayMatch(
            byte[] key, int keyOffset, int keyLength, byte[] filter, int filterOffset, int filterLength) {
        ByteBuffer hashes =
                ByteBuffer.wrap(filter, filterOffset, filterLength).slice().order(ByteOrder.LITTLE_ENDIAN);
        while (hashes.remaining() >= Integer.BYTES) {
            if (hashes.getInt() == hash(key, keyOffset, keyLength)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public FilterGenerator newGenerator() {
        return new Generator(new ByteArrayOutputStream());
    }

    private record Generator(ByteArrayOutputStream hashes) implements FilterGenerator {
        @Override
        public void addKey(byte[] key, int offset, int length) {
            hashes.writeBytes(Bytes.littleEndian(hash(key, offset, length)));
        }

        @Override
        public int keyCount() {
            return hashes.size() / Integer.BYTES;
        }

        @Override
        public long filterSize() {
            return hashes.size();
        }

        @Override
        public void generate(byte[] dst, int offset) {
            ByteBuffer.wrap(dst, offset, hashes.size()).put(hashes.toByteArray());
            hashes.reset();
        }

        @Override
        public void reset() {
            hashes.reset();
        }
    }
}
