// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.damage.ThreadUse;
import io.github.filterblock.rocksdb.FullFilter;
import io.github.filterblock.rocksdb.FullFilterBuilder;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.BlockBasedFilter;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableFilter;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.PebbleCorpus;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many questions at once get the answers of each alone, and are counted alike. */
class FilterBatchTest {
    private static final byte[] KEY = Bytes.ascii("key1");
    private static final byte[] ABSENT = Bytes.ascii("none");

    /** Each table opened by two databases: one is asked question by question, the other in batches. */
    private final DatabaseFilters single = DatabaseFilters.withoutPolicy();

    private final DatabaseFilters batched = DatabaseFilters.withoutPolicy();

    private final List<EngineFilter> asked = new ArrayList<>();
    private final List<EngineFilter> together = new ArrayList<>();
    private final List<byte[]> keys = new ArrayList<>();

    private void open(byte[] table) throws IOException {
        asked.add(single.open(source(table)));
        together.add(batched.open(source(table)));
    }

    private static TableSource source(byte[] table) {
        return TableSource.of(ByteBuffer.wrap(table), "table");
    }

    private static byte[] table(DatabaseFilters written, int keyCount) throws IOException {
        List<byte[]> added = IntStream.range(0, keyCount)
                .mapToObj(i -> Bytes.ascii("key" + i))
                .toList();
        return EngineTable.write(written.newWriter(), added, false);
    }

    private static List<DatabaseFilters> families() {
        BloomFilterPolicy levelDb = BloomFilterPolicy.levelDb(10);
        return List.of(
                DatabaseFilters.of(levelDb),
                DatabaseFilters.of(levelDb).wholeTable(),
                DatabaseFilters.of(FullFilterPolicy.fastLocalBloom(10)),
                DatabaseFilters.of(FullFilterPolicy.ribbon(10)),
                DatabaseFilters.of(FullFilterPolicy.legacyBloom(10)));
    }

    /** Tables of LevelDB's form, of RocksDB, and of Pebble; damaged ones, and filters in buffers that were released. */
    private void openTablesOfEveryForm() throws IOException {
        for (DatabaseFilters family : families()) {
            for (int size : new int[] {2, 500, 30_000}) {
                byte[] table = table(family, size);
                asked.add(family.withCounters(single.counters()).open(source(table)));
                together.add(family.withCounters(batched.counters()).open(source(table)));
            }
        }
        IntStream.range(0, 600).forEach(i -> keys.add(Bytes.ascii("key" + i)));
        for (var table : RocksDbFilterCorpus.configured().tables()) {
            open(table.bytes());
            table.keys().stream().limit(20).forEach(keys::add);
            table.absentKeys().stream().limit(20).forEach(keys::add);
        }
        for (var table : PebbleCorpus.configured().tables()) {
            open(table.bytes());
            table.present().stream().limit(20).forEach(each -> keys.add(each.key()));
        }
        for (var damaged : RocksDbFilterCorpus.configured().damaged()) {
            open(damaged.bytes());
        }
        byte[] buffered = table(DatabaseFilters.of(BloomFilterPolicy.levelDb(10)), 500);
        for (boolean closed : new boolean[] {false, true}) {
            EngineFilter one = single.openBuf(source(buffered), UnpooledByteBufAllocator.DEFAULT);
            EngineFilter other = batched.openBuf(source(buffered), UnpooledByteBufAllocator.DEFAULT);
            asked.add(one);
            together.add(other);
            if (closed) {
                one.close();
                other.close();
            }
        }
    }

