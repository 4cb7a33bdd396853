// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.damage.ThreadUse;
import io.github.filterblock.rocksdb.FullFilter;
import io.github.filterblock.rocksdb.FullFilterBuilder;
import io.github.filterblock.rocksdb.FullFilterGeometry;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.CountedSource;
import io.github.filterblock.table.FilterForm;
import io.github.filterblock.table.OpenFilters;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.StoredBlock;
import io.github.filterblock.table.StoredFilterBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** That an engine writes RocksDB's full filters and asks them, alone and beside LevelDB's. */
class FullFilterEngineTest {
    private static final FullFilterPolicy FAST = FullFilterPolicy.fastLocalBloom(10);
    private static final FullFilterPolicy RIBBON = FullFilterPolicy.ribbon(10);
    private static final FullFilterPolicy LEGACY = FullFilterPolicy.legacyBloom(10);
    private static final BloomFilterPolicy LEVELDB = BloomFilterPolicy.levelDb(10);
    private static final int KEYS = 1_000;
    private static final List<byte[]> PRESENT = keys(0, KEYS);
    private static final List<byte[]> ABSENT = keys(KEYS, 2 * KEYS);

    private final List<CorruptTableException> heard = new ArrayList<>();

    static List<FullFilterPolicy> policies() {
        return List.of(FAST, RIBBON, LEGACY);
    }

