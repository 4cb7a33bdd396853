// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.Decompression;
import io.github.filterblock.table.Packing;
import io.github.filterblock.testdata.Mutator;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks that claim more than they hold, and such as really become very large. */
@Tag("TF-6")
class DecompressionLimitTest {
    private static final int LIMIT = 1 << 20;
    private static final int CONSTANT = 64 << 10;
    private static final int BOMB = 32 << 20;
    private static final int MUTANTS = 20_000;
    private static final Decompression.Way DECOMPRESSOR = Decompression.limitedTo(LIMIT);

    private static CorruptTableException refusal(int type, byte[] stored) {
        return assertThrows(CorruptTableException.class, () -> DECOMPRESSOR.decompress(type, stored, 0, stored.length));
    }

    private static long allocatedByRefusing(int type, byte[] stored) throws Exception {
        refusal(type, stored);
        return ThreadUse.allocatedBytesOf(() -> refusal(type, stored));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ffffff7f", "ffffffff07", "8080808008", "ffffffff0f", "ffffffff7f", "8080808010", "ff01", "17"})
    void snappyThatClaimsMoreThanItCanHoldIsRefusedBeforeAnythingIsAllocated(String claim) throws Exception {
        byte[] stored = HexFormat.of().parseHex(claim);
        assertEquals(
                Reason.BAD_COMPRESSION, refusal(Packing.SNAPPY.type(), stored).reason());
        assertTrue(allocatedByRefusing(Packing.SNAPPY.type(), stored) < CONSTANT);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RAW")
    void contentsUpToTheLimitAreMadeAndOneByteMoreIsRefused(Packing packing) throws Exception {
        byte[] largest = new byte[LIMIT];
        new SplittableRandom(1).nextBytes(largest);
        byte[] stored = packing.pack(largest);
        assertArrayEquals(largest, DECOMPRESSOR.decompress(packing.type(), stored, 0, stored.length));
        byte[] larger = packing.pack(Arrays.copyOf(largest, LIMIT + 1));
        assertEquals(Reason.TOO_LARGE, refusal(packing.type(), larger).reason());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RAW")
    void bombsAreRefusedWithLittleMoreThanTheLimit(Packing packing) throws Exception {
        byte[] bomb = packing.pack(new byte[BOMB]);
        assertEquals(Reason.TOO_LARGE, refusal(packing.type(), bomb).reason());
        long allocated = allocatedByRefusing(packing.type(), bomb);
        assertTrue(allocated <= 3L * LIMIT + CONSTANT, () -> "bytes: " + allocated);
        System.out.printf(
                "R7 %s of %,d bytes that holds %,d: refused with %,d bytes under a limit of %,d%n",
                packing, bomb.length, BOMB, allocated, LIMIT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "28b52ffd e0 ffffffffffffffff 010000", // 2^64 - 1 bytes
                "28b52ffd e0 0000000000000080 010000", // 2^63 bytes
                "28b52ffd e0 ffffffffffffff7f 010000", // 2^63 - 1 bytes
                "28b52ffd a0 00000080 010000", // 2^31 bytes
                "28b52ffd a0 ffffffff 010000", // 2^32 - 1 bytes
                "28b52ffd a0 01001000 010000" // one more than the limit
            })
    void zstdThatClaimsMoreThanTheLimitIsRefusedBeforeAnythingIsAllocated(String frame) throws Exception {
        byte[] stored = HexFormat.of().parseHex(frame.replace(" ", ""));
        refusal(Packing.ZSTD.type(), stored);
        assertTrue(allocatedByRefusing(Packing.ZSTD.type(), stored) < CONSTANT);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RAW")
    void damagedBlocksAreDecompressedOrRefused(Packing packing) throws Exception {
        byte[][] sound = new byte[3][];
        for (int i = 0; i < sound.length; i++) {
            sound[i] = packing.pack(SmallTables.all().get(i * 3).bytes());
        }
        Map<String, Integer> outcomes = new TreeMap<>();
        for (int number = 0; number < Scale.times(MUTANTS / 4); number++) {
            Mutator mutator = new Mutator(number);
            byte[] stored = mutator.mutate(sound[number % 3], sound[mutator.choose(3)]);
            int type = mutator.choose(4) == 0 ? 1 + mutator.choose(255) : packing.type();
            outcomes.merge(outcome(type, stored), 1, Integer::sum);
        }
        System.out.println("R6 damaged " + packing + " blocks: " + outcomes);
        assertTrue(outcomes.containsKey("decompressed") && outcomes.size() > 1);
    }

    private static String outcome(int type, byte[] stored) {
        try {
            byte[] contents = DECOMPRESSOR.decompress(type, stored, 0, stored.length);
            assertTrue(contents.length <= LIMIT);
            return "decompressed";
        } catch (CorruptTableException e) {
            return e.reason().name();
        }
    }
}
