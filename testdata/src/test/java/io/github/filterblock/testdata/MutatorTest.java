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
import org.junit.jupiter.api.Test;

class MutatorTest {
    private static final byte[] INPUT = Hex.bytes("00112233445566778899aabbccddeeff" + "0102030405060708");
    private static final byte[] DONOR = Hex.bytes("f0f1f2f3f4f5f6f7");

    @Test
    void resultsFollowFromTheSeedAndInputsOfAnyLengthStayAsTheyWere() {
        for (int seed = 0; seed < 5000; seed++) {
            byte[] input = Arrays.copyOf(INPUT, seed % (INPUT.length + 1));
            byte[] mutated = new Mutator(seed).mutate(input, DONOR);
            assertArrayEquals(mutated, new Mutator(seed).mutate(input, DONOR), "seed " + seed);
            assertNotSame(input, mutated);
            assertEquals(new Mutator(seed).choose(1000), new Mutator(seed).choose(1000));
            assertArrayEquals(Arrays.copyOf(INPUT, input.length), input);
            assertTrue(new Mutator(seed).mutate(input).length <= input.length + 4 * 16);
        }
        assertArrayEquals(Hex.bytes("f0f1f2f3f4f5f6f7"), DONOR);
    }

    /** Each kind of damage arises alone, and length fields get the numbers at which readers fail. */
    @Test
    void damageIsOfEveryKind() {
        Set<String> seen = new HashSet<>();
        Set<ByteBuffer> different = new HashSet<>();
        for (int seed = 0; seed < 20_000; seed++) {
            byte[] mutated = new Mutator(seed).mutate(INPUT, DONOR);
            different.add(ByteBuffer.wrap(mutated));
            seen.add(kind(mutated));
            ByteBuffer fields = ByteBuffer.wrap(mutated).order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i + Integer.BYTES <= mutated.length; i++) {
                seen.add(Integer.toHexString(fields.getInt(i)));
            }
        }
        assertTrue(different.size() > 12_000, "different results: " + different.size());
        Set<String> wanted = new HashSet<>(Set.of("0", "1", "13", "14", "18", "7fffffff", "80000000", "ffffffff"));
        wanted.addAll(Set.of("bit", "byte", "cut", "longer", "shorter inside", "end of the donor"));
        wanted.removeAll(seen);
        assertEquals(Set.of(), wanted, "kinds of damage that did not arise");
    }

    private static String kind(byte[] mutated) {
        int head = Arrays.mismatch(mutated, INPUT);
        if (mutated.length > INPUT.length) {
            return "longer";
        }
        if (head == mutated.length) {
            return "cut";
        }
        if (mutated.length < INPUT.length) {
            String rest = Hex.of(mutated).substring(2 * Math.max(head, 0));
            return rest.length() > 4 && Hex.of(DONOR).endsWith(rest) ? "end of the donor" : "shorter inside";
        }
        int bits = 0;
        int bytes = 0;
        for (int i = 0; i < INPUT.length; i++) {
            bits += Integer.bitCount((INPUT[i] ^ mutated[i]) & 0xff);
            bytes += INPUT[i] == mutated[i] ? 0 : 1;
        }
        return bits == 1 ? "bit" : bytes == 1 ? "byte" : "more";
    }
}
