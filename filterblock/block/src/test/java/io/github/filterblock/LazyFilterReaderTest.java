// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.LazyFilterReader.BlockBytes;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.FilterBlockArbitraries;
import io.github.filterblock.testdata.PlacedKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A block that is read piece by piece is answered like one that is read whole. */
class LazyFilterReaderTest {
    private static final FilterMatcher BLOOM = Matchers.levelDb();
    private static final byte[] KEY = Bytes.ascii("foo");

    /** Bytes that note each reading, as offset+length, and refuse what lies outside. */
    private static final class Noting implements BlockBytes {
        private final byte[] block;
        private final List<String> readings = new ArrayList<>();

        Noting(byte[] block) {
            this.block = block;
        }

        @Override
        public void read(long offset, byte[] dst) {
            readings.add(offset + "+" + dst.length);
            System.arraycopy(block, Math.toIntExact(offset), dst, 0, dst.length);
        }
    }

    private static LazyFilterReader open(byte[] block, FilterMatcher matcher) throws IOException {
        return LazyFilterReader.open(new Noting(block), block.length, matcher);
    }

    private static boolean mayMatch(LazyFilterReader reader, long blockOffset, byte[] key) throws IOException {
        return reader.keyMayMatch(blockOffset, key, 0, key.length);
    }

    @Test
    void openingReadsTheTailAndALookupTwoOffsetsAndTheFilter() throws IOException {
        byte[] block = Blocks.build(BlockPlan.parse(11, "S0 K666f6f S3000 K626172"), BloomFilterPolicy.levelDb(10));
        Noting bytes = new Noting(block);
        LazyFilterReader reader = LazyFilterReader.open(bytes, block.length, BLOOM);
        assertEquals(List.of("26+5"), bytes.readings);
        assertTrue(mayMatch(reader, 0, KEY));
        assertEquals(List.of("26+5", "18+8", "0+9"), bytes.readings);
        assertFalse(mayMatch(reader, 3000, KEY));
        assertEquals(List.of("26+5", "18+8", "0+9", "22+8", "9+9"), bytes.readings);
    }

    @Test
    void windowBeyondTheFiltersIsAnsweredWithoutReading() throws IOException {
        byte[] block = Blocks.of("000000000000000006", 11, 0);
        Noting bytes = new Noting(block);
        LazyFilterReader reader = LazyFilterReader.open(bytes, block.length, BLOOM);
        assertTrue(mayMatch(reader, 2048, KEY));
        assertTrue(mayMatch(reader, -1, KEY));
        assertEquals(List.of("13+5"), bytes.readings);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0b", "0000000b", "000000000b", "0100000040", "ffffffffff"})
    void blockWithoutFiltersMatches(String hex) throws IOException {
        LazyFilterReader reader = open(Bytes.hex(hex), BLOOM);
        for (long blockOffset : new long[] {0, 2048, Long.MAX_VALUE, Long.MIN_VALUE, -1}) {
            assertTrue(mayMatch(reader, blockOffset, KEY));
        }
    }

    @Property(tries = 1000)
    void anyBytesAreAnsweredAsTheReaderOfTheWholeBlockAnswers(
            @ForAll("malformedBlocks") byte[] block,
            @ForAll("offsetLists") List<Long> offsets,
            @ForAll("keyLists") List<byte[]> keys)
            throws IOException {
        for (FilterMatcher matcher : List.of(BLOOM, Matchers.eitherHash(), new TestHashPolicy())) {
            FilterBlockReader whole = FilterBlockReader.wrapping(block, 0, block.length, matcher);
            LazyFilterReader lazy = open(block, matcher);
            for (byte[] key : keys) {
                for (long offset : offsets) {
                    assertEquals(whole.keyMayMatch(offset, key), mayMatch(lazy, offset, key));
                }
                for (long window = 0; window < 20; window++) {
                    long offset = window << Math.max(0, whole.layout().baseLg());
                    assertEquals(whole.keyMayMatch(offset, key), mayMatch(lazy, offset, key));
                }
            }
        }
    }

    @Property(tries = 100)
    void everyAddedKeyMatches(@ForAll("plans") BlockPlan plan) throws IOException {
        LazyFilterReader reader = open(Blocks.build(plan, BloomFilterPolicy.levelDb(10)), BLOOM);
        for (PlacedKey placed : plan.keys()) {
            assertTrue(mayMatch(reader, placed.blockOffset(), placed.key()), placed::toString);
        }
    }

    @Test
    void keyMayLieInsideItsArray() throws IOException {
        LazyFilterReader reader =
                open(Blocks.build(BlockPlan.parse(11, "K666f6f"), BloomFilterPolicy.levelDb(10)), BLOOM);
        assertTrue(reader.keyMayMatch(0, Bytes.ascii("..foo.."), 2, 3));
        assertFalse(reader.keyMayMatch(0, Bytes.ascii("..foo.."), 2, 4));
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, -1", "0, 4", "4, 0", "1, 2147483647"})
    void keyOutsideItsArrayIsRefused(int offset, int length) throws IOException {
        LazyFilterReader reader = open(Bytes.hex("000000000b"), BLOOM);
        assertThrows(IndexOutOfBoundsException.class, () -> reader.keyMayMatch(0, KEY, offset, length));
    }

    @Test
    void matcherIsNeeded() {
        assertThrows(NullPointerException.class, () -> open(new byte[5], null));
    }

    @Test
    void failureToReadReachesTheCaller() throws IOException {
        IOException failure = new IOException("as the test wants it");
        boolean[] failing = {true};
        BlockBytes bytes = (offset, dst) -> {
            if (failing[0]) {
                throw failure;
            }
            System.arraycopy(Blocks.of("000000000000000006", 11, 0), (int) offset, dst, 0, dst.length);
        };
        assertSame(failure, assertThrows(IOException.class, () -> LazyFilterReader.open(bytes, 18, BLOOM)));
        failing[0] = false;
        LazyFilterReader reader = LazyFilterReader.open(bytes, 18, BLOOM);
        failing[0] = true;
        assertSame(failure, assertThrows(IOException.class, () -> mayMatch(reader, 0, KEY)));
    }

    @Provide
    Arbitrary<byte[]> malformedBlocks() {
        return Arbitraries.oneOf(FilterBlockArbitraries.malformedBlocks(), FilterBlockArbitraries.bytes());
    }

    @Provide
    Arbitrary<BlockPlan> plans() {
        return FilterBlockArbitraries.blockPlans();
    }

    @Provide
    Arbitrary<List<byte[]>> keyLists() {
        return FilterBlockArbitraries.keys().list().ofMaxSize(3).withoutEdgeCases();
    }

    @Provide
    Arbitrary<List<Long>> offsetLists() {
        return FilterBlockArbitraries.blockOffsets().list().ofMaxSize(5).withoutEdgeCases();
    }
}
