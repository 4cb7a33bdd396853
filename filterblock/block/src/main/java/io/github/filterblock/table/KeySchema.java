// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.columns.Columns;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How Pebble's columnar data blocks divide a user key into columns (PB-7): a program may have a schema of its own, and
 * the properties have its name.
 */
enum KeySchema {
    /** The key as the comparer's Split divides it, in two columns. */
    DEFAULT(4, Columns.Type.PREFIX_BYTES, Columns.Type.BYTES),
    /** CockroachDB's: the key, and its version in one of two forms. */
    COCKROACH(5, Columns.Type.PREFIX_BYTES, Columns.Type.UINT, Columns.Type.UINT, Columns.Type.BYTES);

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private static final Pattern NAME_OF_DEFAULT = Pattern.compile("DefaultKeySchema\\(.*,[0-9]+\\)", Pattern.DOTALL);
    private static final String NAME_OF_COCKROACH = "crdb1";

    private static final int KEY = 0;
    private static final int SUFFIX = 1;
    private static final int WALL = 1;
    private static final int LOGICAL = 2;
    private static final int VERSION = 3;

    /** The last byte of a version of each form: its length with this byte. */
    private static final byte WALL_LENGTH = 9;

    private static final byte WALL_AND_LOGICAL_LENGTH = 13;

    /** The most bytes that a version and the byte before it add to those of the columns of bytes. */
    private static final int MAX_ADDED = 1 + WALL_AND_LOGICAL_LENGTH;

    private final int headerLength;
    private final List<Columns.Type> types;

    KeySchema(int headerLength, Columns.Type... types) {
        this.headerLength = headerLength;
        this.types = List.of(types);
    }

    /** The schema of a name, as the property has it; empty if it is not known. */
    static Optional<KeySchema> named(String name) {
        if (name.equals(NAME_OF_COCKROACH)) {
            return Optional.of(COCKROACH);
        }
        return NAME_OF_DEFAULT.matcher(name).matches() ? Optional.of(DEFAULT) : Optional.empty();
    }

    /** Number of bytes of a data block before its columns. */
    int headerLength() {
        return headerLength;
    }

    /** What the columns of a user key hold. The first is the prefix that filters have, as far as it is stored. */
    List<Columns.Type> types() {
        return types;
    }

    /** The most bytes that a user key of a row has. */
    long mostLength(Columns columns, int row) {
        return this == DEFAULT
                ? (long) columns.length(KEY, row) + columns.length(SUFFIX, row)
                : (long) columns.length(KEY, row) + columns.length(VERSION, row) + MAX_ADDED;
    }

    /**
     * Writes the user key of a row.
     *
     * @param dst has room for {@link #mostLength} bytes from 0 on
     * @return the number of bytes of the key
     */
    int write(Columns columns, int row, byte[] dst) {
        columns.copy(KEY, row, dst, 0);
        int at = columns.length(KEY, row);
        if (this == DEFAULT) {
            columns.copy(SUFFIX, row, dst, at);
            return at + columns.length(SUFFIX, row);
        }
        dst[at] = 0;
        return writeVersion(columns, row, dst, at + 1);
    }

    private static int writeVersion(Columns columns, int row, byte[] dst, int at) {
        int length = columns.length(VERSION, row);
        if (length > 0) {
            columns.copy(VERSION, row, dst, at);
            dst[at + length] = (byte) (length + 1);
            return at + length + 1;
        }
        long wall = columns.uint(WALL, row);
        int logical = (int) columns.uint(LOGICAL, row);
        if (wall == 0 && logical == 0) {
            return at;
        }
        LONG.set(dst, at, wall);
        if (logical == 0) {
            dst[at + Long.BYTES] = WALL_LENGTH;
            return at + WALL_LENGTH;
        }
        INT.set(dst, at + Long.BYTES, logical);
        dst[at + Long.BYTES + Integer.BYTES] = WALL_AND_LOGICAL_LENGTH;
        return at + WALL_AND_LOGICAL_LENGTH;
    }
}
