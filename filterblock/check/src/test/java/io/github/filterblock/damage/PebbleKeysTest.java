// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import io.github.filterblock.rocksdb.FullFilterBuilder;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.PlacedKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys of any bytes in tables of Pebble, whose comparers expect a form: no door throws, and none denies a key. */
@Tag("PB-1")
class PebbleKeysTest {
    private static final int TABLES = Scale.times(60);
    private static final int MAX_KEYS = 40;
    private static final int MAX_LENGTH = 24;

    /** Lengths of versions, separators of Pebble's tests, and bytes with the highest bit. */
    private static final byte[] USUAL = {0, 1, 2, 5, 9, 13, 14, '@', 'a', 'b', (byte) 0x80, (byte) 0xff};

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cockroach_comparator",
                "pebble.internal.testkeys",
                "leveldb.BytewiseComparator",
                "rocksdb.ReverseBytewiseComparator",
                "example.unknown"
            })
    void noDoorThrowsOrDeniesAKey(String comparer) throws IOException {
        EveryDoor doors = new EveryDoor(directory, 20);
        Random random = new Random(comparer.hashCode());
        for (int i = 0; i < TABLES; i++) {
            List<byte[]> keys = keys(random, comparer.contains("Reverse"));
            TestFile file = table(comparer, keys, random);
            long offset = file.data().get(0).offset();
            doors.take(new EveryDoor.Damaged(
                    comparer + " " + i,
                    file.bytes(),
                    keys.stream().map(key -> new PlacedKey(offset, key)).toList(),
                    door -> true,
                    true));
        }
        doors.report(comparer, Set.of());
    }

    private static List<byte[]> keys(Random random, boolean descending) {
        TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
        for (int i = random.nextInt(MAX_KEYS); i >= 0; i--) {
            byte[] key = new byte[random.nextInt(MAX_LENGTH)];
            random.nextBytes(key);
            for (int j = 0; j < key.length; j++) {
                key[j] = random.nextInt(4) == 0 ? key[j] : USUAL[random.nextInt(USUAL.length)];
            }
            keys.add(key);
        }
        return List.copyOf(descending ? keys.descendingSet() : keys);
    }

    /** A key without a version that fits adds all of it, or nothing but an empty prefix, as Pebble's release wants. */
    private static TestFile table(String comparer, List<byte[]> keys, Random random) {
        FullFilterBuilder filter = FullFilterPolicy.legacyBloom(10).newBuilder();
        boolean whole = random.nextBoolean();
        keys.forEach(key -> filter.addKey(key, 0, part(comparer, key, whole)));
        byte[] block = filter.finish();
        TestTable table = TestTable.ofInternalKeys()
                .changeFilter(0, built -> block)
                .changeMetaindexEntries(entries -> entries.set(
                        0,
                        Entry.of(
                                "fullfilter.rocksdb.BuiltinBloomFilter",
                                entries.get(0).value())));
        return table.block(keys.toArray(byte[][]::new))
                .properties("rocksdb.comparator", comparer)
                .write();
    }

    private static int part(String comparer, byte[] key, boolean whole) {
        return switch (comparer) {
            case "cockroach_comparator" -> {
                int version = key.length == 0 ? 0 : key[key.length - 1] & 0xff;
                yield version < key.length || key.length == 0 ? key.length - version : whole ? key.length : 0;
            }
            case "pebble.internal.testkeys" -> {
                int at = key.length - 1;
                while (at >= 0 && key[at] != '@') {
                    at--;
                }
                yield at < 0 ? key.length : at;
            }
            default -> whole ? key.length : key.length / 2;
        };
    }
}
