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
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple5;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** That the generators keep their promises, and really draw each awkward kind; with fixed seeds. */
class DrawTest {
    private static final int DRAWS = 2_000;

    /** Things of one kind, each with a seed of its own. */
    private record Drawn<T>(List<T> things) {
        static <T> Drawn<T> of(Function<Draw, T> kind) {
            return new Drawn<>(IntStream.range(0, DRAWS)
                    .mapToObj(i -> kind.apply(new Draw(i, i % 200)))
                    .toList());
        }

        void all(Predicate<T> promise) {
            things.forEach(thing -> assertTrue(promise.test(thing), () -> "drawn: " + thing));
        }

        /** Fails unless at least this share of the things, in percent, has the trait. */
        void atLeast(double percent, String trait, Predicate<T> has) {
            double share = 100.0 * things.stream().filter(has).count() / DRAWS;
            assertTrue(share >= percent, () -> trait + ": " + share + " percent");
        }

        void atLeast(double percent, List<T> wanted) {
            wanted.forEach(one -> atLeast(percent, one.toString(), one::equals));
        }
    }

    private static String latin1(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Test
    void keysAreOfEveryAwkwardKind() {
        Drawn<byte[]> keys = Drawn.of(Draw::key);
        keys.all(key -> key.length <= 64 * 1024);
        long different = keys.things().stream().map(DrawTest::latin1).distinct().count();
        assertTrue(different < DRAWS * 9 / 10, "duplicates arise: " + different);
        keys.atLeast(1, "empty", key -> key.length == 0);
        for (int tail = 1; tail <= 3; tail++) {
            int length = tail;
            keys.atLeast(5, "tail of " + tail, key -> key.length % 4 == length);
        }
        keys.atLeast(
                20,
                "high tail",
                key -> IntStream.range(key.length & ~3, key.length).anyMatch(i -> key[i] < 0));
        keys.atLeast(5, "prefix", key -> latin1(key).startsWith("0123456789abcdef"));
        keys.atLeast(0.2, "longer than 64", key -> key.length > 64);
        keys.atLeast(0.1, "longer than 8 KiB", key -> key.length > 8192);
    }

    @Test
    @Tag("FB-4")
    void numbersHaveTheirEdges() {
        Drawn<Integer> bits = Drawn.of(Draw::bits);
        bits.all(number -> number >= 0 && number <= 200);
        bits.atLeast(1, List.of(0, 1, 13, 26, 39, 42, 43, 44));
        bits.atLeast(3, "bits over 60", number -> number > 60);
        Drawn<Integer> baseLgs = Drawn.of(Draw::baseLg);
        baseLgs.all(baseLg -> baseLg >= 0 && baseLg <= 63);
        baseLgs.atLeast(0.5, List.of(0, 1, 31, 32, 62, 63));
        baseLgs.atLeast(20, List.of(11));
        Drawn<Long> offsets = Drawn.of(Draw::offset);
        offsets.atLeast(10, "negative", offset -> offset < 0);
        offsets.atLeast(50, "near", offset -> offset >= 0 && offset < 1 << 24);
        offsets.atLeast(5, "before a window", offset -> offset > 0 && offset % 2048 == 2047);
        offsets.atLeast(5, "at a window", offset -> offset > 0 && offset % 2048 == 0);
        offsets.atLeast(0.3, List.of(-1L, Long.MAX_VALUE, Long.MIN_VALUE));
        offsets.atLeast(0.3, List.of((1L << 31) - 1, 1L << 31, (1L << 32) - 1, 1L << 32));
        Drawn<Integer> lengths = Drawn.of(draw -> draw.bytes().length);
        lengths.all(length -> length <= 512);
        lengths.atLeast(0.01, List.of(0, 512));
    }

    @Test
    @Tag("FB-15")
    void plansAreLegalAndOfEveryAwkwardKind() {
        Drawn<BlockPlan> plans = Drawn.of(draw -> draw.plan(draw.baseLg(), 1_600));
        plans.all(plan -> plan.isLegal() && ReferenceFilterBlock.numFilters(plan) < 100_000);
        plans.atLeast(1, "no key", plan -> plan.keys().isEmpty());
        plans.atLeast(10, "keys first", plan -> isKey(plan, 0));
        plans.atLeast(40, "ends without keys", plan -> {
            int calls = plan.calls().size();
            return calls > 0 && !isKey(plan, calls - 1);
        });
        plans.atLeast(30, "block before a window", plan -> hasBlockAt(plan, -1));
        plans.atLeast(30, "block at a window", plan -> hasBlockAt(plan, 0));
        plans.atLeast(30, "block behind a window's start", plan -> hasBlockAt(plan, 1));
        plans.atLeast(
                30,
                "three in a window",
                plan -> windows(plan).stream()
                        .anyMatch(window ->
                                windows(plan).stream().filter(window::equals).count() >= 3));
        plans.atLeast(10, "step back", plan -> hasStep(plan.blockOffsets(), (from, to) -> to < from));
        plans.atLeast(10, "gap of 20", plan -> hasStep(windows(plan), (from, to) -> to - from >= 20));
        plans.atLeast(2, "gap of 1000", plan -> hasStep(windows(plan), (from, to) -> to - from >= 1000));
        plans.atLeast(3, "past 2^31", plan -> plan.blockOffsets().stream().anyMatch(offset -> offset >= 1L << 31));
        plans.atLeast(2, "past 2^32", plan -> plan.blockOffsets().stream().anyMatch(offset -> offset >= 1L << 32));
    }

    private static boolean isKey(BlockPlan plan, int call) {
        return call < plan.calls().size() && plan.calls().get(call) instanceof BuilderCall.AddKey;
    }

    private static List<Long> windows(BlockPlan plan) {
        return plan.blockOffsets().stream()
                .map(offset -> offset >>> plan.baseLg())
                .toList();
    }

    /** Whether a block begins at this distance from the first byte of a window other than the first. */
    private static boolean hasBlockAt(BlockPlan plan, int distance) {
        long mask = (1L << plan.baseLg()) - 1;
        return plan.baseLg() > 1
                && plan.blockOffsets().stream().anyMatch(offset -> offset > 2 && (offset - distance & mask) == 0);
    }

    private static boolean hasStep(List<Long> numbers, BiPredicate<Long, Long> step) {
        return IntStream.range(1, numbers.size()).anyMatch(i -> step.test(numbers.get(i - 1), numbers.get(i)));
    }

    /** What the end of a block of five bytes or more says, and whether its offsets descend, or are equal and beyond. */
    private record End(long array, int end, int baseLg, long filters, boolean descending, boolean equalBeyond) {
        static End of(byte[] block) {
            if (block.length < 5) {
                return new End(-1, 0, 0, 0, false, false);
            }
            ByteBuffer bytes = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
            int end = block.length - 5;
            long array = Integer.toUnsignedLong(bytes.getInt(end));
            long filters = array > end ? 0 : (end - array) / 4;
            boolean descending = false;
            boolean equalBeyond = false;
            for (int i = 0; i < filters; i++) {
                long start = Integer.toUnsignedLong(bytes.getInt((int) array + 4 * i));
                long limit = Integer.toUnsignedLong(bytes.getInt((int) array + 4 * i + 4));
                descending |= start > limit;
                equalBeyond |= start == limit && start > array;
            }
            return new End(array, end, block[end + 4] & 0xff, filters, descending, equalBeyond);
        }
    }

    @Test
    void malformedBlocksAreOfEveryAwkwardKind() {
        Drawn<End> blocks = Drawn.of(draw -> End.of(draw.malformedBlock()));
        blocks.atLeast(0.3, "short", block -> block.array() < 0);
        blocks.atLeast(20, "askable", block -> block.filters() > 0 && block.baseLg() <= 63);
        blocks.atLeast(5, "above 63", block -> block.baseLg() > 63);
        blocks.atLeast(5, "remainder", block -> block.filters() > 0 && (block.end() - block.array()) % 4 != 0);
        blocks.atLeast(5, "descending", End::descending);
        blocks.atLeast(1, "equal and beyond", End::equalBeyond);
        blocks.atLeast(5, "beyond", block -> block.array() > block.end());
        blocks.atLeast(1, "one beyond", block -> block.array() == block.end() + 1);
        blocks.atLeast(1, "at its own field", block -> block.array() == block.end());
        for (long edge : new long[] {0x7fff_ffffL, 0x8000_0000L, 0xffff_ffffL}) {
            blocks.atLeast(0.3, "array offset " + edge, block -> block.array() == edge);
        }
    }

    @Example
    void arbitrariesDrawPlansThatHoldTheirKeysAndBytesThatAreReadWithoutThrowing() {
        Stream<Tuple5<BlockPlan, Integer, byte[], Long, byte[]>> drawn = Combinators.combine(
                        FilterBlockArbitraries.blockPlans(),
                        FilterBlockArbitraries.bitsPerKey(),
                        FilterBlockArbitraries.malformedBlocks(),
                        FilterBlockArbitraries.blockOffsets(),
                        FilterBlockArbitraries.keys())
                .as(Tuple::of)
                .sampleStream();
        drawn.limit(500).forEach(all -> {
            BlockPlan plan = all.get1();
            ReferencePolicy policy = ReferencePolicy.bloom(all.get2());
            ReferenceFilterBlock block = new ReferenceFilterBlock(ReferenceFilterBlock.build(plan, policy), policy);
            assertEquals(ReferenceFilterBlock.numFilters(plan), block.numFilters());
            plan.keys().forEach(one -> assertTrue(block.keyMayMatch(one.blockOffset(), one.key()), one::toString));
            String calls = plan.toString().substring(plan.toString().indexOf(':') + 1);
            assertEquals(plan, BlockPlan.parse(plan.baseLg(), calls));
            ReferenceFilterBlock malformed = new ReferenceFilterBlock(all.get3(), ReferencePolicy.bloom(10));
            assertTrue(!malformed.keyMayMatch(all.get4(), all.get5())
                    || malformed.keyMayMatchSafely(all.get4(), all.get5()));
        });
    }

    @Test
    void theSameSeedDrawsTheSame() {
        assertArrayEquals(new Draw(7, 50).malformedBlock(), new Draw(7, 50).malformedBlock());
    }

    @Test
    @Tag("FB-15")
    void blocksBeginBesideTheBeginningOfWindows() {
        List<Long> places = IntStream.range(0, DRAWS)
                .mapToObj(i -> new Cases(ReferenceSubject.MODEL, ReferenceSubject.MODEL, new Draw(i, i % 200)))
                .flatMap(cases -> cases.boundaryPlan().plan().calls().stream())
                .filter(BuilderCall.StartBlock.class::isInstance)
                .map(call -> ((BuilderCall.StartBlock) call).offset() % 2048)
                .toList();
        for (long place : new long[] {0, 1, 2047}) {
            long share = places.stream().filter(each -> each == place).count();
            assertTrue(share > places.size() / 5, place + ": " + share + " of " + places.size());
        }
    }
}
