// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import io.github.filterblock.testdata.Json.At;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Full filters alone, with the answers of RocksDB's reader, and what its builders made of keys (FORMAT-ROCKSDB.md).
 * Immutable.
 */
public final class RecordedFullFilters {
    /** The system property that names the directory of other recordings of this layout. */
    public static final String DIRECTORY_PROPERTY = "filterblock.rocksdb-filters";

    private static final Lazy<RecordedFullFilters> BUNDLED =
            new Lazy<>(() -> new RecordedFullFilters(BundledCorpus.directory("rocksdb-filters/SHA256SUMS")));

    private final Path directory;

    private RecordedFullFilters(Path directory) {
        this.directory = CorpusFiles.requireDirectory(directory);
    }

    /**
     * A filter block alone.
     *
     * @param what what it is
     * @param filter its contents
     * @param answers for each of {@link #keys}, in order: 1 may match, 0 denied
     */
    public record Block(String what, byte[] filter, String answers) {}

    /**
     * What RocksDB's builder made of some keys.
     *
     * @param id of the case
     * @param kind of the builder: {@code fast}, {@code legacy} or {@code ribbon}
     * @param bitsPerKey as it was given
     * @param generators make the keys, one after the other
     * @param repeat how often each key was added in a row; 0 is 1
     * @param rounds how often the whole list was added; 0 is 1
     * @param additions how many RocksDB counted
     * @param built the kind that was made: that of the builder; {@code fast} if a Ribbon filter would save nothing;
     *     {@code nothing} for 5 bytes or fewer; {@code no builder} below 0.5 bits per key
     * @param lines of a Bloom filter
     * @param k probes of a Bloom filter
     * @param seed of a Ribbon filter
     * @param blocks of a Ribbon filter
     * @param segments of a Ribbon filter
     * @param seedsTried how many seeds were tried, the last one with success
     * @param length number of bytes, trailer included
     * @param sha256 of these bytes, in hexadecimal digits
     */
    public record Built(
            String id,
            String kind,
            double bitsPerKey,
            @At("keys") List<Generator> generators,
            int repeat,
            int rounds,
            long additions,
            String built,
            long lines,
            int k,
            int seed,
            int blocks,
            long segments,
            int seedsTried,
            int length,
            String sha256) {

        /** Returns the keys in the order in which they were added, with all repetitions. */
        public List<byte[]> keys() {
            List<byte[]> once = generators.stream()
                    .flatMap(each -> each.keys().stream())
                    .flatMap(key -> Collections.nCopies(Math.max(1, repeat), key).stream())
                    .toList();
            return Collections.nCopies(Math.max(1, rounds), once).stream()
                    .flatMap(List::stream)
                    .toList();
        }

        @Override
        public String toString() {
            return id + ", " + kind + ", " + bitsPerKey + " bits, " + additions + " additions";
        }
    }

    /** A line of the file of blocks: the first one has the keys, all others a block. */
    record Line(List<byte[]> keys, String what, byte[] filter, String answers) {}

    /**
     * Makes keys from a seed, or in steps.
     *
     * @param shape as the README of the tables lists them: "fixed", "var", "seq", "text", "group"
     * @param seed of the random bytes
     * @param format of a text
     * @param high whether each byte has its top bit set
     * @param count number of keys
     * @param length of a key, or of a group's rest
     * @param min shortest key
     * @param max longest key
     * @param start first number
     * @param step from number to number
     * @param groups number of prefixes
     * @param prefix length of a prefix
     */
    public record Generator(
            String shape,
            String seed,
            String format,
            boolean high,
            int count,
            int length,
            int min,
            int max,
            long start,
            long step,
            int groups,
            int prefix) {

        /** Returns the keys in their order. */
        public List<byte[]> keys() {
            List<byte[]> keys = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                byte[] key = key(i);
                for (int at = 0; high && at < key.length; at++) {
                    key[at] |= (byte) 0x80;
                }
                keys.add(key);
            }
            return keys;
        }

        private byte[] key(int i) {
            return switch (shape) {
                case "fixed" -> random(seed, i, length);
                case "var" -> random(seed, i, min + lengthOf(i));
                case "seq" -> bigEndian(start + i * step);
                case "text" ->
                    String.format(Locale.ROOT, format, start + i * step).getBytes(StandardCharsets.ISO_8859_1);
                case "group" -> joined(random(seed + ":g", i % groups, prefix), random(seed, i, length));
                default -> throw new IllegalArgumentException("keys of an unknown shape: " + shape);
            };
        }

        private int lengthOf(int i) {
            byte[] hash = sha256().digest(ascii(seed + ":" + i + ":len"));
            int number = ByteBuffer.wrap(hash).order(ByteOrder.LITTLE_ENDIAN).getInt();
            return Integer.remainderUnsigned(number, max - min + 1);
        }
    }

    /** Returns the recordings that {@value #DIRECTORY_PROPERTY} names, or else those that come with this module. */
    public static RecordedFullFilters configured() {
        return BundledCorpus.configured(DIRECTORY_PROPERTY, RecordedFullFilters::new, BUNDLED::value);
    }

    /** Returns the keys that each block was asked for. */
    public List<byte[]> keys() {
        return lines().get(0).keys();
    }

    /** Returns the blocks, with every marker, fitting and unfitting lines, all reserved values. */
    public List<Block> blocks() {
        return lines().stream()
                .skip(1)
                .map(line -> new Block(line.what(), line.filter(), line.answers()))
                .toList();
    }

    /** Returns what RocksDB's builders made of keys. */
    public List<Built> built() {
        return Json.lines(directory.resolve("built/cases.jsonl"), Built.class);
    }

    private List<Line> lines() {
        return Json.lines(directory.resolve("filters/cases.jsonl"), Line.class);
    }

    private static byte[] random(String seed, long number, int length) {
        byte[] bytes = new byte[length];
        for (int at = 0, round = 0; at < length; at += 32, round++) {
            byte[] hash = sha256().digest(ascii(seed + ":" + number + ":" + round));
            System.arraycopy(hash, 0, bytes, at, Math.min(hash.length, length - at));
        }
        return bytes;
    }

    private static byte[] bigEndian(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has it", e);
        }
    }
}
