// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.util.Optional;

/**
 * How much of a table may be read, whatever its index and metaindex claim. Each part of the analysis begins with a
 * budget of its own: the pass over the data blocks, and what looks at the blocks beside them. For one thread.
 *
 * <p><b>Data.</b> Contents of compressed blocks, whether or not they can be decompressed to their end, and keys written
 * out in full may each have 32 times the bytes of the file, plus 256 MiB for contents or a gibibyte for keys. A damaged
 * block counts as 16 KiB of contents: so many take as long.
 *
 * <p>Without a limit 960 KB of zstd stand for 29 GB of values, and blocks of three-byte entries for as many bytes of
 * keys. Real tables stay below: Snappy shrinks a block to a 22nd at best; zstd and zlib reach a 32nd only in blocks of
 * equal bytes, since a block of LevelDB's 4 KiB costs some 60 bytes with its trailer and its entry in the index; and
 * from one restart to the next, 16 entries, LevelDB's keys written out are at most 16 times the bytes that they do not
 * share. Tables of a few megabytes, as LevelDB writes them, may exceed these ratios tenfold.
 *
 * <p><b>Beside the data.</b> The blocks that a metaindex leads to do not overlap in a sound table, so together
 * they have no more bytes than the file; their contents may have as many and 64 MiB.
 */
final class ReadBudget {
    private static final long FREE_CONTENTS_OF_DATA = 256L << 20;
    private static final long FREE_CONTENTS_BESIDE_DATA = 64 << 20;
    private static final long FREE_KEY_BYTES = 1L << 30;
    private static final int SHARE_OF_FILE = 32;

    /** To find out that a block is damaged, and to say so, takes as long as making this many bytes of contents. */
    private static final int DAMAGED_BLOCK = 16 << 10;

    /**
     * A pass shows this number of keys and one for every two bytes of the file. A key takes three bytes and its tail in
     * a block, and a byte or more in a filter, so only blocks of equal bytes, compressed, have more.
     */
    private static final long FREE_KEYS = 4 << 20;

    private static final int MIN_BYTES_OF_KEY = 2;

    private final String file;
    private final long fileSize;
    private long contentsLeft;
    private long storedLeft;
    private long keyBytesLeft;
    private long keysLeft;

    private ReadBudget(String file, long fileSize, long contents) {
        this.file = file;
        this.fileSize = fileSize;
        this.contentsLeft = contents;
        this.storedLeft = fileSize;
        this.keyBytesLeft = FREE_KEY_BYTES + SHARE_OF_FILE * fileSize;
        this.keysLeft = mostKeys();
    }

    /** The budget of a pass over the data blocks that begins. */
    static ReadBudget ofData(String file, long fileSize) {
        return new ReadBudget(file, fileSize, FREE_CONTENTS_OF_DATA + SHARE_OF_FILE * fileSize);
    }

    /** The budget of a look at the blocks beside the data that begins. */
    static ReadBudget besideData(String file, long fileSize) {
        return new ReadBudget(file, fileSize, FREE_CONTENTS_BESIDE_DATA + fileSize);
    }

    /** Counts contents that decompression made, also of a block that turned out to be damaged. */
    void spendContents(long contents) {
        contentsLeft -= contents;
    }

    /** Counts a block that could not be read. */
    void spendDamage() {
        contentsLeft -= DAMAGED_BLOCK;
    }

    /** Counts bytes of the file. */
    void spendStored(long bytes) {
        storedLeft -= bytes;
    }

    /** Counts the keys of a data block, and their bytes when each is written out. */
    void spendKeys(long count, long bytes) {
        keysLeft -= count;
        keyBytesLeft -= bytes;
    }

    /** Whether fewer bytes of the file are left than a block has. */
    boolean lacksStored(long bytes) {
        return bytes > storedLeft;
    }

    /** Whether more contents were made than there may be. */
    boolean exceedsContents() {
        return contentsLeft < 0;
    }

    /** Why the pass should end at this data block, if so. */
    Optional<CorruptTableException> exceededAt(long blockOffset) {
        if (exceedsContents()) {
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
        return FREE_KEYS + fileSize / MIN_BYTES_OF_KEY;
    }

    private CorruptTableException tooMany(long blockOffset, String what) {
        return tooLarge(blockOffset, what + " exceed " + SHARE_OF_FILE + " times the file's size by some hundred MiB");
    }

    private CorruptTableException tooLarge(long blockOffset, String what) {
        return new CorruptTableException(file, blockOffset, Reason.TOO_LARGE, what + ": the rest was not read");
    }
}
