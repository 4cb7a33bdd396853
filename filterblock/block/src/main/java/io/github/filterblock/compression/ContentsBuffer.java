// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.compression;

/**
 * Where the contents of one block after another are made. An array of up to {@value #MAX_KEPT} bytes is used again, so
 * that it stays in the processor's cache. For one thread; close it.
 */
public final class ContentsBuffer implements AutoCloseable {
    private static final int MAX_KEPT = 1 << 20;

    private final ZstdContext zstd = new ZstdContext();
    private byte[] kept = {};
    private byte[] bytes = {};
    private int length;

    /** Makes room for contents of this length, whatever is in it. */
    byte[] take(int contentsLength) {
        bytes = array(contentsLength);
        length = contentsLength;
        return bytes;
    }

    /**
     * An array for bytes that are read.
     *
     * @param atLeast number of bytes, 0 or more
     * @return an array of at least that length, with any contents; the same as before if that suffices
     */
    public byte[] array(int atLeast) {
        if (atLeast > MAX_KEPT) {
            return new byte[atLeast];
        }
        if (atLeast > kept.length) {
            kept = new byte[Math.min(MAX_KEPT, Math.max(atLeast, 2 * kept.length))];
        }
        return kept;
    }

    /** Takes contents that are in an array of their own. */
    void hold(byte[] contents) {
        bytes = contents;
        length = contents.length;
    }

    /** {@return the array that holds the contents of the last block from index 0 on; the next block overwrites it} */
    public byte[] bytes() {
        return bytes;
    }

    /** {@return the number of bytes of the contents of the last block} */
    public int length() {
        return length;
    }

    ZstdContext zstd() {
        return zstd;
    }

    /** Frees what zstd took; the contents stay. */
    @Override
    public void close() {
        zstd.close();
    }
}
