// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;

/**
 * The blocks of a sound table, found by nothing but the checksums in their trailers, at every offset of the file: no
 * footer, no handle and no index is asked where a block lies. What a test counts with it, it does not learn from what
 * it tests; only compressed contents are unpacked by the library.
 */
public final class BlockScan {
    private static final int MASK_DELTA = 0xa282ead8;
    private static final int CHECKSUM = 1 + Integer.BYTES;

    /** The type of bzip2, under which {@link LicenceMutant} stores blocks raw. */
    static final int UNDECODED = 3;

    /**
     * A block.
     *
     * @param stored its bytes in the file, without the trailer
     * @param type the type byte
     * @param entries its entries; empty if it has none or is of another kind
     */
    public record Block(long offset, byte[] stored, int type, List<Entry> entries) {
        byte[] handle() {
            return TestBlocks.handle(offset, stored.length);
        }

        /** Where its trailer ends. */
        int end() {
            return (int) offset + stored.length + CHECKSUM;
        }
    }

    private BlockScan() {}

    /** All blocks in the order of the file. */
    static List<Block> blocks(byte[] file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        List<Block> blocks = new ArrayList<>();
        for (int start = 0; start <= file.length - CHECKSUM; start++) {
            int end = endOfBlock(bytes, start);
            if (end >= 0) {
                byte[] stored = Arrays.copyOfRange(file, start, end);
                byte[] contents = file[end] == 0 ? stored : unpacked(file, start, stored.length);
                blocks.add(new Block(start, stored, file[end] & 0xff, entries(contents)));
                start = end + CHECKSUM - 1;
            }
        }
        return blocks;
    }

    /** Where the type byte of a block is that starts here, or -1 if none does. */
    private static int endOfBlock(ByteBuffer file, int start) {
        CRC32C crc = new CRC32C();
        for (int end = start; end <= file.limit() - CHECKSUM; end++) {
            crc.update(file.get(end));
            if (file.getInt(end + 1) == Integer.rotateRight((int) crc.getValue(), 15) + MASK_DELTA) {
                return end;
            }
        }
        return -1;
    }

    private static byte[] unpacked(byte[] file, int start, int length) throws IOException {
        return BytesSource.open(file).read(new BlockHandle(start, length)).contents();
    }

    /** The entries, if the bytes are entries and restarts from the first to the last. */
    private static List<Entry> entries(byte[] contents) {
        ByteBuffer in = ByteBuffer.wrap(contents).order(ByteOrder.LITTLE_ENDIAN);
        long restarts = contents.length < Integer.BYTES ? -1 : in.getInt(contents.length - Integer.BYTES);
        long limit = contents.length - Integer.BYTES * (restarts + 1);
        if (restarts < 0 || limit < 0) {
            return List.of();
        }
        in.limit((int) limit);
        List<Entry> entries = new ArrayList<>();
        byte[] previous = {};
        while (in.hasRemaining()) {
            long shared = varint(in);
            long tail = varint(in);
            long value = varint(in);
            if (shared < 0 || shared > previous.length || tail < 0 || value < 0 || tail + value > in.remaining()) {
                return List.of();
            }
            ByteArrayOutputStream key = new ByteArrayOutputStream();
            key.write(previous, 0, (int) shared);
            key.writeBytes(next(in, tail));
            previous = key.toByteArray();
            entries.add(new Entry(previous, next(in, value)));
        }
        return entries;
    }

    private static byte[] next(ByteBuffer in, long length) {
        byte[] bytes = new byte[(int) length];
        in.get(bytes);
        return bytes;
    }

    /** A number below 2^35, or -1. */
    private static long varint(ByteBuffer in) {
        long number = 0;
        for (int shift = 0; shift < Integer.SIZE && in.hasRemaining(); shift += 7) {
            byte next = in.get();
            number |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return number;
            }
        }
        return -1;
    }

    /**
     * The blocks with keys of the table: those with entries of which none leads to another block, as those of index and
     * metaindex do, or is a property of RocksDB.
     */
    static List<Block> dataBlocks(List<Block> blocks) {
        var handles =
                blocks.stream().map(block -> ByteBuffer.wrap(block.handle())).collect(Collectors.toSet());
        return blocks.stream()
                .filter(block -> !block.entries().isEmpty())
                .filter(block -> block.entries().stream()
                        .noneMatch(entry -> handles.contains(ByteBuffer.wrap(entry.value()))
                                || new String(entry.key(), ISO_8859_1).startsWith("rocksdb.")))
                .toList();
    }
}
