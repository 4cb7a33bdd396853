// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

/**
 * How many bytes the keys of a block may amount to, written out in full (TF-7). Entries of three bytes can each share
 * all of a key as long as half the block, so without a limit the time to read every key grows with the square of the
 * block's length.
 */
final class SharingLimit {
    /**
     * The limit as a multiple of the block. The bytes of a key all follow the restart before it, so with restarts at
     * every 256th entry or more often the keys stay below the limit. An entry with a key of its own has at least four
     * bytes, so keys of up to 1 KiB stay below it with any restarts. Reading a mebibyte of keys takes about one to two
     * milliseconds.
     */
    private static final int MOST_SHARING = 256;

    /**
     * The least limit of a compressed block, however far it shrank: 256 times the 4 MiB of the largest block
     * that LevelDB can be set to write. Keys that are consecutive numbers shrink two thousandfold.
     */
    private static final long FREE_IF_PACKED = 1 << 30;

    /** Limit as a multiple of the stored bytes, for the larger blocks of other writers. */
    private static final int MOST_PACKED_SHARING = 8 * MOST_SHARING;

    private SharingLimit() {}

    /** For a block that is stored as it is, or whose stored length is not known. */
    static long ofRaw(int length) {
        return (long) MOST_SHARING * length;
    }

    /** For a block that was compressed. */
    static long ofPacked(int length, int storedLength) {
        return Math.min(ofRaw(length), FREE_IF_PACKED + (long) MOST_PACKED_SHARING * storedLength);
    }
}
