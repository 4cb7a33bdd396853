// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import io.github.filterblock.testdata.ReferencePolicy;
import io.github.filterblock.testdata.contract.FilterBlockArbitraries;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is found in a block, where, and how much of it is kept. */
class FilterBlockVerifierTest {
    private static final String DENY = "000000000000000006";
    private static final Finding FIRST = new Finding(Rule.FB_19, 1, "first");

    private static List<String> shown(Findings findings) {
        findings.first().forEach(finding -> assertFalse(finding.message().isBlank(), finding::toString));
        return findings.first().stream()
                .map(finding -> finding.rule() + " at " + finding.offset())
                .toList();
    }

    /** Filters (D denies), array offset, base lg and offsets, with what is found, and then among Bloom filters too. */
    @ParameterizedTest
    @Tag("FB-5")
    @Tag("FB-9")
    @Tag("FB-11")
    @Tag("FB-14")
    @Tag("FB-20")
    @Tag("FB-21")
    @Tag("FB-22")
    @CsvSource({
        "'', 0, 11, '', '', ''",
        "D, 9, 11, 0, '', ''",
        "'', 0, 63, 0 0 0, '', ''",
        "D, 9, 11, 0 9 9, '', ''",
        "D, 14, 11, 0, FB-20 at 13, ''",
        "D, 2147483648, 11, 0, FB-20 at 13, ''",
        "D, 4294967295, 11, 0, FB-20 at 13, ''",
        "D 00000000 00, 9, 11, '', FB-21 at 9, ''",
        "D 00000000 0000, 9, 11, '', FB-21 at 9, ''",
        "D 00000000 000000, 9, 11, '', FB-21 at 9, ''",
        "D, 11, 11, 0, FB-21 at 11, ''",
        "D, 9, 11, '', FB-11 at 0, ''",
        "D, 9, 64, 0, FB-22 at 17, ''",
        "'', 0, 255, '', FB-22 at 4, ''",
        "D D, 18, 11, 9, FB-14 at 18, ''",
        "D D, 18, 11, 0 18 9, FB-14 at 26, ''",
        "D D, 18, 11, 0 9 0, FB-14 at 26, ''",
        "D, 9, 11, 0 10, FB-14 at 13, ''",
        "D, 9, 11, 0 2147483648 4294967295, FB-14 at 13; FB-14 at 17, ''",
        "D, 9, 11, 0 4294967295 9, FB-14 at 13; FB-14 at 17, ''",
        "D 06, 10, 11, 0 9, '', FB-5 at 9",
        "D 0000000000000006, 17, 11, 0 9, '', FB-5 at 9",
        "0000000000000000 00 D, 18, 11, 0 0 9, '', FB-9 at 8",
        "0000000000000000 1f D, 18, 11, 0 0 9, '', FB-9 at 8",
        "0000000000000000 ff, 9, 11, 0, '', FB-9 at 8",
        "0000000000000000 01, 9, 11, 0, '', ''",
        "0000000000000000 1e, 9, 11, 0, '', ''",
        "0000000000000000 1f, 9, 64, 0, FB-22 at 17, FB-9 at 8",
        "D 00001f 09000000 00000000 00, 12, 64, '', FB-21 at 12; FB-14 at 12; FB-14 at 16; FB-22 at 25, ''"
    })
    void defectsAreFoundInTheirOrder(
            String filters, long arrayOffset, int baseLg, String offsets, String layout, String bloom) {
        byte[] block = Blocks.withArrayOffset(filters.replace("D", DENY), arrayOffset, baseLg, numbers(offsets));
        ByteBuffer buffer = ByteBuffer.allocateDirect(block.length + 20)
                .put(7, block)
                .position(7)
                .limit(7 + block.length);
        List<String> found = shown(FilterBlockVerifier.verify(buffer, 100));
        assertEquals(layout, String.join("; ", found));
        List<String> all = shown(FilterBlockVerifier.verifyBloom(buffer, 100));
        assertEquals(bloom, String.join("; ", all.subList(found.size(), all.size())));
        assertEquals(found, all.subList(0, found.size()));
        assertEquals(7, buffer.position());
        assertEquals(7 + block.length, buffer.limit());
        assertEquals(ByteOrder.BIG_ENDIAN, buffer.order());
    }

    private static long[] numbers(String text) {
        return Stream.of(text.split(" "))
                .filter(number -> !number.isEmpty())
                .mapToLong(Long::parseLong)
                .toArray();
    }

    @ParameterizedTest
    @Tag("FB-19")
    @ValueSource(strings = {"", "0b", "00000000", "ffffffff"})
    void blockWithoutItsTailIsFound(String block) {
        assertEquals(
                List.of("FB-19 at 0"), shown(FilterBlockVerifier.verifyBloom(ByteBuffer.wrap(Bytes.hex(block)), 100)));
    }

