// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.analysis.BlockFilter;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.damage.LicenceTables.Keys;
import io.github.filterblock.damage.LicenceTables.Order;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.TableRebuild;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.Packing;
import io.github.filterblock.table.StoredFilterBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableFilter;
import io.github.filterblock.table.TestEntries;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Few bytes that stand for many, and files beyond the numbers that 31 and 32 bits can count. */
class LimitsTest {
    private static final int LONG_KEY = 28 << 10;
    private static final long LONGEST = 100_000_000;
    private static final BloomFilterPolicy POLICY = BloomFilterPolicy.levelDb(10);
    private static final byte[] NO_VALUE = {};

    @TempDir
    Path directory;

    /** Entries of three bytes, each of which claims the whole key of the one before. */
    private static byte[] sharing(int keyLength, int entries, byte[] value) {
        byte[] key = new byte[keyLength];
        TestEntries block = new TestEntries(Integer.MAX_VALUE).add(key, value);
        for (int i = 1; i < entries; i++) {
            block.entry(keyLength, NO_VALUE, value, key);
        }
        return block.block();
    }

    private static TableParts sound() {
        return LicenceTables.parts(Keys.WHOLE, Order.ASCENDING, 5);
    }

    @Test
    @Tag("TF-7")
    void keysThatShareALotTakeNoMoreThanTheBytesPresent() throws Exception {
        TableParts parts = sound();
        parts.metaindexDamage = block -> sharing(LONG_KEY, LONG_KEY / 3, NO_VALUE);
        EveryDoor.assertMemory(parts.table(), 3, table -> table.openFilter());
        parts = sound();
        parts.indexDamage = block -> sharing(LONG_KEY, LONG_KEY / 5, new byte[] {0, 10});
        EveryDoor.assertMemory(parts.table(), 3, table -> table.index());
        parts = sound();
        parts.indexPacking = Packing.ZSTD; // two kilobytes
        parts.metaindexDamage = block -> sharing(8 * LONG_KEY, 3 * LONG_KEY, NO_VALUE);
        byte[] packed = parts.table();
        assertThrows(CorruptTableException.class, () -> BytesSource.open(packed).openFilter());
    }

    @Test
    @Tag("TF-7")
    void dataKeysThatShareALotAreExaminedInTime() throws IOException {
        TableParts parts = sound();
        byte[] block = sharing(LONG_KEY, LONG_KEY / 8, NO_VALUE);
        parts.data.set(parts.data.size() - 1, TableParts.Stored.of(Packing.RAW, block));
        byte[] table = parts.table();
        TableReport.of(BytesSource.open(table));
        long start = ThreadUse.cpuNanos();
        TableReport.of(BytesSource.open(table));
        long took = ThreadUse.cpuNanos() - start;
        assertTrue(took <= LONGEST, table.length + " bytes take " + took + " ns");
    }

    /** Each block stands for as many keys as it may; together they have more than a gibibyte. */
    @Test
    @Tag("TF-7")
    void keysOfManyBlocksCountTogether() throws IOException {
        TestEntries entries = new TestEntries(Integer.MAX_VALUE).add(new byte[LONG_KEY], new byte[31 << 10]);
        for (int i = 1; i < 560; i++) {
            entries.entry(LONG_KEY - 1, new byte[1], NO_VALUE, NO_VALUE);
        }
        TableParts.Stored block = TableParts.Stored.of(Packing.ZSTD, entries.block());
        TableParts parts = new TableParts();
        for (int i = 0; i < 80; i++) {
            parts.data.add(block);
            parts.separators.add(new byte[] {(byte) i});
        }
        TableReport report = TableReport.of(BytesSource.open(parts.table()));
        assertTrue(report.entries() > 0 && report.entries() < 75L * 560, () -> report.entries() + " keys were read");
        assertEquals(
                Reason.TOO_LARGE,
                report.facts().firstUnreadableBlock().orElseThrow().reason());
    }

