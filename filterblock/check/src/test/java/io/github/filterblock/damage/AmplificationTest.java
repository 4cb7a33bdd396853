// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.Decompression;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.Packing;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.table.TestEntries;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Few bytes that stand for many: keys that share a long beginning, and contents that are claimed. */
class AmplificationTest {
    private static final int LONG_KEY = 28 << 10;
    private static final int CONSTANT = 64 << 10;
    private static final long LONGEST = 100_000_000;

    /** Entries of three bytes, each of which claims the whole key of the one before. */
    private static byte[] sharing(int keyLength, int entries, byte[] value) {
        byte[] key = new byte[keyLength];
        TestEntries block = new TestEntries(Integer.MAX_VALUE).add(key, value);
        for (int i = 1; i < entries; i++) {
            block.entry(keyLength, new byte[0], value, key);
        }
        return block.block();
    }

    private static TableParts sound() {
        return SmallTables.parts(BloomFilterPolicy.levelDb(10), Packing.RAW, false);
    }

    /** Measured the second time, when all classes are loaded. */
    private static void holdMemory(byte[] table, ThreadUse.Task task) throws Exception {
        ThreadUse.Task openOrRefuse = () -> {
            try {
                task.run();
            } catch (CorruptTableException e) {
                // a refusal will do
            }
        };
        openOrRefuse.run();
        long bytes = ThreadUse.allocatedBytesOf(openOrRefuse);
        assertTrue(bytes <= CONSTANT + 3L * table.length, table.length + " bytes take " + bytes);
    }

    @Test
    @Tag("TF-7")
    void metaindexKeysThatShareALotTakeNoMoreThanTheBytesPresent() throws Exception {
        TableParts parts = sound();
        parts.metaindexDamage = block -> sharing(LONG_KEY, LONG_KEY / 3, new byte[0]);
        byte[] table = parts.table();
        holdMemory(table, () -> BytesSource.open(table).openFilter());
    }

    @Test
    @Tag("TF-7")
    void indexKeysThatShareALotTakeNoMoreThanTheBytesPresent() throws Exception {
        TableParts parts = sound();
        parts.indexDamage = block -> sharing(LONG_KEY, LONG_KEY / 5, new byte[] {0, 10});
        byte[] table = parts.table();
        holdMemory(table, () -> BytesSource.open(table).index());
    }

    /** A file of two kilobytes must not end the JVM for want of memory. */
    @ParameterizedTest
    @EnumSource(names = {"ZLIB", "ZSTD", "DEFLATE"})
    @Tag("TF-7")
    void packedMetaindexOfLongKeysDoesNotTakeAllMemory(Packing packing) throws IOException {
        TableParts parts = sound();
        parts.indexPacking = packing;
        parts.metaindexDamage = block -> sharing(8 * LONG_KEY, 3 * LONG_KEY, new byte[0]);
        byte[] table = parts.table();
        assertThrows(CorruptTableException.class, () -> BytesSource.open(table).openFilter());
    }

    @Test
    @Tag("TF-7")
    void dataKeysThatShareALotAreExaminedInTime() throws IOException {
        TableParts parts = sound();
        byte[] block = sharing(LONG_KEY, LONG_KEY / 8, new byte[0]);
        parts.data.set(parts.data.size() - 1, TableParts.Stored.of(Packing.RAW, block));
        byte[] table = parts.table();
        assertTrue(table.length <= TableMutants.LARGEST);
        long start = ThreadUse.cpuNanos();
        TableReport.of(BytesSource.open(table), FilterHints.NONE);
        long took = ThreadUse.cpuNanos() - start;
        assertTrue(took <= LONGEST, table.length + " bytes take " + took + " ns");
    }

    @Test
    @Tag("TF-6")
    void zstdThatClaimsMoreThanItCanHoldIsRefusedBeforeItIsAllocated() throws Exception {
        byte[] frame = HexFormat.of().parseHex("28b52ffda000000004010000"); // claims 64 MiB, holds nothing
        ThreadUse.Task refusal = () -> assertThrows(
                CorruptTableException.class,
                () -> Decompression.usual().decompress(Packing.ZSTD.type(), frame, 0, frame.length));
        refusal.run();
        assertTrue(ThreadUse.allocatedBytesOf(refusal) <= CONSTANT);
    }

