// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.compression;

/**
 * What Snappy and MinLZ have in common: elements are read one after the other, and make literals and copies of what was
 * made before. Every access is checked. For one thread.
 */
final class LiteralsAndCopies {
    private final String format;
    private final byte[] stored;
    private final int limit;
    private final byte[] contents;
    private final int contentsLength;
    private int at;
    private int filled;

    /**
     * Begins to decode.
     *
     * @param format its name, for messages
     * @param stored holds the elements; borrowed
     * @param at index of the first byte of the elements
     * @param limit index after their last byte
     * @param contents is filled from index 0 on
     * @param contentsLength number of bytes that it is filled with
     */
    LiteralsAndCopies(String format, byte[] stored, int at, int limit, byte[] contents, int contentsLength) {
        this.format = format;
        this.stored = stored;
        this.at = at;
        this.limit = limit;
        this.contents = contents;
        this.contentsLength = contentsLength;
    }

    /**
     * Goes on where the elements in front were decoded by other code.
     *
     * @param place index of the first element that was not decoded, and above 32 bits the number of bytes that were
     *     made
     */
    void resume(long place) {
        at = (int) place;
        filled = (int) (place >>> Integer.SIZE);
    }

    boolean hasNext() {
        return at < limit;
    }

    /** The next up to four bytes as a little-endian number, which is not negative. */
    long next(int bytes) throws UndecodableBlockException {
        checkLeft(bytes);
        long number = 0;
        for (int i = 0; i < bytes; i++) {
            number |= (stored[at++] & 0xffL) << Byte.SIZE * i;
        }
        return number;
    }

    /** All bytes that are left are literals. */
    void literalsToTheEnd() throws UndecodableBlockException {
        literals(limit - at);
    }

    void literals(long length) throws UndecodableBlockException {
        checkLeft(length);
        checkRoom(length);
        System.arraycopy(stored, at, contents, filled, (int) length);
        at += (int) length;
        filled += (int) length;
    }

    /** A copy may reach into itself: it then repeats what it has written. */
    void copy(long length, long distance) throws UndecodableBlockException {
        if (distance == 0 || distance > filled) {
            throw UndecodableBlockException.damaged(
                    "the " + format + " data copies from " + distance + " bytes before byte " + filled);
        }
        checkRoom(length);
        int from = filled - (int) distance;
        if (distance >= length) {
            System.arraycopy(contents, from, contents, filled, (int) length);
        } else {
            for (int i = 0; i < length; i++) {
                contents[filled + i] = contents[from + i];
            }
        }
        filled += (int) length;
    }

    /** Checks that all of the contents were made. */
    void finish() throws UndecodableBlockException {
        if (filled != contentsLength) {
            throw UndecodableBlockException.damaged(
                    "the " + format + " data gives " + filled + " of " + contentsLength + " bytes");
        }
    }

    private void checkLeft(long length) throws UndecodableBlockException {
        if (length > limit - at) {
            throw UndecodableBlockException.damaged(
                    "the last element of the " + format + " data ends " + (length - (limit - at)) + " bytes early");
        }
    }

    private void checkRoom(long length) throws UndecodableBlockException {
        if (length > contentsLength - filled) {
            throw UndecodableBlockException.damaged(
                    "the " + format + " data gives more than " + contentsLength + " bytes");
        }
    }
}
