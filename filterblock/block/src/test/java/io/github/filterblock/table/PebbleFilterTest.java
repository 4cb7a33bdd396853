// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.rocksdb.LegacyHash;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.testdata.PebbleCorpus;
import io.github.filterblock.testdata.PebbleTable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Filters of Pebble's tables deny no key that is there, whatever its comparer adds to them. */
@Tag("PB-1")
class PebbleFilterTest {
    static List<PebbleTable> tables() {
        return PebbleCorpus.configured().tables();
    }

    private static TableFile open(PebbleTable table) throws Exception {
        return TableFile.open(TableSource.of(ByteBuffer.wrap(table.bytes()), table.toString()));
    }

    private static List<byte[]> userKeys(TableFile file) throws Exception {
        List<byte[]> keys = new ArrayList<>();
        TableStructure structure = file.structure();
        for (IndexEntry entry : structure.index()) {
            KeyValueBlock.Cursor cursor =
                    structure.dataEntries(file.read(entry.handle())).cursor();
            while (cursor.next()) {
                keys.add(Arrays.copyOf(cursor.key(), cursor.keyLength() - FilterMatcher.TAG_LENGTH));
            }
        }
        return keys;
    }

    @ParameterizedTest
    @MethodSource("tables")
    void noKeyThatIsThereIsDenied(PebbleTable table) throws Exception {
        try (TableFile file = open(table)) {
            List<byte[]> keys = userKeys(file);
            assertEquals(table.entries(), keys.size());
            assertEquals(table.keysSha256(), PebbleTable.sha256(keys));
            assertEquals(table.filter().isEmpty(), OpenFilters.byKey(file).isEmpty());
            if (OpenFilters.byKey(file).isEmpty()) {
                return;
            }
            RocksDbFilter filter = OpenFilters.byKey(file).orElseThrow();
            for (byte[] key : keys) {
                assertTrue(filter.tableMayMatch(key), Bytes.toHex(key));
                assertTrue(filter.tableMayMatch(HashedKey.of(key)), Bytes.toHex(key));
            }
            if (table.wholeKeysDenied() > 0) {
                RocksDbFilter whole = filter.withWholeKeys();
                long denied =
                        keys.stream().filter(key -> !whole.tableMayMatch(key)).count();
                assertTrue(denied > 0 && denied <= table.wholeKeysDenied(), denied + " denied");
            }
        }
    }

    /** With the split known, the part that Pebble added is asked. */
    @ParameterizedTest
    @MethodSource("tables")
    void askedIsWhatWasAdded(PebbleTable table) throws Exception {
        try (TableFile file = open(table)) {
            RocksDbFilter filter = OpenFilters.byKey(file).orElse(null);
            for (PebbleTable.Present each : table.present()) {
                if (filter != null && !filter.contents().probesEveryPrefix()) {
                    assertEquals(each.added().length, filter.probedLength(each.key()), Bytes.toHex(each.key()));
                }
            }
        }
    }

    /** Where every prefix is asked, what is named is the longest that may match, or all of a key that is denied. */
    @ParameterizedTest
    @MethodSource("tables")
    void ofEveryPrefixTheLongestThatMayMatchIsNamed(PebbleTable table) throws Exception {
        try (TableFile file = open(table)) {
            RocksDbFilter filter = OpenFilters.byKey(file).orElse(null);
            if (filter == null || !filter.contents().probesEveryPrefix()) {
                return;
            }
            RocksDbFilter bits = filter.withWholeKeys();
            for (PebbleTable.Present each : table.present()) {
                int asked = filter.probedLength(each.key());
                assertTrue(asked >= each.added().length, Bytes.toHex(each.key()));
                assertTrue(bits.tableMayMatch(each.key(), 0, asked), Bytes.toHex(each.key()));
                for (int longer = asked + 1; longer <= each.key().length; longer++) {
                    assertFalse(bits.tableMayMatch(each.key(), 0, longer), Bytes.toHex(each.key()));
                }
            }
            for (PebbleTable.Absent each : table.absent()) {
                if (!filter.tableMayMatch(each.prefix())) {
                    assertEquals(each.prefix().length, filter.probedLength(each.prefix()));
                }
            }
        }
    }

