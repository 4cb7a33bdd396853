// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * jqwik generators of everything that is put into a filter block or mistaken for one, for tests that have jqwik.
 *
 * <p>They favour the values that break implementations, and shrink towards small and plain ones. Keys, plans and blocks
 * have no edge cases in jqwik's sense: their combinations would be many and alike, and the generators draw such values
 * often enough. Stateless and thread-safe.
 */
public final class FilterBlockArbitraries {
    private static final int MAX_COMMON = 64;
    private static final int MAX_RARE = 64 * 1024;
    private static final int MAX_STEPS = 20;
    /** The bytes after the offset array: array offset and base lg. */
    private static final int TRAILER = 5;
    /** All bytes, from the letter a onwards and around: half of them are 0x80 or more, as tails need (FB-2). */
    private static final List<Byte> PLAIN_BYTES_FIRST =
            IntStream.range(0, 256).mapToObj(i -> (byte) ('a' + i)).toList();

    private FilterBlockArbitraries() {}

    /**
     * Returns keys of 0 to 64 bytes, rarely of up to 64 KiB.
     *
     * <p>Among them are the empty key, tails of every length with bytes from 0x80 upwards, and long shared prefixes; of
     * some shapes there are so few that two draws are often equal.
     */
    public static Arbitrary<byte[]> keys() {
        Arbitrary<Byte> few = Arbitraries.of((byte) 'a', (byte) 0x80, (byte) 0xff);
        Arbitrary<String> prefixes = Arbitraries.of("key", "table/1/row/", "0123456789abcdef0123456789abcdef");
        Arbitrary<byte[]> prefixed = Combinators.combine(prefixes, keysOf(anyByte(), 0, 4))
                .as((prefix, tail) ->
                        (prefix + new String(tail, StandardCharsets.ISO_8859_1)).getBytes(StandardCharsets.ISO_8859_1));
        // Drawing each byte of a long key by itself would take long, and shrinking longer.
        Arbitrary<byte[]> repeated = Combinators.combine(
                        Arbitraries.integers().between(MAX_COMMON + 1, MAX_RARE), keysOf(anyByte(), 1, 8))
                .as(FilterBlockArbitraries::repeated);
        return Arbitraries.frequencyOf(
                        Tuple.of(40, keysOf(anyByte(), 0, MAX_COMMON)),
                        Tuple.of(20, keysOf(anyByte(), 0, 7)),
                        Tuple.of(20, keysOf(few, 0, 3)),
                        Tuple.of(19, prefixed),
                        Tuple.of(1, repeated))
                .withoutEdgeCases();
    }

    /** Any byte: chosen from a list rather than drawn as a number, which is slower and shrinks to 0. */
    private static Arbitrary<Byte> anyByte() {
        return Arbitraries.of(PLAIN_BYTES_FIRST);
    }

    private static Arbitrary<byte[]> keysOf(Arbitrary<Byte> bytes, int minLength, int maxLength) {
        return bytes.array(byte[].class).ofMinSize(minLength).ofMaxSize(maxLength);
    }

    private static byte[] repeated(int length, byte[] pattern) {
        byte[] key = new byte[length];
        for (int i = 0; i < length; i++) {
            key[i] = pattern[i % pattern.length];
        }
        return key;
    }

