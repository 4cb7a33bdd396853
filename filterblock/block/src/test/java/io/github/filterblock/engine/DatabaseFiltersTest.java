// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.table.StoredFilterBlock;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.table.TestTable;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseFiltersTest {
    private static final byte[] PRESENT = "apple".getBytes(US_ASCII);
    private static final byte[] ABSENT = "none".getBytes(US_ASCII);
    private static final BloomFilterPolicy POLICY = BloomFilterPolicy.levelDb(10);

    private final List<Exception> heard = new ArrayList<>();

    private static TestTable table() {
        return TestTable.ofWholeKeys().block("apple", "plum");
    }

    private static void assertAnswers(EngineFilter filter) {
        assertTrue(filter.isUsable());
        assertTrue(filter.keyMayMatch(0, PRESENT));
        assertFalse(filter.keyMayMatch(0, ABSENT));
    }

    @Test
    void aTableIsOpenedFromWhateverHoldsIt(@TempDir Path directory) throws IOException {
        byte[] bytes = table().bytes();
        DatabaseFilters filters = DatabaseFilters.of(POLICY);
        assertAnswers(filters.open(TableSource.of(ByteBuffer.wrap(bytes), "heap")));
        ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 3)
                .position(3)
                .put(bytes)
                .position(3);
        assertAnswers(filters.open(TableSource.of(direct, "direct")));
        assertEquals(bytes.length, direct.remaining());
        Path file = Files.write(directory.resolve("000005.ldb"), bytes);
        try (FileChannel channel = FileChannel.open(file)) {
            assertAnswers(filters.open(TableSource.of(channel, "channel")));
            assertAnswers(filters.open(TableSource.of(channel, "channel")));
        }
        try (TableSource source = TableSource.of(file)) {
            assertAnswers(filters.open(source));
            assertAnswers(filters.open(source));
        }
        assertEquals(6, filters.counters().openFilters());
    }

    /** Damage in the footer is as quiet as damage behind it, and the borrowed source stays open. */
    @Test
    @Tag("TF-1")
    void damageAnywhereIsReported() throws IOException {
        byte[] bytes = table().bytes();
        DatabaseFilters filters = DatabaseFilters.of(POLICY).withListener(heard::add);
        byte[] badMagic = bytes.clone();
        badMagic[bytes.length - 1]++;
        byte[] badMetaindex = bytes.clone();
        Arrays.fill(badMetaindex, 0, bytes.length - 48, (byte) 0x55);
        for (byte[] damaged : List.of(badMagic, badMetaindex, new byte[0], Arrays.copyOf(bytes, 20))) {
            EngineFilter filter = filters.open(TableSource.of(ByteBuffer.wrap(damaged), "damaged"));
            assertFalse(filter.isUsable());
            assertTrue(filter.tableMayMatch(ABSENT));
            assertTrue(filter.keyMayMatch(0, ABSENT));
        }
        assertEquals(4, heard.size());
        assertEquals(4, filters.counters().unusableFilters());
        assertEquals(0, filters.counters().openFilters());
    }

    /** With a base lg other than 11 the name may be Basho's too; the engine's own policy is trusted. */
    @Test
    @Tag("TF-14")
    void theOwnPolicyIsTakenAtItsWord() throws IOException {
        ByteBuffer table = ByteBuffer.wrap(table().baseLg(63).bytes());
        EngineFilter own = DatabaseFilters.of(POLICY).open(TableSource.of(table, "own"));
        assertTrue(own.takes(BloomHash.UNSIGNED_TAIL));
        assertFalse(own.tableMayMatch(ABSENT));
        assertFalse(DatabaseFilters.withoutPolicy()
                .open(TableSource.of(table, "anybody's"))
                .takes(BloomHash.UNSIGNED_TAIL));
    }

    /** A database that another program wrote has filters of another name, and they are used. */
    @Test
    void filtersOfOtherBuiltInNamesAreUsed() throws IOException {
        DatabaseFilters filters = DatabaseFilters.of(BloomFilterPolicy.levelDb117Signed(10));
        assertAnswers(filters.open(TableSource.of(ByteBuffer.wrap(table().bytes()), "LevelDB's")));
        assertAnswers(
                DatabaseFilters.withoutPolicy().open(TableSource.of(ByteBuffer.wrap(table().bytes()), "LevelDB's")));
    }

    @Test
    void countersAreSharedUnlessOthersAreGiven() throws IOException {
        DatabaseFilters filters = DatabaseFilters.of(POLICY);
        assertThrows(IllegalArgumentException.class, () -> filters.withBaseLg(-1));
        assertThrows(IllegalArgumentException.class, () -> filters.withBaseLg(64));
        FilterCounters ofLevel = new FilterCounters();
        ByteBuffer table = ByteBuffer.wrap(table().bytes());
        filters.onePerTable()
                .withListener(heard::add)
                .open(TableSource.of(table, "a"))
                .keyMayMatch(0, ABSENT);
        EngineFilter counted = filters.withCounters(ofLevel).open(TableSource.of(table, "b"));
        counted.keyMayMatch(0, ABSENT);
        counted.keyMayMatch(0, ABSENT);
        assertEquals(1, filters.counters().absent());
        assertEquals(2, ofLevel.absent());
        assertEquals(counted.retainedBytes(), ofLevel.retainedBytes());
    }

    /** A listener that fails ends the opening, but what it has heard of is counted. */
    @Test
    void anUnusableFilterIsCountedBeforeItIsReported() {
        DatabaseFilters filters = DatabaseFilters.of(POLICY).withListener(reason -> {
            throw new IllegalStateException("mine", reason);
        });
        assertThrows(
                IllegalStateException.class,
                () -> filters.open(TableSource.of(ByteBuffer.wrap(new byte[100]), "none")));
        assertEquals(1, filters.counters().unusableFilters());
        assertEquals(0, filters.counters().openFilters());
    }

    /** Code that asks a reader itself counts through the same counters. */
    @Test
    void countersCountForOthers() {
        FilterCounters counters = new FilterCounters();
        assertFalse(counters.answered(false));
        assertFalse(counters.answered(false));
        assertFalse(counters.answered(false));
        assertTrue(counters.answered(true));
        counters.foundNothing();
        counters.countWithoutFilter();
        counters.countUnusable();
        counters.countOpened(100);
        counters.countOpened(20);
        counters.countClosed(100);
        EngineFilterTest.assertCounts(counters, 3, 1, 1, 1, 1, 1, 20);
        assertEquals(0.25, counters.falsePositiveRate());
        assertEquals(0, new FilterCounters().falsePositiveRate());
    }

    /** An engine that loses the option on the way writes no filters: the counter shows it after the first table. */
    @Test
    void finishedFiltersAreCounted() {
        DatabaseFilters filters = DatabaseFilters.of(POLICY);
        DatabaseFilters.withoutPolicy()
                .withCounters(filters.counters())
                .newWriter()
                .finish(0);
        assertEquals(0, filters.counters().filtersWritten());
        FilterWriter writer = filters.newWriter();
        writer.addUserKeyBuf(Unpooled.wrappedBuffer("..apple".getBytes(US_ASCII)), 2, 5);
        writer.addInternalKeyBuf(Unpooled.wrappedBuffer(".plum12345678".getBytes(US_ASCII)), 1, 12);
        assertThrows(IllegalArgumentException.class, () -> writer.addInternalKeyBuf(Unpooled.buffer(8), 0, 7));
        assertThrows(IndexOutOfBoundsException.class, () -> writer.addInternalKeyBuf(Unpooled.buffer(8), 1, 8));
        StoredFilterBlock stored = writer.finish(0).orElseThrow();
        assertEquals(1, filters.counters().filtersWritten());
        assertTrue(filters.counters().toString().contains("filters written 1"));
        ByteBuffer block = stored.bytes().limit((int) stored.handle().size());
        FilterBlockReader reader = FilterBlockReader.copyOf(block, POLICY);
        assertTrue(reader.keyMayMatch(0, PRESENT));
        assertTrue(reader.keyMayMatch(0, "plum".getBytes(US_ASCII)));
        assertFalse(reader.keyMayMatch(0, ABSENT));
    }
}