    private static List<byte[]> keys(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> Bytes.ascii(String.format(Locale.ROOT, "key%06d", i)))
                .toList();
    }

    private static byte[] filterOf(FullFilterPolicy policy) {
        FullFilterBuilder builder = policy.newBuilder();
        PRESENT.forEach(builder::addKey);
        return builder.finish();
    }

    private DatabaseFilters of(FullFilterPolicy policy) {
        return DatabaseFilters.of(policy).withListener(heard::add);
    }

    private static byte[] table(DatabaseFilters filters) {
        return EngineTable.write(filters.newWriter(), PRESENT, false);
    }

    private EngineFilter open(DatabaseFilters filters, byte[] table) throws IOException {
        EngineFilter filter = filters.open(EngineTable.source(table));
        assertEquals(List.of(), heard);
        return filter;
    }

    /** No stored key is denied, and most others are; each question is counted once. */
    private static void assertAnswers(EngineFilter filter, FilterCounters counters) {
        long before = counters.snapshot().lookups();
        for (byte[] key : PRESENT) {
            assertTrue(filter.tableMayMatch(key) && filter.keyMayMatch(0, key), () -> Bytes.toHex(key));
        }
        int denied = 0;
        for (byte[] key : ABSENT) {
            denied += filter.tableMayMatch(key) ? 0 : 1;
        }
        assertTrue(denied > 0.95 * KEYS, "denied " + denied);
        assertEquals(before + 2L * KEYS, counters.snapshot().lookups());
    }

    /** A table with these bytes as its full filter. */
    private static TestTable withFilter(byte[] block) {
        return TestTable.ofInternalKeys()
                .changeFilter(0, filter -> block)
                .changeMetaindexEntries(entries -> entries.set(
                        0,
                        Entry.of(
                                "fullfilter.rocksdb.BuiltinBloomFilter",
                                entries.get(0).value())));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void whatIsWrittenIsTheFilterOfRocksDb(FullFilterPolicy policy) {
        DatabaseFilters filters = of(policy);
        byte[] expected = StoredBlock.raw(filterOf(policy), BlockChecksum.CRC32C);
        for (BiConsumer<FilterWriter, byte[]> adding : WriterForms.ALL) {
            FilterWriter writer = filters.newWriter();
            assertEquals(0, writer.sizeInBytes());
            for (byte[] key : PRESENT) {
                adding.accept(writer, key);
                writer.blockWritten(1_000);
            }
            assertEquals(expected.length, writer.sizeInBytes());
            StoredFilterBlock filter = writer.finish(9_000).orElseThrow();
            assertEquals(ByteBuffer.wrap(expected), filter.bytes());
            assertEquals(9_000, filter.handle().offset());
            assertEquals(expected.length - 5, filter.handle().size());
            assertEquals("fullfilter.rocksdb.BuiltinBloomFilter", new String(filter.metaindexKey(), US_ASCII));
            assertEquals(policy.kind(), filter.geometry().orElseThrow().kind());
        }
        assertEquals(WriterForms.ALL.size(), filters.counters().snapshot().filtersWritten());
    }

    @ParameterizedTest
    @MethodSource("policies")
    void itIsAskedByTheDatabaseThatWroteIt(FullFilterPolicy policy) throws IOException {
        DatabaseFilters filters = of(policy);
        EngineFilter filter = open(filters, table(filters));
        assertTrue(filter.isUsable() && filter.coversTable());
        assertAnswers(filter, filters.counters());
        assertEquals(filterOf(policy).length, filters.counters().snapshot().retainedBytes());
        filter.close();
        assertEquals(0, filters.counters().snapshot().retainedBytes());
    }

    /** Only the policy that is trusted makes a filter of unknown origin deny; properties make it deny for everybody. */
    @ParameterizedTest
    @MethodSource("policies")
    void othersDenyOnlyWithProperties(FullFilterPolicy policy) throws IOException {
        byte[] without = table(of(policy));
        byte[] with = EngineTable.write(of(policy).newWriter(), PRESENT, true);
        for (DatabaseFilters others : List.of(DatabaseFilters.withoutPolicy(), DatabaseFilters.of(LEVELDB))) {
            EngineFilter unknown = open(others, without);
            assertTrue(unknown.tableMayMatch(ABSENT.get(0)));
            assertFalse(unknown.isUsable() || unknown.coversTable());
            assertEquals(0, others.counters().snapshot().absent());
            assertTrue(unknown.keyMayMatch(0, ABSENT.get(0)));
            assertEquals(1, others.counters().snapshot().withoutFilter());
            assertAnswers(open(others, with), others.counters());
        }
        DatabaseFilters own = of(FAST);
        assertAnswers(open(own, with), own.counters());
    }

    /** What an own policy is trusted for ends where RocksDB's properties say something else. */
    @ParameterizedTest
    @CsvSource({"rocksdb.block.based.table.whole.key.filtering, 0", "rocksdb.comparator, mine", "another.property, 1"})
    void propertiesDecideAlsoForTheOwnPolicy(String name, String value) throws IOException {
        TestTable table = withFilter(filterOf(FAST)).block(PRESENT.toArray(byte[][]::new));
        DatabaseFilters filters = of(RIBBON);
        assertAnswers(open(filters, table.bytes()), filters.counters());
        EngineFilter filter = open(filters, table.properties(name, value).bytes());
        for (byte[] key : ABSENT) {
            assertTrue(filter.tableMayMatch(key));
        }
    }

    /** A database moves from one form of filters to the other while compactions replace its tables. */
    @ParameterizedTest
    @ValueSource(strings = {"leveldb.BuiltinBloomFilter2", "mine"})
    void tablesOfEitherKindAreInOneDatabase(String name) throws IOException {
        BloomFilterPolicy ofBlocks = LEVELDB.named(name);
        DatabaseFilters old = DatabaseFilters.of(ofBlocks).withListener(heard::add);
        DatabaseFilters now = old.withPolicy(RIBBON);
        DatabaseFilters back = now.withPolicy(ofBlocks).wholeTable();
        List<byte[]> tables = List.of(
                EngineTable.write(old.newWriter(), PRESENT, false),
                EngineTable.write(now.newWriter(), PRESENT, false),
                EngineTable.write(now.newWriter(FAST), PRESENT, false),
                EngineTable.write(now.newWriter(ofBlocks), PRESENT, false),
                EngineTable.write(back.newWriter(), PRESENT, false),
                EngineTable.write(back.newWriter(LEGACY), PRESENT, false));
        List<Boolean> full = List.of(false, true, true, false, false, true);
        DatabaseFilters counting = now.withCounters(new FilterCounters()).withListener(heard::add);
        DatabaseFilters backCounting = back.withCounters(new FilterCounters()).withListener(heard::add);
        for (DatabaseFilters each : List.of(now, back, counting, backCounting)) {
            for (int i = 0; i < tables.size(); i++) {
                EngineFilter filter = open(each, tables.get(i));
                boolean covers = full.get(i) || i == 4;
                assertEquals(covers, filter.coversTable(), "table " + i);
                if (covers) {
                    assertAnswers(filter, each.counters());
                } else {
                    assertTrue(filter.keyMayMatch(0, PRESENT.get(0)));
                    assertFalse(filter.keyMayMatch(0, ABSENT.get(0)));
                }
            }
        }
    }

    /** Keys in memory outside the heap are copied first, longer and shorter ones in turn. */
    @Test
    void keysOfAnyLengthComeFromDirectMemory() {
        FilterWriter copying = of(FAST).newWriter();
        FilterWriter plain = of(FAST).newWriter();
        for (int length : new int[] {1, 100, 3, 101, 1_000}) {
            byte[] key = new byte[length];
            Arrays.fill(key, (byte) length);
            copying.addUserKeyBuf(Unpooled.directBuffer().writeBytes(key), 0, length);
            plain.addUserKey(key, 0, length);
        }
        assertEquals(
                plain.finish(0).orElseThrow().bytes(),
                copying.finish(0).orElseThrow().bytes());
    }

    /** Without keys there is no filter: an empty one would deny every key. */
    @Test
    void aTableWithoutKeysHasNoFilter() throws IOException {
        DatabaseFilters filters = of(FAST);
        FilterWriter writer = filters.newWriter();
        writer.blockWritten(500);
        assertEquals(Optional.empty(), writer.finish(0));
        assertEquals(0, filters.counters().snapshot().filtersWritten());
        EngineFilter filter = open(filters, EngineTable.write(filters.newWriter(), List.of(), false));
        assertFalse(filter.isUsable());
        assertTrue(filter.tableMayMatch(ABSENT.get(0)) && filter.keyMayMatch(0, ABSENT.get(0)));
    }

    @Test
    void wrongCallsAreRefused() {
        FilterWriter writer = of(FAST).newWriter();
        byte[] key = {'a'};
        writer.addUserKey(key, 0, 1);
        assertThrows(IllegalArgumentException.class, () -> writer.finish(-1));
        assertThrows(
                IllegalArgumentException.class,
                () -> writer.finish(0, EngineTable.footer(5, BlockChecksum.UNKNOWN, 0)));
        assertTrue(writer.finish(0).isPresent(), "what was refused has lost no key");
        assertThrows(IllegalStateException.class, () -> writer.finish(0, EngineTable.LEVELDB));
        FilterWriter ofBlocks = DatabaseFilters.of(LEVELDB).newWriter();
        assertThrows(IllegalStateException.class, () -> ofBlocks.finish(0, EngineTable.LEVELDB));
    }

    /** RocksDB before 6.6 hangs at 24 lines of 6 probes under an old footer. */
    @ParameterizedTest
    @CsvSource({"0, 25", "2, 25", "4, 25", "5, 24", "7, 24"})
    void underAnOldFooterSomeFiltersGetALineMore(int version, int lines) throws IOException {
        List<byte[]> keys = keys(0, 1_220);
        DatabaseFilters filters = of(FAST);
        FilterWriter writer = filters.newWriter();
        keys.forEach(key -> writer.addUserKey(key, 0, key.length));
        if (version == 0) {
            assertEquals(25 * 64 + 10, writer.sizeInBytes());
        }
        StoredFilterBlock stored = writer.finish(0, EngineTable.footer(version, BlockChecksum.CRC32C, 0))
                .orElseThrow();
        FullFilterGeometry geometry = stored.geometry().orElseThrow();
        assertEquals(FullFilterKind.FAST_LOCAL_BLOOM, geometry.kind());
        assertEquals(6, geometry.probes());
        assertEquals(lines, geometry.lines());
        assertEquals(lines * 64 + 5, stored.handle().size());
        byte[] table = EngineTable.write(
                filters.newWriter(), keys, version > 0, EngineTable.footer(version, BlockChecksum.CRC32C, 0));
        EngineFilter filter = open(filters, table);
        keys.forEach(key -> assertTrue(filter.tableMayMatch(key)));
        assertFalse(filter.tableMayMatch(Bytes.ascii("none")));
    }

    @ParameterizedTest
    @CsvSource({
        "1, CRC32C, 0",
        "2, XXHASH, 0",
        "4, CRC32C, 0",
        "5, XXHASH64, 0",
        "5, XXH3, 0",
        "6, XXH3, 77",
        "7, XXH3, -1",
        "7, CRC32C, 5"
    })
    void tablesWithRocksDbsFooterHaveIt(int version, BlockChecksum checksum, int context) throws IOException {
        for (FullFilterPolicy policy : policies()) {
            DatabaseFilters filters = of(policy);
            byte[] table = EngineTable.write(
                    filters.newWriter(), PRESENT, true, EngineTable.footer(version, checksum, context));
            assertAnswers(open(filters, table), filters.counters());
            try (TableFile file = TableFile.open(EngineTable.source(table))) {
                RocksDbFilter filter = OpenFilters.byKey(file).orElseThrow();
                assertEquals(FilterForm.FULL, filter.form());
                assertEquals(
                        policy.kind(),
                        filter.partitions().get(0).filter().geometry().kind());
                assertEquals(KEYS, filter.contents().entries().orElse(-1));
                assertEquals(Optional.empty(), filter.contents().obstacle());
                assertEquals(KEYS / 20, file.structure().index().size());
            }
        }
    }

    /** A filter that cannot be read lets every key match, and the listener hears why. */
    @Test
    void damageIsReportedAndNeverThrown() throws IOException {
        DatabaseFilters filters = of(FAST);
        byte[] table = table(filters);
        int filter = filterOffset(table);
        byte[] damaged = table.clone();
        damaged[filter + 10]++;
        byte[] ofWrongType = table.clone();
        ofWrongType[filter + filterOf(FAST).length] = 1;
        for (byte[] each : List.of(damaged, ofWrongType, Arrays.copyOf(table, table.length - 100))) {
            EngineFilter opened = filters.open(EngineTable.source(each));
            assertFalse(opened.isUsable());
            assertTrue(opened.tableMayMatch(ABSENT.get(0)) && opened.keyMayMatch(0, ABSENT.get(0)));
        }
        assertEquals(
                List.of(Reason.CHECKSUM, Reason.CHECKSUM, Reason.BAD_MAGIC),
                heard.stream().map(CorruptTableException::reason).toList());
        assertEquals(filter, heard.get(0).offset());
        assertEquals(3, filters.counters().snapshot().unusableFilters());
        assertEquals(3, filters.counters().snapshot().withoutFilter());
    }

    /** Properties that cannot be read make a sound filter unusable, whether or not the policy is an own one. */
    @Test
    void damagedPropertiesAreReported() throws IOException {
        byte[] table = EngineTable.write(of(FAST).newWriter(), PRESENT, true);
        int properties = filterOffset(table) + filterOf(FAST).length + BlockHandle.TRAILER_LENGTH;
        table[properties + 10]++;
        for (DatabaseFilters filters :
                List.of(of(RIBBON), DatabaseFilters.withoutPolicy().withListener(heard::add))) {
            EngineFilter opened = filters.open(EngineTable.source(table));
            assertTrue(!opened.isUsable() && opened.tableMayMatch(ABSENT.get(0)));
            assertEquals(1, filters.counters().snapshot().unusableFilters());
        }
        assertEquals(
                List.of(Reason.CHECKSUM, Reason.CHECKSUM),
                heard.stream().map(CorruptTableException::reason).toList());
        assertEquals(properties, heard.get(0).offset());
    }

    /** A filter that may not deny costs an opening no more than one that may: neither reads the index. */
    @Test
    void openingAFilterReadsNothingTwiceAndNoIndex() throws IOException {
        TestTable table = withFilter(filterOf(FAST)).block(PRESENT.toArray(byte[][]::new));
        for (String comparator : List.of("leveldb.BytewiseComparator", "mine")) {
            TestFile file = table.properties(
                            "rocksdb.comparator", comparator, "rocksdb.block.based.table.whole.key.filtering", "1")
                    .write();
            CountedSource counted = new CountedSource(file.bytes());
            assertEquals(comparator.length() > 4, of(RIBBON).open(counted).isUsable());
            long end = file.metaindex().end();
            assertEquals(
                    List.of((file.bytes().length - 48) + "+48", (end - 4096) + "+4096"), counted.places(), comparator);
        }
    }

    private static int filterOffset(byte[] table) throws IOException {
        try (TableFile file = TableFile.open(EngineTable.source(table))) {
            return (int) file.structure()
                    .keyFilterEntry()
                    .flatMap(entry -> entry.handle())
                    .orElseThrow()
                    .offset();
        }
    }

    /** Whatever a filter's bytes are, nothing is thrown, and of a filter of no bits nothing denied. */
    @Test
    void anyBytesCanBeAFilter() throws IOException {
        DatabaseFilters filters = of(FAST);
        for (String bytes : List.of("", "00", "ff00060000", "fe00020000", "00000000ff00060000")) {
            byte[] table = withFilter(Bytes.hex(bytes)).block("apple").bytes();
            assertTrue(open(filters, table).tableMayMatch(Bytes.ascii("apple")), bytes);
        }
    }

    /** A filter of half a megabyte and more is not kept at the start of its array. */
    @ParameterizedTest
    @MethodSource("policies")
    void largeFiltersAnswerAsTheirBytes(FullFilterPolicy policy) throws IOException {
        FullFilterBuilder builder = policy.newBuilder();
        long numbers = 0;
        while (builder.sizeInBytes() < 600_000) {
            for (int i = 0; i < 10_000; i++) {
                builder.addKey(Bytes.ascii("large" + numbers++));
            }
        }
        byte[] block = builder.finish();
        FullFilter expected = FullFilter.wrap(block);
        EngineFilter filter =
                open(of(policy), withFilter(block).block("large0", "large1").bytes());
        assertEquals(block.length, filter.retainedBytes());
        int denied = 0;
        for (long number = 0; number < 2 * numbers; number += 7) {
            byte[] key = Bytes.ascii("large" + number);
            assertEquals(expected.keyMayMatch(key), filter.tableMayMatch(key), () -> Bytes.toHex(key));
            denied += filter.tableMayMatch(key) ? 0 : 1;
        }
        assertTrue(denied > 0.9 * numbers / 7, "denied " + denied);
    }

    @Test
    void lookupsAllocateNothing() throws Exception {
        for (FullFilterPolicy policy : policies()) {
            DatabaseFilters filters = of(policy);
            EngineFilter filter = open(filters, table(filters));
            ThreadUse.Task lookups = () -> {
                for (int i = 0; i < KEYS; i++) {
                    filter.tableMayMatch(PRESENT.get(i));
                    filter.keyMayMatch(i, ABSENT.get(i));
                }
            };
            for (int i = 0; i < 20; i++) {
                lookups.run();
            }
            assertTrue(ThreadUse.allocatesAtMost(0, lookups), policy.toString());
        }
    }

    /** A key costs its hash of 8 bytes and no more. */
    @Test
    void writingAllocatesTheHashesAlone() throws Exception {
        DatabaseFilters filters = of(FAST);
        int count = 200_000;
        byte[] key = new byte[24];
        ThreadUse.Task writing = () -> {
            FilterWriter writer = filters.newWriter();
            for (int i = 0; i < count; i++) {
                key[0] = (byte) i;
                key[1] = (byte) (i >>> 8);
                key[2] = (byte) (i >>> 16);
                writer.addInternalKey(key, 0, key.length);
            }
        };
        writing.run();
        long bytes = ThreadUse.warmAllocatedBytesOf(writing);
        assertTrue(bytes < 9L * count, bytes + " bytes for " + count + " keys");
    }

    @Test
    void anyNumberOfThreadsAsk() throws Exception {
        DatabaseFilters filters = of(RIBBON);
        byte[] table = table(filters);
        EngineFilter filter = open(filters, table);
        int threads = 4;
        int rounds = 50;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            Callable<Integer> asking = () -> {
                int wrong = 0;
                for (int i = 0; i < rounds * KEYS; i++) {
                    wrong += filter.tableMayMatch(PRESENT.get(i % KEYS)) ? 0 : 1;
                }
                return wrong;
            };
            for (Future<Integer> wrong : pool.invokeAll(List.of(asking, asking, asking, asking))) {
                assertEquals(0, wrong.get());
            }
        } finally {
            pool.shutdown();
        }
        assertEquals(
                (long) threads * rounds * KEYS, filters.counters().snapshot().mayMatch());
    }

    @Test
    void aFileMayLieOnTheDisk(@TempDir Path directory) throws IOException {
        DatabaseFilters filters = of(LEGACY);
        Path file = Files.write(directory.resolve("000005.ldb"), table(filters));
        try (TableSource source = TableSource.of(file)) {
            assertAnswers(filters.open(source), filters.counters());
        }
        assertEquals(List.of(), heard);
    }
}
