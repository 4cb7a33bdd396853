// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.Rule;
import io.github.filterblock.testdata.contract.FilterBlockArbitraries;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That lookups are explained by the rules by which a reader answers. */
class FilterLookupTest {

    private static FilterLookup lookup(byte[] block, long blockOffset) {
        return FilterBlockLayout.of(ByteBuffer.wrap(block)).lookup(blockOffset);
    }

    /** The examples of FORMAT.md, section 6. */
    @ParameterizedTest
    @Tag("FB-19")
    @Tag("FB-20")
    @Tag("FB-22")
    @Tag("FB-23")
    @Tag("FB-24")
    @Tag("FB-25")
    @CsvSource({
        "'', 0, FB-19, 0, -1, 0, 0",
        "00000000, 0, FB-19, 0, -1, 0, 0",
        "081020408000010006 00000000 09000000 0b, 0, FB-24, 0, 0, 0, 9",
        "081020408000010006 00000000 09000000 0b, 2047, FB-24, 0, 0, 0, 9",
        "081020408000010006 00000000 09000000 0b, 2048, FB-23, 1, -1, 0, 0",
        "081020408000010006 00000000 09000000 0b, -1, FB-23, 9007199254740991, -1, 0, 0",
        "081020408000010006 00000000 0e000000 0b, 0, FB-20, 0, -1, 0, 0",
        "081020408000010006 00000000 ffffffff 0b, 4096, FB-20, 2, -1, 0, 0",
        "081020408000010006 00000000 0d000000 0b, 0, FB-23, 0, -1, 0, 0",
        "081020408000010006 00000000 09000000 40, 0, FB-22, 0, -1, 0, 0",
        "081020408000010006 00000000 09000000 8b, 0, FB-22, 0, -1, 0, 0",
        "081020408000010006 00000000 09000000 3f, -1, FB-23, 1, -1, 0, 0",
        "081020408000010006 00000000 09000000 3f, 9223372036854775807, FB-24, 0, 0, 0, 9",
        "081020408000010006 00010000 00010000 09000000 0b, 0, FB-25, 0, 0, 256, 256",
        "081020408000010006 00010000 00010000 09000000 0b, 2048, FB-25, 1, 1, 256, 9",
        "081020408000010006 09000000 09000000 09000000 0b, 0, FB-24, 0, 0, 9, 9",
        "081020408000010006 00000000 0a000000 09000000 0b, 0, FB-25, 0, 0, 0, 10",
        "081020408000010006 09000000 08000000 09000000 0b, 0, FB-25, 0, 0, 9, 8"
    })
    void theRuleThatAppliesIsNamed(
            String block, long blockOffset, String rule, long window, int filter, long start, long limit) {
        byte[] bytes = HexFormat.of().parseHex(block.replace(" ", ""));
        FilterLookup lookup = lookup(bytes, blockOffset);
        assertEquals(new FilterLookup(Rule.valueOf(rule.replace('-', '_')), window, filter, start, limit), lookup);
        assertEquals(rule.equals("FB-24"), lookup.asked());
        assertEquals(lookup.asked() ? limit - start : 0, lookup.length());
    }

    /** What a reader asks the policy about. */
    private static List<String> asked(byte[] block, long blockOffset) {
        List<String> ranges = new ArrayList<>();
        FilterMatcher recording = new FilterMatcher() {
            @Override
            public String name() {
                return "recording";
            }

            @Override
            public boolean keyMayMatch(
                    byte[] key, int keyOffset, int keyLength, byte[] filter, int filterOffset, int filterLength) {
                ranges.add(filterOffset + ", " + filterLength);
                return false;
            }
        };
        boolean mayMatch =
                FilterBlockReader.wrapping(block, 0, block.length, recording).keyMayMatch(blockOffset, new byte[1]);
        assertEquals(ranges.isEmpty(), mayMatch, "where no filter is asked every key may match");
        return ranges;
    }

    @Property
    void aFilterIsAskedWhereAReaderAsksOne(@ForAll("malformedBlocks") byte[] block, @ForAll long anyOffset) {
        int baseLg = block.length < 5 ? 0 : Byte.toUnsignedInt(block[block.length - 1]);
        List<Long> offsets = new ArrayList<>(List.of(anyOffset, 0L, -1L, Long.MIN_VALUE));
        for (long window = 0; window < 12; window++) {
            offsets.add(window << baseLg);
        }
        for (long offset : offsets) {
            FilterLookup lookup = lookup(block, offset);
            List<String> expected = lookup.asked() ? List.of(lookup.start() + ", " + lookup.length()) : List.of();
            assertEquals(expected, asked(block, offset), lookup::toString);
            assertTrue(lookup.asked() || lookup.length() == 0);
        }
    }

    @Provide
    Arbitrary<byte[]> malformedBlocks() {
        return FilterBlockArbitraries.malformedBlocks();
    }
}