    /** A restart interval of 2^20, and keys of 1 KiB that share all but their last bytes. */
    @Test
    @Tag("TF-7")
    void honestBlocksWithOneRestartAreRead() throws IOException {
        int count = Scale.times(90_000, 900_000);
        TestEntries block = new TestEntries(1 << 20);
        for (int i = 0; i < count; i++) {
            byte[] key = new byte[1024];
            key[1021] = (byte) (i >>> 16);
            key[1022] = (byte) (i >>> 8);
            key[1023] = (byte) i;
            block.add(key, NO_VALUE);
        }
        TableParts parts = new TableParts();
        parts.data.add(TableParts.Stored.of(Packing.ZSTD, block.block()));
        parts.separators.add(new byte[] {(byte) 0xff});
        TableVerification verified = TableVerification.of(BytesSource.open(parts.table()));
        assertEquals(count, verified.report().entries());
        assertEquals(List.of(), verified.findings().first());
    }

    /** A table of empty keys, with a filter of nine bytes and a side block of some length. */
    private static byte[] tableOfEmptyKeys(int keys, int sideLength) {
        byte[] block = new byte[3 * keys + 8];
        block[block.length - 4] = 1;
        TableParts parts = new TableParts();
        parts.data.add(TableParts.Stored.of(Packing.ZLIB, block));
        parts.separators.add(NO_VALUE);
        byte[] filter = HexFormat.of().parseHex("ffffffffffffffff1e" + "00000000" + "09000000" + "0b");
        parts.side.add(TableParts.Stored.of(Packing.RAW, filter));
        parts.sideNames.add(MetaindexEntry.keyOf(BloomFilterPolicy.goLevelDb(10).name()));
        parts.side.add(TableParts.Stored.of(Packing.RAW, new byte[sideLength]));
        parts.sideNames.add(new byte[] {'x'});
        return parts.table();
    }

    /** Four mebi and one for every two bytes of the file; at 999 bits each, more bits than goleveldb counts. */
    @Test
    @Tag("FB-4")
    void keysAreReadUpToTheirLimit() throws IOException {
        int keys = 4_220_000;
        int most = 2 * (keys - (4 << 20));
        int sideLength = 1 << 15; // its handle has as many bytes as that of the final one
        sideLength += most - tableOfEmptyKeys(keys, sideLength).length;
        TableReport largest = TableReport.of(BytesSource.open(tableOfEmptyKeys(keys, sideLength)));
        assertEquals(keys, largest.entries());
        assertEquals(
                keys,
                largest.filter(BlockFilter.class).orElseThrow().rows().get(0).keys());
        assertEquals(
                Optional.empty(),
                largest.filter(BlockFilter.class).orElseThrow().bitsPerKey());
        TableReport beyond = TableReport.of(BytesSource.open(tableOfEmptyKeys(keys, sideLength - 1)));
        assertEquals(0, beyond.entries());
        CorruptTableException e = beyond.facts().firstUnreadableBlock().orElseThrow();
        assertEquals(Reason.TOO_LARGE, e.reason());
        assertEquals(
                "the data blocks have more than 4219999 keys, too many for a file of 51391 bytes:"
                        + " the rest was not read",
                e.detail());
    }

    @Test
    void behindTheLimitNoBlockIsRead() throws IOException {
        byte[] many = new byte[3 * 4_300_000 + 8];
        many[many.length - 4] = 1;
        TableParts parts = new TableParts();
        parts.data.add(TableParts.Stored.of(Packing.ZLIB, many));
        parts.separators.add(new byte[] {'a'});
        byte[] one = new TestEntries(1).add(new byte[] {'b'}, NO_VALUE).block();
        parts.data.add(TableParts.Stored.of(Packing.RAW, one));
        parts.separators.add(new byte[] {'c'});
        TableReport report = TableReport.of(BytesSource.open(parts.table()));
        assertEquals(0, report.entries());
        assertEquals(2, report.damageCount());
        assertEquals(
                Optional.of(Reason.TOO_LARGE), report.facts().blocks().get(1).damage());
    }

