// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.HashedKey;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("PB-5")
class BinaryFuseTest {
    private static final String OF_4_BITS =
            "200101e07009000002a01000000000e0000be0d90fe06340c15c0289ec2d0a91010000000404";
    private static final String OF_12_BITS = "0020ea510900710d0000e0db0070680901000000000000006202f400a085001003000000"
            + "00000000000000000000e0dd0000009b0e0000e04f59d36aef0b0000e09b73698e00403100c15c0289ec2d0a9101000000040c";

    /** Answers about k0 to k39, of which k0 to k19 were added; the third place of k0 decides. */
    @ParameterizedTest
    @CsvSource({
        OF_4_BITS + ", 1111111111111111111100001000000000000000, 4",
        OF_12_BITS + ", 1111111111111111111100000000000000000000, 12"
    })
    void answersAreThoseOfThePagesVectors(String hex, String answers, int bits) {
        FullFilter filter = FullFilter.wrapBinaryFuse(Bytes.hex(hex));
        StringBuilder found = new StringBuilder();
        IntStream.range(0, 40).forEach(i -> found.append(filter.keyMayMatch(Bytes.ascii("k" + i)) ? 1 : 0));
        assertEquals(answers, found.toString());
        FullFilterTrace trace = filter.trace(Bytes.ascii("k0"));
        assertEquals("98554ca1f57b297f", Long.toHexString(trace.hash()));
        assertEquals(
                List.of(9L, 23L, 38L),
                trace.steps().stream().map(FullFilterTrace.Step::position).toList());
        assertEquals(0, trace.place());
        assertEquals("binary fuse, " + bits + " bits, 1 + 2 segments of 16, seed 910a2dec89025cc1", filter.toString());
        assertGeometry(filter.geometry(), hex.length() / 2, bits);
    }

    private static void assertGeometry(FullFilterGeometry geometry, int size, int bits) {
        assertEquals(FullFilterKind.BINARY_FUSE, geometry.kind());
        assertEquals(size, geometry.sizeInBytes());
        assertEquals(48L * bits, geometry.bits());
        assertEquals(bits, geometry.fingerprintBits());
        assertEquals(1, geometry.segments());
        assertEquals(Math.pow(0.5, bits), geometry.expectedRate(20));
        assertThrows(IllegalArgumentException.class, () -> FullFilterBuilder.of(geometry));
    }

    @Test
    void answersAreThoseOfPebblesTables() throws IOException {
        FullFilter filter = FullFilter.matchingAlways("none yet");
        int asked = 0;
        for (String line : lines("binary-fuse.txt")) {
            String[] words = line.split(" ", 2);
            if (words[0].equals("filter")) {
                filter = FullFilter.wrapBinaryFuse(Bytes.hex(words[1]));
                assertEquals(FullFilterKind.BINARY_FUSE, filter.geometry().kind());
            } else if (!words[0].equals("#")) {
                assertEquals(words[0].equals("may"), filter.keyMayMatch(Bytes.hex(words[1])), line);
                assertTraceAgrees(filter, Bytes.hex(words[1]));
                asked++;
            }
        }
        assertEquals(96, asked);
    }

