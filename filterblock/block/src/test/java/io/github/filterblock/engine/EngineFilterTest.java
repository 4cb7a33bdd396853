// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.damage.ThreadUse;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an engine that carries on without a filter sees. */
class EngineFilterTest {
    private static final byte[] PRESENT = "apple".getBytes(US_ASCII);
    private static final byte[] ABSENT = "none".getBytes(US_ASCII);

    private final FilterCounters counters = new FilterCounters();
    private final List<CorruptTableException> heard = new ArrayList<>();

    private static TestTable table() {
        return TestTable.ofWholeKeys().block("apple", "plum");
    }

    private DatabaseFilters filters() {
        return DatabaseFilters.withoutPolicy().withCounters(counters);
    }

    private static TableSource source(TestFile written) {
        return TableSource.of(ByteBuffer.wrap(written.bytes()), "test.ldb");
    }

    static void assertCounts(FilterCounters counters, long... expected) {
        assertArrayEquals(expected, new long[] {
            counters.absent(),
            counters.mayMatch(),
            counters.falsePositives(),
            counters.withoutFilter(),
            counters.unusableFilters(),
            counters.openFilters(),
            counters.retainedBytes()
        });
    }

    private EngineFilter open(TestFile written) throws IOException {
        return filters().withListener(heard::add).open(source(written));
    }

    @Test
    void answersOfTheFilterAreCounted() throws IOException {
        EngineFilter filter = open(table().write());
        assertTrue(filter.isUsable());
        assertTrue(filter.keyMayMatch(0, PRESENT));
        assertTrue(filter.keyMayMatch(1 << 20, ABSENT));
        assertFalse(filter.keyMayMatch(0, ABSENT));
        assertFalse(filter.keyMayMatch(0, "applenone".getBytes(US_ASCII), 5, 4));
        filter.foundNothing();
        assertCounts(counters, 2, 2, 1, 0, 0, 1, filter.retainedBytes());
        assertEquals(4, counters.lookups());
        assertEquals(List.of(), heard);
    }

    @Test
    @Tag("TF-4")
    void aDamagedFilterIsReportedAndDeniesNothing() throws IOException {
        TestFile sound = table().write();
        TestFile damaged = sound.flipping(sound.filter().orElseThrow().offset());
        EngineFilter filter = open(damaged);
        assertFalse(filter.isUsable());
        assertTrue(filter.keyMayMatch(0, ABSENT));
        assertCounts(counters, 0, 0, 0, 1, 1, 0, 0);
        assertEquals(1, heard.size());
        assertEquals(Reason.CHECKSUM, heard.get(0).reason());
        assertFalse(filters().open(source(damaged)).isUsable(), "without a listener");
    }

    /** A lookup is counted by the first question if that ends it, and by the second otherwise. */
    @Test
    void theTableIsAskedBeforeTheBlock() throws IOException {
        EngineFilter filter = open(table().baseLg(63).write());
        assertFalse(filter.tableMayMatch(ABSENT));
        assertEquals(1, counters.lookups());
        assertTrue(filter.tableMayMatch(PRESENT));
        assertEquals(1, counters.lookups());
        assertTrue(filter.keyMayMatch(0, PRESENT));
        assertCounts(counters, 1, 1, 0, 0, 0, 1, filter.retainedBytes());
    }

    @Test
    void keysInBuffersAndTokensGetTheSameAnswers() throws IOException {
        EngineFilter filter = filters()
                .withPolicy(BloomFilterPolicy.levelDb(10))
                .open(source(table().baseLg(63).write()));
        for (byte[] key : List.of(PRESENT, ABSENT)) {
            boolean present = key == PRESENT;
            long token = BloomHash.UNSIGNED_TAIL.token(key, 0, key.length);
            ByteBuffer direct = ByteBuffer.allocateDirect(key.length).put(0, key);
            assertEquals(present, filter.tableMayMatch(key));
            assertEquals(present, filter.tableMayMatch(ByteBuffer.wrap(key)));
            assertEquals(present, filter.tableMayMatch(direct));
            assertEquals(present, filter.tableMayMatchBuf(Unpooled.wrappedBuffer(key)));
            assertEquals(present, filter.tableHashMayMatch(token));
            assertEquals(present, filter.keyMayMatch(0, ByteBuffer.wrap(key)));
            assertEquals(present, filter.keyMayMatch(0, direct));
            assertEquals(present, filter.keyMayMatchBuf(0, Unpooled.wrappedBuffer(key)));
            assertEquals(present, filter.hashMayMatch(0, token));
        }
        assertCounts(counters, 9, 4, 0, 0, 0, 1, filter.retainedBytes());
        assertTrue(filter.takes(BloomHash.UNSIGNED_TAIL));
        assertFalse(filter.takes(BloomHash.SIGNED_TAIL));
    }

    @Test
    void withoutAFilterEveryKeyInEveryFormMayMatch() throws IOException {
        EngineFilter filter = open(table().withoutFilter().write());
        long token = BloomHash.SIGNED_TAIL.token(ABSENT, 0, ABSENT.length);
        assertTrue(filter.takes(BloomHash.SIGNED_TAIL));
        assertTrue(filter.tableMayMatch(ABSENT));
        assertTrue(filter.tableMayMatch(ByteBuffer.wrap(ABSENT)));
        assertTrue(filter.tableMayMatchBuf(Unpooled.wrappedBuffer(ABSENT)));
        assertTrue(filter.tableHashMayMatch(token));
        assertEquals(0, counters.lookups());
        assertTrue(filter.keyMayMatch(0, ByteBuffer.wrap(ABSENT)));
        assertTrue(filter.keyMayMatchBuf(0, Unpooled.wrappedBuffer(ABSENT)));
        assertTrue(filter.hashMayMatch(0, token));
        filter.foundNothing();
        filter.close();
        assertEquals(0, filter.retainedBytes());
        assertCounts(counters, 0, 0, 0, 3, 0, 0, 0);
        assertEquals(3, counters.lookups());
        assertEquals(List.of(), heard);
    }