    @Test
    void messagesNameTheNumbers() {
        Finding far = FilterBlockVerifier.verify(ByteBuffer.wrap(Blocks.of(DENY, 11, 0, 77)), 100)
                .first()
                .get(0);
        assertTrue(far.message().contains("filter 1") && far.message().contains("77"), far::toString);
        Finding descending = FilterBlockVerifier.verify(ByteBuffer.wrap(Blocks.of(DENY + DENY, 11, 0, 9, 0)), 100)
                .first()
                .get(0);
        assertTrue(descending.message().startsWith("filter 2 starts at 0, before filter 1 at 9"), descending::toString);
    }

    @Test
    void findingMovesAndShowsItself() {
        Finding finding = new Finding(Rule.FB_14, 13, "what is wrong");
        assertEquals(new Finding(Rule.FB_14, 113, "what is wrong"), finding.shiftedBy(100));
        assertEquals("FB-14 at offset 13: what is wrong", finding.toString());
    }

    private static Findings collect(int limit, Rule... rules) {
        Findings.Collector collector = new Findings.Collector(limit);
        for (int i = 0; i < rules.length; i++) {
            int offset = i;
            collector.add(rules[i], offset, () -> "finding " + offset);
        }
        return collector.findings();
    }

    @Test
    void asManyAreKeptAsTheLimitSaysAndOfEachRuleTheFirst() {
        Findings findings = collect(2, Rule.FB_19, Rule.FB_19, Rule.FB_19, Rule.FB_20, Rule.FB_20);
        assertEquals(5, findings.count());
        assertEquals(
                List.of("finding 0", "finding 1", "finding 3"),
                findings.first().stream().map(Finding::message).toList());
        assertEquals(
                4,
                collect(4, Rule.FB_19, Rule.FB_19, Rule.FB_19, Rule.FB_19)
                        .first()
                        .size());
        assertTrue(collect(5).isEmpty() && Findings.NONE.isEmpty());
        Findings.Collector none = new Findings.Collector(0);
        none.add(Rule.FB_19, 0, () -> "kept");
        none.add(Rule.FB_19, 1, () -> {
            throw new AssertionError("nobody reads it");
        });
        assertEquals(2, none.findings().count());
    }

    @Test
    void thoseOfAnotherCheckAreAddedWithTheirCount() {
        Findings.Collector collector = new Findings.Collector(10);
        collector.add(Rule.FB_20, 9, () -> "own");
        collector.addAll(new Findings(List.of(FIRST), 7));
        assertEquals(8, collector.findings().count());
        assertEquals(
                List.of("own", "first"),
                collector.findings().first().stream().map(Finding::message).toList());
        assertFalse(new Findings(List.of(), 1).isEmpty());
        assertThrows(IllegalArgumentException.class, () -> new Findings(List.of(FIRST), 0));
        assertThrows(IllegalArgumentException.class, () -> new Findings.Collector(-1));
    }

    // What is left after all rules: a block in which every window has a filter inside the block, one behind the other.
    @Property(tries = 1000)
    @net.jqwik.api.Tag("FB-14")
    void blockWithoutFindingsIsWellFormed(@ForAll("malformedBlocks") byte[] block) {
        boolean healthy = FilterBlockVerifier.verify(ByteBuffer.wrap(block), 0).isEmpty();
        FilterBlockReader reader = FilterBlockReader.wrap(block, Matchers.levelDb());
        assertEquals(isWellFormed(reader.layout()), healthy);
        ReferenceFilterBlock model = new ReferenceFilterBlock(block, ReferencePolicy.bloom(10));
        for (long window = 0; healthy && window <= reader.layout().filterCount(); window++) {
            long offset = window << reader.layout().baseLg();
            assertEquals(model.keyMayMatch(offset, new byte[1]), reader.keyMayMatch(offset, new byte[1]));
        }
    }

    /** The offsets, the array offset behind them, go up from 0 to it, and nothing else is in the block. */
    private static boolean isWellFormed(FilterBlockLayout layout) {
        int count = layout.filterCount();
        long[] offsets = LongStream.concat(
                        IntStream.range(0, count).mapToLong(layout::filterStart), LongStream.of(layout.arrayOffset()))
                .toArray();
        return layout.windows().isPresent()
                && layout.arrayOffset() + 4L * count + 5 == layout.length()
                && offsets[0] == 0
                && Arrays.equals(offsets, LongStream.of(offsets).sorted().toArray());
    }

    @Provide
    Arbitrary<byte[]> malformedBlocks() {
        return FilterBlockArbitraries.malformedBlocks();
    }
}