    @Test
    void answersAndCountsAreThoseOfSingleQuestions() throws IOException {
        openTablesOfEveryForm();
        DatabaseFilters other = families().get(2);
        EngineFilter ofAnotherDatabase = other.open(source(table(other, 500)));
        together.add(ofAnotherDatabase);
        asked.add(ofAnotherDatabase);
        long counted = 0;
        for (int size : new int[] {1, 7, 300}) {
            counted += askInBatches(new Random(size), new FilterBatch(size), 9_000);
        }
        assertEquals(counted, ofAnotherDatabase.counters().snapshot().lookups());
        FilterCounters counters = batched.counters();
        assertEquals(single.counters().toString(), counters.toString());
        assertTrue(counters.snapshot().absent() > 1_000
                && counters.snapshot().mayMatch() > 1_000
                && counters.snapshot().withoutFilter() > 100);
        asked.forEach(EngineFilter::close);
        together.forEach(EngineFilter::close);
    }

    /** Returns how many lookups the filter that both sides share must have counted. */
    private long askInBatches(Random random, FilterBatch batch, int questions) {
        int shared = asked.size() - 1;
        FilterCounters counters = asked.get(shared).counters();
        long before = counters.snapshot().lookups();
        long counted = 0;
        int number = 0;
        for (int round = 0; round < questions / batch.capacity(); round++) {
            boolean[] expected = new boolean[batch.capacity()];
            for (int i = 0; i < expected.length; i++) {
                number = random.nextInt(3) == 0 ? random.nextInt(asked.size()) : number;
                byte[] key = keys.get(random.nextInt(keys.size()));
                int form = random.nextInt(4);
                long blockOffset = random.nextInt(8) * 1024L;
                long earlier = counters.snapshot().lookups();
                expected[i] = askSingly(asked.get(number), blockOffset, key, form);
                counted += 2 * (counters.snapshot().lookups() - earlier); // and again by the batch
                assertEquals(i, add(batch, together.get(number), blockOffset, key, form));
                if (random.nextInt(50) == 0) {
                    batch.probe();
                }
            }
            batch.probe();
            for (int i = 0; i < expected.length; i++) {
                assertEquals(expected[i], batch.mayMatch(i));
            }
            batch.clear();
        }
        assertEquals(before + counted, counters.snapshot().lookups());
        return counted;
    }

    private static boolean askSingly(EngineFilter filter, long blockOffset, byte[] key, int form) {
        return switch (form) {
            case 0 -> filter.tableMayMatch(key);
            case 1 -> filter.tableMayMatch(HashedKey.of(key));
            case 2 -> filter.keyMayMatch(blockOffset, key);
            default -> filter.keyMayMatch(blockOffset, HashedKey.of(key));
        };
    }

    private static int add(FilterBatch batch, EngineFilter filter, long blockOffset, byte[] key, int form) {
        byte[] padded = Bytes.padded(key, 2, 1);
        return switch (form) {
            case 0 -> batch.add(filter, padded, 2, key.length);
            case 1 -> batch.add(filter, HashedKey.of(key));
            case 2 -> batch.add(filter, blockOffset, padded, 2, key.length);
            default -> batch.add(filter, blockOffset, HashedKey.of(padded, 2, key.length));
        };
    }

    /** In one batch: the filter of a table and of its block, and each family's bare ones. */
    @Test
    void filtersOfTablesAndBareOnesAreAskedToo() throws IOException {
        FilterBatch batch = new FilterBatch(64);
        List<Boolean> expected = new ArrayList<>();
        for (DatabaseFilters family : families()) {
            try (TableFile file = TableFile.open(source(table(family, 400)))) {
                TableFilter filter = file.openFilter().orElseThrow();
                FullFilterBuilder builder = FullFilterPolicy.ribbon(10).newBuilder();
                builder.addKey(KEY);
                FullFilter bare = FullFilter.wrap(builder.finish());
                for (byte[] key : List.of(KEY, ABSENT)) {
                    HashedKey hashed = HashedKey.of(key);
                    expected.add(filter.tableMayMatch(key));
                    batch.add(filter, key, 0, key.length);
                    expected.add(filter.tableMayMatch(key));
                    batch.add(filter, hashed);
                    expected.add(filter.keyMayMatch(0, key));
                    batch.add(filter, 0, key, 0, key.length);
                    expected.add(filter.keyMayMatch(0, key));
                    batch.add(filter, 0, hashed);
                    expected.add(bare.keyMayMatch(key));
                    batch.add(bare, hashed);
                    if (filter instanceof BlockBasedFilter blockBased) {
                        FilterBlockReader reader = blockBased.reader();
                        expected.add(reader.keyMayMatch(0, key));
                        batch.add(reader, 0, hashed);
                    }
                }
            }
        }
        batch.probe();
        assertEquals(expected.size(), batch.size());
        for (int i = 0; i < expected.size(); i++) {
            assertEquals(expected.get(i), batch.mayMatch(i), "question " + i);
        }
    }

