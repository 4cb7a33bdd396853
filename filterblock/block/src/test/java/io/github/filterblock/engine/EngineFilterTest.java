// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.damage.ThreadUse;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.FailingSource;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What an engine that carries on without a filter sees. */
class EngineFilterTest {
    private static final byte[] PRESENT = Bytes.ascii("apple");
    private static final byte[] ABSENT = Bytes.ascii("none");

    private final List<CorruptTableException> heard = new ArrayList<>();
    private final DatabaseFilters filters = DatabaseFilters.withoutPolicy().withListener(heard::add);
    private final DatabaseFilters ofOwnPolicy = filters.withPolicy(BloomFilterPolicy.levelDb(10));
    private final FilterCounters counters = filters.counters();

    private static TestTable table() {
        return TestTable.ofWholeKeys().block("apple", "plum");
    }

    static void assertCounts(FilterCounters counters, long... expected) {
        assertArrayEquals(expected, new long[] {
            counters.snapshot().absent(),
            counters.snapshot().mayMatch(),
            counters.snapshot().falsePositives(),
            counters.snapshot().withoutFilter(),
            counters.snapshot().unusableFilters(),
            counters.snapshot().openFilters(),
            counters.snapshot().retainedBytes()
        });
    }

    /** Four questions about the table, and four about the block at 0. */
    private static void assertEveryForm(boolean expected, EngineFilter filter, byte[] key) {
        int length = key.length;
        ByteBuffer direct = ByteBuffer.allocateDirect(length).put(0, key);
        byte[] within = Bytes.padded(key, 2, 1);
        assertEquals(expected, filter.tableMayMatch(key));
        assertEquals(expected, filter.tableMayMatch(within, 2, length));
        assertEquals(expected, filter.tableMayMatch(ByteBuffer.wrap(key)));
        assertEquals(expected, filter.tableMayMatch(direct));
        assertEquals(expected, filter.keyMayMatch(0, key));
        assertEquals(expected, filter.keyMayMatch(0, within, 2, length));
        assertEquals(expected, filter.keyMayMatch(0, ByteBuffer.wrap(key)));
        assertEquals(expected, filter.keyMayMatch(0, direct));
    }

    /** One question about the table, and one about the block at 0. */
    private static void assertHashed(boolean expected, EngineFilter filter, byte[] key) {
        HashedKey hashed = HashedKey.of(ByteBuffer.allocateDirect(key.length).put(0, key));
        assertEquals(expected, filter.tableMayMatch(hashed));
        assertEquals(expected, filter.keyMayMatch(0, hashed));
    }

    /** Filters of both forms that cover a table. */
    static List<DatabaseFilters> families() {
        return List.of(
                DatabaseFilters.of(BloomFilterPolicy.levelDb(10)).wholeTable(),
                DatabaseFilters.of(FullFilterPolicy.fastLocalBloom(10)),
                DatabaseFilters.of(FullFilterPolicy.ribbon(10)),
                DatabaseFilters.of(FullFilterPolicy.legacyBloom(10)));
    }

    @Test
    void answersOfTheFilterAreCounted() throws IOException {
        EngineFilter filter = ofOwnPolicy.open(table().baseLg(4).write().source());
        assertTrue(filter.isUsable());
        assertFalse(filter.coversTable());
        assertTrue(filter.tableMayMatch(ABSENT));
        assertTrue(filter.keyMayMatch(0, PRESENT));
        assertTrue(filter.keyMayMatch(1 << 20, ABSENT));
        assertFalse(filter.keyMayMatch(0, ABSENT));
        filter.foundNothing();
        assertCounts(counters, 1, 2, 1, 0, 0, 1, filter.retainedBytes());
        assertEquals(3, counters.snapshot().lookups());
        assertEquals(List.of(), heard);
    }

    /** The question about the table is counted; the one about the block, after that, only if it ends the lookup. */
    @ParameterizedTest
    @MethodSource("families")
    void everyFormOfAKeyGetsTheSameAnswer(DatabaseFilters family) throws IOException {
        byte[] table = EngineTable.write(family.newWriter(), List.of(PRESENT, Bytes.ascii("plum")), false);
        EngineFilter filter = family.withCounters(counters).open(EngineTable.source(table));
        assertTrue(filter.coversTable());
        assertEveryForm(true, filter, PRESENT);
        assertCounts(counters, 0, 4, 0, 0, 0, 1, filter.retainedBytes());
        assertEveryForm(false, filter, ABSENT);
        assertCounts(counters, 8, 4, 0, 0, 0, 1, filter.retainedBytes());
        filter.foundNothing();
        filter.close();
        assertCounts(counters, 8, 4, 1, 0, 0, 0, 0);
    }

