// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the bytes of a filter say about it, and what explanations of answers are made of. */
class BloomTraceTest {

    private static BloomTrace trace(FilterDialect dialect, byte[] key, byte[] filter) {
        ByteBuffer buffer = Bytes.buffer(filter, 3, true, ByteOrder.BIG_ENDIAN).position(2);
        assertThrows(
                IndexOutOfBoundsException.class, () -> dialect.trace(key, key.length, buffer, 3, filter.length + 4));
        BloomTrace trace = dialect.trace(key, key.length, buffer, 3, filter.length);
        assertEquals(2, buffer.position());
        return trace;
    }

    private static List<Long> positions(BloomTrace trace) {
        return trace.probes().stream().map(BloomTrace.Probe::position).toList();
    }

    /** The examples of FORMAT.md: foo at k = 6 in 64 bits, and Basho's hello. */
    @Test
    @Tag("FB-3")
    @Tag("TF-14")
    void examplesAreTracedAsTheFormatSays() {
        BloomTrace trace = trace(FilterDialect.LEVELDB, Bytes.ascii("foo"), Bytes.hex("a14912040810624806"));
        assertEquals(0x9dfabe14, trace.hash());
        assertEquals(0x5f0a4efd, trace.delta());
        assertEquals(OptionalInt.empty(), trace.secondHash());
        assertEquals(64, trace.modulus());
        assertEquals(List.of(20L, 17L, 14L, 11L, 8L, 5L), positions(trace));
        BloomTrace.Probe first = trace.probes().get(0);
        assertEquals(2, first.byteIndex());
        assertEquals(0x10, first.mask());
        BloomTrace basho = trace(FilterDialect.BASHO_2, Bytes.ascii("hello"), Bytes.hex("418a22c1609861100b"));
        assertEquals(0xf795964e, basho.hash());
        assertEquals(OptionalInt.of(0xda39fd55), basho.secondHash());
        assertEquals(61, basho.modulus());
        assertEquals(List.of(43L, 6L, 30L, 54L, 17L, 37L, 0L, 24L, 48L, 11L, 31L), positions(basho));
        assertTrue(basho.firstUnset().isEmpty());
    }

    /** Of 11 40 00 41 44 10 40 10 the bytes have two bits, one, none, two, two, one, one, one. */
    @ParameterizedTest
    @Tag("FB-5")
    @Tag("FB-8")
    @Tag("FB-9")
    @Tag("FB-13")
    @CsvSource({
        "114000414410401006, 6, 64, 10, BITS, false, false, true, true",
        "'', 0, 0, 0, NO_BITS, false, false, false, false",
        "00, 0, 0, 0, NO_BITS, false, false, false, false",
        "06, 6, 0, 0, NO_BITS, false, false, true, false",
        "ff, 255, 0, 0, NO_BITS, false, false, false, false",
        "000000000000000100, 0, 64, 1, NO_PROBES, true, true, false, true",
        "000000000000000101, 1, 64, 1, BITS, false, false, true, true",
        "00000000000000011e, 30, 64, 1, BITS, false, false, true, true",
        "00000000000000011f, 31, 64, 1, NO_PROBES, true, true, false, true",
        "000000000000000180, 128, 64, 1, NO_PROBES, true, true, false, true",
        "0000000000000001ff, 255, 64, 1, NO_PROBES, true, true, false, true",
        "ffffffffffffffff06, 6, 64, 64, BITS, true, true, true, true",
        "feffffffffffffff06, 6, 64, 63, BITS, true, false, true, true",
        "0000000000000006, 6, 56, 0, BITS, false, false, true, false",
        "00000000000000000006, 6, 72, 0, BITS, false, false, true, true",
        "ff01, 1, 8, 8, BITS, true, true, true, false"
    })
    void lastByteAndBitsSayWhatAFilterDoes(
            String hex,
            int probes,
            long bits,
            long setBits,
            BloomTrace.Decision decision,
            boolean mayMatch,
            boolean everything,
            boolean usualProbes,
            boolean usualLength) {
        byte[] filter = Bytes.hex(hex);
        for (FilterDialect dialect : FilterDialect.values()) {
            BloomTrace trace = trace(dialect, Bytes.ascii("key"), filter);
            assertEquals(BloomFilterInfo.of(filter.length, probes, setBits), trace.info());
            assertEquals(decision, trace.decision());
            assertEquals(mayMatch, trace.mayMatch());
            assertEquals(mayMatch, Bytes.mayMatchAnywhere(dialect.matcher(), Bytes.ascii("key"), filter));
            assertEquals(
                    (decision == BloomTrace.Decision.BITS) ? probes : 0,
                    trace.probes().size());
            assertEquals((decision == BloomTrace.Decision.BITS), trace.modulus() > 0);
        }
        BloomFilterInfo info = BloomFilterInfo.of(ByteBuffer.wrap(filter), 0, filter.length);
        assertEquals(bits == 0 ? 0 : (double) setBits / bits, info.fillRatio());
        assertEquals(everything, info.matchesEverything());
        assertEquals(decision == BloomTrace.Decision.NO_BITS, info.matchesNothing());
        assertEquals(usualProbes, info.hasUsualProbes());
        assertEquals(usualLength, info.hasUsualLength());
    }

    @Property
    @net.jqwik.api.Tag("TF-14")
    @net.jqwik.api.Tag("FB-8")
    @net.jqwik.api.Tag("FB-9")
    void theAnswerIsTheMatchersAndTheBitIsReallyNotSet(
            @ForAll FilterDialect dialect,
            @ForAll byte[] key,
            @ForAll @Size(max = 40) byte[] filter,
            @ForAll @IntRange(max = 255) int lastByte) {
        int probes = lastByte > 40 && lastByte < 250 ? lastByte % 7 : lastByte;
        Arrays.fill(filter, Math.max(0, filter.length - 1), filter.length, (byte) probes);
        BloomTrace trace = trace(dialect, key, filter);
        assertEquals(Bytes.mayMatchAnywhere(dialect.matcher(), key, filter), trace.mayMatch());
        BitSet bits = BitSet.valueOf(filter);
        trace.probes().forEach(probe -> assertEquals(bits.get((int) probe.position()), probe.set()));
        trace.firstUnset()
                .ifPresent(probe ->
                        assertEquals(0, filter[(int) probe.byteIndex()] & probe.mask(), "bit " + probe.position()));
        byte[] longer = Arrays.copyOf(key, key.length + 2);
        BloomTrace ofKeyAlone = dialect.trace(longer, key.length, ByteBuffer.wrap(filter), 0, filter.length);
        assertEquals(trace.hash(), ofKeyAlone.hash());
        assertEquals(trace.secondHash(), ofKeyAlone.secondHash());
        assertEquals(trace.probes(), ofKeyAlone.probes());
    }

    /** Steps of one value are one value: a position and its bit. */
    @Test
    void probesAreEqualByPositionAndBit() {
        BloomTrace.Probe probe = new BloomTrace.Probe(20, true);
        assertEquals(probe, new BloomTrace.Probe(20, true));
        assertEquals(probe.hashCode(), new BloomTrace.Probe(20, true).hashCode());
        assertNotEquals(probe, new BloomTrace.Probe(21, true));
        assertNotEquals(probe, new BloomTrace.Probe(20, false));
        assertNotEquals(probe, (Object) 20L);
    }
}
