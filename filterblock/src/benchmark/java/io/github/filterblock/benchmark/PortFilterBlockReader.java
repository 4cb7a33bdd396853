// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

/** LevelDB's reader over a block that is well-formed. */
final class PortFilterBlockReader {
    private final PortBloom policy;
    private final byte[] block;
    private final int arrayOffset;
    private final int filterCount;
    private final int baseLg;

    PortFilterBlockReader(PortBloom policy, byte[] block) {
        this.policy = policy;
        this.block = block;
        this.baseLg = block[block.length - 1];
        this.arrayOffset = PortBloom.decodeFixed32(block, block.length - 5);
        this.filterCount = (block.length - 5 - arrayOffset) / 4;
    }

    boolean keyMayMatch(long blockOffset, byte[] key, int keyOffset, int keyLength) {
        long index = blockOffset >>> baseLg;
        if (index < filterCount) {
            int start = PortBloom.decodeFixed32(block, arrayOffset + (int) index * 4);
            int limit = PortBloom.decodeFixed32(block, arrayOffset + (int) index * 4 + 4);
            if (start <= limit && limit <= arrayOffset) {
                return policy.keyMayMatch(key, keyOffset, keyLength, block, start, limit - start);
            }
            if (start == limit) {
                return false;
            }
        }
        return true;
    }
}
