// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.coding;

import java.util.zip.CRC32C;

/**
 * The checksum of a block: CRC-32C over its stored bytes and the type byte, masked (TF-4).
 *
 * <p>The mask keeps a checksum of bytes that contain checksums from being a constant; google/leveldb {@code
 * util/crc32c.h}. Records of logs have the same checksum, over the type byte and the bytes after it (DB-3).
 * Thread-safe, because it has no state.
 */
public final class MaskedCrc32c {
    private static final int MASK_DELTA = 0xa282ead8;
    private static final int MASK_ROTATION = 15;

    private MaskedCrc32c() {}

    /**
     * The checksum of some bytes.
     *
     * @param bytes holds them
     * @param offset index of the first
     * @param length their number
     * @return as it is stored, masked
     */
    public static int of(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return mask((int) crc.getValue());
    }

    /**
     * Masks a checksum.
     *
     * @param crc a CRC-32C
     * @return as it is stored
     */
    public static int mask(int crc) {
        return Integer.rotateRight(crc, MASK_ROTATION) + MASK_DELTA;
    }
}
