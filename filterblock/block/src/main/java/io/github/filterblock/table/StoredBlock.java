// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.arithmetic.LittleEndian;
import io.github.filterblock.compression.BlockDecompressor;
import io.github.filterblock.compression.ContentsBuffer;
import io.github.filterblock.compression.UndecodableBlockException;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.BlockChecksum.Status;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A block as it lies in a file: stored bytes, type byte, checksum (TF-4). Immutable, unless it is one of a pass over a
 * table, whose next block overwrites it.
 *
 * <pre>
 *   | stored bytes ... | type   | checksum of both |
 *     size               1 byte   4 bytes, little-endian; a masked CRC-32C in LevelDB
 * </pre>
 */
public final class StoredBlock {
    private static final int MAX_SIZE = Integer.MAX_VALUE - 16;

    private final String file;
    private final BlockHandle handle;
    private final byte[] bytes;
    private final int size;
    private final BlockChecksum checksum;
    private final int context;
    private final BlockDecompressor decompressor;
    private final @Nullable LongConsumer made;
    private final @Nullable BlockBuffers buffers;

    private StoredBlock(
            String file,
            BlockHandle handle,
            byte[] bytes,
            Footer footer,
            BlockDecompressor decompressor,
            @Nullable LongConsumer made,
            @Nullable BlockBuffers buffers) {
        this.file = file;
        this.checksum = footer.checksum();
        this.context = footer.context(handle.offset());
        this.handle = handle;
        this.bytes = bytes;
        this.size = (int) handle.size();
        this.decompressor = decompressor;
        this.made = made;
        this.buffers = buffers;
    }

    /**
     * Reads a block and its trailer. Nothing is allocated before the handle has been compared with the file's size.
     *
     * @param buffers hold the block until the next one is read; without them it has arrays of its own
     */
    static StoredBlock read(
            TableSource source,
            BlockHandle handle,
            Footer footer,
            BlockDecompressor decompressor,
            @Nullable LongConsumer made,
            @Nullable BlockBuffers buffers)
            throws IOException {
        checkPlace(source, handle);
        int length = (int) handle.size() + BlockHandle.TRAILER_LENGTH;
        byte[] bytes = buffers == null ? new byte[length] : buffers.stored().array(length);
        source.read(handle.offset(), bytes, 0, length);
        return new StoredBlock(source.name(), handle, bytes, footer, decompressor, made, buffers);
    }

    private static void checkPlace(TableSource source, BlockHandle handle) throws IOException {
        long fileSize = source.size();
        if (!handle.liesInside(fileSize)) {
            throw new CorruptTableException(
                    source.name(),
                    handle.offset(),
                    Reason.OUTSIDE_FILE,
                    "a block of " + Long.toUnsignedString(handle.size()) + " bytes with its trailer extends past"
                            + " the end of the file of " + fileSize + " bytes");
        }
        if (handle.size() > MAX_SIZE) {
            throw new CorruptTableException(
                    source.name(),
                    handle.offset(),
                    Reason.TOO_LARGE,
                    "a block of " + handle.size() + " bytes; blocks of 2 GiB and more are not supported");
        }
    }

    /**
     * A block as a writer stores it raw: contents, type byte 0, checksum.
     *
     * @param contents what the block holds
     * @param checksum how blocks of the file are checksummed, without a context; a kind that {@linkplain
     *     BlockChecksum#isComputed is computed}
     * @return a new array, {@value BlockHandle#TRAILER_LENGTH} bytes longer than the contents
     * @throws IllegalArgumentException if the checksum is of another kind
     */
    public static byte[] raw(byte[] contents, BlockChecksum checksum) {
        return raw(contents, checksum, 0);
    }

    /**
     * A block as a writer stores it raw: contents, type byte 0, checksum. The checksum may depend on the block's place
     * (RF-3).
     *
     * @param contents what the block holds
     * @param checksum how blocks of the file are checksummed; a kind that {@linkplain BlockChecksum#isComputed is
     *     computed}
     * @param context what is added to the checksum, as {@link Footer#context} gives it for the block's offset
     * @return a new array, {@value BlockHandle#TRAILER_LENGTH} bytes longer than the contents
     * @throws IllegalArgumentException if the checksum is of another kind
     */
    public static byte[] raw(byte[] contents, BlockChecksum checksum, int context) {
        byte[] bytes = Arrays.copyOf(contents, Math.addExact(contents.length, BlockHandle.TRAILER_LENGTH));
        OptionalInt sum = checksum.of(bytes, 0, contents.length + 1);
        if (sum.isEmpty()) {
            throw new IllegalArgumentException("checksums of the kind " + checksum.label() + " are not computed");
        }
        LittleEndian.putInt(bytes, contents.length + 1, sum.getAsInt() + context);
        return bytes;
    }

    /** {@return where the block lies} */
    public BlockHandle handle() {
        return handle;
    }

    /**
     * {@return the type byte, 0 to 255, which names the compression: 0 for none, 1 for Snappy; what others mean depends
     * on the writer}
     */
    public int type() {
        return bytes[size] & 0xff;
    }

    /** {@return the checksum as it is stored, any 32-bit value} */
    int storedChecksum() {
        return LittleEndian.intAt(bytes, size + 1);
    }

