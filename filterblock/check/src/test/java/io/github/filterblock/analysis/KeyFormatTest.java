// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.TestTable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("TF-15")
class KeyFormatTest {

    private static byte[] internal(String userKey, long sequence, int kind) {
        return TestTable.internalKey(userKey.getBytes(UTF_8), sequence, kind);
    }

    private static int sign(KeyFormat domain, byte[] a, byte[] b) {
        int order = Integer.signum(domain.compare(a, a.length, b, b.length));
        assertEquals(-order, Integer.signum(domain.compare(b, b.length, a, a.length)));
        return order;
    }

    @Test
    void wholeKeysAreInTheOrderOfUnsignedBytes() {
        assertEquals(-1, sign(KeyFormat.WHOLE_KEY, new byte[] {}, new byte[] {0}));
        assertEquals(-1, sign(KeyFormat.WHOLE_KEY, new byte[] {0x7f}, new byte[] {(byte) 0x80}));
        assertEquals(-1, sign(KeyFormat.WHOLE_KEY, new byte[] {1}, new byte[] {1, 0}));
        assertEquals(0, sign(KeyFormat.WHOLE_KEY, new byte[] {1, 2}, new byte[] {1, 2}));
    }

    @Test
    void internalKeysAreInTheOrderOfTheirUserKeys() {
        assertEquals(-1, sign(KeyFormat.USER_KEY, internal("a", 1, 1), internal("b", 9, 1)));
        assertEquals(-1, sign(KeyFormat.USER_KEY, internal("", 1, 1), internal("a", 9, 1)));
        assertEquals(-1, sign(KeyFormat.USER_KEY, internal("a", 1, 1), internal("ab", 1, 1)));
    }

    @Test
    void theNewestVersionComesFirst() {
        assertEquals(-1, sign(KeyFormat.USER_KEY, internal("a", 300, 0), internal("a", 299, 1)));
        assertEquals(
                -1, sign(KeyFormat.USER_KEY, internal("a", 1L << 55, 1), internal("a", 1, 1)), "tags are unsigned");
        assertEquals(-1, sign(KeyFormat.USER_KEY, internal("a", 5, 1), internal("a", 5, 0)));
        assertEquals(0, sign(KeyFormat.USER_KEY, internal("a", 5, 1), internal("a", 5, 1)));
    }

    @Test
    void onlyTheNamedLengthsCount() {
        byte[] longer = {1, 2, 3, 4};
        assertEquals(0, KeyFormat.WHOLE_KEY.compare(longer, 2, new byte[] {1, 2}, 2));
        assertTrue(KeyFormat.WHOLE_KEY.compare(longer, 3, new byte[] {1, 2}, 2) > 0);
    }

    @Test
    @Tag("TF-12")
    void internalKeysHaveRoomForATag() {
        assertFalse(KeyFormat.USER_KEY.allows(7));
        assertTrue(KeyFormat.USER_KEY.allows(8));
        assertTrue(KeyFormat.WHOLE_KEY.allows(0));
        assertEquals(0, KeyFormat.USER_KEY.filterKeyLength(8));
        assertEquals(8, KeyFormat.WHOLE_KEY.filterKeyLength(8));
        assertEquals("user-key", KeyFormat.USER_KEY.id());
        assertEquals("whole-key", KeyFormat.WHOLE_KEY.id());
    }
}