    /** Minecraft writes a value of a gibibyte if it must, so a block that is too large for us may be sound. */
    @Test
    @Tag("TF-6")
    void aBlockBeyondTheLimitIsNotDamaged() throws IOException {
        byte[] block = new TestEntries(1).add(bytes("a"), new byte[64 << 20]).block();
        TableParts parts = new TableParts();
        parts.data.add(TableParts.Stored.of(Packing.ZLIB, block));
        parts.separators.add(bytes("b"));
        TableReport report = TableReport.of(BytesSource.open(parts.table()));
        assertEquals(TableStatus.INCOMPLETE, report.status());
        assertEquals(
                "the block has more than 67108864 bytes, which is the limit",
                report.facts().firstUnreadableBlock().orElseThrow().detail());
    }

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @ValueSource(ints = {11, 40, 63})
    @Tag("FB-12")
    void filterBeyondFourGibibytesIsFoundAndAnswers(int baseLg) throws IOException {
        long far = (4L << 30) + 10_000;
        FilterBlockBuilder builder = new FilterBlockBuilder(POLICY, baseLg);
        try (SparseTable file = SparseTable.create(directory, far + (64 << 20))) {
            builder.startBlock(0);
            builder.addKey(bytes("near"));
            byte[] first = new TestEntries(16).add(bytes("near"), NO_VALUE).block();
            BlockHandle near = file.put(0, TableParts.Stored.of(Packing.RAW, first));
            builder.startBlock(far);
            builder.addKey(bytes("remote"));
            byte[] second = new TestEntries(16).add(bytes("remote"), NO_VALUE).block();
            BlockHandle remote = file.put(far, TableParts.Stored.of(Packing.RAW, second));
            builder.startBlock(remote.end());
            StoredFilterBlock filter = StoredFilterBlock.of(builder, remote.end());
            file.write(remote.end(), Unpooled.wrappedBuffer(filter.bytes()));
            file.finish(
                    filter.handle().end(),
                    new TestEntries(1).add(filter.metaindexKey(), filter.metaindexValue()),
                    new TestEntries(1).add(bytes("near"), near.encode()).add(bytes("remote"), remote.encode()));
            try (TableFile table = TableFile.open(file.path())) {
                TableFilter reader = table.openFilter().orElseThrow();
                assertTrue(reader.keyMayMatch(0, bytes("near")) && reader.keyMayMatch(far, bytes("remote")));
                assertFalse(reader.keyMayMatch(far, bytes("nobody")));
                TableReport report = TableReport.of(table);
                assertEquals(TableStatus.OK, report.status());
                // Nothing accounts for the bytes between the blocks, so that other keys may be there.
                assertTrue(new TableQuery(report).ask(bytes("nobody")).mayMatch());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {Integer.MAX_VALUE, 1L << 31, (1L << 32) + 18})
    @Tag("TF-5")
    void blocksOfTwoGibibytesAndMoreAreRefusedBeforeAnythingIsAllocated(long size) throws Exception {
        try (SparseTable file = SparseTable.create(directory, 5L << 30)) {
            byte[] handle = new BlockHandle(100, size).encode();
            file.finish(
                    (5L << 30) - 1000,
                    new TestEntries(1).add(MetaindexEntry.keyOf(POLICY.name()), handle),
                    new TestEntries(1).add(bytes("z"), handle));
            try (TableFile table = TableFile.open(file.path())) {
                ThreadUse.Task refusal = () -> assertEquals(
                        Reason.TOO_LARGE,
                        assertThrows(CorruptTableException.class, table::openFilter)
                                .reason());
                refusal.run();
                assertTrue(ThreadUse.allocatedBytesOf(refusal) < 2 << 20);
                assertEquals(TableStatus.INCOMPLETE, TableReport.of(table).status());
            }
        }
    }

    /** The bytes that it takes to place the blocks of so many entries of the metaindex. */
    private static long allocatedByRebuilding(int entries) throws IOException {
        TableParts parts = sound();
        for (int i = 0; i < entries; i++) {
            LicenceTables.add(parts, "other" + (10_000 + i), new byte[9]);
        }
        TableFile table = BytesSource.open(parts.table());
        long before = ThreadUse.allocatedBytes();
        TableRebuild.of(table, FilterPlan.KEEP, FilterHints.NONE);
        return ThreadUse.allocatedBytes() - before;
    }

    @Test
    void twiceTheMetaindexTakesTwiceTheWork() throws IOException {
        allocatedByRebuilding(100);
        long once = allocatedByRebuilding(1000);
        long twice = allocatedByRebuilding(2000);
        assertTrue(twice < 2.3 * once, once + " bytes, then " + twice);
    }
}
