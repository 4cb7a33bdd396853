// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.full.FilterKey;
import io.github.filterblock.full.LegacyHash;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.github.filterblock.testdata.RocksDbFilterTable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RocksDB's and Pebble's tables are read, and their filters answer as their writers do. */
class RocksDbFilterTest {
    static List<RocksDbFilterTable> tables() {
        return RocksDbFilterCorpus.configured().tables();
    }

    private static TableFile open(RocksDbFilterTable table) throws Exception {
        return TableFile.open(TableSource.of(ByteBuffer.wrap(table.bytes()), table.toString()));
    }

    private static RocksDbFilter filterOf(RocksDbFilterTable table, TableFile file) throws Exception {
        RocksDbFilter filter = file.openRocksDbFilter().orElseThrow();
        boolean unsigned = table.writer().contains("64a2f72");
        return filter.hash() == LegacyHash.EITHER
                ? filter.withHash(unsigned ? LegacyHash.UNSIGNED : LegacyHash.SIGNED)
                : filter;
    }

    @ParameterizedTest
    @MethodSource("tables")
    void filterAnswersAsItsWriter(RocksDbFilterTable table) throws Exception {
        try (TableFile file = open(table)) {
            if (table.form().equals("none")) {
                assertEquals(Optional.empty(), file.openRocksDbFilter());
                return;
            }
            RocksDbFilter safe = file.openRocksDbFilter().orElseThrow();
            RocksDbFilter filter = filterOf(table, file);
            for (byte[] key : table.keys()) {
                assertTrue(
                        safe.keyMayMatch(key) && filter.keyMayMatch(key),
                        HexFormat.of().formatHex(key));
            }
            List<byte[]> absent = table.absentKeys();
            for (int i = 0; i < absent.size(); i++) {
                byte[] key = absent.get(i);
                assertEquals(
                        table.mayMatch(i),
                        filter.keyMayMatch(key),
                        HexFormat.of().formatHex(key));
                assertEquals(table.mayMatch(i), filter.keyMayMatch(key, FilterKey.of(key)));
                assertTrue(safe.keyMayMatch(key) || !table.mayMatch(i));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("tables")
    void shapesAreThoseThatWereRecorded(RocksDbFilterTable table) throws Exception {
        try (TableFile file = open(table)) {
            assertEquals(table.formatVersion(), file.footer().formatVersion());
            assertEquals(table.checksum(), file.footer().checksum().label());
            List<String> found = new ArrayList<>();
            for (FilterPartition each :
                    file.openRocksDbFilter().map(RocksDbFilter::partitions).orElse(List.of())) {
                var info = each.filter().info();
                found.add(each.handle().offset() + " " + each.handle().size() + " "
                        + HexFormat.of().formatHex(each.separator()) + " " + info.probes() + " " + info.lines() + " "
                        + info.seed() + " " + info.blocks() + " " + info.columns() + " " + info.lowerBlocks());
            }
            List<String> recorded = new ArrayList<>();
            for (var each : table.filters()) {
                byte[] separator = each.separator();
                int length =
                        separator.length - (table.form().equals("full") ? separator.length : table.timestampBytes());
                recorded.add(each.offset() + " " + each.size() + " "
                        + HexFormat.of().formatHex(Arrays.copyOf(separator, length)) + " " + each.k() + " "
                        + each.lines() + " " + each.seed() + " " + each.blocks() + " " + each.columns() + " "
                        + each.lowerBlocks());
            }
            assertEquals(recorded, found);
        }
    }

    /** Whatever the index and the data blocks look like, they lead to as many entries as the writer counted. */
    @ParameterizedTest
    @MethodSource("tables")
    void allEntriesAreRead(RocksDbFilterTable table) throws Exception {
        try (TableFile file = open(table)) {
            TableStructure structure = file.structure();
            assertEquals(List.of(), structure.damage());
            assertEquals(Optional.empty(), structure.propertiesDamage());
            int entries = 0;
            for (IndexEntry entry : structure.index()) {
                KeyValueBlock.Cursor cursor = file.readEntries(entry.handle()).cursor();
                while (cursor.next()) {
                    entries++;
                }
            }
            assertEquals(table.entries(), entries);
        }
    }

    static List<RocksDbFilterCorpus.Damaged> damaged() {
        return RocksDbFilterCorpus.configured().damaged();
    }

    /** A damaged filter is refused, or lets keys through; whole and sealed with a right checksum it denies. */
    @ParameterizedTest
    @MethodSource("damaged")
    void damagedTableIsRefusedOrDeniesWhatItsBitsDeny(RocksDbFilterCorpus.Damaged damaged) throws Exception {
        RocksDbFilterTable base = tables().stream()
                .filter(each -> each.toString().equals(damaged.base()))
                .findFirst()
                .orElseThrow();
        String expect = damaged.expect();
        boolean refused = expect.contains("hecksum of")
                || expect.contains("footer")
                || expect.contains("future")
                || expect.contains("version");
        if (refused) {
            assertThrows(CorruptTableException.class, () -> deniedKeys(damaged, base), expect);
        } else {
            int denied = expect.contains("read as RocksDB") ? 0 : damaged.denied();
            assertEquals(denied, deniedKeys(damaged, base), expect);
        }
    }

    private static int deniedKeys(RocksDbFilterCorpus.Damaged damaged, RocksDbFilterTable base) throws Exception {
        try (TableFile file = TableFile.open(TableSource.of(ByteBuffer.wrap(damaged.bytes()), "damaged"))) {
            assertFalse(file.structure().index().isEmpty());
            RocksDbFilter filter = file.openRocksDbFilter().orElseThrow();
            return (int)
                    base.keys().stream().filter(key -> !filter.keyMayMatch(key)).count();
        }
    }
}
