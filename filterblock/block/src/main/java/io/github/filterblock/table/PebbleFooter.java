// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.arithmetic.LittleEndian;
import io.github.filterblock.coding.MaskedCrc32c;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Pebble's own footer (PB-2): 53 bytes, 57 in format 6, 61 from format 7 on.
 *
 * <pre>
 *   0          1                          41           45             49       53
 *   | checksum | two handles and padding  | attributes | own checksum | format | magic |
 *                                           from 7 on    from 6 on
 * </pre>
 *
 * @param stored the footer, as long as its format says
 * @param file the file's name, for messages
 * @param offset in the file of the footer
 */
record PebbleFooter(byte[] stored, String file, long offset) {
    static final long MAGIC = 0xb3aa9ff0b3aa9ff0L;
    static final int LAST_FORMAT = 8;

    private static final int SHORTEST = 53;
    private static final int HANDLES_AT = 1;
    private static final int HANDLES_END = 41;
    private static final int FORMAT_FROM_END = 12;
    private static final int FIRST_WITH_CHECKSUM = 6;
    static final int FIRST_WITH_ATTRIBUTES = 7;

    /** The number of bytes of the footer that ends with these, at least 12; 53 for a format that is not known. */
    static int length(byte[] end) {
        int format = LittleEndian.intAt(end, end.length - FORMAT_FROM_END);
        boolean known = format > 0 && format <= LAST_FORMAT;
        return SHORTEST
                + (known && format >= FIRST_WITH_CHECKSUM ? Integer.BYTES : 0)
                + (known && format >= FIRST_WITH_ATTRIBUTES ? Integer.BYTES : 0);
    }

    Footer decode() throws CorruptTableException {
        int least = length(stored);
        if (stored.length < least) {
            throw corrupt(
                    0,
                    Reason.TOO_SHORT,
                    "Pebble's magic number, but no room for the " + least + " bytes of its footer");
        }
        int format = LittleEndian.intAt(stored, stored.length - FORMAT_FROM_END);
        if (format < 1 || format > LAST_FORMAT) {
            String why = format == 0
                    ? "Pebble has no format 0"
                    : "format " + Integer.toUnsignedString(format) + " of Pebble is newer than " + LAST_FORMAT;
            throw corrupt(stored.length - FORMAT_FROM_END, Reason.FOREIGN_FORMAT, why + ", so the table is not read");
        }
        if (format >= FIRST_WITH_CHECKSUM) {
            checkOwnChecksum();
        }
        BlockHandle metaindex = handle(HANDLES_AT, "metaindex");
        BlockHandle index = handle(HANDLES_AT + BlockHandle.encodedLength(stored, HANDLES_AT, HANDLES_END), "index");
        int attributes = format >= FIRST_WITH_ATTRIBUTES ? LittleEndian.intAt(stored, HANDLES_END) : 0;
        return new Footer(metaindex, index, checksum(), 0, 0, format, attributes);
    }

    private BlockChecksum checksum() throws CorruptTableException {
        BlockChecksum checksum = BlockChecksum.ofRocksDb(stored[0] & 0xff);
        if (checksum != BlockChecksum.CRC32C && checksum != BlockChecksum.XXHASH64) {
            throw corrupt(
                    0,
                    Reason.FOREIGN_FORMAT,
                    "checksums of type " + (stored[0] & 0xff) + ", which Pebble does not have, so the table is not"
                            + " read");
        }
        return checksum;
    }

    /** Always CRC-32C, of the footer without the four bytes of the checksum. */
    private void checkOwnChecksum() throws CorruptTableException {
        int at = stored.length - FORMAT_FROM_END - Integer.BYTES;
        CRC32C crc = new CRC32C();
        crc.update(stored, 0, at);
        crc.update(stored, at + Integer.BYTES, FORMAT_FROM_END);
        if (MaskedCrc32c.mask((int) crc.getValue()) != LittleEndian.intAt(stored, at)) {
            throw corrupt(at, Reason.CHECKSUM, "the footer's checksum is wrong");
        }
    }

    private BlockHandle handle(int at, String what) throws CorruptTableException {
        Optional<BlockHandle> handle = BlockHandle.decode(stored, at, HANDLES_END);
        if (handle.isEmpty()) {
            throw corrupt(at, Reason.BAD_HANDLE, "the handle of the " + what + " does not end");
        }
        return handle.get();
    }

    private CorruptTableException corrupt(int at, Reason reason, String detail) {
        return new CorruptTableException(file, offset + at, reason, detail);
    }
}
