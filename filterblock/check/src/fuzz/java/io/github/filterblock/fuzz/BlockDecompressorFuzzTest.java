// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.Decompression;
import java.util.Arrays;

/** Any bytes as a compressed block: contents within the limit, or a refusal; the same at any place in an array. */
class BlockDecompressorFuzzTest {
    private static final int LIMIT = 1 << 20;
    private static final Decompression.Way DECOMPRESSOR = Decompression.limitedTo(LIMIT);

    @FuzzTest(maxDuration = "10m")
    void anyBytesAreDecompressedOrRefused(byte[] input) {
        if (input.length == 0) {
            return;
        }
        int type = Math.max(1, input[0] & 0xff);
        byte[] stored = Arrays.copyOfRange(input, 1, input.length);
        byte[] behind = Arrays.copyOf(input, input.length + 3);
        behind[input.length] = 1;
        String alone = outcome(type, stored, 0, stored.length);
        String within = outcome(type, behind, 1, stored.length);
        if (!alone.equals(within)) {
            throw new AssertionError(alone + " alone, " + within + " in the midst of others");
        }
    }

    private static String outcome(int type, byte[] stored, int offset, int length) {
        try {
            byte[] contents = DECOMPRESSOR.decompress(type, stored, offset, length);
            if (contents.length > LIMIT) {
                throw new AssertionError("contents of " + contents.length + " bytes");
            }
            return contents.length + " bytes, " + Arrays.hashCode(contents);
        } catch (CorruptTableException e) {
            return e.reason().name();
        }
    }
}
