// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

/**
 * The form of write-ahead logs and of the MANIFEST: records, cut into fragments that do not cross blocks of 32 KiB
 * (DB-3).
 *
 * <pre>
 *   | fragment | fragment ... | trailer |  block of 32768 bytes; the last one ends with the file
 *                               0 to 6 zero bytes, where no header fits
 *   fragment: | masked CRC-32C of type and data | length  | type   | data |
 *               4 bytes                           2 bytes   1 byte
 * </pre>
 */
final class LogFormat {
    static final int BLOCK_LENGTH = 1 << 15;
    static final int CHECKSUM_LENGTH = 4;
    static final int HEADER_LENGTH = 7;

    /** Index in a header of the type; the checksum runs from here. */
    static final int TYPE_INDEX = 6;

    /** No record: left by a writer that maps its file and allocates ahead. */
    static final int ZERO = 0;

    static final int FULL = 1;
    static final int FIRST = 2;
    static final int MIDDLE = 3;
    static final int LAST = 4;

    private LogFormat() {}

    /** How many bytes of the block that holds this offset lie at or after it. */
    static int blockBytesFrom(int offset) {
        return BLOCK_LENGTH - offset % BLOCK_LENGTH;
    }
}
