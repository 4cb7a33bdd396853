// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.Packing;
import io.github.filterblock.table.TestEntries;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys that share nearly all of their bytes: what a writer can make is read, what only damage can make is refused. */
@Tag("TF-7")
class SharedKeyTest {
    private static final byte[] NO_VALUE = {};
    private static final BloomFilterPolicy POLICY = BloomFilterPolicy.levelDb(10);

    /** Ascending keys that differ in their last eight bytes alone. */
    private static final class Keys {
        private final ByteBuffer key;

        Keys(int length) {
            this.key = ByteBuffer.allocate(length);
        }

        byte[] number(int number) {
            return key.putLong(key.capacity() - Long.BYTES, number).array();
        }
    }

    /** A block as a writer with this restart interval makes it. */
    private static byte[] block(int keyLength, int count, int interval) {
        TestEntries block = new TestEntries(interval);
        Keys keys = new Keys(keyLength);
        for (int i = 0; i < count; i++) {
            block.add(keys.number(i).clone(), NO_VALUE);
        }
        return block.block();
    }

    /** A block of one key and of entries that share all but its last bytes, which they repeat. */
    private static byte[] repeating(int keyLength, int count, int tailLength) {
        TestEntries block = new TestEntries(Integer.MAX_VALUE).add(new byte[keyLength], NO_VALUE);
        for (int i = 1; i < count; i++) {
            block.entry(keyLength - tailLength, new byte[tailLength], NO_VALUE, NO_VALUE);
        }
        return block.block();
    }

    private static byte[] table(Packing packing, byte[] data, byte[] filter) {
        return table(packing, POLICY.name(), data, filter);
    }

    private static byte[] table(Packing packing, String policyName, byte[] data, byte[] filter) {
        TableParts parts = new TableParts();
        parts.data.add(TableParts.Stored.of(packing, data));
        parts.separators.add(new byte[] {(byte) 0xff});
        parts.side.add(TableParts.Stored.of(Packing.RAW, filter));
        parts.sideNames.add(MetaindexEntry.keyOf(policyName));
        return parts.table();
    }

    private static byte[] filter(int keyLength, int count, long dataLimit) {
        FilterBlockBuilder builder = new FilterBlockBuilder(POLICY);
        builder.startBlock(0);
        Keys keys = new Keys(keyLength);
        for (int i = 0; i < count; i++) {
            builder.addKey(keys.number(i));
        }
        builder.startBlock(dataLimit);
        ByteBuf block = Unpooled.buffer();
        builder.finishBuf(block);
        return ByteBufUtil.getBytes(block);
    }

    /** A restart interval of 2^20, keys of 1 KiB that share all but their last bytes, and LevelDB's largest blocks. */
    @ParameterizedTest
    @EnumSource(names = {"RAW", "ZSTD"})
    void honestBlocksWithOneRestartAreRead(Packing packing) throws Exception {
        int count = 900_000;
        byte[] data = block(1024, count, 1 << 20);
        assertTrue(data.length >= 4 << 20, () -> "a block of " + data.length + " bytes");
        long dataLimit = packing.pack(data).length + BlockHandle.TRAILER_LENGTH;
        byte[] table = table(packing, data, filter(1024, count, dataLimit));
        TableReport report = TableReport.of(BytesSource.open(table), FilterHints.NONE);
        assertEquals(List.of(), report.findings().first());
        assertEquals(count, report.entries());
    }

    private static long keysOf(byte[] block) throws CorruptTableException {
        KeyValueBlock.Cursor cursor = KeyValueBlock.of(block, "a.ldb", 4711).cursor();
        long count = 0;
        while (cursor.next()) {
            count++;
        }
        return count;
    }

    @ParameterizedTest
    @CsvSource({
        "65536, 256, 1000",
        "1048576, 256, 300",
        "65536, 16, 1000",
        "1024, 2147483647, 40000",
        "64, 2147483647, 9"
    })
    void honestBlocksOfLongKeysAreRead(int keyLength, int interval, int count) throws CorruptTableException {
        assertEquals(count, keysOf(block(keyLength, count, interval)));
    }

    @ParameterizedTest
    @CsvSource({"524288, 300000, 0", "32768, 8000, 0", "262144, 100000, 1", "4096, 100000, 1"})
    void keysThatAmountToGigabytesAreRefused(int keyLength, int count, int tailLength) {
        byte[] block = repeating(keyLength, count, tailLength);
        long start = ThreadUse.cpuNanos();
        CorruptTableException e = assertThrows(CorruptTableException.class, () -> keysOf(block));
        assertEquals(Reason.TOO_LARGE, e.reason());
        assertEquals(4711, e.offset());
        assertTrue(ThreadUse.cpuNanos() - start < 1_000_000_000);
    }

    /** 64 KiB that stand for just under 16 MiB of keys, asked of a filter that matches all of them in every dialect. */
    @Test
    void asMuchAsIsAllowedIsExaminedInTime() throws Exception {
        int keyLength = 28 << 10;
        byte[] value = new byte[31 << 10];
        TestEntries block = new TestEntries(Integer.MAX_VALUE).add(new byte[keyLength], value);
        for (int i = 1; i < 560; i++) {
            block.entry(keyLength - 1, new byte[1], NO_VALUE, NO_VALUE);
        }
        byte[] data = block.block();
        byte[] filter = HexFormat.of().parseHex("ffffffffffffffff06" + "00000000" + "09000000" + "14");
        byte[] table = table(Packing.RAW, "leveldb.BuiltinBloomFilter", data, filter);
        assertTrue(table.length <= 64 << 10, () -> table.length + " bytes");
        long best = Long.MAX_VALUE;
        for (int run = 0; run < 3; run++) {
            long start = ThreadUse.cpuNanos();
            TableReport report = TableReport.of(BytesSource.open(table), FilterHints.NONE);
            best = Math.min(best, ThreadUse.cpuNanos() - start);
            assertEquals(560, report.entries());
        }
        assertTrue(best < 100_000_000, best + " ns");
    }

    /** A gigabyte and a half of keys in eight megabytes, which raw would be allowed, packed into a few kilobytes. */
    @ParameterizedTest
    @EnumSource(names = {"ZLIB", "ZSTD", "DEFLATE"})
    void packedBlocksStandForLess(Packing packing) throws Exception {
        byte[] data = repeating(760, (8 << 20) / 4, 0);
        byte[] table = table(packing, data, filter(760, 1, 1 << 14));
        assertTrue(table.length < 64 << 10, () -> table.length + " bytes");
        TableReport analysis = TableReport.of(BytesSource.open(table));
        assertEquals(TableStatus.CORRUPT, analysis.status());
        assertEquals(Reason.TOO_LARGE, analysis.damage().get(0).reason());
    }
}