    /** A table of empty keys, with a filter of nine bytes and a side block of some length. */
    private static byte[] tableOfEmptyKeys(int keys, int sideLength) {
        byte[] block = new byte[3 * keys + 8];
        block[block.length - 4] = 1;
        TableParts parts = new TableParts();
        parts.data.add(TableParts.Stored.of(Packing.ZLIB, block));
        parts.separators.add(new byte[0]);
        byte[] filter = HexFormat.of().parseHex("ffffffffffffffff1e" + "00000000" + "09000000" + "0b");
        parts.side.add(TableParts.Stored.of(Packing.RAW, filter));
        parts.sideNames.add(MetaindexEntry.keyOf(BloomFilterPolicy.goLevelDb(10).name()));
        parts.side.add(TableParts.Stored.of(Packing.RAW, new byte[sideLength]));
        parts.sideNames.add(new byte[] {'x'});
        return parts.table();
    }

    @Test
    @Tag("FB-4")
    void summaryOfVeryManyKeysIsGiven() throws IOException {
        int keys = 4_200_000; // at 999 bits each they have more bits than goleveldb counts
        TableReport analysis = TableReport.of(BytesSource.open(tableOfEmptyKeys(keys, 0)));
        assertEquals(0, analysis.damageCount());
        assertEquals(keys, analysis.entries());
        FilterSummary summary = analysis.summary().orElseThrow();
        assertEquals(keys, summary.rows().get(0).keys());
        assertEquals(Optional.empty(), summary.bitsPerKey());
    }

    /** Four mebi and one for every two bytes of the file. */
    @Test
    void keysAreReadUpToTheirLimit() throws IOException {
        int keys = 4_220_000;
        int most = 2 * (keys - (4 << 20));
        int sideLength = 1 << 15; // its handle has as many bytes as that of the final one
        sideLength += most - tableOfEmptyKeys(keys, sideLength).length;
        byte[] largest = tableOfEmptyKeys(keys, sideLength);
        assertEquals(most, largest.length);
        assertEquals(keys, TableReport.of(BytesSource.open(largest)).entries());
        TableReport beyond = TableReport.of(BytesSource.open(tableOfEmptyKeys(keys, sideLength - 1)));
        assertEquals(0, beyond.entries());
        CorruptTableException e = beyond.firstUnreadableBlock().orElseThrow();
        assertEquals(CorruptTableException.Reason.TOO_LARGE, e.reason());
        assertEquals(
                "up to here the data blocks have more than 4219999 keys, too many for a file of 51391 bytes",
                e.detail());
    }

    @Test
    void behindTheLimitNoBlockIsRead() throws IOException {
        byte[] many = new byte[3 * 4_300_000 + 8];
        many[many.length - 4] = 1;
        TableParts parts = new TableParts();
        parts.data.add(TableParts.Stored.of(Packing.ZLIB, many));
        parts.separators.add(new byte[] {'a'});
        parts.data.add(TableParts.Stored.of(
                Packing.RAW,
                new TestEntries(1).add(new byte[] {'b'}, new byte[0]).block()));
        parts.separators.add(new byte[] {'c'});
        TableReport analysis = TableReport.of(BytesSource.open(parts.table()));
        assertEquals(0, analysis.entries());
        assertEquals(2, analysis.damageCount());
        assertEquals(
                Optional.of(CorruptTableException.Reason.TOO_LARGE),
                analysis.dataBlocks().get(1).damage());
    }

    @Test
    void closedTableOverABufferCannotBeRead() throws IOException {
        ByteBuf buffer = Unpooled.copiedBuffer(SmallTables.all().get(0).bytes());
        TableFile table = TableFile.open(TableSource.retaining(buffer, "buffer"));
        table.close();
        assertThrows(IOException.class, table::openFilter);
        buffer.release();
        assertThrows(IOException.class, table::openFilter);
    }
}
