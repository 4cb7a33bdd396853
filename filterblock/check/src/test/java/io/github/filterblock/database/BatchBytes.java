// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import java.io.ByteArrayOutputStream;
import java.util.List;

/** Write batches and logs of them, wrong ones too. */
public final class BatchBytes {
    private final ByteArrayOutputStream operations = new ByteArrayOutputStream();
    private int count;

    public BatchBytes() {}

    public BatchBytes put(byte[] key, byte[] value) {
        operations.write(1);
        prefixed(key);
        prefixed(value);
        count++;
        return this;
    }

    public BatchBytes delete(byte[] key) {
        operations.write(0);
        prefixed(key);
        count++;
        return this;
    }

    BatchBytes raw(int... bytes) {
        for (int each : bytes) {
            operations.write(each);
        }
        return this;
    }

    BatchBytes counting(int wanted) {
        count = wanted;
        return this;
    }

    private void prefixed(byte[] bytes) {
        int length = bytes.length;
        for (; length >= 0x80; length >>>= 7) {
            operations.write(length | 0x80);
        }
        operations.write(length);
        operations.writeBytes(bytes);
    }

    public byte[] toByteArray() {
        ByteArrayOutputStream batch = new ByteArrayOutputStream();
        batch.writeBytes(new byte[] {7, 0, 0, 0, 0, 0, 0, 0});
        batch.writeBytes(new byte[] {(byte) count, (byte) (count >> 8), (byte) (count >> 16), (byte) (count >> 24)});
        batch.writeBytes(operations.toByteArray());
        return batch.toByteArray();
    }

    /** A write-ahead log of batches. */
    public static byte[] log(List<byte[]> batches) {
        Log.Writer log = new Log.Writer();
        batches.forEach(log::add);
        return log.toByteArray();
    }
}
