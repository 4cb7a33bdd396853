// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import io.github.filterblock.testdata.Json.At;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A table with full or partitioned filters, what its writer says of it, and its writer's answers. Immutable.
 *
 * @param path the file
 * @param writer the program that wrote it
 * @param formatVersion of the footer
 * @param checksum the name of the kind of checksum
 * @param form {@code full}, {@code partitioned} or {@code none}
 * @param wholeKeyFiltering whether whole keys are in the filter
 * @param prefixExtractor its name, or {@code nullptr}
 * @param comparator its name; empty for LevelDB's
 * @param timestampBytes bytes of the timestamp at the end of each stored user key, mostly 0
 * @param entries number of entries of all data blocks
 * @param filters the filter, or those of the partitions in their order
 * @param present the keys that are there
 * @param absent keys that are not there, with the writer's answers
 */
public record RocksDbFilterTable(
        @At("file") Path path,
        String writer,
        int formatVersion,
        String checksum,
        String form,
        boolean wholeKeyFiltering,
        String prefixExtractor,
        String comparator,
        int timestampBytes,
        int entries,
        List<Filter> filters,
        @At("keys") KeySet present,
        KeySet absent) {

    /**
     * A filter of the table.
     *
     * @param offset of its block in the file
     * @param size of the block's contents
     * @param separator of its partition, without tag; empty for a full filter
     * @param kind {@code legacy}, {@code fast}, {@code ribbon}, or {@code false} for 5 bytes or fewer
     * @param k probes
     * @param lines of a Bloom filter
     * @param lineBytes of each line
     * @param seed of a Ribbon filter
     * @param blocks of a Ribbon filter
     * @param columns of a Ribbon filter, the larger number
     * @param lowerBlocks so many blocks have one column fewer
     */
    public record Filter(
            long offset,
            long size,
            byte[] separator,
            String kind,
            int k,
            long lines,
            int lineBytes,
            int seed,
            int blocks,
            int columns,
            int lowerBlocks) {}

    /**
     * Keys by generators.
     *
     * @param generators make the keys, one after the other
     * @param distinct number of different keys
     * @param sha256 of all in their order, each with its length in front as a u32le
     * @param answers of absent keys: a character for each, 1 may match, 0 denied
     */
    public record KeySet(List<RecordedFullFilters.Generator> generators, int distinct, String sha256, String answers) {

        private List<byte[]> all() {
            return generators.stream().flatMap(each -> each.keys().stream()).toList();
        }
    }

    /** Returns the whole file. */
    public byte[] bytes() {
        return CorpusFiles.bytes(path);
    }

    /**
     * Returns the user keys that the table has, without timestamps, in ascending order.
     *
     * @throws IllegalStateException if they are not those that were recorded
     */
    public List<byte[]> keys() {
        Set<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
        keys.addAll(present.all());
        return checked(List.copyOf(keys), present);
    }

    /**
     * Returns keys that the table does not have, in the order of the answers.
     *
     * @throws IllegalStateException if they are not those that were recorded
     */
    public List<byte[]> absentKeys() {
        Set<byte[]> seen = new TreeSet<>(Arrays::compareUnsigned);
        seen.addAll(keys());
        return checked(absent.all().stream().filter(seen::add).toList(), absent);
    }

    /** Returns whether the writer's filter let an absent key through. */
    public boolean mayMatch(int absentKey) {
        return absent.answers().charAt(absentKey) == '1';
    }

    private List<byte[]> checked(List<byte[]> keys, KeySet set) {
        MessageDigest digest = sha256();
        for (byte[] key : keys) {
            digest.update(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(0, key.length));
            digest.update(key);
        }
        if (!HexFormat.of().formatHex(digest.digest()).equals(set.sha256())) {
            throw new IllegalStateException(path + ": the generators make other keys than those of the table");
        }
        return keys;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has it", e);
        }
    }

    @Override
    public String toString() {
        return path.getFileName().toString();
    }
}
