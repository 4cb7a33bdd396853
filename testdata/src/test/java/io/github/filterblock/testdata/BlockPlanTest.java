// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.BufferUnderflowException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BlockPlanTest {

    @Test
    void textHasOneWordForEachCall() {
        BlockPlan plan = BlockPlan.parse(11, "K61 K S0 K62ff\nS18446744073709551615");
        List<BuilderCall> calls = List.of(
                new BuilderCall.AddKey(Hex.bytes("61")),
                new BuilderCall.AddKey(new byte[0]),
                new BuilderCall.StartBlock(0),
                new BuilderCall.AddKey(Hex.bytes("62ff")),
                new BuilderCall.StartBlock(-1));
        assertEquals(new BlockPlan(11, calls), plan);
        assertEquals("base lg 11: K61 K S0 K62ff S18446744073709551615", plan.toString());
        assertEquals("base lg 0: ", BlockPlan.parse(0, "").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"61", "X", "s0", "S", "S-1", "S0x10", "K6", "Kxy", "S18446744073709551616"})
    void otherWordsAreRefused(String word) {
        assertThrows(IllegalArgumentException.class, () -> BlockPlan.parse(11, word));
    }

    @Test
    void binaryRecordsAreLittleEndian() {
        byte[] records = Hex.bytes("53 0201000000000080" + "4b 02000000 61ff" + "4b 00000000");
        assertEquals(
                BlockPlan.parse(8, "S" + Long.toUnsignedString(Long.MIN_VALUE + 0x102) + " K61ff K"),
                BlockPlan.decode(8, records));
        assertEquals(List.of(), BlockPlan.decode(8, new byte[0]).calls());
        assertThrows(IllegalArgumentException.class, () -> BlockPlan.decode(11, Hex.bytes("54")));
        assertThrows(BufferUnderflowException.class, () -> BlockPlan.decode(11, Hex.bytes("53 00")));
        assertThrows(BufferUnderflowException.class, () -> BlockPlan.decode(11, Hex.bytes("4b 02000000 61")));
        assertThrows(IllegalArgumentException.class, () -> new BlockPlan(64, List.of()));
        assertNotEquals(BlockPlan.parse(8, "K61"), BlockPlan.parse(8, "K62"));
    }

    @Test
    @Tag("FB-15")
    void keysAreFoundAtTheirBlockAndTheFirstOnesAtZero() {
        List<PlacedKey> keys =
                BlockPlan.parse(11, "K61 S5000 K62 S4100 K63 S9000").keys();
        assertEquals(
                List.of("key 61 at offset 0", "key 62 at offset 5000", "key 63 at offset 4100"),
                keys.stream().map(PlacedKey::toString).toList());
        assertArrayEquals(Hex.bytes("62"), keys.get(1).key());
        assertEquals(5000, keys.get(1).blockOffset());
        assertEquals(List.of(1L, 2L), BlockPlan.parse(11, "K61 S1 S2 K62 K").blockOffsets());
    }

    @ParameterizedTest
    @Tag("FB-18")
    @CsvSource({
        "11, '', true",
        "11, S0 S0, true",
        "11, S5000 S4096, true",
        "11, S5000 S4095, false",
        "11, S0 S4096 S0, false",
        "63, S9223372036854775807 S0, true",
        "62, S9223372036854775807 S4611686018427387904, true",
        "62, S9223372036854775807 S4611686018427387903, false",
        "11, S9223372036854775808, false",
        "63, S9223372036854775808, false"
    })
    void legalPlansStepBackInsideOneWindowOnly(int baseLg, String calls, boolean legal) {
        assertEquals(legal, BlockPlan.parse(baseLg, calls).isLegal());
    }
}
