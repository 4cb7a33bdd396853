// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.BuilderCall;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import io.github.filterblock.testdata.ReferencePolicy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** That the generators keep their promises, and really draw each awkward kind; with fixed seeds. */
class DrawTest {
    private static final int DRAWS = 2_000;

    /** Counts of the traits that drawn things have. */
    private static final class Shares {
        private final Map<String, Integer> counts = new TreeMap<>();

        void count(String trait, boolean has) {
            counts.merge(trait, has ? 1 : 0, Integer::sum);
        }

        /** Fails unless at least this share of all draws has the trait, in percent. */
        void atLeast(double percent, String... traits) {
            for (String trait : traits) {
                double share = 100.0 * counts.getOrDefault(trait, 0) / DRAWS;
                assertTrue(share >= percent, () -> trait + ": " + share + " percent");
            }
        }
    }

    private static <T> List<T> drawn(Function<Draw, T> kind) {
        return IntStream.range(0, DRAWS)
                .mapToObj(i -> kind.apply(new Draw(i, i % 200)))
                .toList();
    }

    @Test
    void keysAreOfEveryAwkwardKind() {
        Shares shares = new Shares();
        Set<String> different = new HashSet<>();
        for (byte[] key : drawn(Draw::key)) {
            assertTrue(key.length <= 64 * 1024);
            different.add(new String(key, StandardCharsets.ISO_8859_1));
            shares.count("empty", key.length == 0);
            shares.count("tail of " + key.length % 4, true);
            boolean highTail = false;
            for (int i = key.length - key.length % 4; i < key.length; i++) {
                highTail |= key[i] < 0;
            }
            shares.count("high tail", highTail);
            shares.count("prefix", new String(key, StandardCharsets.ISO_8859_1).startsWith("0123456789abcdef"));
            shares.count("longer than 64", key.length > 64);
            shares.count("longer than 8 KiB", key.length > 8192);
        }
        assertTrue(different.size() < DRAWS * 9 / 10, "duplicates arise: " + different.size());
        shares.atLeast(1, "empty");
        List.of(1, 2, 3).forEach(tail -> shares.atLeast(5, "tail of " + tail));
        shares.atLeast(20, "high tail");
        shares.atLeast(5, "prefix");
        shares.atLeast(0.2, "longer than 64");
        shares.atLeast(0.1, "longer than 8 KiB");
    }

    @Test
    @Tag("FB-4")
    void numbersHaveTheirEdges() {
        Shares shares = new Shares();
        for (int bits : drawn(Draw::bits)) {
            assertTrue(bits >= 0 && bits <= 200);
            shares.count("bits " + bits, true);
            shares.count("bits over 60", bits > 60);
        }
        for (int baseLg : drawn(Draw::baseLg)) {
            assertTrue(baseLg >= 0 && baseLg <= 63);
            shares.count("base lg " + baseLg, true);
        }
        for (long offset : drawn(Draw::offset)) {
            shares.count("offset " + offset, true);
            shares.count("negative", offset < 0);
            shares.count("near", offset >= 0 && offset < 1 << 24);
            shares.count("at a window " + Math.floorMod(offset, 2048), offset > 0);
        }
        List.of(0, 1, 13, 26, 39, 42, 43, 44).forEach(bits -> shares.atLeast(1, "bits " + bits));
        shares.atLeast(3, "bits over 60");
        List.of(0, 1, 31, 32, 62, 63).forEach(baseLg -> shares.atLeast(0.5, "base lg " + baseLg));
        shares.atLeast(20, "base lg 11");
        shares.atLeast(10, "negative");
        shares.atLeast(50, "near");
        for (long seam : new long[] {1L << 31, 1L << 32, Long.MIN_VALUE}) {
            shares.atLeast(0.3, "offset " + (seam - 1));
            shares.atLeast(0.3, "offset " + seam);
        }
        shares.atLeast(0.3, "offset -1");
        shares.atLeast(5, "at a window 2047");
        shares.atLeast(5, "at a window 0");
        Set<Integer> lengths =
                drawn(Draw::bytes).stream().map(bytes -> bytes.length).collect(Collectors.toSet());
        assertTrue(lengths.contains(0) && lengths.contains(512) && !lengths.contains(513));
    }

    @Test
    @Tag("FB-15")
    void plansAreLegalAndOfEveryAwkwardKind() {
        Shares shares = new Shares();
        for (BlockPlan plan : drawn(draw -> draw.plan(draw.baseLg(), 1_600))) {
            assertTrue(plan.isLegal());
            assertTrue(ReferenceFilterBlock.numFilters(plan) < 100_000);
            List<Long> offsets = plan.blockOffsets();
            List<Long> windows =
                    offsets.stream().map(offset -> offset >>> plan.baseLg()).toList();
            List<BuilderCall> calls = plan.calls();
            shares.count("no key", plan.keys().isEmpty());
            shares.count("keys first", !calls.isEmpty() && calls.get(0) instanceof BuilderCall.AddKey);
            shares.count(
                    "ends without keys",
                    !calls.isEmpty() && calls.get(calls.size() - 1) instanceof BuilderCall.StartBlock);
            for (int distance = -1; distance <= 1; distance++) {
                shares.count("block at " + distance, hasBlockAt(plan, distance));
            }
            shares.count(
                    "three in a window",
                    windows.stream()
                            .anyMatch(window ->
                                    windows.stream().filter(window::equals).count() >= 3));
            shares.count("step back", hasStep(offsets, (from, to) -> to < from));
            shares.count("gap of 20", hasStep(windows, (from, to) -> to - from >= 20));
            shares.count("gap of 1000", hasStep(windows, (from, to) -> to - from >= 1000));
            shares.count("past 2^31", offsets.stream().anyMatch(offset -> offset >= 1L << 31));
            shares.count("past 2^32", offsets.stream().anyMatch(offset -> offset >= 1L << 32));
        }
        shares.atLeast(40, "ends without keys");
        shares.atLeast(30, "block at -1", "block at 0", "block at 1", "three in a window");
        shares.atLeast(10, "keys first", "step back", "gap of 20");
        shares.atLeast(2, "gap of 1000");
        shares.atLeast(1, "no key");
        shares.atLeast(3, "past 2^31");
        shares.atLeast(2, "past 2^32");
    }

