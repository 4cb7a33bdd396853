// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MutatorTest {
    private static final byte[] INPUT = Hex.bytes("00112233445566778899aabbccddeeff" + "0102030405060708");
    private static final byte[] DONOR = Hex.bytes("f0f1f2f3f4f5f6f7");

    @Test
    void resultsFollowFromTheSeed() {
        for (long seed = 0; seed < 1000; seed++) {
            assertArrayEquals(
                    new Mutator(seed).mutate(INPUT, DONOR), new Mutator(seed).mutate(INPUT, DONOR), "seed " + seed);
        }
    }

    @Test
    void seedsGiveManyDifferentResults() {
        Set<ByteBuffer> results = new HashSet<>();
        for (long seed = 0; seed < 1000; seed++) {
            results.add(ByteBuffer.wrap(new Mutator(seed).mutate(INPUT)));
        }
        assertTrue(results.size() > 800, "different results: " + results.size());
    }

    @ParameterizedTest
    @EnumSource
    void everyKindTakesInputsOfAnyLengthAndLeavesThemAsTheyWere(Mutation kind) {
        for (int length = 0; length <= INPUT.length; length++) {
            byte[] input = Arrays.copyOf(INPUT, length);
            for (long seed = 0; seed < 500; seed++) {
                assertNotSame(input, new Mutator(seed).apply(kind, input, DONOR));
                assertArrayEquals(Arrays.copyOf(INPUT, length), input);
            }
        }
    }

    @Test
    void flippingChangesOneBit() {
        for (long seed = 0; seed < 500; seed++) {
            byte[] flipped = new Mutator(seed).apply(Mutation.FLIP_BIT, INPUT, DONOR);
            int bits = 0;
            for (int i = 0; i < INPUT.length; i++) {
                bits += Integer.bitCount((INPUT[i] ^ flipped[i]) & 0xff);
            }
            assertEquals(1, bits);
        }
    }

    @Test
    void lengthsStayTheirSign() {
        for (long seed = 0; seed < 500; seed++) {
            Mutator mutator = new Mutator(seed);
            assertTrue(mutator.apply(Mutation.TRUNCATE, INPUT, DONOR).length <= INPUT.length);
            assertTrue(mutator.apply(Mutation.DELETE, INPUT, DONOR).length < INPUT.length);
            assertTrue(mutator.apply(Mutation.INSERT, INPUT, DONOR).length > INPUT.length);
            assertEquals(INPUT.length, mutator.apply(Mutation.SET_U32, INPUT, DONOR).length);
            assertEquals(INPUT.length, mutator.apply(Mutation.SET_VARINT, INPUT, DONOR).length);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 19, 20, 0x7fff_ffffL, 0x8000_0000L, 0xffff_ffffL})
    void lengthFieldsGetTheNumbersAtWhichReadersFail(long number) {
        boolean seen = false;
        for (long seed = 0; seed < 5000 && !seen; seed++) {
            ByteBuffer edited = ByteBuffer.wrap(new Mutator(seed).apply(Mutation.SET_U32, INPUT, DONOR))
                    .order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i + Integer.BYTES <= INPUT.length; i++) {
                seen |= Integer.toUnsignedLong(edited.getInt(i)) == number;
            }
        }
        assertTrue(seen);
    }

    @Test
    void spliceBeginsAsTheInputAndEndsAsTheDonor() {
        for (long seed = 0; seed < 500; seed++) {
            byte[] spliced = new Mutator(seed).apply(Mutation.SPLICE, INPUT, DONOR);
            int head = Arrays.mismatch(spliced, INPUT);
            int kept = head < 0 ? spliced.length : head;
            byte[] rest = Arrays.copyOfRange(spliced, kept, spliced.length);
            assertArrayEquals(Arrays.copyOfRange(DONOR, DONOR.length - rest.length, DONOR.length), rest);
        }
    }

    @Test
    @Tag("TF-4")
    void repairedChecksumIsTheOneThatLevelDbStores() {
        byte[] table = Hex.bytes("ffff" + "000000000b" + "00" + "00000000" + "ff");
        Mutator.repairChecksum(table, new Handle(2, 5));
        assertArrayEquals(Hex.bytes("ffff" + "000000000b" + "00" + "8ae8dad1" + "ff"), table);
    }

    @Test
    void blocksOutsideTheTableAreNotRepaired() {
        byte[] table = INPUT.clone();
        long[] numbers = {0, 1, INPUT.length - 5, INPUT.length - 4, INPUT.length, 1L << 31, 1L << 32, Long.MIN_VALUE, -1
        };
        for (long number : numbers) {
            Mutator.repairChecksum(table, new Handle(number, INPUT.length - 4));
            Mutator.repairChecksum(table, new Handle(INPUT.length - 4, number));
        }
        Mutator.repairChecksum(new byte[4], new Handle(0, 0));
        assertArrayEquals(INPUT, table);
    }
}
