// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.analysis.InternalKey;
import io.github.filterblock.coding.Varint;
import io.github.filterblock.database.CorruptDatabaseException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The fields of a record of a log, read one after another: numbers, and strings that start with their length (DB-5,
 * DB-8). Nothing is taken from beyond the record. For one record; not thread-safe.
 */
final class RecordFields {
    private final String file;
    private final long recordOffset;
    private final byte[] data;
    private final Reason reason;
    private final String record;
    private int at;

    /**
     * Starts at a record's first byte.
     *
     * @param file the log's name, for messages
     * @param reason what a damaged field is reported as
     * @param name what the record is called in messages
     */
    RecordFields(String file, Log.Record record, Reason reason, String name) {
        this.file = file;
        this.recordOffset = record.offset();
        this.data = record.data();
        this.reason = reason;
        this.record = name;
    }

    boolean hasMore() {
        return at < data.length;
    }

    /** Index in the record of the next byte. */
    int at() {
        return at;
    }

    /** Goes to an index of the record. */
    void moveTo(int index) {
        at = index;
    }

    /** The next byte, 0 to 255. */
    int next(String what) throws CorruptDatabaseException {
        if (at == data.length) {
            throw corrupt(what + " is missing");
        }
        return data[at++] & 0xff;
    }

    /** A {@code varint64}, unsigned. */
    long number(String what) throws CorruptDatabaseException {
        return number(what, Varint.length(data, at, data.length));
    }

    /** A sequence number, which has 56 bits. */
    long sequence(String what) throws CorruptDatabaseException {
        int start = at;
        long number = number(what);
        if (Long.compareUnsigned(number, InternalKey.MAX_SEQUENCE) > 0) {
            throw corrupt(start, what + " is " + Long.toUnsignedString(number) + ", more than 2^56 - 1");
        }
        return number;
    }

    /** A {@code varint32}; bits beyond 32 are dropped, as in LevelDB. */
    long number32(String what) throws CorruptDatabaseException {
        return number(what, Varint.length32(data, at, data.length)) & 0xffff_ffffL;
    }

    private long number(String what, int length) throws CorruptDatabaseException {
        if (length < 0) {
            throw corrupt(what + " does not end");
        }
        at += length;
        return Varint.value(data, at - length, length);
    }

    /** Passes a string that starts with its length, and returns the length without it. */
    int skipPrefixed(String what) throws CorruptDatabaseException {
        long length = number32("the length of " + what);
        if (length > data.length - at) {
            throw corrupt(what + " has " + length + " bytes, with " + (data.length - at) + " left in the record");
        }
        at += (int) length;
        return (int) length;
    }

    /** A string that starts with its length, as a new array. */
    byte[] prefixed(String what) throws CorruptDatabaseException {
        int length = skipPrefixed(what);
        return Arrays.copyOfRange(data, at - length, at);
    }

    /** The same as text, each character standing for one byte. */
    String text(String what) throws CorruptDatabaseException {
        int length = skipPrefixed(what);
        return new String(data, at - length, length, StandardCharsets.ISO_8859_1);
    }

    /** An exception about the present byte. */
    CorruptDatabaseException corrupt(String detail) {
        return corrupt(at, detail);
    }

    /** An exception about a byte of the record. */
    CorruptDatabaseException corrupt(int index, String detail) {
        return new CorruptDatabaseException(
                file, recordOffset, reason, "byte " + index + " of this " + record + ": " + detail);
    }
}
