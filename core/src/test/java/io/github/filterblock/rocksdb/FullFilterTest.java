// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.testdata.RecordedFullFilters;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Full filters answer as RocksDB 7.8.3 does, whatever their bytes are. */
class FullFilterTest {
    private static final String LEGACY =
            "ffdfadf7ff7bdaeb73f977c7f9bf0fff7f3fbf7d5e03ffe2676399936ff977fdedbdf997f9d334bf7fdc595f"
                    + "75fffbbb0303000000";
    private static final String FAST_LOCAL =
            "76fd9f7ff6ffbfedd9d1dfefffbdffffcbdcabfd97ba5f1ff9eefb37fffdbb8f7bf876fdffebfefdaef5"
                    + "dd93fdaf799bdb7e3aafbc7dfcdffedd1aafe6ffbfffff00040000";
    private static final String RIBBON =
            "d76c75d4cc2c9a3b29d6cdbfa242c92a7b9490d20a2ffb69c72975191ee987928e0691750f453cb8df70a973"
                    + "d716aed3fe09020000";
    private static final List<byte[]> KEYS = RecordedFullFilters.configured().keys();

    /** Answers about k0 to k39, and how the answer about k0 is found. */
    @ParameterizedTest
    @CsvSource({
        LEGACY + ", 0000010000010000000001011010010111011001, d3607814, 0, [20],"
                + "'legacy Bloom, 3 probes, 3 lines of 16 bytes'",
        FAST_LOCAL + ", 1100100101000001100000010010011000000000, 949a1dc321fbfc0d, 0, '[297, 500, 302, 218]',"
                + "'fast local Bloom, 4 probes, 1 line of 64 bytes'",
        RIBBON + ", 1110110110011000010000101011110111000100, 949a1dc321fbfc0d, 49, [0],"
                + "'Ribbon, seed 9, 2 blocks, 2 columns (1 block has one fewer)'"
    })
    @Tag("RF-7")
    @Tag("RF-8")
    @Tag("RF-9")
    void answersAndTracesAreThoseOfTheVectors(
            String hex, String answers, String hash, long place, String positions, String shape) {
        FullFilter filter = FullFilter.wrap(Bytes.hex(hex));
        StringBuilder found = new StringBuilder();
        IntStream.range(0, 40).forEach(i -> found.append(filter.keyMayMatch(Bytes.ascii("k" + i)) ? 1 : 0));
        assertEquals(answers, found.toString());
        FullFilterTrace trace = filter.trace(Bytes.ascii("k0"));
        assertEquals(hash, Long.toHexString(trace.hash()));
        assertEquals(place, trace.place());
        assertEquals(
                positions,
                trace.steps().stream()
                        .map(FullFilterTrace.Step::position)
                        .toList()
                        .toString());
        assertEquals(shape, filter.toString());
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void answersAreThoseOfRocksDb(RecordedFullFilters.Block block) {
        FullFilter filter = FullFilter.wrap(block.filter());
        for (int i = 0; i < KEYS.size(); i++) {
            assertEquals(block.answers().charAt(i) == '1', filter.keyMayMatch(KEYS.get(i)), "key " + i);
        }
        assertDoorsAgree(filter, KEYS);
    }

    static List<RecordedFullFilters.Block> blocks() {
        return RecordedFullFilters.configured().blocks();
    }

    private static void assertDoorsAgree(FullFilter filter, List<byte[]> keys) {
        for (byte[] key : keys) {
            boolean answer = filter.keyMayMatch(key);
            assertEquals(answer, filter.keyMayMatch(Bytes.padded(key, 3, 2), 3, key.length));
            assertEquals(answer, filter.keyMayMatch(HashedKey.of(key)));
            FullFilterTrace trace = filter.trace(key);
            assertEquals(answer, trace.mayMatch());
            assertEquals(filter.geometry(), trace.geometry());
            boolean denied = !answer && filter.geometry().bits() > 0;
            List<Boolean> steps =
                    new ArrayList<>(Collections.nCopies(trace.steps().size(), true));
            if (denied) {
                steps.set(steps.size() - 1, false);
            }
            assertEquals(
                    steps,
                    trace.steps().stream().map(FullFilterTrace.Step::matches).toList());
        }
        assertThrows(IndexOutOfBoundsException.class, () -> filter.keyMayMatch(new byte[3], 2, 2));
    }

    @Test
    @Tag("RF-14")
    void legacyFilterIsAskedWithEitherHash() {
        Random random = new Random(3);
        int onlyOne = 0;
        FullFilter signed = FullFilter.wrap(Bytes.hex(LEGACY), LegacyHash.SIGNED);
        FullFilter unsigned = FullFilter.wrap(Bytes.hex(LEGACY), LegacyHash.UNSIGNED);
        FullFilter either = FullFilter.wrap(Bytes.hex(LEGACY), LegacyHash.EITHER);
        for (int i = 0; i < 500; i++) {
            byte[] key = new byte[7];
            random.nextBytes(key);
            assertEquals(signed.keyMayMatch(key) || unsigned.keyMayMatch(key), either.keyMayMatch(key));
            onlyOne += signed.keyMayMatch(key) != unsigned.keyMayMatch(key) ? 1 : 0;
            assertDoorsAgree(either, List.of(key));
            assertDoorsAgree(unsigned, List.of(key));
        }
        assertTrue(onlyOne > 50, onlyOne + " keys have two answers");
    }

    @Test
    void shapesThatAreNotUnderstoodSayWhy() {
        assertEquals("empty: 5 bytes or fewer", FullFilter.wrap(new byte[5]).toString());
        String oddLine = "00".repeat(61) + "ff00040000";
        for (String hex : List.of("", "000000", "0000ff01040000", "0000fe00010000", "000003000000", oddLine)) {
            FullFilter filter = FullFilter.wrap(Bytes.hex(hex));
            boolean empty = hex.length() / 2 <= FullFilter.TRAILER_LENGTH;
            assertEquals(
                    empty ? FullFilterKind.EMPTY : FullFilterKind.ALWAYS,
                    filter.geometry().kind(),
                    hex);
            assertEquals(!empty, filter.keyMayMatch(Bytes.ascii("k")));
            assertEquals(empty ? 0 : 1, filter.geometry().expectedRate(9));
            assertEquals(0, filter.geometry().bits());
            assertDoorsAgree(filter, KEYS.subList(0, 3));
            assertTrailerTells(filter, Bytes.hex(hex));
        }
    }

    /** Length and trailer alone tell the form that the whole filter has. */
    private static void assertTrailerTells(FullFilter filter, byte[] block) {
        int start = block.length - FullFilter.TRAILER_LENGTH;
        if (start >= 0) {
            byte[] trailer = Arrays.copyOfRange(block, start, block.length);
            assertEquals(filter.geometry(), FullFilter.geometryOf(trailer, block.length));
        }
    }

    @Test
    void theTrailerTellsTheForm() {
        for (String hex : List.of(LEGACY, FAST_LOCAL, RIBBON, "0000000000")) {
            assertTrailerTells(FullFilter.wrap(Bytes.hex(hex)), Bytes.hex(hex));
        }
        byte[] trailer = {-1, 0, 6, 0, 0};
        assertEquals(1L << 40, FullFilter.geometryOf(trailer, (1L << 46) + 5).lines());
    }

    /** Filters of the bits of a thousand random keys let about as many absent keys through as the formula says. */
    @ParameterizedTest
    @CsvSource({"10, 6, 0.0095", "10, 7, 0.0103", "5, 3, 0.1", "20, 12, 0.0002"})
    @Tag("RF-15")
    void expectedRateIsThatOfFilledLines(int bitsPerKey, int probes, double about) {
        long lines = 1000L * bitsPerKey / 512;
        FullFilterGeometry fast = LineGeometry.fastLocalBloom(lines, probes);
        FullFilterGeometry legacy = LineGeometry.legacyBloom(lines, 64, probes);
        assertEquals(about, fast.expectedRate(1000), about / 2);
        assertTrue(legacy.expectedRate(1000) > fast.expectedRate(1000));
        assertTrue(legacy.expectedRate(1000) < fast.expectedRate(1000) + 0.005);
        assertEquals(0, legacy.expectedRate(0));
        assertEquals(0, fast.expectedRate(0));
        assertEquals(1, legacy.expectedRate(1L << 40), 1e-9);
    }

    @Test
    void expectedRateOfRibbonIsThatOfItsColumns() {
        assertEquals(1 / 128.0, RibbonGeometry.of(100, 700, 0).expectedRate(5), 1e-12);
        double half = RibbonGeometry.of(1000, 6500, 0).expectedRate(5);
        assertEquals(1.5 / 128, half, 1e-5);
        assertEquals(128 * 6500, RibbonGeometry.of(1000, 6500, 0).bits());
    }

    @Property(tries = 500)
    void anyBytesAnswer(@ForAll("trailers") byte[] trailer, @ForAll byte[] bits, @ForAll byte[] key) {
        byte[] block = Arrays.copyOf(bits, bits.length + trailer.length);
        System.arraycopy(trailer, 0, block, bits.length, trailer.length);
        for (LegacyHash hash : LegacyHash.values()) {
            FullFilter filter = FullFilter.wrap(block, hash);
            assertDoorsAgree(filter, List.of(key));
            double rate = filter.geometry().expectedRate(3);
            assertTrue(rate >= 0 && rate <= 1, filter + ": " + rate);
            assertTrue(filter.geometry().bits() <= 8L * bits.length);
        }
    }

    @Provide
    Arbitrary<byte[]> trailers() {
        Arbitrary<Byte> marker =
                Arbitraries.of((byte) 0, (byte) 1, (byte) 6, (byte) 127, (byte) -128, (byte) -2, (byte) -1);
        Arbitrary<Byte> small = Arbitraries.of((byte) 0, (byte) 0, (byte) 0, (byte) 1, (byte) 2, (byte) 7, (byte) 31);
        return marker.flatMap(first -> small.list().ofSize(4).map(rest ->
                new byte[] {first, rest.get(0), rest.get(1), rest.get(2), rest.get(3)}));
    }

    @Test
    void lookupsAllocateNothing() {
        var thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (String each : List.of(LEGACY, FAST_LOCAL, RIBBON)) {
            FullFilter filter = FullFilter.wrap(Bytes.hex(each), LegacyHash.EITHER);
            HashedKey hashes = HashedKey.of(KEYS.get(1));
            ask(filter, hashes);
            long before = thread.getCurrentThreadAllocatedBytes();
            int matches = ask(filter, hashes);
            long allocated = thread.getCurrentThreadAllocatedBytes() - before;
            assertEquals(0, allocated / 10_000, "bytes for a question; " + matches);
        }
        assertFalse(KEYS.stream().allMatch(key -> key.length < 241));
    }

    private static int ask(FullFilter filter, HashedKey hashes) {
        int matches = 0;
        for (int i = 0; i < 10_000; i++) {
            byte[] key = KEYS.get(i % KEYS.size());
            matches += filter.keyMayMatch(key, 0, key.length) || filter.keyMayMatch(hashes) ? 1 : 0;
        }
        return matches;
    }
}