    @Test
    void thereIsNoAnswerAndNoCountBeforeTheQuestionIsAsked() throws IOException {
        DatabaseFilters family = families().get(2).withCounters(batched.counters());
        EngineFilter filter = family.open(source(table(family, 10)));
        EngineFilter none = batched.open(
                TestTable.ofWholeKeys().block("a").withoutFilter().write().source());
        FilterBatch batch = new FilterBatch(3);
        assertEquals(3, batch.capacity());
        for (int round = 0; round < 2; round++) {
            batch.add(filter, ABSENT, 0, ABSENT.length);
            batch.add(none, 0, ABSENT, 0, ABSENT.length);
            batch.add(none, ABSENT, 0, ABSENT.length);
            assertThrows(IllegalStateException.class, () -> batch.add(filter, KEY, 0, KEY.length));
            assertThrows(IllegalStateException.class, () -> batch.add(none, HashedKey.of(KEY)));
            for (int i = 0; i < batch.size(); i++) {
                int question = i;
                assertThrows(IllegalStateException.class, () -> batch.mayMatch(question));
            }
            assertEquals(0, batched.counters().snapshot().lookups());
            if (round == 0) {
                batch.clear();
                assertEquals(0, batch.size());
            }
        }
        batch.probe();
        batch.probe(); // nothing is left to ask, and to count
        assertFalse(batch.mayMatch(0));
        assertTrue(batch.mayMatch(1) && batch.mayMatch(2));
        EngineFilterTest.assertCounts(batched.counters(), 1, 0, 0, 1, 0, 1, filter.retainedBytes());
        for (int question : new int[] {-1, 3, Integer.MAX_VALUE}) {
            assertThrows(IndexOutOfBoundsException.class, () -> batch.mayMatch(question));
        }
        assertThrows(IllegalArgumentException.class, () -> new FilterBatch(0));
    }

    @Test
    void badQuestionIsRefusedAndNotCounted() throws IOException {
        openTablesOfEveryForm();
        FilterBatch batch = new FilterBatch(2);
        for (EngineFilter filter : together) {
            assertThrows(IndexOutOfBoundsException.class, () -> batch.add(filter, KEY, 1, KEY.length));
            assertThrows(IndexOutOfBoundsException.class, () -> batch.add(filter, 0, KEY, 1, KEY.length));
        }
        assertEquals(0, batch.size());
        batch.probe();
        assertEquals(0, batched.counters().snapshot().lookups());
    }

    @Test
    void usedBatchAllocatesNothing() throws Exception {
        List<EngineFilter> filters = new ArrayList<>();
        for (DatabaseFilters family : families()) {
            filters.add(family.open(source(table(family, 300))));
        }
        FilterBatch batch = new FilterBatch(80);
        HashedKey hashed = HashedKey.of(KEY);
        ThreadUse.Task rounds = () -> {
            for (int round = 0; round < 100; round++) {
                for (int i = 0; i < 20; i++) {
                    EngineFilter filter = filters.get(i % filters.size());
                    batch.add(filter, KEY, 0, KEY.length);
                    batch.add(filter, hashed);
                    batch.add(filter, 0, KEY, 0, KEY.length);
                    batch.add(filter, 0, hashed);
                }
                batch.probe();
                batch.clear();
            }
        };
        rounds.run();
        assertEquals(0, ThreadUse.warmAllocatedBytesOf(rounds) / 8000, "bytes per question");
    }
}