    /** Pebble's own decoder asks for one prefix; keys are denied only if it denies all of their prefixes. */
    @ParameterizedTest
    @MethodSource("tables")
    void absentAnswersAreThoseOfPebble(PebbleTable table) throws Exception {
        try (TableFile file = open(table)) {
            if (OpenFilters.byKey(file).isEmpty()) {
                return;
            }
            RocksDbFilter filter = OpenFilters.byKey(file).orElseThrow();
            RocksDbFilter bits = filter.withWholeKeys();
            for (PebbleTable.Absent each : table.absent()) {
                String hex = Bytes.toHex(each.prefix());
                boolean mayMatch = bits.tableMayMatch(each.prefix());
                assertTrue(mayMatch == each.mayMatch() || mayMatch && filter.hash() == LegacyHash.EITHER, hex);
                for (RocksDbFilter either : List.of(filter, bits)) {
                    byte[] key = each.prefix();
                    assertEquals(either.tableMayMatch(key), either.tableMayMatch(HashedKey.of(key)), hex);
                }
                if (filter.contents().probesEveryPrefix()) {
                    boolean anyPrefix = false;
                    for (int length = 0; length <= each.prefix().length; length++) {
                        anyPrefix |= bits.tableMayMatch(each.prefix(), 0, length);
                    }
                    assertEquals(anyPrefix, filter.tableMayMatch(each.prefix()), hex);
                }
            }
        }
    }

    @Test
    void mostAbsentKeysAreDeniedByAllTheirPrefixes() throws Exception {
        for (String name : List.of("made-rocksdb2-samename", "made-leveldb-samename")) {
            try (TableFile file = open(PebbleCorpus.bundled().table(name))) {
                RocksDbFilter filter = OpenFilters.byKey(file).orElseThrow();
                assertTrue(filter.contents().probesEveryPrefix());
                int denied = 0;
                for (int i = 0; i < 1000; i++) {
                    denied += filter.tableMayMatch(Bytes.ascii(String.format("%08x", i * 0x9e3779b9))) ? 0 : 1;
                }
                assertTrue(denied > 300, name + ": " + denied + " of 1000 denied");
            }
        }
    }

    /** Hashing every prefix takes the square of the length. */
    @Test
    void longKeysAreNotAskedByAllTheirPrefixes() throws Exception {
        try (TableFile file = open(PebbleCorpus.bundled().table("made-rocksdb2-samename"))) {
            RocksDbFilter filter = OpenFilters.byKey(file).orElseThrow();
            byte[] key = new byte[1 << 20];
            Arrays.fill(key, (byte) 'x');
            assertFalse(filter.withWholeKeys().tableMayMatch(key, 0, 1025));
            assertTrue(filter.tableMayMatch(key, 0, 1025) && filter.tableMayMatch(key));
        }
    }

    /** FORMAT-PEBBLE.md has these keys. */
    @ParameterizedTest
    @CsvSource({
        "COCKROACH, '', 0",
        "COCKROACH, 6b00, 2",
        "COCKROACH, 6b00000000000000000109, 2",
        "COCKROACH, 6b0000000000000000010000000a0d, 2",
        "COCKROACH, 6b02, -1",
        "COCKROACH, 02, -1",
        "COCKROACH, ff, -1",
        "TEST_KEYS, '', 0",
        "TEST_KEYS, 6162, 2",
        "TEST_KEYS, 61624033, 2",
        "TEST_KEYS, 4061403340, 4",
        "TEST_KEYS, 4033, 0",
        "UNKNOWN, 6162, 2",
        "NONE, 6162, 2"
    })
    void splitIsThatOfTheComparer(KeySplit split, String key, int length) {
        byte[] bytes = Bytes.hex(key);
        byte[] shifted = new byte[bytes.length + 3];
        System.arraycopy(bytes, 0, shifted, 2, bytes.length);
        assertEquals(length, split.lengthOf(bytes, 0, bytes.length));
        assertEquals(length, split.lengthOf(shifted, 2, bytes.length));
    }
}
