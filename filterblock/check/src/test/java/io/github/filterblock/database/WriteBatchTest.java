// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.database.CorruptDatabaseException.Reason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The records of a write-ahead log. */
@Tag("DB-8")
class WriteBatchTest {

    private static List<String> keysOf(byte[] batch) throws CorruptDatabaseException {
        List<String> keys = new ArrayList<>();
        DatabaseKeys.WriteBatch.visit(
                "log",
                new Log.Record(42, batch),
                (key, offset, length) -> keys.add(HexFormat.of().formatHex(key, offset, offset + length)));
        return keys;
    }

    private static void assertRefused(String reason, byte[] batch) {
        CorruptDatabaseException e = assertThrows(CorruptDatabaseException.class, () -> keysOf(batch));
        assertEquals(Reason.BAD_BATCH, e.reason());
        assertEquals(42, e.offset());
        assertTrue(e.getMessage().contains(reason), e::getMessage);
    }

    @Test
    void aBatchHoldsOperations() throws CorruptDatabaseException {
        byte[] batch = new BatchBytes()
                .put(new byte[] {'a'}, new byte[300])
                .delete(new byte[0])
                .put(new byte[] {(byte) 0xff}, new byte[0])
                .toByteArray();
        assertEquals(
                "03000000" + "0161ac02",
                HexFormat.of().formatHex(batch, 8, 12) + "01" + HexFormat.of().formatHex(batch, 14, 17));
        assertEquals(List.of("61", "", "ff"), keysOf(batch));
    }

    @Test
    void theCountMustFit() {
        assertRefused(
                "counts 2 operations, but there are 1",
                new BatchBytes().delete(new byte[1]).counting(2).toByteArray());
        assertRefused(
                "counts 0 operations, but there are 1",
                new BatchBytes().delete(new byte[1]).counting(0).toByteArray());
        assertRefused(
                "counts 4294967295 operations", new BatchBytes().counting(-1).toByteArray());
    }

    @Test
    void everyCutIsRefused() {
        byte[] batch = new BatchBytes()
                .put(new byte[200], new byte[200])
                .delete(new byte[3])
                .toByteArray();
        for (int length = 0; length < batch.length; length++) {
            byte[] cut = Arrays.copyOf(batch, length);
            assertEquals(
                    Reason.BAD_BATCH,
                    assertThrows(CorruptDatabaseException.class, () -> keysOf(cut))
                            .reason());
        }
    }

    @Test
    void unknownKindsAreRefused() {
        for (int kind : new int[] {2, 3, 5, 0x7f, 0x80, 0xff}) {
            assertRefused(
                    "unknown kind " + kind,
                    new BatchBytes().raw(kind, 0).counting(1).toByteArray());
        }
    }

    @Test
    void lengthsMustFitTheRecord() {
        assertRefused(
                "a key has 4294967295 bytes, with 0 left",
                new BatchBytes().raw(0, 0xff, 0xff, 0xff, 0xff, 0x0f).toByteArray());
        assertRefused(
                "the length of a key does not end",
                new BatchBytes().raw(0, 0xff, 0xff, 0xff, 0xff, 0xff, 0).toByteArray());
        assertRefused(
                "the length of a value does not end", new BatchBytes().raw(1, 0).toByteArray());
        assertRefused(
                "a value has 2 bytes, with 1 left",
                new BatchBytes().raw(1, 0, 2, 0).toByteArray());
    }
}
