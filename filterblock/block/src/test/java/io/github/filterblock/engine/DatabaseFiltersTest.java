// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.StoredFilterBlock;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DatabaseFiltersTest {
    private static final byte[] PRESENT = Bytes.ascii("apple");
    private static final byte[] ABSENT = Bytes.ascii("none");
    private static final BloomFilterPolicy POLICY = BloomFilterPolicy.levelDb(10);
    private static final TestFile TABLE =
            TestTable.ofWholeKeys().block("apple", "plum").write();

    private final DatabaseFilters filters = DatabaseFilters.of(POLICY);

    private static void assertAnswers(EngineFilter filter) {
        assertTrue(filter.isUsable());
        assertTrue(filter.keyMayMatch(0, PRESENT));
        assertFalse(filter.keyMayMatch(0, ABSENT));
    }

    @Test
    void aSourceIsBorrowed(@TempDir Path directory) throws IOException {
        try (TableSource source = TableSource.of(Files.write(directory.resolve("000005.ldb"), TABLE.bytes()))) {
            assertAnswers(filters.open(source));
            assertAnswers(filters.open(source));
        }
        assertEquals(2, filters.counters().snapshot().openFilters());
    }

    /** Damage in the footer is as quiet as damage behind it. */
    @Test
    @Tag("TF-1")
    @Tag("TF-4")
    void damageAnywhereIsReported() throws IOException {
        List<Reason> heard = new ArrayList<>();
        byte[] badMagic = TABLE.bytes().clone();
        badMagic[badMagic.length - 1]++;
        byte[] badMetaindex = TABLE.bytes().clone();
        Arrays.fill(badMetaindex, 0, badMetaindex.length - 48, (byte) 0x55);
        byte[] badFilter = TABLE.flipping(TABLE.filter().orElseThrow().offset()).bytes();
        for (byte[] damaged :
                List.of(badMagic, badMetaindex, badFilter, new byte[0], Arrays.copyOf(TABLE.bytes(), 20))) {
            TableSource source = TableSource.of(ByteBuffer.wrap(damaged), "damaged");
            EngineFilter filter =
                    filters.withListener(reason -> heard.add(reason.reason())).open(source);
            assertFalse(filter.isUsable());
            assertTrue(filter.tableMayMatch(ABSENT));
            assertTrue(filter.keyMayMatch(0, ABSENT));
            assertFalse(filters.open(source).isUsable(), "without a listener");
        }
        assertEquals(
                List.of(Reason.BAD_MAGIC, Reason.CHECKSUM, Reason.CHECKSUM, Reason.TOO_SHORT, Reason.TOO_SHORT), heard);
        EngineFilterTest.assertCounts(filters.counters(), 0, 0, 0, 5, 10, 0, 0);
    }

    /** With a base lg other than 11 the name may be Basho's too; the engine's own policy is trusted. */
    @Test
    @Tag("TF-14")
    void theOwnPolicyIsTakenAtItsWord() throws IOException {
        TableSource table =
                TestTable.ofWholeKeys().block("apple").baseLg(63).write().source();
        EngineFilter own = filters.open(table);
        assertFalse(own.tableMayMatch(ABSENT));
    }

    @Test
    void countersAreSharedUnlessOthersAreGiven() throws IOException {
        assertThrows(IllegalArgumentException.class, () -> filters.withBaseLg(-1));
        assertThrows(IllegalArgumentException.class, () -> filters.withBaseLg(64));
        FilterCounters ofLevel = new FilterCounters();
        filters.wholeTable()
                .withListener(CorruptTableException::reason)
                .open(TABLE.source())
                .keyMayMatch(0, ABSENT);
        EngineFilter counted = filters.withCounters(ofLevel).open(TABLE.source());
        counted.keyMayMatch(0, ABSENT);
        counted.keyMayMatch(0, ABSENT);
        assertEquals(1, filters.counters().snapshot().absent());
        assertEquals(2, ofLevel.snapshot().absent());
        assertEquals(counted.retainedBytes(), ofLevel.snapshot().retainedBytes());
    }

    /** A listener that fails ends the opening, but what it has heard of is counted. */
    @Test
    void anUnusableFilterIsCountedBeforeItIsReported() {
        DatabaseFilters failing = filters.withListener(reason -> {
            throw new IllegalStateException("mine", reason);
        });
        TableSource none = TableSource.of(ByteBuffer.allocate(100), "none");
        assertThrows(IllegalStateException.class, () -> failing.open(none));
        EngineFilterTest.assertCounts(filters.counters(), 0, 0, 0, 0, 1, 0, 0);
    }

    @Test
    void countersCountForOthers() {
        FilterCounters counters = new FilterCounters();
        assertFalse(counters.record(false));
        assertFalse(counters.record(false));
        assertFalse(counters.record(false));
        assertTrue(counters.record(true));
        assertTrue(counters.record(true));
        counters.foundNothing();
        counters.countWithoutFilter();
        counters.countUnusable();
        counters.countOpened(100);
        counters.countOpened(20);
        counters.countClosed(100);
        EngineFilterTest.assertCounts(counters, 3, 2, 1, 1, 1, 1, 20);
        assertEquals(0.25, counters.snapshot().falsePositiveRate(), "a key that was found is not absent");
        assertEquals(0, new FilterCounters().snapshot().falsePositiveRate());
    }

    @Test
    void aSnapshotStaysAsItIs() {
        FilterCounters counters = new FilterCounters();
        counters.record(false);
        counters.foundNothing();
        FilterCounters.Snapshot before = counters.snapshot();
        counters.record(false);
        counters.record(false);
        assertEquals(0.5, before.falsePositiveRate());
        assertEquals(1, before.lookups());
        assertEquals(0.25, counters.snapshot().falsePositiveRate());
    }

    @Test
    void countersAreNamedInText() {
        FilterCounters counters = new FilterCounters();
        List<Runnable> counts = List.of(
                () -> counters.record(false),
                () -> counters.record(true),
                counters::foundNothing,
                counters::countWithoutFilter,
                counters::countUnusable,
                counters::countWritten,
                () -> counters.countOpened(100));
        for (int i = 0; i < counts.size(); i++) {
            for (int times = 0; times <= i; times++) {
                counts.get(i).run();
            }
        }
        assertEquals(
                "absent 1, may match 2, false positives 3, without filter 4, unusable filters 5, filters written 6,"
                        + " open filters 7, retained bytes 700",
                counters.toString());
        assertEquals(7, counters.snapshot().lookups());
        assertEquals(0.75, counters.snapshot().falsePositiveRate());
    }

    static List<UnaryOperator<DatabaseFilters>> policies() {
        return List.of(each -> each.withPolicy(POLICY), each -> each.withPolicy(FullFilterPolicy.ribbon(10)));
    }

    /** Whatever is set last, the rest stays as it was set. */
    @ParameterizedTest
    @MethodSource("policies")
    void aSettingKeepsTheOthers(UnaryOperator<DatabaseFilters> policy) throws IOException {
        FilterCounters counters = new FilterCounters();
        List<CorruptTableException> heard = new ArrayList<>();
        List<UnaryOperator<DatabaseFilters>> settings = List.of(
                policy,
                DatabaseFilters::wholeTable,
                each -> each.withCounters(counters),
                each -> each.withListener(heard::add));
        for (int first = 0; first < settings.size(); first++) {
            DatabaseFilters set = DatabaseFilters.withoutPolicy();
            for (int i = 0; i < settings.size(); i++) {
                set = settings.get((first + i) % settings.size()).apply(set);
            }
            FilterWriter writer = set.newWriter();
            writer.addUserKey(PRESENT, 0, PRESENT.length);
            StoredFilterBlock written = writer.finish(0).orElseThrow();
            int last = written.bytes().get((int) written.handle().size() - 1);
            assertTrue(written.geometry().isPresent() || last == FilterBlockBuilder.WHOLE_TABLE, "base lg " + last);
            assertEquals(first + 1, counters.snapshot().filtersWritten());
            set.open(TableSource.of(ByteBuffer.allocate(100), "none"));
            assertEquals(first + 1, heard.size());
            assertEquals(first + 1, counters.snapshot().unusableFilters());
        }
    }

    /** An engine that loses the option on the way writes no filters: the counter shows it after the first table. */
    @Test
    void finishedFiltersAreCounted() {
        FilterCounters counters = filters.counters();
        DatabaseFilters.withoutPolicy().withCounters(counters).newWriter().finish(0);
        assertEquals(0, counters.snapshot().filtersWritten());
        filters.newWriter().finish(0);
        assertEquals(1, counters.snapshot().filtersWritten());
        assertTrue(counters.toString().contains("filters written 1"));
    }
}
