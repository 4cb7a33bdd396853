// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the bytes of a block say of themselves. */
@Tag("FB-11")
class FilterBlockLayoutTest {
    private static FilterBlockLayout layout(byte[] block) {
        return FilterBlockLayout.of(ByteBuffer.wrap(block));
    }

    private static List<Integer> filterLengths(FilterBlockLayout layout) {
        return IntStream.range(0, layout.filterCount())
                .mapToObj(layout::filterLength)
                .toList();
    }

    @Test
    @Tag("FB-13")
    void filtersOfASoundBlockHaveTheirLengths() {
        assertEquals(List.of(9, 0, 10, 0), filterLengths(layout(Blocks.of("00".repeat(19), 11, 0, 9, 9, 19))));
    }

    @ParameterizedTest
    @CsvSource({
        "'', 0, 0",
        "01020304, 0, 4",
        "000000000b, 0, 5",
        "00000000000000003f, 4, 9",
        "0000000000000000000b, 5, 9",
        "ffffffff0b, 0, 5"
    })
    void bytesBehindTheFiltersAreTheirOffsetsAndTheEnd(String block, int arrayLimit, long offsetBytes) {
        FilterBlockLayout layout = layout(Bytes.hex(block));
        assertEquals(arrayLimit, layout.arrayLimit());
        assertEquals(offsetBytes, layout.offsetBytes());
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 5", "1070, 381, 2599", "2147483638, 1, 2147483647", "0, 9223372036854775807, 9223372036854775807"
    })
    void soundBlockHasItsFiltersAndFourBytesForEachAndFiveMore(long filterBytes, long filterCount, long length) {
        assertEquals(length, FilterBlockLayout.length(filterBytes, filterCount));
    }

    @ParameterizedTest
    @Tag("FB-22")
    @CsvSource({"000000000b, 11", "000000003f, 63", "0000000000, 0"})
    void windowsAreOfTheBlocksBaseLg(String block, int baseLg) {
        assertEquals(Optional.of(new Windows(baseLg)), layout(Bytes.hex(block)).windows());
    }

    @ParameterizedTest
    @Tag("FB-22")
    @ValueSource(strings = {"", "0b0b0b0b", "0000000040", "00000000ff"})
    void blockWithoutABaseLgHasNoWindows(String block) {
        assertEquals(Optional.empty(), layout(Bytes.hex(block)).windows());
    }

    // In turn: start beyond limit, limit beyond the array, both beyond and equal, last one beyond the array.
    @Test
    @Tag("FB-24")
    void damagedFilterHasTheLengthMinusOne() {
        byte[] block = Blocks.of("00".repeat(9), 11, 5, 4, 10, 10, 0xffff_ffffL, 9);
        assertEquals(List.of(-1, -1, -1, -1, -1, 0), filterLengths(layout(block)));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 2, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void filterThatTheBlockDoesNotHaveIsRefused(int filter) {
        FilterBlockLayout layout = layout(Blocks.of("", 11, 0, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> layout.filterStart(filter));
        assertThrows(IndexOutOfBoundsException.class, () -> layout.filterLimit(filter));
        assertThrows(IndexOutOfBoundsException.class, () -> layout.filterLength(filter));
    }

    @Test
    void blockMayLieAnywhereInItsBufferWhichStaysUntouched() {
        byte[] block = Blocks.of("00".repeat(9), 200, 0);
        ByteBuffer buffer =
                ByteBuffer.allocateDirect(40).put(7, block).position(7).limit(7 + block.length);
        FilterBlockLayout layout = FilterBlockLayout.of(buffer);
        assertEquals(18, layout.length());
        assertEquals(9, layout.arrayOffset());
        assertEquals(200, layout.baseLg());
        assertEquals(List.of(9), filterLengths(layout));
        assertEquals(7, buffer.position());
        assertEquals(7 + block.length, buffer.limit());
        assertEquals(ByteOrder.BIG_ENDIAN, buffer.order());
    }

    @ParameterizedTest
    @CsvSource({
        "'', '0 bytes, 0 filters, base lg -1'",
        "000000000b, '5 bytes, 0 filters, base lg 11'",
        "0000000000000000ff, '9 bytes, 1 filters, base lg 255'"
    })
    void layoutShowsItself(String block, String shown) {
        assertEquals(shown, layout(Bytes.hex(block)).toString());
    }
}
