// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.Finding;
import io.github.filterblock.bloom.Rule;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestCompression;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** That each rule about the filter block is found broken where it is. */
class FilterFindingsTest {
    private static final byte[][] KEYS = TestKeys.ascii(0, 50);

    /** One filter of 50 keys: 63 bytes of bits, k, offsets 0 and 64 in its array, base lg. */
    private static TestTable table() {
        return TestTable.ofWholeKeys().block(KEYS);
    }

    private static TableReport verify(TestTable table) throws IOException {
        try (TableFile file = table.write().open()) {
            return TableReport.of(file, FilterHints.NONE);
        }
    }

    private static List<Rule> rules(UnaryOperator<byte[]> change) throws IOException {
        return verify(table().changeFilter(0, change)).findings().first().stream()
                .map(Finding::rule)
                .distinct()
                .toList();
    }

    private static byte[] with(byte[] block, int at, byte... bytes) {
        byte[] copy = block.clone();
        System.arraycopy(bytes, 0, copy, at, bytes.length);
        return copy;
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }

    @Test
    @Tag("FB-19")
    @Tag("FB-20")
    @Tag("FB-22")
    void brokenTailsAreFound() throws IOException {
        assertEquals(List.of(Rule.FB_19), rules(block -> new byte[4]));
        assertEquals(List.of(Rule.FB_20), rules(block -> with(block, block.length - 5, hex("ffffffff"))));
        assertEquals(List.of(Rule.FB_22), rules(block -> with(block, block.length - 1, (byte) 64)));
        assertEquals(List.of(Rule.FB_22), rules(block -> with(block, block.length - 1, (byte) 0xff)));
    }

    @Test
    @Tag("FB-14")
    @Tag("FB-21")
    @Tag("FB-11")
    void brokenOffsetArraysAreFound() throws IOException {
        assertTrue(
                rules(block -> with(block, block.length - 9, hex("01000000"))).contains(Rule.FB_14), "first not 0");
        assertTrue(
                rules(block -> with(block, block.length - 9, hex("ffffffff"))).contains(Rule.FB_14),
                "beyond the array");
        assertTrue(
                rules(block -> with(block, block.length - 5, hex("3f000000"))).contains(Rule.FB_21),
                "no multiple of 4");
        assertEquals(List.of(Rule.FB_11), rules(block -> with(block, block.length - 5, hex("44000000"))));
    }

    @Test
    @Tag("FB-5")
    @Tag("FB-9")
    void filtersThatNoWriterMakesAreFound() throws IOException {
        assertEquals(List.of(Rule.FB_9), rules(block -> with(block, block.length - 10, (byte) 0)));
        assertEquals(List.of(Rule.FB_9), rules(block -> with(block, block.length - 10, (byte) 31)));
        byte[] allSet = hex("ffffffffffffff" + "06" + "00000000" + "08000000" + "0b");
        assertEquals(List.of(Rule.FB_5), rules(block -> allSet));
    }

    @Test
    @Tag("FB-17")
    void aWrongNumberOfFiltersIsFound() throws IOException {
        byte[] none = hex("000000000b");
        assertEquals(List.of(Rule.FB_17), rules(block -> none));
        TestTable tooMany = table().changeFilter(
                        0,
                        block -> TestBlocks.join(
                                Arrays.copyOf(block, block.length - 5), hex("40000000"), hex("40000000"), hex("0b")));
        assertEquals(
                List.of(Rule.FB_17),
                verify(tooMany).findings().first().stream().map(Finding::rule).toList());
    }

    /** Two filters in windows 0 and 1, but only window 0 has a block. */
    @Test
    @Tag("FB-12")
    void aFilterWhereNoBlockStartsIsFound() throws IOException {
        TestTable shifted = TestTable.ofWholeKeys()
                .valueLength(4000)
                .block("a")
                .changeFilter(
                        0,
                        block -> TestBlocks.join(
                                hex("081020408000010006"),
                                hex("081020408000010006"),
                                hex("00000000"),
                                hex("09000000"),
                                hex("12000000"),
                                hex("0b")));
        List<Finding> findings = verify(shifted).findings().first();
        assertEquals(
                List.of(Rule.FB_17, Rule.FB_12),
                findings.stream()
                        .map(Finding::rule)
                        .sorted((a, b) -> b.compareTo(a))
                        .toList());
    }

    @Test
    void findingsCountFromTheStartOfTheFile() throws IOException {
        TestFile written = table().changeFilter(0, block -> with(block, block.length - 1, (byte) 99))
                .write();
        long baseLg = written.filter().orElseThrow().end() - 5 - 1;
        try (TableFile file = written.open()) {
            assertEquals(
                    baseLg,
                    TableReport.of(file, FilterHints.NONE)
                            .findings()
                            .first()
                            .get(0)
                            .offset());
        }
    }

    /** Inside of compressed bytes there is no place to point at, so the block is. */
    @Test
    @Tag("TF-10")
    void findingsInACompressedFilterPointAtTheBlock() throws IOException {
        TestFile written = table().changeFilter(
                        1, block -> TestCompression.snappy(with(block, block.length - 1, (byte) 99)))
                .write();
        try (TableFile file = written.open()) {
            assertEquals(
                    written.filter().orElseThrow().offset(),
                    TableReport.of(file, FilterHints.NONE)
                            .findings()
                            .first()
                            .get(0)
                            .offset());
        }
        assertEquals(
                List.of(),
                verify(table().changeFilter(1, TestCompression::snappy))
                        .findings()
                        .first());
    }
}
