// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Gives changed blocks of a table the checksums that fit, of whatever kind the table has (TF-4, RF-3). */
public final class Seal {
    private static final int FOOTER_LENGTH = 53;
    private static final int FOOTER_CHECKSUM_AT = 5;
    private static final int TYPE_LENGTH = 1;

    private Seal() {}

    /**
     * Seals a block in place.
     *
     * @param table the whole table
     * @param footer of the sound table
     * @param handle where the block lies
     */
    public static void block(byte[] table, Footer footer, BlockHandle handle) {
        int offset = (int) handle.offset();
        int length = (int) handle.size() + TYPE_LENGTH;
        footer.checksum()
                .of(table, offset, length)
                .ifPresent(sum -> put(table, offset + length, sum + footer.context(handle.offset())));
    }

    /** Seals a footer of version 6 or later in place; others have no checksum. */
    public static void footer(byte[] table, Footer footer) {
        if (footer.hasContext()) {
            int start = table.length - FOOTER_LENGTH;
            put(table, start + FOOTER_CHECKSUM_AT, 0);
            footer.checksum()
                    .of(table, start, FOOTER_LENGTH)
                    .ifPresent(sum -> put(table, start + FOOTER_CHECKSUM_AT, sum + footer.context(start)));
        }
    }

    /** Seals a footer of Pebble's format 6 or later in place; others have no checksum. */
    public static void pebbleFooter(byte[] table, Footer footer) {
        if (footer.pebbleFormat() >= 6) {
            int start = table.length - (footer.pebbleFormat() == 6 ? 57 : 61);
            int at = table.length - 16;
            byte[] summed = new byte[at - start + 12];
            System.arraycopy(table, start, summed, 0, at - start);
            System.arraycopy(table, at + Integer.BYTES, summed, at - start, 12);
            put(table, at, BlockChecksum.CRC32C.of(summed, 0, summed.length).orElseThrow());
        }
    }

    private static void put(byte[] table, int offset, int value) {
        ByteBuffer.wrap(table).order(ByteOrder.LITTLE_ENDIAN).putInt(offset, value);
    }
}