    /**
     * Returns bits per key: mostly 0..60, with the values at which the number of probes or of bits changes; up to 200.
     */
    public static Arbitrary<Integer> bitsPerKey() {
        return Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.integers().between(0, 60)),
                Tuple.of(3, Arbitraries.of(0, 1, 13, 26, 39, 42, 43, 44)),
                Tuple.of(1, Arbitraries.integers().between(61, 200)));
    }

    /** Returns base lgs, 0..63; LevelDB's own 11 often. */
    public static Arbitrary<Integer> baseLgs() {
        return Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.just(BlockPlan.DEFAULT_BASE_LG)),
                Tuple.of(3, Arbitraries.integers().between(8, 19)),
                Tuple.of(3, Arbitraries.integers().between(0, 63)),
                Tuple.of(1, Arbitraries.of(0, 1, 31, 32, 33, 62, 63)));
    }

    /**
     * Returns legal plans with fewer than 100,000 windows.
     *
     * <p>Their blocks begin just below, at and just above a window's boundary, many to a window, after long gaps,
     * before the block that came last in the same window, and beyond 2^31 and 2^32; some keys come before the first
     * block, and some blocks have no keys.
     */
    public static Arbitrary<BlockPlan> blockPlans() {
        return plans(Arbitraries.frequencyOf(
                        Tuple.of(6, nearMoves()),
                        Tuple.of(2, Arbitraries.of(PlanStep.Move.GAP, PlanStep.Move.BACK_IN_WINDOW)),
                        Tuple.of(1, Arbitraries.of(PlanStep.Move.PAST_2_31, PlanStep.Move.PAST_2_32))))
                .withoutEdgeCases();
    }

    private static Arbitrary<PlanStep.Move> nearMoves() {
        return Arbitraries.of(
                PlanStep.Move.WITHIN_WINDOW,
                PlanStep.Move.AT_BOUNDARY,
                PlanStep.Move.BELOW_BOUNDARY,
                PlanStep.Move.ABOVE_BOUNDARY);
    }

    /** Half of the plans end as those of table writers do: with a block that begins at the end and has no keys. */
    private static Arbitrary<BlockPlan> plans(Arbitrary<PlanStep.Move> moves) {
        Arbitrary<List<byte[]>> firstKeys = Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.just(List.of())),
                Tuple.of(1, keys().list().ofMinSize(1).ofMaxSize(3)));
        // Mostly few keys, so that a filter has its least length of 64 bits; sometimes enough to exceed it (FB-5).
        Arbitrary<List<byte[]>> keysOfABlock = Arbitraries.frequencyOf(
                Tuple.of(9, keys().list().ofMaxSize(6)),
                Tuple.of(1, keys().list().ofMaxSize(40)));
        Arbitrary<PlanStep> steps = Combinators.combine(
                        moves, Arbitraries.integers().between(0, 40), keysOfABlock)
                .as(PlanStep::new);
        Arbitrary<PlanStep> ends = nearMoves().map(move -> new PlanStep(move, 1, List.of()));
        return Combinators.combine(
                        baseLgs(),
                        firstKeys,
                        steps.list().ofMaxSize(MAX_STEPS),
                        ends.list().ofMaxSize(1))
                .as(FilterBlockArbitraries::plan);
    }

    private static BlockPlan plan(int baseLg, List<byte[]> firstKeys, List<PlanStep> steps, List<PlanStep> end) {
        List<BuilderCall> calls = new ArrayList<>();
        firstKeys.forEach(key -> calls.add(new BuilderCall.AddKey(key)));
        long offset = 0;
        for (PlanStep step : Stream.concat(steps.stream(), end.stream()).toList()) {
            offset = step.offsetAfter(offset, baseLg);
            calls.add(new BuilderCall.StartBlock(offset));
            step.keys().forEach(key -> calls.add(new BuilderCall.AddKey(key)));
        }
        return new BlockPlan(baseLg, calls);
    }

    /** Returns block offsets for questions: all unsigned 64-bit numbers, so half of the far ones are negative longs. */
    public static Arbitrary<Long> blockOffsets() {
        Arbitrary<Long> nearBoundaries = Arbitraries.longs()
                .between(0, 64)
                .flatMap(window -> Arbitraries.longs().between(-1, 1).map(step -> Math.max(0, window * 2048 + step)));
        Arbitrary<Long> seams = Arbitraries.of(1L << 31, 1L << 32, 1L << 42, Long.MIN_VALUE, 0L)
                .flatMap(seam -> Arbitraries.longs().between(-1, 1).map(step -> seam + step));
        return Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.longs().between(0, 1 << 20)),
                Tuple.of(3, nearBoundaries),
                Tuple.of(2, seams),
                Tuple.of(2, Arbitraries.longs()));
    }

    /** Returns any bytes, 0 to 512 of them. */
    public static Arbitrary<byte[]> bytes() {
        return Arbitraries.bytes().array(byte[].class).ofMaxSize(512).withoutEdgeCases();
    }

    /**
     * Returns bytes that resemble a filter block and mostly are none: any bytes, and valid blocks with flipped bits,
     * cut short or lengthened, with offsets exchanged, and with other array offsets and base lgs.
     */
    public static Arbitrary<byte[]> malformedBlocks() {
        Arbitrary<byte[]> plausibleEnd = Combinators.combine(
                        bytes(), Arbitraries.longs().between(0, 512), baseLgs())
                .as((bytes, arrayOffset, baseLg) ->
                        withLastByte(withU32(bytes, bytes.length - TRAILER, arrayOffset), baseLg));
        Arbitrary<byte[]> sound = Combinators.combine(plans(nearMoves()), bitsPerKey())
                .as((plan, bitsPerKey) -> ReferenceFilterBlock.build(plan, ReferencePolicy.bloom(bitsPerKey)));
        Arbitrary<byte[]> damaged = Combinators.combine(
                        sound, damages().list().ofMinSize(1).ofMaxSize(3))
                .as((block, damages) -> {
                    byte[] result = block;
                    for (UnaryOperator<byte[]> damage : damages) {
                        result = damage.apply(result);
                    }
                    return result;
                });
        return Arbitraries.frequencyOf(Tuple.of(1, bytes()), Tuple.of(1, plausibleEnd), Tuple.of(5, damaged))
                .withoutEdgeCases();
    }

    /** Ways to damage a copy of a block; one that is too short for it stays as it is. */
    private static Arbitrary<UnaryOperator<byte[]>> damages() {
        // Around the end of the array (length - 5), and where a signed or a 32-bit reader fails.
        Arbitrary<Long> edges = Arbitraries.of(0L, (1L << 31) - 1, 1L << 31, (1L << 32) - 1);
        Arbitrary<Long> values = Arbitraries.oneOf(Arbitraries.longs().between(0, 600), edges);
        return Arbitraries.oneOf(
                Arbitraries.integers().between(0, Integer.MAX_VALUE).map(bit -> block -> withFlipped(block, bit)),
                Arbitraries.integers().between(-8, 64).map(fewer -> block -> shortened(block, fewer)),
                Arbitraries.integers().between(0, 255).map(baseLg -> block -> withLastByte(block, baseLg)),
                Arbitraries.oneOf(Arbitraries.longs().between(-16, -1), edges)
                        .map(offset -> block ->
                                withU32(block, block.length - TRAILER, offset < 0 ? block.length + offset : offset)),
                Combinators.combine(Arbitraries.integers().between(0, 8), values, Arbitraries.of(false, true))
                        .as((fromLast, value, nextToo) -> block -> {
                            int at = block.length - TRAILER - 4 * (fromLast + 1);
                            byte[] damaged = withU32(block, at, value);
                            return nextToo && at >= 0 ? withU32(damaged, at + 4, value) : damaged;
                        }));
    }

    private static byte[] withFlipped(byte[] block, int bit) {
        byte[] copy = block.clone();
        if (copy.length > 0) {
            int at = (int) (bit % (copy.length * 8L));
            copy[at / 8] ^= (byte) (1 << at % 8);
        }
        return copy;
    }

    private static byte[] shortened(byte[] block, int fewer) {
        return Arrays.copyOf(block, block.length - (fewer < 0 ? fewer : fewer % (block.length + 1)));
    }

    private static byte[] withLastByte(byte[] block, int last) {
        byte[] copy = block.clone();
        if (copy.length > 0) {
            copy[copy.length - 1] = (byte) last;
        }
        return copy;
    }

    private static byte[] withU32(byte[] block, int at, long value) {
        byte[] copy = block.clone();
        if (at >= 0) {
            ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN).putInt(at, (int) value);
        }
        return copy;
    }
}
