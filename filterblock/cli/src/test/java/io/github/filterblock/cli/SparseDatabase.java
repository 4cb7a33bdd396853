// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.filterblock.database.RecordBytes;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.TablePlan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/**
 * A database of RocksDB with many large tables that take hardly any space: data blocks and the bits of filters are
 * holes in the files. What lies at the end of a table is there: filter trailer, properties, metaindex and footer.
 */
final class SparseDatabase {
    static final long KEYS = 1_000_000;
    static final double BITS_PER_KEY = 10;
    private static final long DATA = 64L << 20;
    private static final long MAGIC = 0x88e241b785f4cff7L;
    private static final int FOOTER_LENGTH = 53;
    private static final int CRC32C = 1;
    private static final int FORMAT_VERSION = 5;
    private static final int PROBES = 6;
    private static final int LEVELS = 6;

    private SparseDatabase() {}

    /** Writes so many tables in several levels, and a MANIFEST and options that name them. */
    static void write(Path directory, int tables) throws IOException {
        Files.createDirectories(directory);
        RecordBytes[] edits = new RecordBytes[tables + 1];
        edits[0] = RecordBytes.complete().field(3, 100L + tables).field(4, KEYS * tables);
        byte[] end = end();
        for (int i = 0; i < tables; i++) {
            long number = 10L + i;
            Path file = directory.resolve(String.format(Locale.ROOT, "%06d.sst", number));
            try (FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.SPARSE)) {
                channel.write(ByteBuffer.wrap(end), filterEnd());
            }
            byte[] key = TestTable.internalKey(
                    String.format(Locale.ROOT, "key%09d", i).getBytes(US_ASCII), 7, 1);
            edits[i + 1] = new RecordBytes()
                    .field(103, 1 + i % LEVELS, number, filterEnd() + end.length)
                    .prefixed(key)
                    .prefixed(key)
                    .number(7)
                    .number(7)
                    .number(1);
        }
        Files.write(directory.resolve("MANIFEST-000005"), RecordBytes.log(edits));
        Files.writeString(directory.resolve("CURRENT"), "MANIFEST-000005\n");
        Files.writeString(directory.resolve("OPTIONS-000007"), """
                [CFOptions "default"]
                [TableOptions/BlockBasedTable "default"]
                  filter_policy=bloomfilter:10:false
                """);
    }

    private static long filterLength() {
        return FullFilterPolicy.fastLocalBloom(BITS_PER_KEY).plan(KEYS, 0).sizeInBytes();
    }

    /** Where the trailer of the filter begins. */
    private static long filterEnd() {
        return DATA + filterLength() - 5;
    }

    /** The filter's trailer, and all that follows. */
    private static byte[] end() {
        ByteArrayOutputStream end = new ByteArrayOutputStream();
        end.writeBytes(new byte[] {-1, 0, PROBES, 0, 0});
        end.writeBytes(new byte[5]); // type and checksum, which nobody compares without the bits
        byte[] filter = handle(DATA, filterLength());
        byte[] properties = add(
                end,
                block(
                        entry("rocksdb.block.based.table.whole.key.filtering", "1".getBytes(US_ASCII)),
                        entry("rocksdb.filter.policy", "bloomfilter".getBytes(US_ASCII)),
                        entry("rocksdb.num.entries", varint(KEYS)),
                        entry("rocksdb.num.filter_entries", varint(KEYS)),
                        entry("rocksdb.prefix.extractor.name", "nullptr".getBytes(US_ASCII))));
        byte[] metaindex = add(
                end,
                block(entry("fullfilter.rocksdb.BuiltinBloomFilter", filter), entry("rocksdb.properties", properties)));
        ByteBuffer footer = ByteBuffer.allocate(FOOTER_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        footer.put((byte) CRC32C).put(metaindex).put(handle(0, 100));
        footer.position(FOOTER_LENGTH - 12);
        footer.putInt(FORMAT_VERSION).putLong(MAGIC);
        end.writeBytes(footer.array());
        return end.toByteArray();
    }

    /** Adds a block with its type and checksum, and returns its handle. */
    private static byte[] add(ByteArrayOutputStream end, byte[] block) {
        byte[] stored = ByteBuffer.allocate(block.length + 5).put(block).array();
        int crc = TablePlan.maskedCrc(stored, 0, block.length + 1);
        ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN).putInt(block.length + 1, crc);
        byte[] handle = handle(filterEnd() + end.size(), block.length);
        end.writeBytes(stored);
        return handle;
    }

    private static byte[] block(byte[]... entries) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        ByteBuffer restarts = ByteBuffer.allocate(4 * entries.length + 4).order(ByteOrder.LITTLE_ENDIAN);
        for (byte[] entry : entries) {
            restarts.putInt(block.size());
            block.writeBytes(entry);
        }
        restarts.putInt(entries.length);
        block.writeBytes(restarts.array());
        return block.toByteArray();
    }

    private static byte[] entry(String key, byte[] value) {
        return new RecordBytes()
                .raw(0)
                .number(key.length())
                .number(value.length)
                .raw(key.chars().toArray())
                .raw(ints(value))
                .toByteArray();
    }

    private static int[] ints(byte[] bytes) {
        int[] values = new int[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            values[i] = bytes[i];
        }
        return values;
    }

    private static byte[] handle(long offset, long size) {
        return new RecordBytes().number(offset).number(size).toByteArray();
    }

    private static byte[] varint(long number) {
        return new RecordBytes().number(number).toByteArray();
    }
}
