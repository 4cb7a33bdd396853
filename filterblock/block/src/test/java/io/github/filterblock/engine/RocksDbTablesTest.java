// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.OpenFilters;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.PebbleCorpus;
import io.github.filterblock.testdata.PebbleTable;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.github.filterblock.testdata.RocksDbFilterTable;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** That an engine asks the full and partitioned filters of tables that RocksDB made, for instance ingested ones. */
class RocksDbTablesTest {
    private final List<CorruptTableException> heard = new ArrayList<>();
    private final DatabaseFilters filters =
            DatabaseFilters.of(BloomFilterPolicy.levelDb(10)).withListener(heard::add);

    static List<RocksDbFilterTable> tables() {
        return RocksDbFilterCorpus.configured().tables();
    }

    static List<RocksDbFilterCorpus.Damaged> damaged() {
        return RocksDbFilterCorpus.configured().damaged();
    }

    private static TableSource source(byte[] bytes) {
        return TableSource.of(ByteBuffer.wrap(bytes), "ingested");
    }

    /** The answers are those of the filter that {@link TableFile} opens, and each is counted once. */
    @ParameterizedTest
    @MethodSource("tables")
    void theFilterOfTheTableIsAskedAndCountedOnce(RocksDbFilterTable table) throws IOException {
        EngineFilter filter = filters.open(source(table.bytes()));
        assertEquals(List.of(), heard);
        if (table.form().equals("none")) {
            assertFalse(filter.coversTable());
            return;
        }
        assertTrue(filter.isUsable() && filter.coversTable());
        for (byte[] key : table.keys()) {
            assertTrue(filter.tableMayMatch(key) && filter.keyMayMatch(0, key), () -> Bytes.toHex(key));
        }
        assertEquals(table.keys().size(), filters.counters().snapshot().mayMatch());
        assertEquals(0, filters.counters().snapshot().absent());
        int denied = 0;
        try (TableFile file = TableFile.open(source(table.bytes()))) {
            RocksDbFilter direct = OpenFilters.byKey(file).orElseThrow();
            for (byte[] key : table.absentKeys()) {
                boolean expected = direct.tableMayMatch(key);
                assertEquals(expected, filter.tableMayMatch(key), () -> Bytes.toHex(key));
                denied += expected ? 0 : 1;
            }
            assertEquals(direct.retainedBytes(), filters.counters().snapshot().retainedBytes());
        }
        assertEquals(denied, filters.counters().snapshot().absent());
        filter.foundNothing();
        assertEquals(1, filters.counters().snapshot().falsePositives());
        filter.close();
        assertEquals(0, filters.counters().snapshot().retainedBytes());
        assertEquals(0, filters.counters().snapshot().openFilters());
    }

    static List<PebbleTable> pebbleTables() {
        return PebbleCorpus.configured().tables();
    }

    /** Whatever policy an engine writes with, it asks the filter of every table that has properties. */
    @ParameterizedTest
    @MethodSource("pebbleTables")
    void theFiltersOfPebbleAreAskedWhateverTheOwnPolicyIs(PebbleTable table) throws IOException {
        EngineFilter expected = DatabaseFilters.withoutPolicy().open(source(table.bytes()));
        for (DatabaseFilters own : List.of(
                filters,
                filters.withPolicy(FullFilterPolicy.ribbon(10)),
                filters.withPolicy(FullFilterPolicy.legacyBloom(10)))) {
            EngineFilter filter = own.open(source(table.bytes()));
            assertEquals(expected.isUsable(), filter.isUsable());
            for (PebbleTable.Present each : table.present()) {
                assertTrue(filter.tableMayMatch(each.key()), () -> Bytes.toHex(each.key()));
            }
            for (PebbleTable.Absent each : table.absent()) {
                assertEquals(expected.tableMayMatch(each.prefix()), filter.tableMayMatch(each.prefix()));
            }
        }
    }

    private static RocksDbFilterTable ribbon() {
        return tables().stream()
                .filter(each -> each.toString().startsWith("ribbon"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyFormOfAKeyGetsTheSameAnswer() throws IOException {
        RocksDbFilterTable table = ribbon();
        EngineFilter filter = filters.openBuf(source(table.bytes()), UnpooledByteBufAllocator.DEFAULT);
        List<byte[]> keys = new ArrayList<>(table.absentKeys().subList(0, 50));
        keys.addAll(table.keys().subList(0, 10));
        int denied = 0;
        for (byte[] key : keys) {
            boolean expected = filter.tableMayMatch(key);
            denied += expected ? 0 : 1;
            byte[] padded = Bytes.padded(key, 2, 1);
            ByteBuffer direct = ByteBuffer.allocateDirect(key.length).put(0, key);
            assertEquals(expected, filter.tableMayMatch(padded, 2, key.length));
            assertEquals(expected, filter.tableMayMatch(ByteBuffer.wrap(padded, 2, key.length)));
            assertEquals(expected, filter.tableMayMatch(direct));
            assertEquals(expected, filter.keyMayMatch(1 << 20, key));
            assertEquals(expected, filter.keyMayMatch(0, direct));
            assertEquals(expected, filter.tableMayMatch(HashedKey.of(direct)));
            assertEquals(expected, filter.keyMayMatch(0, HashedKey.of(key)));
        }
        assertTrue(denied > 25, () -> "most absent keys are denied");
    }

    /** A damaged filter is reported and lets every key match, or it is read as its bytes say; nothing is thrown. */
    @ParameterizedTest
    @MethodSource("damaged")
    void damageNeverMakesTheEngineFail(RocksDbFilterCorpus.Damaged damaged) throws IOException {
        EngineFilter filter = filters.open(source(damaged.bytes()));
        assertEquals(heard.size(), filters.counters().snapshot().unusableFilters());
        byte[] key = {1, 2, 3};
        boolean answer = filter.tableMayMatch(key);
        if (!heard.isEmpty()) {
            assertTrue(answer && !filter.isUsable() && filter.keyMayMatch(0, key));
            assertEquals(1, filters.counters().snapshot().withoutFilter());
        }
    }
}
