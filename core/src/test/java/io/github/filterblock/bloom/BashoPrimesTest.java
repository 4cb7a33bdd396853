// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The modulus of Basho's second filter, derived a second time. */
@Tag("TF-14")
class BashoPrimesTest {

    /** All primes below a limit, each found by dividing by the ones before it. */
    private static List<Integer> primesBelow(int limit) {
        List<Integer> primes = new ArrayList<>();
        for (int number = 2; number < limit; number++) {
            boolean prime = true;
            for (int i = 0; prime && i < primes.size() && primes.get(i) * primes.get(i) <= number; i++) {
                prime = number % primes.get(i) != 0;
            }
            if (prime) {
                primes.add(number);
            }
        }
        return primes;
    }

    @Test
    void modulusIsTheLargestPrimeBelowTheBitsUpToTheEndOfTheTable() {
        List<Integer> primes = primesBelow(8 * BashoPrimes.MAX_BYTES);
        int largest = 0;
        for (int bytes = 1; bytes <= 12_497; bytes++) {
            while (largest + 1 < primes.size() && primes.get(largest + 1) < 8 * bytes) {
                largest++;
            }
            assertEquals(primes.get(largest).longValue(), BashoPrimes.modulus(bytes), bytes + " bytes");
        }
        assertEquals(primes.size() - 1, largest);
    }

    // The digest of the 12,497 numbers behind the first one of the table in Basho's util/bloom2.cc, each as u32le.
    @Test
    void tableIsThatOfTheOriginal() throws NoSuchAlgorithmException {
        ByteBuffer table = ByteBuffer.allocate(12_497 * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int bytes = 1; bytes <= 12_497; bytes++) {
            table.putInt((int) BashoPrimes.modulus(bytes));
        }
        assertEquals(
                "7517093e7f4c1c8a86d1581dff84e50c24033f46c58ac1d5a9112d85114e155f",
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(table.array())));
    }

    @ParameterizedTest
    @ValueSource(longs = {12_498, 12_499, 14_000, 1 << 20, 1 << 28, Integer.MAX_VALUE, 1L << 33})
    void modulusBehindTheTableIsTheNumberOfBits(long bytes) {
        assertEquals(8 * bytes, BashoPrimes.modulus(bytes));
    }

    @ParameterizedTest
    @CsvSource({"1, 7", "2, 13", "3, 23", "4, 31", "5, 37", "8, 61", "12496, 99961", "12497, 99971"})
    void modulusHasTheValuesOfTheFormatDescription(long bytes, long modulus) {
        assertEquals(modulus, BashoPrimes.modulus(bytes));
    }

    @Test
    void everyModulusNamesABitOfTheField() {
        for (long bytes = 1; bytes < 20_000; bytes++) {
            assertTrue(BashoPrimes.modulus(bytes) <= 8 * bytes);
        }
    }
}