    private static List<String> lines(String name) throws IOException {
        try (InputStream file = BinaryFuseTest.class.getResourceAsStream(name)) {
            assertNotNull(file, name);
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    /** The binary logarithm of the fingerprints of a segment, which the geometry shows. */
    private static int shift(FullFilter filter) {
        String segment = filter.toString().replaceFirst(".* segments of ([0-9]+),.*", "$1");
        return Long.numberOfTrailingZeros(Long.parseLong(segment));
    }

    private static void assertTraceAgrees(FullFilter filter, byte[] key) {
        boolean answer = filter.keyMayMatch(key);
        FullFilterTrace trace = filter.trace(key);
        assertEquals(answer, trace.mayMatch());
        assertEquals(
                List.of(true, true, answer),
                trace.steps().stream().map(FullFilterTrace.Step::matches).toList());
        assertEquals(trace.steps().get(0).position() >>> shift(filter), trace.place());
        assertEquals(answer, filter.keyMayMatch(Bytes.padded(key, 3, 2), 3, key.length));
        assertEquals(answer, filter.keyMayMatch(HashedKey.of(key)));
        assertThrows(IndexOutOfBoundsException.class, () -> filter.keyMayMatch(new byte[3], 2, 2));
    }

    /** No key that was added is denied, and of 20,000 others about as many match as the width says. */
    @ParameterizedTest
    @ValueSource(ints = {4, 8, 10, 12, 16})
    void allWidthsAreReadAsTheModelReadsThem(int bits) {
        List<byte[]> keys = randomKeys(bits, 600);
        byte[] block = BinaryFuseModel.build(bits, 6, 13, keys);
        FullFilter filter = FullFilter.wrapBinaryFuse(block);
        assertEquals(FullFilterKind.BINARY_FUSE, filter.geometry().kind());
        keys.forEach(key -> assertTrue(filter.keyMayMatch(key) && BinaryFuseModel.keyMayMatch(block, key)));
        int matching = 0;
        List<byte[]> others = randomKeys(100 + bits, 20_000);
        for (byte[] key : others) {
            matching += filter.keyMayMatch(key) ? 1 : 0;
        }
        double expected = others.size() * filter.geometry().expectedRate(keys.size());
        assertEquals(expected, matching, 4 * Math.sqrt(expected) + 2);
        for (byte[] key : others.subList(0, 300)) {
            assertEquals(BinaryFuseModel.keyMayMatch(block, key), filter.keyMayMatch(key));
            assertTraceAgrees(filter, key);
        }
    }

    /** The bytes of 2^63 fingerprints of ten bits are 3 in 64-bit numbers. */
    @Test
    void moreFingerprintsThanAnArrayHasAlwaysMatch() {
        byte[] block = Bytes.hex("000000" + "0000000000000000" + "feffffff" + "1f" + "0a");
        FullFilter filter = FullFilter.wrapBinaryFuse(block);
        for (byte[] key : randomKeys(1, 50)) {
            assertTrue(filter.keyMayMatch(key));
        }
    }

    /** Whatever the fingerprints are, no place is outside them: the last ones of each width are read too. */
    @ParameterizedTest
    @CsvSource({"4, 0, 1", "4, 0, 2", "8, 1, 1", "10, 0, 3", "10, 1, 5", "12, 0, 1", "12, 0, 2", "16, 0, 1", "16, 3, 7"
    })
    void smallFiltersOfAnyFingerprintsAreReadAsTheModelReadsThem(int bits, int shift, int segments) {
        Random random = new Random(bits + 31L * segments);
        byte[] block = BinaryFuseModel.build(bits, shift, segments, List.of());
        random.ints(0, block.length - 14).limit(100).forEach(i -> block[i] = (byte) random.nextInt());
        FullFilter filter = FullFilter.wrapBinaryFuse(block);
        assertEquals(FullFilterKind.BINARY_FUSE, filter.geometry().kind());
        for (byte[] key : randomKeys(7, 500)) {
            assertEquals(BinaryFuseModel.keyMayMatch(block, key), filter.keyMayMatch(key));
        }
    }

    @Test
    void fewBytesAreAnEmptyFilter() {
        for (int length : new int[] {0, 1, 5, 9, 14}) {
            FullFilter filter = FullFilter.wrapBinaryFuse(new byte[length]);
            assertEquals("empty: 14 bytes or fewer", filter.toString());
            assertFalse(filter.keyMayMatch(Bytes.ascii("k")));
            assertEquals(length, filter.geometry().sizeInBytes());
        }
    }

    /** Each of these claims more, fewer or other fingerprints than there are bytes. */
    @ParameterizedTest
    @CsvSource({
        "01000000 0404, 25", "01000000 0404, 23", "00000000 0404, 16", "00000000 0004, 1", "01000000 0405, 30",
        "01000000 0400, 0", "01000000 0400, 24", "01000000 2004, 24", "01000000 ff04, 24", "01000000 4404, 24",
        "ffffffff 0004, 24", "ffffffff 1f04, 24", "feffffff 0004, 1", "ffffff7f 1f10, 64", "fdffffff 1f08, 128",
        "01000000 0484, 24", "01000000 04ff, 24", "01000000 040a, 60", "01000000 040c, 72"
    })
    void numbersThatDoNotFitLetEveryKeyMatch(String numbers, int length) {
        byte[] end = Bytes.hex("00".repeat(8) + numbers.replace(" ", ""));
        byte[] block = Arrays.copyOf(new byte[Math.max(1, length)], Math.max(1, length) + end.length);
        System.arraycopy(end, 0, block, block.length - end.length, end.length);
        FullFilter filter = FullFilter.wrapBinaryFuse(block);
        assertEquals(FullFilterKind.ALWAYS, filter.geometry().kind(), filter.toString());
        assertEquals(block.length, filter.geometry().sizeInBytes());
        assertTrue(filter.geometry().reason().startsWith("a binary fuse filter in " + Math.max(1, length) + " bytes"));
        assertTrue(filter.keyMayMatch(Bytes.ascii("k"))
                && filter.trace(Bytes.ascii("k")).mayMatch());
    }

    @Test
    void anyDamageAnswers() {
        List<byte[]> keys = randomKeys(5, 40);
        Random random = new Random(11);
        for (int i = 0; i < 20_000; i++) {
            byte[] block = damaged(Bytes.hex(i % 2 == 0 ? OF_4_BITS : OF_12_BITS), random);
            FullFilter filter = FullFilter.wrapBinaryFuse(block);
            byte[] key = keys.get(i % keys.size());
            assertEquals(filter.keyMayMatch(key), filter.trace(key).mayMatch());
            if (filter.geometry().kind() == FullFilterKind.BINARY_FUSE) {
                assertEquals(BinaryFuseModel.keyMayMatch(block, key), filter.keyMayMatch(key));
            }
        }
    }

    private static byte[] damaged(byte[] block, Random random) {
        byte[] other = random.nextInt(4) == 0 ? Arrays.copyOf(block, random.nextInt(block.length + 9)) : block;
        for (int i = 0; i < 1 + random.nextInt(3) && other.length > 0; i++) {
            int last = Math.min(other.length, random.nextBoolean() ? 14 : other.length);
            other[other.length - 1 - random.nextInt(last)] = (byte) random.nextInt(random.nextBoolean() ? 18 : 256);
        }
        return other;
    }

    private static List<byte[]> randomKeys(long seed, int count) {
        Random random = new Random(seed);
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] key = new byte[8 + random.nextInt(30)];
            random.nextBytes(key);
            keys.add(key);
        }
        return keys;
    }

    @Test
    void lookupsAllocateNothing() {
        var thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        FullFilter filter = FullFilter.wrapBinaryFuse(Bytes.hex(OF_12_BITS));
        List<byte[]> keys = randomKeys(1, 100);
        ask(filter, keys);
        long before = thread.getCurrentThreadAllocatedBytes();
        int matches = ask(filter, keys);
        long allocated = thread.getCurrentThreadAllocatedBytes() - before;
        assertEquals(0, allocated / 10_000, "bytes for a question; " + matches);
    }

    private static int ask(FullFilter filter, List<byte[]> keys) {
        int matches = 0;
        for (int i = 0; i < 10_000; i++) {
            byte[] key = keys.get(i % keys.size());
            matches += filter.keyMayMatch(key, 0, key.length) ? 1 : 0;
        }
        return matches;
    }
}
