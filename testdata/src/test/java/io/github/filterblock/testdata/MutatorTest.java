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
        Set<String> wanted = Set.of("bit", "byte", "cut", "longer", "shorter inside", "end of the donor");
        wanted.forEach(kind -> assertTrue(seen.contains(kind), kind));
        for (String number : new String[] {"0", "1", "13", "14", "18", "7fffffff", "80000000", "ffffffff"}) {
            assertTrue(seen.contains(number), number);
        }
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
            byte[] rest = Arrays.copyOfRange(mutated, Math.max(head, 0), mutated.length);
            boolean donated = rest.length > 2
                    && rest.length <= DONOR.length
                    && Arrays.equals(rest, Arrays.copyOfRange(DONOR, DONOR.length - rest.length, DONOR.length));
            return donated ? "end of the donor" : "shorter inside";
        }
        int bits = 0;
        int bytes = 0;
        for (int i = 0; i < INPUT.length; i++) {
            bits += Integer.bitCount((INPUT[i] ^ mutated[i]) & 0xff);
            bytes += INPUT[i] == mutated[i] ? 0 : 1;
        }
        return bits == 1 ? "bit" : bytes == 1 ? "byte" : "more";
    }

    @Test
    void choicesFollowFromTheSeedToo() {
        assertEquals(new Mutator(1).choose(1000), new Mutator(1).choose(1000));
        assertEquals(0, new Mutator(1).choose(1));
    }
}
