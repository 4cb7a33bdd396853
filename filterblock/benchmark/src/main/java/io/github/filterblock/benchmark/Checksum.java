// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

/** FNV-1a in 64 bits. */
final class Checksum {
    private long value = 0xcbf29ce484222325L;

    void add(byte[] bytes) {
        for (byte b : bytes) {
            add(b);
        }
    }

    void add(byte[][] arrays) {
        for (byte[] array : arrays) {
            add(array);
        }
    }

    void add(boolean answer) {
        add((byte) (answer ? 1 : 0));
    }

    private void add(byte b) {
        value = (value ^ b & 0xff) * 0x100000001b3L;
    }

    long value() {
        return value;
    }
}
