// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is noted of keys that are sought while a table is read. */
@Tag("TF-12")
class SoughtKeysTest {
    private static final byte[] APPLE = "apple".getBytes(ISO_8859_1);

    /** For a table of RocksDB's with this comparator. */
    private static SoughtKeys seeking(String comparator, byte[]... keys) throws IOException {
        TestTable table = TestTable.ofInternalKeys().block("key");
        return new SoughtKeys(
                List.of(keys),
                table.properties("rocksdb.comparator", comparator)
                        .write()
                        .open()
                        .structure());
    }

    private static SoughtKeys seeking(byte[]... keys) throws IOException {
        return seeking("leveldb.BytewiseComparator", keys);
    }

    private static void store(SoughtKeys sought, long block, byte[] key) {
        sought.stored(block, key, key.length, false);
    }

    private static void store(SoughtKeys sought, long block, long sequence, int kind) {
        store(sought, block, TestTable.internalKey(APPLE, sequence, kind));
    }

    private static SoughtKeys.Entry newest(SoughtKeys sought) {
        return sought.newest(APPLE, KeyFormat.USER_KEY).orElseThrow();
    }

    /** Kinds of deletions: LevelDB's, RocksDB's single one, its one with a timestamp, Pebble's of a known size. */
    @ParameterizedTest
    @CsvSource({"0, true", "7, true", "20, true", "23, true", "1, false", "2, false", "17, false", "22, false"})
    void theKindSaysWhetherAnEntryDeletes(int kind, boolean deleted) throws IOException {
        SoughtKeys sought = seeking(APPLE);
        store(sought, 300, 9, kind);
        assertEquals(new SoughtKeys.Entry(300, deleted, OptionalLong.of(9), false), newest(sought));
    }

    @Test
    void theHighestSequenceNumberIsTheNewestWhereverItLies() throws IOException {
        SoughtKeys sought = seeking(APPLE);
        store(sought, 0, 5, 1);
        store(sought, 100, 1L << 55, 0);
        store(sought, 200, 6, 1);
        store(sought, 300, 1L << 55, 0);
        assertEquals(new SoughtKeys.Entry(100, true, OptionalLong.of(1L << 55), false), newest(sought));
    }

    private static byte[] withTimestamp(long timestamp, long sequence, int kind) {
        byte[] stamp = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(timestamp)
                .array();
        return TestTable.internalKey(TestBlocks.join(APPLE, stamp), sequence, kind);
    }

    /** Timestamps are unsigned numbers and come before sequence numbers, which then say nothing of the order. */
    @Test
    void theHighestTimestampIsTheNewest() throws IOException {
        SoughtKeys sought = seeking("leveldb.BytewiseComparator.u64ts", APPLE);
        store(sought, 0, withTimestamp(7, 100, 1));
        store(sought, 100, withTimestamp(-1, 5, 1));
        store(sought, 200, withTimestamp(-1, 6, 20));
        store(sought, 300, withTimestamp(8, 200, 1));
        assertEquals(new SoughtKeys.Entry(200, true, OptionalLong.empty(), false), newest(sought));
    }

    /** Of a key that is stored as it is, the first one counts; it has no tag that could say more. */
    @Test
    void wholeKeysAndUserKeysAreFoundApart() throws IOException {
        byte[] short1 = {'a'};
        SoughtKeys sought = seeking(APPLE, short1);
        store(sought, 100, APPLE);
        store(sought, 200, APPLE);
        store(sought, 300, short1);
        assertEquals(Optional.empty(), sought.newest(APPLE, KeyFormat.USER_KEY));
        SoughtKeys.Entry whole = sought.newest(APPLE, KeyFormat.WHOLE_KEY).orElseThrow();
        assertEquals(new SoughtKeys.Entry(100, false, OptionalLong.empty(), false), whole);
        assertEquals(
                300, sought.newest(short1, KeyFormat.WHOLE_KEY).orElseThrow().blockOffset());
    }

    /** An empty user key is all tag. */
    @Test
    void theEmptyKeyIsFound() throws IOException {
        byte[] empty = {};
        SoughtKeys sought = seeking(empty);
        store(sought, 100, TestTable.internalKey(empty, 3, 1));
        assertEquals(
                Optional.of(new SoughtKeys.Entry(100, false, OptionalLong.of(3), false)),
                sought.newest(empty, KeyFormat.USER_KEY));
    }

    /** No database has kinds above RocksDB's and Pebble's. */
    @ParameterizedTest
    @CsvSource({"1, true", "31, true", "32, false", "255, false"})
    void whatFollowsAKeyIsATagIfItsKindIsKnown(int kind, boolean isTag) throws IOException {
        SoughtKeys sought = seeking(APPLE);
        assertFalse(sought.isStoredWithTag(APPLE));
        store(sought, 0, 9, kind);
        assertEquals(isTag, sought.isStoredWithTag(APPLE));
        assertTrue(sought.newest(APPLE, KeyFormat.USER_KEY).isPresent());
    }

    /** Their hashes are equal, as are those of the strings "Aa" and "BB". */
    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void keysOfOneHashTakeNoLongerThanOthers() throws IOException {
        byte[][] keys = new byte[1 << 16][];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = new byte[32];
            for (int bit = 0; bit < 16; bit++) {
                boolean set = (i >> bit & 1) != 0;
                keys[i][2 * bit] = (byte) (set ? 'A' : 'B');
                keys[i][2 * bit + 1] = (byte) (set ? 'a' : 'B');
            }
        }
        SoughtKeys sought = seeking(keys);
        for (byte[] key : keys) {
            store(sought, 300, key);
        }
        for (byte[] key : keys) {
            assertTrue(sought.newest(key, KeyFormat.WHOLE_KEY).isPresent());
        }
    }
}
