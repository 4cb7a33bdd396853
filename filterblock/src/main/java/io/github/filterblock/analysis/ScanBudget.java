// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;

/**
 * How many bytes one pass over the data of a table may read: contents of blocks after decompression, and keys written
 * out in full. Each may be 48 times the file, plus a gibibyte for keys or half a gibibyte for contents.
 *
 * <p>Without a limit 960 KB of zstd stand for 29 GB of values, and blocks of three-byte entries for as many bytes of
 * keys. Real tables stay below: Snappy shrinks a block to a 22nd at best; zstd and zlib reach a 48th only in blocks of
 * equal bytes, since a block of LevelDB's 4 KiB costs some 60 bytes with its trailer and its entry in the index; and
 * from one restart to the next, 16 entries, LevelDB's keys written out are at most 16 times the bytes that they do not
 * share. Tables of a few megabytes, as LevelDB writes them, may exceed these ratios tenfold.
 *
 * <p>For one pass and one thread.
 */
final class ScanBudget {
    private static final long FREE_CONTENTS = 512L << 20;
    private static final long FREE_KEYS = 1L << 30;
    private static final int SHARE_OF_FILE = 48;

    private final String file;
    private long contentsLeft;
    private long keysLeft;

    /** The budget of a pass that begins. */
    ScanBudget(String file, long fileSize) {
        this.file = file;
        this.contentsLeft = FREE_CONTENTS + SHARE_OF_FILE * fileSize;
        this.keysLeft = FREE_KEYS + SHARE_OF_FILE * fileSize;
    }

    /** Counts the contents of a data block; when it throws, the pass should end. */
    void spendContents(long blockOffset, long contents) throws CorruptTableException {
        contentsLeft -= contents;
        check(contentsLeft, blockOffset, "the contents of the data blocks");
    }

    /** Counts the bytes of the keys of a data block, written out; when it throws, the pass should end. */
    void spendKeys(long blockOffset, long keyBytes) throws CorruptTableException {
        keysLeft -= keyBytes;
        check(keysLeft, blockOffset, "the keys of the data blocks, written out,");
    }

    private void check(long left, long blockOffset, String what) throws CorruptTableException {
        if (left < 0) {
            throw new CorruptTableException(
                    file,
                    blockOffset,
                    Reason.TOO_LARGE,
                    "up to here " + what + " amount to more than " + SHARE_OF_FILE
                            + " times the file and some hundred MiB");
        }
    }
}
