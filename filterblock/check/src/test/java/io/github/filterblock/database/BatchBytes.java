// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.table.TestBlocks;

/** Write batches and logs of them, wrong ones too. */
public final class BatchBytes {
    private final EditBytes operations = new EditBytes();
    private int count;

    public BatchBytes() {}

    public BatchBytes put(byte[] key, byte[] value) {
        operations.raw(1).prefixed(key).prefixed(value);
        count++;
        return this;
    }

    public BatchBytes delete(byte[] key) {
        operations.raw(0).prefixed(key);
        count++;
        return this;
    }

    BatchBytes raw(int... bytes) {
        operations.raw(bytes);
        return this;
    }

    BatchBytes counting(int wanted) {
        count = wanted;
        return this;
    }

    public byte[] toByteArray() {
        return TestBlocks.join(new byte[] {7, 0, 0, 0, 0, 0, 0, 0}, TestBlocks.u32(count), operations.toByteArray());
    }

    /** A write-ahead log of these batches. */
    public static byte[] log(BatchBytes... batches) {
        Log.Writer log = new Log.Writer();
        for (BatchBytes batch : batches) {
            log.add(batch.toByteArray());
        }
        return log.toByteArray();
    }
}
