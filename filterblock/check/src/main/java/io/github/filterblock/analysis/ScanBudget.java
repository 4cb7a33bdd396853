// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.util.Optional;

/**
 * How much one pass over the data of a table may read: contents of compressed blocks, whether or not they can be
 * decompressed to their end, and keys written out in full. Each may have 32 times the bytes of the file, plus 256
 * MiB for contents or a gibibyte for keys. A damaged block counts as 16 KiB of contents: so many take as long.
 *
 * <p>Without a limit 960 KB of zstd stand for 29 GB of values, and blocks of three-byte entries for as many bytes of
 * keys. Real tables stay below: Snappy shrinks a block to a 22nd at best; zstd and zlib reach a 32nd only in blocks of
 * equal bytes, since a block of LevelDB's 4 KiB costs some 60 bytes with its trailer and its entry in the index; and
 * from one restart to the next, 16 entries, LevelDB's keys written out are at most 16 times the bytes that they do not
 * share. Tables of a few megabytes, as LevelDB writes them, may exceed these ratios tenfold.
 *
 * <p>For one pass and one thread.
 */
final class ScanBudget {
    private static final long FREE_CONTENTS = 256L << 20;
    private static final long FREE_KEY_BYTES = 1L << 30;
    private static final int SHARE_OF_FILE = 32;

    /** To find out that a block is damaged, and to say so, takes as long as making this many bytes of contents. */
    private static final int DAMAGED_BLOCK = 16 << 10;

    /**
     * A pass shows this number of keys and one for every two bytes of the file. A key takes three bytes and its tail in
     * a block, and a byte or more in a filter, so that only blocks of equal bytes, compressed, have more.
     */
    private static final long FREE_KEYS = 4 << 20;

    private static final int LEAST_BYTES_OF_KEY = 2;

    private final String file;
    private final long fileSize;
    private long contentsLeft;
    private long keyBytesLeft;
    private long keysLeft;

    /** The budget of a pass that begins. */
    ScanBudget(String file, long fileSize) {
        this.file = file;
        this.fileSize = fileSize;
        this.contentsLeft = FREE_CONTENTS + SHARE_OF_FILE * fileSize;
        this.keyBytesLeft = FREE_KEY_BYTES + SHARE_OF_FILE * fileSize;
        this.keysLeft = mostKeys();
    }

    /** Counts contents that decompression made, also of a block that turned out to be damaged. */
    void spendContents(long contents) {
        contentsLeft -= contents;
    }

    /** Counts a block that could not be read. */
    void spendDamage() {
        contentsLeft -= DAMAGED_BLOCK;
    }

    /** Counts the keys of a data block, and their bytes when each is written out. */
    void spendKeys(long count, long bytes) {
        keysLeft -= count;
        keyBytesLeft -= bytes;
    }

    /** Why the pass should end at this data block, if so. */
    Optional<CorruptTableException> exceededAt(long blockOffset) {
        if (contentsLeft < 0) {
            return Optional.of(tooMany(blockOffset, "the contents of the data blocks"));
        }
        if (keyBytesLeft < 0) {
            return Optional.of(tooMany(blockOffset, "the keys of the data blocks, written out,"));
        }
        return keysLeft < 0
                ? Optional.of(tooLarge(
                        blockOffset,
                        "the data blocks have more than " + mostKeys() + " keys, too many for a file of " + fileSize
                                + " bytes"))
                : Optional.empty();
    }

    private long mostKeys() {
        return FREE_KEYS + fileSize / LEAST_BYTES_OF_KEY;
    }

    private CorruptTableException tooMany(long blockOffset, String what) {
        return tooLarge(
                blockOffset, what + " amount to more than " + SHARE_OF_FILE + " times the file and some hundred MiB");
    }

    private CorruptTableException tooLarge(long blockOffset, String what) {
        return new CorruptTableException(file, blockOffset, Reason.TOO_LARGE, "up to here " + what);
    }
}