    @Test
    void aClosedFilterIsNotCountedAsOpenAndStillAnswers() throws IOException {
        EngineFilter filter = open(table().write());
        filter.close();
        filter.close();
        assertEquals(0, counters.openFilters());
        assertEquals(0, counters.retainedBytes());
        assertFalse(filter.keyMayMatch(0, ABSENT));
        assertTrue(filter.keyMayMatch(0, PRESENT));
    }

    @Test
    void aLookupAllocatesNothing() throws Exception {
        EngineFilter windows = open(table().write());
        EngineFilter whole = filters()
                .withPolicy(BloomFilterPolicy.levelDb(10))
                .open(source(table().baseLg(63).write()));
        ByteBuffer direct = ByteBuffer.allocateDirect(ABSENT.length).put(0, ABSENT);
        long allocated = ThreadUse.warmAllocatedBytesOf(() -> {
            for (int i = 0; i < 5_000; i++) {
                windows.tableMayMatch(ABSENT);
                windows.keyMayMatch(0, ABSENT);
                whole.tableMayMatch(ABSENT);
                whole.keyMayMatch(0, direct);
                whole.foundNothing();
            }
        });
        assertTrue(allocated < 5_000, () -> allocated + " bytes");
    }

    /** A file that cannot be read is not damage, and the filter must not decide to carry on. */
    @Test
    void failuresOfTheSourceAreNotHidden() throws IOException {
        byte[] bytes = table().bytes();
        TableSource failing = new TableSource() {
            private int reads;

            @Override
            public String name() {
                return "failing";
            }

            @Override
            public long size() {
                return bytes.length;
            }

            @Override
            public void read(long position, byte[] dst, int offset, int length) throws IOException {
                if (reads++ > 0) {
                    throw new EOFException("gone");
                }
                System.arraycopy(bytes, (int) position, dst, offset, length);
            }

            @Override
            public void close() {}
        };
        assertThrows(
                EOFException.class, () -> filters().withListener(heard::add).open(failing));
        assertCounts(counters, 0, 0, 0, 0, 0, 0, 0);
        assertEquals(List.of(), heard);
    }

    /** A filter in a buffer of the allocator answers as one on the heap does, and is counted and released. */
    @Test
    void aFilterIsKeptInAPooledBuffer() throws IOException {
        for (int baseLg : new int[] {11, 63}) {
            ByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
            long before = counters.openFilters();
            EngineFilter filter = filters()
                    .withPolicy(BloomFilterPolicy.levelDb(10))
                    .openBuf(source(table().baseLg(baseLg).write()), allocator);
            long used = ((ByteBufAllocatorMetricProvider) allocator).metric().usedDirectMemory();
            assertTrue(used >= filter.retainedBytes() && filter.retainedBytes() > 0);
            assertEquals(before + 1, counters.openFilters());
            assertTrue(filter.keyMayMatch(0, PRESENT));
            assertFalse(filter.keyMayMatch(0, ABSENT));
            assertFalse(filter.tableMayMatch(ABSENT), "one window holds all data");
            ByteBuf within = Unpooled.copiedBuffer("..none.", US_ASCII);
            assertFalse(filter.keyMayMatchBuf(0, within, 2, 4));
            assertFalse(filter.tableMayMatchBuf(within, 2, 4));
            assertThrows(IndexOutOfBoundsException.class, () -> filter.keyMayMatchBuf(0, within, 4, 4));
            filter.close();
            filter.close();
            assertEquals(
                    0, ((ByteBufAllocatorMetricProvider) allocator).metric().usedDirectMemory());
            assertEquals(before, counters.openFilters());
            TestFile sound = table().write();
            TestFile damaged = sound.flipping(sound.filter().orElseThrow().offset());
            assertFalse(filters().openBuf(source(damaged), allocator).isUsable());
            assertEquals(
                    0, ((ByteBufAllocatorMetricProvider) allocator).metric().usedDirectMemory());
            assertTrue(filter.keyMayMatch(0, ABSENT));
            assertTrue(filter.tableMayMatch(ABSENT));
        }
    }

    /** Another process may cut a mapped file at any time; the JDK then throws an error out of any access. */
    @Test
    void aMappedTableThatIsCutMayHoldEveryKey(@TempDir Path directory) throws IOException {
        Path path = Files.write(directory.resolve("cut.ldb"), new byte[1 << 20]);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            channel.truncate(0);
            EngineFilter unusable = filters().withListener(heard::add).open(TableSource.of(mapped, "cut.ldb"));
            assertFalse(unusable.isUsable());
            assertTrue(unusable.keyMayMatch(0, ABSENT));
            assertCounts(counters, 0, 0, 0, 1, 1, 0, 0);
            assertEquals(1, heard.size());
            assertEquals("cut.ldb", heard.get(0).file());
        }
    }
}
