// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.coding.Varint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Version edits written field by field, wrong ones too. */
public final class EditBytes {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public EditBytes() {}

    /** An edit with all that a database must have. */
    public static EditBytes complete() {
        return new EditBytes()
                .field(1)
                .prefixed("leveldb.BytewiseComparator".getBytes(StandardCharsets.US_ASCII))
                .field(2, 7)
                .field(3, 100)
                .field(4, 1000);
    }

    public EditBytes field(int tag, long... numbers) {
        number(tag);
        for (long number : numbers) {
            number(number);
        }
        return this;
    }

    public EditBytes number(long number) {
        byte[] varint = new byte[10];
        bytes.write(varint, 0, Varint.write(number, varint, 0));
        return this;
    }

    public EditBytes prefixed(byte[] text) {
        number(text.length);
        bytes.writeBytes(text);
        return this;
    }

    public EditBytes raw(int... values) {
        for (int value : values) {
            bytes.write(value);
        }
        return this;
    }

    public EditBytes deleted(long level, long number) {
        return field(6, level, number);
    }

    public EditBytes added(long level, long number, long size) {
        return field(7, level, number, size).prefixed(new byte[9]).prefixed(new byte[10]);
    }

    public byte[] toByteArray() {
        return bytes.toByteArray();
    }

    /** A MANIFEST of these edits. */
    public static byte[] manifest(EditBytes... edits) {
        Log.Writer log = new Log.Writer();
        for (EditBytes edit : edits) {
            log.add(edit.toByteArray());
        }
        return log.toByteArray();
    }

    static Manifest decoded(EditBytes... edits) throws IOException {
        return new Manifest(Path.of("MANIFEST-000005"), manifest(edits));
    }
}
