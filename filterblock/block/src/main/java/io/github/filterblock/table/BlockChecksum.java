// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.arithmetic.Xxh3;
import io.github.filterblock.coding.MaskedCrc32c;
import io.github.filterblock.coding.XxHash;
import java.util.List;
import java.util.OptionalInt;
import java.util.zip.CRC32C;

/**
 * How the blocks of a file are checksummed (TF-4, RF-3). LevelDB has one kind of checksum, RocksDB's footer names one
 * of several.
 */
public enum BlockChecksum {
    /** No checksum: RocksDB writes zero. */
    NONE("none"),
    /** Masked CRC-32C: every LevelDB, and RocksDB's default until 6. */
    CRC32C("CRC32C"),
    /** xxHash, 32 bits. */
    XXHASH("xxHash"),
    /** xxHash, lower half of 64 bits. */
    XXHASH64("xxHash64"),
    /** XXH3, lower half of 64 bits: RocksDB's default from 7.8 on. */
    XXH3("XXH3"),
    /** A kind that this version of the library does not know; not verified. */
    UNKNOWN("an unknown kind");

    /** What XXH3's sum, which is that of the contents alone, takes from the type byte ({@code table/format.cc}). */
    private static final int OF_TYPE = 0x6b9083d9;

    private static final List<BlockChecksum> BY_ROCKSDB_NUMBER = List.of(NONE, CRC32C, XXHASH, XXHASH64, XXH3);

    private final String label;

    BlockChecksum(String label) {
        this.label = label;
    }

    static BlockChecksum ofRocksDb(int number) {
        return number < BY_ROCKSDB_NUMBER.size() ? BY_ROCKSDB_NUMBER.get(number) : UNKNOWN;
    }

    /** The number by which RocksDB's footer names the kind. */
    byte rocksDbNumber() {
        if (this == UNKNOWN) {
            throw new IllegalStateException("the number of a kind of checksum that is not known is not kept");
        }
        return (byte) BY_ROCKSDB_NUMBER.indexOf(this);
    }

    /** {@return the checksum's name for display, for example {@code "CRC32C"}} */
    public String label() {
        return label;
    }

    /**
     * {@return whether this library computes checksums of this kind, and so verifies and writes them: all but
     * {@link #UNKNOWN}}
     */
    public boolean isComputed() {
        return this != UNKNOWN;
    }

    /**
     * {@return whether the checksum proves that the bytes are one whole block as it was written. {@link #NONE} does
     * not: it would accept any stretch of a file that four zeros follow. Nor does {@link #UNKNOWN}}
     */
    public boolean protects() {
        return this != NONE && this != UNKNOWN;
    }

    /**
     * The checksum that should be stored after these bytes, 1 or more, the last of which is the type byte; empty for
     * {@link #UNKNOWN}. Where the footer has a context, it is added.
     */
    OptionalInt of(byte[] bytes, int offset, int length) {
        return switch (this) {
            case NONE -> OptionalInt.of(0);
            case CRC32C -> OptionalInt.of(MaskedCrc32c.of(bytes, offset, length));
            case XXHASH -> OptionalInt.of(XxHash.hash32(bytes, offset, length));
            case XXHASH64 -> OptionalInt.of((int) XxHash.hash64(bytes, offset, length));
            case XXH3 -> {
                int type = bytes[offset + length - 1] & 0xff;
                yield OptionalInt.of((int) Xxh3.of(bytes, offset, length - 1) ^ type * OF_TYPE);
            }
            case UNKNOWN -> OptionalInt.empty();
        };
    }

    /** The result of verifying a block's checksum. */
    public enum Status {
        /** The stored checksum is the right one. */
        OK("ok"),
        /** The stored checksum is wrong: the block is damaged. */
        BAD("bad"),
        /** The checksum is of a kind that this library does not compute. */
        UNVERIFIED("unverified");

        private final String id;

        Status(String id) {
            this.id = id;
        }

        /** {@return the status as the command line prints it, in lower case} */
        public String id() {
            return id;
        }
    }
}