    @Test
    void aHashedKeyGetsTheAnswerOfItsKey() throws IOException {
        EngineFilter filter = ofOwnPolicy.open(table().baseLg(63).write().source());
        assertHashed(true, filter, PRESENT);
        assertHashed(false, filter, ABSENT);
        assertCounts(counters, 2, 1, 0, 0, 0, 1, filter.retainedBytes());
    }

    @Test
    void withoutAFilterEveryKeyInEveryFormMayMatch() throws IOException {
        EngineFilter filter = filters.open(table().withoutFilter().write().source());
        assertEveryForm(true, filter, ABSENT);
        assertHashed(true, filter, ABSENT);
        filter.foundNothing();
        filter.close();
        assertEquals(0, filter.retainedBytes());
        assertCounts(counters, 0, 0, 0, 5, 0, 0, 0);
        assertEquals(5, counters.snapshot().lookups());
        assertEquals(List.of(), heard);
    }

    @Test
    void aClosedFilterIsNotCountedAsOpenAndStillAnswers() throws IOException {
        EngineFilter filter = filters.open(table().write().source());
        filter.close();
        filter.close();
        assertCounts(counters, 0, 0, 0, 0, 0, 0, 0);
        assertFalse(filter.keyMayMatch(0, ABSENT));
        assertTrue(filter.keyMayMatch(0, PRESENT));
    }

    @Test
    void aLookupAllocatesNothing() throws Exception {
        EngineFilter windows = filters.open(table().write().source());
        EngineFilter whole = ofOwnPolicy.open(table().baseLg(63).write().source());
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
    void failuresOfTheSourceAreNotHidden() {
        TableSource failing = new FailingSource(table().write().source(), 1);
        assertThrows(EOFException.class, () -> filters.open(failing));
        assertCounts(counters, 0, 0, 0, 0, 0, 0, 0);
        assertEquals(List.of(), heard);
    }

    /** A filter in a buffer of the allocator answers as one on the heap does, and is counted and released. */
    @Test
    void aFilterIsKeptInAPooledBuffer() throws IOException {
        TestFile sound = table().write();
        for (TestFile table : List.of(sound, table().baseLg(63).write())) {
            UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
            EngineFilter filter = ofOwnPolicy.openBuf(table.source(), allocator);
            long used = allocator.metric().usedDirectMemory();
            assertTrue(used >= filter.retainedBytes() && filter.retainedBytes() > 0);
            assertEquals(1, counters.snapshot().openFilters());
            assertEveryForm(true, filter, PRESENT);
            assertHashed(true, filter, PRESENT);
            assertHashed(false, filter, ABSENT);
            assertEveryForm(false, filter, ABSENT); // one window holds all data
            assertThrows(IndexOutOfBoundsException.class, () -> filter.keyMayMatch(0, ABSENT, 1, ABSENT.length));
            for (int closed = 0; closed < 2; closed++) {
                filter.close();
                assertEquals(0, allocator.metric().usedDirectMemory());
                assertEquals(0, counters.snapshot().openFilters());
            }
            TestFile damaged = sound.flipping(sound.filter().orElseThrow().offset());
            assertFalse(filters.openBuf(damaged.source(), allocator).isUsable());
            assertEquals(0, allocator.metric().usedDirectMemory());
            assertEveryForm(true, filter, ABSENT);
            assertHashed(true, filter, ABSENT);
        }
    }

    /** The JVM reports many things by this error; one that says nothing of memory is not damage of a table. */
    @Test
    void anotherErrorOfTheJvmIsThrown() {
        InternalError error = new InternalError("a class file is wrong");
        TableSource source = new FailingSource(table().write().source(), 0) {
            @Override
            public void read(long position, byte[] dst, int offset, int length) {
                throw error;
            }
        };
        assertSame(error, assertThrows(InternalError.class, () -> filters.open(source)));
        assertEquals(List.of(), heard);
    }

    /**
     * Another process may cut a mapped file at any time. The JDK then throws an error out of the access or, where all
     * code is loaded and compiled, out of something that the thread does later.
     */
    @Test
    void aMappedTableThatIsCutMayHoldEveryKey(@TempDir Path directory) throws IOException {
        int compiled = 5_000;
        Path path = Files.write(directory.resolve("cut.ldb"), new byte[1 << 20]);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            TableSource mapped = TableSource.of(channel.map(FileChannel.MapMode.READ_ONLY, 0, 1 << 20), "cut.ldb");
            for (int i = 0; i < compiled; i++) {
                filters.open(mapped);
            }
            channel.truncate(0);
            for (int i = 1; i <= 50; i++) {
                EngineFilter unusable = filters.open(mapped);
                assertFalse(unusable.isUsable());
                assertTrue(unusable.keyMayMatch(0, ABSENT));
                assertCounts(counters, 0, 0, 0, i, compiled + i, 0, 0);
                CorruptTableException reason = heard.get(heard.size() - 1);
                assertEquals("cut.ldb", reason.file());
                assertInstanceOf(InternalError.class, reason.getCause());
            }
        }
    }
}
