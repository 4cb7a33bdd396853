// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.TableOrigin;
import io.github.filterblock.table.TestTable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("TF-12")
@Tag("TF-15")
class KeyStatisticsTest {
    private static final TableOrigin OF_ROCKSDB = new TableOrigin(false, true, false, false, true, false, false);

    private static KeyStatistics of(TableOrigin origin, byte[]... keys) {
        KeyStatistics evidence = KeyStatistics.from(origin);
        byte[] reused = new byte[64];
        for (byte[] key : keys) {
            Arrays.fill(reused, (byte) 0x55);
            System.arraycopy(key, 0, reused, 0, key.length);
            evidence.key(reused, key.length);
        }
        return evidence;
    }

    private static KeyStatistics of(byte[]... keys) {
        return of(TableOrigin.UNKNOWN, keys);
    }

    private static byte[] internal(String userKey, long sequence, int kind) {
        return TestTable.internalKey(userKey.getBytes(UTF_8), sequence, kind);
    }

    private static byte[] bytes(String key) {
        return key.getBytes(UTF_8);
    }

    @Test
    void noKeysSayNothing() {
        KeyStatistics none = of();
        assertEquals(0, none.keys());
        assertEquals(Optional.empty(), none.likelyFormat());
        assertTrue(none.ascending(KeyFormat.WHOLE_KEY) && none.ascending(KeyFormat.USER_KEY));
    }

    @Test
    void keysWithTagsAreInternal() {
        KeyStatistics evidence = of(internal("a", 9, 1), internal("a", 8, 0), internal("b", 10, 1));
        assertEquals(3, evidence.keys());
        assertTrue(evidence.internalPossible());
        assertTrue(evidence.ascending(KeyFormat.USER_KEY));
        assertEquals(Optional.of(KeyFormat.USER_KEY), evidence.likelyFormat());
    }

    @Test
    void oneKeyWithoutRoomForATagIsEnough() {
        KeyStatistics evidence = of(internal("a", 9, 1), bytes("b"));
        assertFalse(evidence.internalPossible());
        assertEquals(Optional.of(KeyFormat.WHOLE_KEY), evidence.likelyFormat());
        assertFalse(evidence.ascending(KeyFormat.USER_KEY));
        assertTrue(evidence.ascending(KeyFormat.WHOLE_KEY));
    }

    @Test
    void aKindThatLevelDbDoesNotHaveIsNoTag() {
        assertFalse(of(internal("a", 9, 2)).internalPossible());
        assertFalse(of(internal("a", 9, 0x80)).internalPossible());
        assertFalse(of(bytes("key00000000")).internalPossible());
    }

    @Test
    void rocksDbHasMoreKinds() {
        assertTrue(of(OF_ROCKSDB, internal("a", 9, 2), internal("b", 9, 0x7f)).internalPossible());
        assertFalse(of(OF_ROCKSDB, internal("a", 9, 0x80)).internalPossible());
    }

    /** Big-endian numbers look like tags, but then their order is the wrong one. */
    @Test
    void wholeKeysThatLookLikeTagsAreRecognizedByTheirOrder() {
        byte[][] numbers = new byte[300][];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = ByteBuffer.allocate(8).putLong(i).array();
        }
        KeyStatistics evidence = of(numbers);
        assertTrue(evidence.internalPossible());
        assertTrue(evidence.ascending(KeyFormat.WHOLE_KEY));
        assertFalse(evidence.ascending(KeyFormat.USER_KEY));
        assertEquals(Optional.of(KeyFormat.WHOLE_KEY), evidence.likelyFormat());
    }

    @Test
    void keysOfAnotherComparatorAscendInNeitherOrder() {
        KeyStatistics evidence = of(internal("b", 9, 1), internal("a", 9, 1));
        assertFalse(evidence.ascending(KeyFormat.WHOLE_KEY));
        assertFalse(evidence.ascending(KeyFormat.USER_KEY));
        assertEquals(Optional.of(KeyFormat.USER_KEY), evidence.likelyFormat());
    }

    @Test
    void equalKeysDoNotAscend() {
        assertFalse(of(bytes("a"), bytes("a")).ascending(KeyFormat.WHOLE_KEY));
        assertFalse(of(internal("a", 9, 1), internal("a", 9, 1)).ascending(KeyFormat.USER_KEY));
        assertFalse(of(internal("a", 9, 1), internal("a", 10, 1)).ascending(KeyFormat.USER_KEY));
    }
}
