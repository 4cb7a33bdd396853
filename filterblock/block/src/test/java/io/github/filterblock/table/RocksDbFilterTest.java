// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.rocksdb.LegacyHash;
import io.github.filterblock.source.TableSource;
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

    @ParameterizedTest
    @MethodSource("tables")
    void filterAnswersAsItsWriter(RocksDbFilterTable table) throws Exception {
        try (TableFile file = open(table)) {
            if (table.form().equals("none")) {
                assertEquals(Optional.empty(), OpenFilters.byKey(file));
                return;
            }
            RocksDbFilter safe = OpenFilters.byKey(file).orElseThrow();
            LegacyHash hash = table.writer().contains("64a2f72") ? LegacyHash.UNSIGNED : LegacyHash.SIGNED;
            RocksDbFilter filter = safe.hash() == LegacyHash.EITHER ? safe.withHash(hash) : safe;
            assertMatchesAll(safe, table);
            assertMatchesAll(filter, table);
            List<byte[]> absent = table.absentKeys();
            for (int i = 0; i < absent.size(); i++) {
                byte[] key = absent.get(i);
                String hex = Bytes.toHex(key);
                assertAnswers(table.mayMatch(i), filter, key, hex);
                assertTrue(safe.tableMayMatch(key) || !table.mayMatch(i), hex);
            }
        }
    }

    /** Asks in every form in which a key may come; around the key lie other bytes. */
    private static void assertAnswers(boolean expected, RocksDbFilter filter, byte[] key, String hex) {
        byte[] within = new byte[key.length + 3];
        Arrays.fill(within, (byte) 0x5a);
        System.arraycopy(key, 0, within, 1, key.length);
        ByteBuffer direct = ByteBuffer.allocateDirect(within.length).put(within);
        assertEquals(expected, filter.tableMayMatch(key), hex);
        assertEquals(expected, filter.tableMayMatch(within, 1, key.length), hex);
        assertEquals(expected, filter.tableMayMatch(HashedKey.of(key)), hex);
        assertEquals(expected, filter.tableMayMatch(ByteBuffer.wrap(within, 1, key.length)), hex);
        assertEquals(expected, filter.tableMayMatch(direct.limit(key.length + 1).position(1)), hex);
        assertThrows(IndexOutOfBoundsException.class, () -> filter.tableMayMatch(within, 1, within.length));
    }

    /** Prefixes beside whole keys are in the filter, and those of absent keys mostly not. */
    @Test
    void prefixesBesideWholeKeysMatch() throws Exception {
        int withPrefixes = 0;
        int denied = 0;
        for (RocksDbFilterTable table : tables()) {
            try (TableFile file = open(table)) {
                RocksDbFilter filter = OpenFilters.byKey(file).orElse(null);
                if (filter == null) {
                    continue;
                }
                for (byte[] key : table.keys()) {
                    assertTrue(filter.prefixMayMatch(key, 0, key.length), table + ": " + Bytes.toHex(key));
                }
                withPrefixes += filter.contents().prefixLength(1 << 20) >= 0 ? 1 : 0;
                for (byte[] key : table.absentKeys()) {
                    byte[] turned = key.clone();
                    for (int i = 0; i < turned.length; i++) {
                        turned[i] ^= (byte) 0x5a;
                    }
                    denied += filter.prefixMayMatch(turned, 0, turned.length) ? 0 : 1;
                }
            }
        }
        assertTrue(withPrefixes > 0 && denied > 100, withPrefixes + " tables, " + denied + " denied");
    }

    @ParameterizedTest
    @MethodSource("tables")
    void shapesAreThoseThatWereRecorded(RocksDbFilterTable table) throws Exception {
        try (TableFile file = open(table)) {
            assertEquals(table.formatVersion(), file.footer().formatVersion());
            assertEquals(table.checksum(), file.footer().checksum().label());
            List<String> found = new ArrayList<>();
            for (FilterPartition each :
                    OpenFilters.byKey(file).map(RocksDbFilter::partitions).orElse(List.of())) {
                var info = each.filter().geometry();
                found.add(each.handle().offset() + " " + each.handle().size() + " "
                        + Bytes.toHex(each.separator()) + " " + info.probes() + " " + info.lines() + " "
                        + info.seed() + " " + info.blocks() + " " + info.columns() + " " + info.lowerBlocks());
            }
            List<String> recorded = new ArrayList<>();
            for (var each : table.filters()) {
                int length = table.form().equals("full") ? 0 : each.separator().length - table.timestampBytes();
                recorded.add(each.offset() + " " + each.size() + " "
                        + HexFormat.of().formatHex(each.separator(), 0, length) + " " + each.k() + " " + each.lines()
                        + " " + each.seed() + " " + each.blocks() + " " + each.columns() + " " + each.lowerBlocks());
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
        RocksDbFilterTable base = named(damaged.base(), tables());
        if (damaged.refused()) {
            assertThrows(CorruptTableException.class, () -> deniedKeys(damaged, base), damaged.expect());
        } else {
            assertEquals(damaged.denied(), deniedKeys(damaged, base), damaged.expect());
        }
    }

    private static int deniedKeys(RocksDbFilterCorpus.Damaged damaged, RocksDbFilterTable base) throws Exception {
        try (TableFile file = TableFile.open(TableSource.of(ByteBuffer.wrap(damaged.bytes()), "damaged"))) {
            assertFalse(file.structure().index().isEmpty());
            RocksDbFilter filter = OpenFilters.byKey(file).orElseThrow();
            return (int) base.keys().stream()
                    .filter(key -> !filter.tableMayMatch(key))
                    .count();
        }
    }

    private static RocksDbFilterTable named(String start, List<RocksDbFilterTable> tables) {
        return tables.stream()
                .filter(each -> each.toString().startsWith(start))
                .findFirst()
                .orElseThrow();
    }

    private static RocksDbFilterTable bundled(String name) {
        return named(name, RocksDbFilterCorpus.bundled().tables());
    }

    private interface Change {
        /** Changes a table; returns the block that is sealed again. */
        BlockHandle of(byte[] bytes, TableStructure structure, RocksDbFilter filter);
    }

    /** The filter of a changed table, damaged or not. */
    private static RocksDbFilter changed(RocksDbFilterTable table, Change change) throws Exception {
        byte[] bytes = table.bytes().clone();
        try (TableFile file = open(table)) {
            TableStructure structure = file.structure();
            Seal.block(
                    bytes,
                    structure.footer(),
                    change.of(bytes, structure, OpenFilters.byKey(file).orElseThrow()));
        }
        try (TableFile file = TableFile.open(TableSource.of(ByteBuffer.wrap(bytes), "changed"))) {
            return file.keyFilter(file.structure()).orElseThrow();
        }
    }

    private static Change inProperties(String from, String to) {
        return (bytes, structure, sound) -> {
            BlockHandle properties = RocksDbProperties.entryIn(structure.metaindex())
                    .flatMap(MetaindexEntry::handle)
                    .orElseThrow();
            replace(bytes, properties, Bytes.ascii(from), Bytes.ascii(to));
            return properties;
        };
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
            assertTrue(filter.tableMayMatch(key) && filter.tableMayMatch(HashedKey.of(key)), () -> Bytes.toHex(key));
        }
    }

    private static void assertDeniesNothing(RocksDbFilter filter, RocksDbFilterTable table) {
        assertMatchesAll(filter, table);
        assertEquals(0, denied(filter, table));
    }

    private static long denied(RocksDbFilter filter, RocksDbFilterTable table) {
        return table.absentKeys().stream()
                .filter(key -> !filter.tableMayMatch(HashedKey.of(key)))
                .count();
    }

    /** Without their order every partition is asked. */
    @Test
    @Tag("RF-10")
    void separatorsThatDoNotAscendAreNotSearched() throws Exception {
        RocksDbFilterTable table = bundled("base-part-fv6");
        RocksDbFilter filter = changed(table, (bytes, structure, sound) -> {
            BlockHandle index = sound.entry().handle().orElseThrow();
            byte[] first = sound.partitions().get(0).separator();
            byte[] last = first.clone();
            last[0] = (byte) 0xff;
            replace(bytes, index, first, last);
            return index;
        });
        assertFalse(filter.isOrdered());
        assertEquals(Optional.empty(), filter.partition(table.keys().get(0)));
        assertMatchesAll(filter, table);
        assertTrue(denied(filter, table) > 0);
    }

    @Test
    @Tag("RF-10")
    void partitionsAreFoundByTheirSeparators() throws Exception {
        RocksDbFilter filter = OpenFilters.byKey(open(bundled("base-part-fv6"))).orElseThrow();
        int last = filter.partitions().size() - 1;
        for (int i = 0; i <= last; i++) {
            byte[] separator = filter.partitions().get(i).separator();
            byte[] behind = Arrays.copyOf(separator, separator.length + 1);
            assertEquals(Optional.of(i), filter.partition(separator));
            assertEquals(Optional.of(Math.min(i + 1, last)), filter.partition(behind));
            assertEquals(i == last, filter.isPastLastPartition(behind));
        }
        assertEquals(filter.contents().filterSize().orElseThrow(), filter.contentBytes());
        RocksDbFilter full = OpenFilters.byKey(open(bundled("fast-full-fv6"))).orElseThrow();
        assertFalse(full.isPastLastPartition(new byte[] {-1}));
        assertEquals(full.contents().filterSize().orElseThrow(), full.contentBytes());
    }

    /** RocksDB does not compress filters. */
    @Test
    @Tag("RF-4")
    void aFilterOfAnotherTypeIsNotRead() throws Exception {
        RocksDbFilterTable table = bundled("fast-full-fv6");
        RocksDbFilter filter = changed(table, (bytes, structure, sound) -> {
            BlockHandle handle = sound.partitions().get(0).handle();
            bytes[(int) handle.end() - BlockHandle.TRAILER_LENGTH] = 1;
            return handle;
        });
        assertTrue(filter.damage().isPresent());
        assertDeniesNothing(filter, table);
    }

    /** A separator of a table whose index is said to have tags must have one. */
    @Test
    @Tag("RF-10")
    void separatorsWithoutTheirTagAreDamage() throws Exception {
        RocksDbFilterTable table = bundled("ribbon-part-fv6");
        RocksDbFilter filter = changed(table, inProperties("is.user.key\1", "is.user.key\0"));
        assertTrue(filter.indexDamage().isPresent());
        assertDeniesNothing(filter, table);
    }

    /** The order is not needed to ask all partitions, but the comparator says what of a key is compared. */
    @ParameterizedTest
    @Tag("RF-5")
    @ValueSource(strings = {"base-part-fv6", "fast-full-fv6", "prefix-only-part-fv7"})
    void anUnknownComparatorAllowsNoDenial(String name) throws Exception {
        RocksDbFilterTable table = bundled(name);
        RocksDbFilter filter = changed(table, inProperties("leveldb.BytewiseComparator", "leveldb.BytewiseComparatoR"));
        assertTrue(filter.contents().obstacle().isPresent());
        assertDeniesNothing(filter, table);
    }

    @Test
    void textsNameFormContentsAndParts() throws Exception {
        RocksDbFilterTable table = RocksDbFilterCorpus.bundled().tables().stream()
                .filter(each -> each.toString().equals("fast-full-fv6.sst"))
                .findFirst()
                .orElseThrow();
        TableSource source = TableSource.of(ByteBuffer.wrap(table.bytes()), "a.sst");
        try (TableFile file = TableFile.open(source)) {
            RocksDbFilter filter = OpenFilters.byKey(file).orElseThrow();
            FilterPartition part = filter.partitions().get(0);
            assertEquals("FULL filter of whole keys: [" + part + "]", filter.toString());
            assertEquals(part.handle() + ": " + part.filter().geometry(), part.toString());
            assertEquals("a.sst", file.toString());
        }
    }
}
