// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a file that is not a table, or a damaged one, may be instead: its bytes are compared with what is known to
 * happen to tables. It is only read after something else was found wrong, and proves nothing. Stateless.
 */
final class FileHints {
    /** Zeros and line ends are sought in so many bytes at most. */
    private static final long MAX_READ = 64 << 20;

    private static final int CHUNK = 1 << 16;

    /** Fewer line feeds may follow carriage returns by chance. */
    private static final int ENOUGH_LINE_FEEDS = 4;

    /** Magic numbers that differ in more bits are others. */
    private static final int MAX_FLIPPED_BITS = 4;

    /** Half a magic number at the end of a file may be there by chance once in 2^32 files. */
    private static final int MAX_MISSING_BYTES = 4;

    private static final int MIN_CHECKSUM = 2;
    private static final int MAX_CHECKSUM = 24;
    private static final byte FIRST_FIELD = 0x08;
    private static final byte SECOND_FIELD = 0x10;

    /** The last eight bytes of tables, as numbers. */
    private enum Magic {
        LEVELDB("LevelDB", 0xdb4775248b80fb57L),
        ROCKSDB("RocksDB", 0x88e241b785f4cff7L),
        PEBBLE("Pebble", 0xb3aa9ff0b3aa9ff0L);

        private final String program;
        private final long number;

        Magic(String program, long number) {
            this.program = program;
            this.number = number;
        }
    }

    private FileHints() {}

    /**
     * Says what may have happened to a file.
     *
     * @param file a regular file; opened for reading only
     * @return one clause, or several with semicolons between them; empty if nothing is recognized
     * @throws IOException if the file cannot be read
     */
    static Optional<String> of(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try (FileChannel channel = FileChannel.open(file)) {
            String joined = Stream.of(ofEnd(channel), ofBadgersEnd(channel), ofLineEnds(channel))
                    .flatMap(Optional::stream)
                    .reduce((one, other) -> one + "; " + other)
                    .orElse("");
            return Optional.of(joined).filter(text -> !text.isEmpty());
        }
    }

    /** Whether a file ends with the magic number of a table; false if it cannot be read. */
    static boolean endsAsTable(Path file) {
        try (FileChannel channel = FileChannel.open(file)) {
            long size = channel.size();
            long magic = size < Long.BYTES ? 0 : number(channel, size - Long.BYTES);
            return Stream.of(Magic.values()).anyMatch(known -> known.number == magic);
        } catch (IOException e) {
            return false;
        }
    }

    /** The last eight bytes, where the magic number should be. */
    private static Optional<String> ofEnd(FileChannel channel) throws IOException {
        long size = channel.size();
        if (size < Long.BYTES) {
            return Optional.empty();
        }
        long magic = number(channel, size - Long.BYTES);
        if (magic == 0) {
            return Optional.of(ofZeros(channel));
        }
        return nearly(magic).or(() -> cutOff(magic));
    }

    private static Optional<String> cutOff(long magic) {
        for (Magic known : Magic.values()) {
            for (int missing = 1; missing <= MAX_MISSING_BYTES; missing++) {
                if (magic >>> Byte.SIZE * missing == known.number << Byte.SIZE * missing >>> Byte.SIZE * missing) {
                    return Optional.of("its last " + (Long.BYTES - missing) + " bytes are the first of the magic number"
                            + " of " + known.program + ": the file was cut off");
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Badger's tables end with a checksum, a message of the fields 1 and 2, and its length in four bytes, the highest
     * first ({@code table/builder.go}).
     */
    private static Optional<String> ofBadgersEnd(FileChannel channel) throws IOException {
        long end = channel.size() - Integer.BYTES;
        int length =
                end < 0 ? 0 : ByteBuffer.wrap(read(channel, end, Integer.BYTES)).getInt();
        if (length < MIN_CHECKSUM || length > MAX_CHECKSUM || length > end) {
            return Optional.empty();
        }
        byte first = read(channel, end - length, 1)[0];
        return first == FIRST_FIELD || first == SECOND_FIELD
                ? Optional.of("it ends like a table of Badger")
                : Optional.empty();
    }

    private static Optional<String> nearly(long magic) {
        for (Magic known : Magic.values()) {
            int bits = Long.bitCount(magic ^ known.number);
            if (bits > 0 && bits <= MAX_FLIPPED_BITS) {
                return Optional.of(String.format(
                        Locale.ROOT,
                        "the magic number of %s, %016x, differs from it in %s",
                        known.program,
                        known.number,
                        bits == 1 ? "one bit" : bits + " bits"));
            }
        }
        return Optional.empty();
    }

    private static String ofZeros(FileChannel channel) throws IOException {
        long size = channel.size();
        long end = endWithoutZeros(channel);
        if (end == 0) {
            return "all its bytes are zeros";
        }
        String zeros = String.format(Locale.ROOT, "the file ends with %,d zero bytes", size - end);
        if (size - end >= MAX_READ) {
            return zeros + " or more";
        }
        long magic = end < Long.BYTES ? 0 : number(channel, end - Long.BYTES);
        for (Magic known : Magic.values()) {
            if (magic == known.number) {
                return String.format(
                        Locale.ROOT,
                        "%s; a table of %s ends before them, at %,d; if it is cut off there, the file may be sound",
                        zeros,
                        known.program,
                        end);
            }
        }
        return zeros;
    }

    /** Where the zeros at the end of the file begin, as far as they are sought. */
    private static long endWithoutZeros(FileChannel channel) throws IOException {
        long end = channel.size();
        long least = Math.max(0, end - MAX_READ);
        while (end > least) {
            long start = Math.max(least, end - CHUNK);
            byte[] bytes = read(channel, start, (int) (end - start));
            for (int i = bytes.length; i > 0; i--) {
                if (bytes[i - 1] != 0) {
                    return start + i;
                }
            }
            end = start;
        }
        return end;
    }

    /** A table has line feeds like any other bytes; a translation as text puts a carriage return before each. */
    private static Optional<String> ofLineEnds(FileChannel channel) throws IOException {
        long lineFeeds = 0;
        int before = -1;
        long limit = Math.min(channel.size(), MAX_READ);
        for (long start = 0; start < limit; start += CHUNK) {
            for (byte each : read(channel, start, (int) Math.min(CHUNK, limit - start))) {
                if (each == '\n') {
                    if (before != '\r') {
                        return Optional.empty();
                    }
                    lineFeeds++;
                }
                before = each;
            }
        }
        return lineFeeds < ENOUGH_LINE_FEEDS
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "each of its %,d line feeds follows a carriage return: it may have been converted as text, by"
                                + " git for example",
                        lineFeeds));
    }

    private static long number(FileChannel channel, long offset) throws IOException {
        return Long.reverseBytes(
                ByteBuffer.wrap(read(channel, offset, Long.BYTES)).getLong());
    }

    /** Reads so many bytes; those beyond the end of a file that became shorter are zeros. */
    private static byte[] read(FileChannel channel, long offset, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining() && channel.read(bytes, offset + bytes.position()) >= 0) {
            // reads until the buffer is full
        }
        return bytes.array();
    }
}
