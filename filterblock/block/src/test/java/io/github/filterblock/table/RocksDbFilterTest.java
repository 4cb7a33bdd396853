// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static java.nio.charset.StandardCharsets.US_ASCII;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    private static RocksDbFilterTable table(String name) {
        return RocksDbFilterCorpus.bundled().tables().stream()
                .filter(each -> each.toString().startsWith(name))
                .findFirst()
                .orElseThrow();
    }

    private interface Change {
        /** Changes a table; returns the blocks that are sealed again. */
        List<BlockHandle> of(byte[] bytes, TableStructure structure, RocksDbFilter filter);
    }

    private static RocksDbFilter changed(String name, Change change) throws Exception {
        byte[] bytes = table(name).bytes();
        try (TableFile file = TableFile.open(TableSource.of(ByteBuffer.wrap(bytes), name))) {
            TableStructure structure = file.structure();
            RocksDbFilter sound = file.openRocksDbFilter().orElseThrow();
            for (BlockHandle each : change.of(bytes, structure, sound)) {
                Seal.block(bytes, structure.footer(), each);
            }
        }
        try (TableFile file = TableFile.open(TableSource.of(ByteBuffer.wrap(bytes), name))) {
            return RocksDbFilter.read(file, file.structure()).orElseThrow();
        }
    }

    private static void replace(byte[] bytes, BlockHandle block, byte[] from, byte[] to) {
        int at = (int) block.offset();
        while (!Arrays.equals(bytes, at, at + from.length, from, 0, from.length)) {
            at++;
        }
        System.arraycopy(to, 0, bytes, at, to.length);
    }

    private static void assertMatchesAll(RocksDbFilter filter, RocksDbFilterTable table) {
        for (byte[] key : table.keys()) {
            assertTrue(filter.keyMayMatch(key) && filter.keyMayMatch(key, FilterKey.of(key)));
        }
    }

    private static long denied(RocksDbFilter filter, RocksDbFilterTable table) {
        return table.absentKeys().stream()
                .filter(key -> !filter.keyMayMatch(key, FilterKey.of(key)))
                .count();
    }

    /** Without their order every partition is asked. */
    @Test
    @Tag("RF-10")
    void separatorsThatDoNotAscendAreNotSearched() throws Exception {
        RocksDbFilterTable table = table("base-part-fv6");
        RocksDbFilter filter = changed("base-part-fv6", (bytes, structure, sound) -> {
            BlockHandle index = sound.entry().handle().orElseThrow();
            byte[] first = sound.partitions().get(0).separator();
            byte[] last = first.clone();
            last[0] = (byte) 0xff;
            replace(bytes, index, first, last);
            return List.of(index);
        });
        assertFalse(filter.isOrdered());
        assertEquals(Optional.empty(), filter.partition(table.keys().get(0)));
        assertMatchesAll(filter, table);
        assertTrue(denied(filter, table) > 0);
    }

    @Test
    @Tag("RF-10")
    void partitionsAreFoundByTheirSeparators() throws Exception {
        RocksDbFilterTable table = table("base-part-fv6");
        RocksDbFilter filter = changed("base-part-fv6", (bytes, structure, sound) -> List.of());
        List<FilterPartition> partitions = filter.partitions();
        for (int i = 0; i < partitions.size(); i++) {
            byte[] separator = partitions.get(i).separator();
            byte[] behind = Arrays.copyOf(separator, separator.length + 1);
            assertEquals(Optional.of(i), filter.partition(separator));
            assertEquals(Optional.of(Math.min(i + 1, partitions.size() - 1)), filter.partition(behind));
            assertEquals(i == partitions.size() - 1, filter.isBehindAll(behind));
        }
        assertEquals(filter.domain().filterSize().orElseThrow(), filter.contentBytes());
        RocksDbFilter full = changed("fast-full-fv6", (bytes, structure, sound) -> List.of());
        assertFalse(full.isBehindAll(table.keys().get(0)));
        assertEquals(full.domain().filterSize().orElseThrow(), full.contentBytes());
    }

    /** RocksDB does not compress filters. */
    @Test
    @Tag("RF-4")
    void aFilterOfAnotherTypeIsNotRead() throws Exception {
        RocksDbFilter filter = changed("fast-full-fv6", (bytes, structure, sound) -> {
            BlockHandle handle = sound.partitions().get(0).handle();
            bytes[(int) handle.end() - BlockHandle.TRAILER_LENGTH] = 1;
            return List.of(handle);
        });
        assertTrue(filter.damage().isPresent());
        assertMatchesAll(filter, table("fast-full-fv6"));
        assertEquals(0, denied(filter, table("fast-full-fv6")));
    }

    /** A separator of a table whose index is said to have tags must have one. */
    @Test
    @Tag("RF-10")
    void separatorsWithoutTheirTagAreDamage() throws Exception {
        RocksDbFilter filter = changed("ribbon-part-fv6", (bytes, structure, sound) -> {
            BlockHandle properties = properties(structure);
            replace(bytes, properties, "is.user.key\1".getBytes(US_ASCII), "is.user.key\0".getBytes(US_ASCII));
            return List.of(properties);
        });
        assertTrue(filter.indexDamage().isPresent());
        assertEquals(0, denied(filter, table("ribbon-part-fv6")));
        assertMatchesAll(filter, table("ribbon-part-fv6"));
    }

    private static BlockHandle properties(TableStructure structure) {
        return structure.metaindex().stream()
                .filter(entry -> entry.key().equals("rocksdb.properties"))
                .findFirst()
                .flatMap(MetaindexEntry::handle)
                .orElseThrow();
    }

    /** The order is not needed to ask all partitions, but the comparator says what of a key is compared. */
    @ParameterizedTest
    @Tag("RF-5")
    @ValueSource(strings = {"base-part-fv6", "fast-full-fv6", "prefix-only-part-fv7"})
    void anUnknownComparatorAllowsNoDenial(String name) throws Exception {
        RocksDbFilter filter = changed(name, (bytes, structure, sound) -> {
            BlockHandle properties = properties(structure);
            replace(
                    bytes,
                    properties,
                    "leveldb.BytewiseComparator".getBytes(US_ASCII),
                    "leveldb.BytewiseComparatoR".getBytes(US_ASCII));
            return List.of(properties);
        });
        assertTrue(filter.domain().obstacle().isPresent());
        assertEquals(0, denied(filter, table(name)));
    }
}
