// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.CorruptTableException.Reason;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks of zlib and of deflate without its frame (TF-6). */
@Tag("TF-6")
class DeflateBlocksTest {
    private static final int LENGTH = 20_000;

    private static final byte[] CONTENTS = TestCompression.compressible(LENGTH);

    private static byte[] stored(boolean raw) {
        return raw ? TestCompression.rawDeflate(CONTENTS) : TestCompression.zlib(CONTENTS);
    }

    private static UndecodableBlockException refused(byte[] stored, int limit, boolean raw) {
        return assertThrows(
                UndecodableBlockException.class, () -> DeflateBlocks.decompress(stored, 0, stored.length, limit, raw));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBlockWithinAnArrayIsInflatedThereUpToTheLimit(boolean raw) throws UndecodableBlockException {
        byte[] stored = stored(raw);
        byte[] around = TestBlocks.join(new byte[] {1, 2, 3}, stored, new byte[] {4, 5});
        assertArrayEquals(CONTENTS, DeflateBlocks.decompress(around, 3, stored.length, LENGTH, raw));
        UndecodableBlockException e = refused(stored, LENGTH - 1, raw);
        assertEquals(Reason.TOO_LARGE, e.reason());
        assertEquals("the block has more than 19999 bytes, which is the limit", e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void damageNamesItsKind(boolean raw) {
        String kind = raw ? "deflate" : "zlib";
        byte[] stored = stored(raw);
        byte[] damaged = stored.clone();
        damaged[raw ? 0 : 2] |= 6; // a block of a kind that there is not
        String reason = refused(damaged, LENGTH, raw).getMessage();
        assertTrue(reason.startsWith("the " + kind + " data is damaged: invalid block type"), reason);
        byte[] longer = Arrays.copyOf(stored, stored.length + 2);
        assertEquals(
                "2 bytes follow the end of the " + kind + " data",
                refused(longer, LENGTH, raw).getMessage());
        assertTrue(refused(Arrays.copyOf(stored, stored.length - 1), LENGTH, raw)
                .getMessage()
                .startsWith("the " + kind + " data breaks off after "));
        assertEquals(
                "the " + kind + " data breaks off after 0 bytes",
                refused(new byte[0], LENGTH, raw).getMessage());
    }
}