    /** Whether a block begins at this distance from the first byte of a window other than the first. */
    private static boolean hasBlockAt(BlockPlan plan, int distance) {
        long mask = (1L << plan.baseLg()) - 1;
        return plan.baseLg() > 1
                && plan.blockOffsets().stream().anyMatch(offset -> offset > 2 && (offset - distance & mask) == 0);
    }

    private static boolean hasStep(List<Long> numbers, BiPredicate<Long, Long> step) {
        for (int i = 1; i < numbers.size(); i++) {
            if (step.test(numbers.get(i - 1), numbers.get(i))) {
                return true;
            }
        }
        return false;
    }

    @Test
    void malformedBlocksAreOfEveryAwkwardKind() {
        Shares shares = new Shares();
        for (byte[] block : drawn(Draw::malformedBlock)) {
            shares.count("short", block.length < 5);
            if (block.length >= 5) {
                countTraits(shares, ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN), block.length - 5);
            }
        }
        shares.atLeast(20, "askable");
        shares.atLeast(5, "beyond", "above 63", "remainder", "descending");
        shares.atLeast(1, "at its own field", "one beyond", "equal and beyond");
        shares.atLeast(0.3, "short");
        List.of("7fffffff", "80000000", "ffffffff").forEach(edge -> shares.atLeast(0.3, "array offset " + edge));
    }

    private static void countTraits(Shares shares, ByteBuffer block, int end) {
        long array = Integer.toUnsignedLong(block.getInt(end));
        int filters = array > end ? 0 : (int) (end - array) / 4;
        boolean descending = false;
        boolean equal = false;
        for (int i = 0; i < filters; i++) {
            long start = Integer.toUnsignedLong(block.getInt((int) array + 4 * i));
            long limit = Integer.toUnsignedLong(block.getInt((int) array + 4 * i + 4));
            descending |= start > limit;
            equal |= start == limit && start > array;
        }
        shares.count("array offset " + Long.toHexString(array), true);
        shares.count("beyond", array > end);
        shares.count("at its own field", array == end);
        shares.count("one beyond", array == end + 1);
        shares.count("above 63", block.get(end + 4) < 0 || block.get(end + 4) > 63);
        shares.count("remainder", filters > 0 && (end - array) % 4 != 0);
        shares.count("descending", descending);
        shares.count("equal and beyond", equal);
        shares.count("askable", filters > 0 && block.get(end + 4) >= 0 && block.get(end + 4) <= 63);
    }

    @Property(tries = 300)
    void everyKeyOfAPlanIsInItsBlockAndItsTextIsThePlan(
            @ForAll("plans") BlockPlan plan, @ForAll("bitsPerKey") int bitsPerKey) {
        ReferencePolicy policy = ReferencePolicy.bloom(bitsPerKey);
        ReferenceFilterBlock block = new ReferenceFilterBlock(ReferenceFilterBlock.build(plan, policy), policy);
        assertEquals(ReferenceFilterBlock.numFilters(plan), block.numFilters());
        plan.keys().forEach(key -> assertTrue(block.keyMayMatch(key.blockOffset(), key.key()), key::toString));
        String calls = plan.toString().substring(plan.toString().indexOf(':') + 1);
        assertEquals(plan, BlockPlan.parse(plan.baseLg(), calls));
    }

    @Property(tries = 500)
    void anyBytesAreReadWithoutThrowing(
            @ForAll("malformedBlocks") byte[] bytes, @ForAll("blockOffsets") long offset, @ForAll("keys") byte[] key) {
        ReferenceFilterBlock block = new ReferenceFilterBlock(bytes, ReferencePolicy.bloom(10));
        if (block.keyMayMatch(offset, key)) {
            assertTrue(block.keyMayMatchSafely(offset, key));
        }
    }

    @Test
    void theSameSeedDrawsTheSame() {
        assertArrayEquals(new Draw(7, 50).malformedBlock(), new Draw(7, 50).malformedBlock());
    }

    @Provide
    Arbitrary<BlockPlan> plans() {
        return FilterBlockArbitraries.blockPlans();
    }

    @Provide
    Arbitrary<Integer> bitsPerKey() {
        return FilterBlockArbitraries.bitsPerKey();
    }

    @Provide
    Arbitrary<byte[]> malformedBlocks() {
        return FilterBlockArbitraries.malformedBlocks();
    }

    @Provide
    Arbitrary<Long> blockOffsets() {
        return FilterBlockArbitraries.blockOffsets();
    }

    @Provide
    Arbitrary<byte[]> keys() {
        return FilterBlockArbitraries.keys();
    }
}
