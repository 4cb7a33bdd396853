// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import io.github.filterblock.testdata.Json.At;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * A table that Pebble wrote, and what Pebble's reader says of it. Immutable.
 *
 * @param path the file
 * @param format {@code LevelDB}, {@code RocksDB 2} or {@code Pebble 1} to {@code Pebble 8}
 * @param checksum the name of the kind of checksum
 * @param comparer the name that the table stores
 * @param keySchema of a columnar table; empty for the others
 * @param filter the family of the filter; empty if the table has none
 * @param levels of the index, 1 or 2
 * @param dataBlocks number of data blocks
 * @param entries number of entries of all data blocks
 * @param kinds how many entries have each kind of tag
 * @param obsolete how many entries are obsolete
 * @param prefixes how many different prefixes the keys have, as the comparer splits them
 * @param wholeKeysDenied how many of the user keys the filter denies if it is asked for all of their bytes; 0 also
 *     where that was not asked
 * @param keysSha256 of all user keys in the order of the file, each after its length as a u32le
 * @param present some of the user keys
 * @param absent prefixes that no key has, with Pebble's answers
 */
public record PebbleTable(
        @At("file") Path path,
        String format,
        String checksum,
        String comparer,
        String keySchema,
        String filter,
        int levels,
        int dataBlocks,
        int entries,
        Map<String, Long> kinds,
        int obsolete,
        int prefixes,
        int wholeKeysDenied,
        String keysSha256,
        List<Present> present,
        List<Absent> absent) {

    /**
     * A key of the table.
     *
     * @param key the user key
     * @param added what of it Pebble added to the filter
     */
    public record Present(byte[] key, byte[] added) {}

    /**
     * Bytes that were not added to the filter.
     *
     * @param prefix the bytes
     * @param mayMatch whether Pebble's filter lets them pass
     */
    public record Absent(byte[] prefix, boolean mayMatch) {}

    /** Returns the whole file. */
    public byte[] bytes() {
        return CorpusFiles.bytes(path);
    }

    /** Returns the SHA-256 of user keys in the form of {@link #keysSha256}. */
    public static String sha256(List<byte[]> userKeys) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (byte[] key : userKeys) {
                digest.update(
                        ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(0, key.length));
                digest.update(key);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has it", e);
        }
    }

    @Override
    public String toString() {
        return path.getFileName().toString();
    }
}