    /**
     * {@return the checksum that the bytes should have, any 32-bit value, computed at each call; empty for a kind
     * that is not verified}
     */
    OptionalInt computedChecksum() {
        return computedChecksum(bytes);
    }

    private OptionalInt computedChecksum(byte[] summed) {
        OptionalInt sum = checksum.of(summed, 0, size + 1);
        return sum.isPresent() ? OptionalInt.of(sum.getAsInt() + context) : sum;
    }

    /** {@return whether the block has the checksum that is stored with it; {@link Status#BAD} if it is damaged} */
    public Status checksum() {
        OptionalInt computed = computedChecksum();
        if (computed.isEmpty()) {
            return Status.UNVERIFIED;
        }
        return computed.getAsInt() == storedChecksum() ? Status.OK : Status.BAD;
    }

    /** Whether the stored checksum is right for the block with zeros in some of its bytes. */
    boolean isSoundWithZeros(int index, int length) {
        byte[] before = bytes.clone();
        Arrays.fill(before, index, index + length, (byte) 0);
        return computedChecksum(before).equals(OptionalInt.of(storedChecksum()));
    }

    /** Returns this block unless its checksum is wrong. */
    StoredBlock checked() throws CorruptTableException {
        if (checksum() == Status.BAD) {
            throw badChecksum(file, handle, computedChecksum().getAsInt(), storedChecksum());
        }
        return this;
    }

    private static CorruptTableException badChecksum(String file, BlockHandle handle, int computed, int stored) {
        return new CorruptTableException(
                file,
                handle.offset(),
                Reason.CHECKSUM,
                String.format(
                        Locale.ROOT,
                        "the checksum of the block of %d bytes is %08x, but %08x is stored",
                        handle.size(),
                        computed,
                        stored));
    }

    /**
     * The contents of the block, decompressed if it is compressed. The checksum is not checked.
     *
     * @return a new array
     * @throws CorruptTableException if the block cannot be decompressed
     */
    public byte[] contents() throws CorruptTableException {
        if (type() == 0) {
            return Arrays.copyOf(bytes, size);
        }
        if (buffers != null) {
            decompress(buffers.contents());
            return Arrays.copyOf(buffers.contents().bytes(), buffers.contents().length());
        }
        try (ContentsBuffer contents = new ContentsBuffer()) {
            decompress(contents);
            return contents.length() == contents.bytes().length
                    ? contents.bytes()
                    : Arrays.copyOf(contents.bytes(), contents.length());
        }
    }

    private void decompress(ContentsBuffer contents) throws CorruptTableException {
        try {
            decompressor.decompress(type(), bytes, 0, size, contents);
            count(contents.length());
        } catch (UndecodableBlockException e) {
            count(e.producedBytes());
            throw corrupt(reason(e.reason()), String.valueOf(e.getMessage()));
        }
    }

    static Reason reason(UndecodableBlockException.Reason reason) {
        return switch (reason) {
            case DAMAGED -> Reason.BAD_COMPRESSION;
            case TOO_LARGE -> Reason.TOO_LARGE;
            case UNKNOWN -> Reason.UNKNOWN_COMPRESSION;
        };
    }

    private void count(long contents) {
        if (made != null) {
            made.accept(contents);
        }
    }

    /**
     * The contents of the block as keys and values in rows (TF-7). The checksum is not checked, and bytes that are
     * stored raw are not copied.
     *
     * @return the block
     * @throws CorruptTableException if the block cannot be decompressed, or does not have that form
     */
    KeyValueBlock entries() throws CorruptTableException {
        if (type() == 0) {
            return KeyValueBlock.of(bytes, size, file, handle.offset());
        }
        if (buffers == null) {
            return entries(contents());
        }
        ContentsBuffer contents = buffers.contents();
        decompress(contents);
        return KeyValueBlock.of(
                contents.bytes(), contents.length(), mostKeyBytes(contents.length()), file, handle.offset());
    }

    /** The same of {@link #contents()} that the caller changed; they are kept. */
    KeyValueBlock entries(byte[] contents) throws CorruptTableException {
        return type() == 0
                ? KeyValueBlock.wrap(contents, file, handle.offset())
                : KeyValueBlock.unpacked(contents, size, file, handle.offset());
    }

    /** The entries of rows into which the contents, of another form, were written. */
    KeyValueBlock entriesOf(byte[] rows, long mostKeyBytes) throws CorruptTableException {
        return KeyValueBlock.of(rows, rows.length, mostKeyBytes, file, handle.offset());
    }

    /** The most bytes that the keys of this block have, written out, if its contents have this length. */
    long mostKeyBytes(int contentsLength) {
        return type() == 0
                ? KeyValueBlock.mostKeyBytes(contentsLength)
                : KeyValueBlock.mostKeyBytes(contentsLength, size);
    }

    /** An exception about this block. */
    CorruptTableException corrupt(Reason reason, String detail) {
        return new CorruptTableException(file, handle.offset(), reason, detail);
    }

    /** The stored bytes with their trailer; not to be changed. */
    byte[] storedBytes() {
        return bytes;
    }
}
