// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Rule;
import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.ByteBufKind;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule with blocks that break this one and no other. */
class FilterBlockVerifierTest {
    private static final String DENY = "000000000000000006";

    /** The findings about the block itself, as "rule at offset"; the forms of memory must agree. */
    private static List<String> layout(byte[] block) {
        List<Finding> findings = FilterBlockVerifier.verify(ByteBuffer.wrap(block));
        assertEquals(findings, FilterBlockVerifier.verify(ByteBuffer.wrap(block)));
        return shown(findings);
    }

    /** The same with those about the form of the filters. */
    private static List<String> bloom(byte[] block) {
        List<Finding> findings = FilterBlockVerifier.verifyBloom(ByteBuffer.wrap(block));
        assertEquals(findings, FilterBlockVerifier.verifyBloom(ByteBuffer.wrap(block)));
        return shown(findings);
    }

    private static List<String> shown(List<Finding> findings) {
        findings.forEach(finding -> assertFalse(finding.message().isBlank(), finding::toString));
        return findings.stream()
                .map(finding -> finding.rule() + " at " + finding.offset())
                .toList();
    }

    private static void assertLayout(byte[] block, String... findings) {
        assertEquals(List.of(findings), layout(block));
        assertEquals(List.of(findings), bloom(block));
    }

    @Test
    void healthyBlocksHaveNoFindings() {
        assertLayout(Bytes.hex("000000000b"));
        assertLayout(Blocks.of(DENY, 11, 0));
        assertLayout(Blocks.of("", 63, 0, 0, 0));
        assertLayout(Blocks.build(BlockPlan.parse(11, "S0 K61 S9000 K62 K63 S20000"), BloomFilterPolicy.levelDb(10)));
    }

    @ParameterizedTest
    @Tag("FB-19")
    @ValueSource(strings = {"", "0b", "00000000", "ffffffff"})
    void blockWithoutItsTailIsFound(String block) {
        assertLayout(Bytes.hex(block), "FB-19 at 0");
    }

    @ParameterizedTest
    @Tag("FB-20")
    @ValueSource(longs = {14, 18, 0x7fff_ffffL, 0x8000_0000L, 0xffff_ffffL})
    void arrayOffsetBeyondItsOwnPlaceIsFound(long arrayOffset) {
        assertLayout(Blocks.withArrayOffset(DENY, arrayOffset, 11, 0), "FB-20 at 13");
    }

    @ParameterizedTest
    @Tag("FB-21")
    @ValueSource(ints = {1, 2, 3})
    void offsetArrayThatIsNoMultipleOfFourIsFound(int more) {
        byte[] block = Bytes.hex(DENY + "00000000" + "00".repeat(more) + "09000000" + "0b");
        assertLayout(block, "FB-21 at 9");
    }

    @Test
    @Tag("FB-21")
    void offsetArrayTooShortForOneOffsetIsFound() {
        assertLayout(Blocks.withArrayOffset(DENY, 11, 11, 0), "FB-21 at 11");
    }

    @Test
    @Tag("FB-11")
    void filtersWithoutOffsetsAreFound() {
        assertLayout(Blocks.of(DENY, 11), "FB-11 at 0");
    }

    @ParameterizedTest
    @Tag("FB-22")
    @ValueSource(ints = {64, 75, 128, 255})
    void baseLgAbove63IsFound(int baseLg) {
        assertLayout(Blocks.of(DENY, baseLg, 0), "FB-22 at 17");
        assertLayout(Blocks.of("", baseLg), "FB-22 at 4");
    }

    @Test
    @Tag("FB-14")
    void firstOffsetAbove0IsFound() {
        assertLayout(Blocks.of(DENY + DENY, 11, 9), "FB-14 at 18");
    }

    @Test
    @Tag("FB-14")
    void descendingOffsetIsFound() {
        assertLayout(Blocks.of(DENY + DENY, 11, 0, 18, 9), "FB-14 at 26");
        assertLayout(Blocks.of(DENY + DENY, 11, 0, 9, 0), "FB-14 at 26");
        List<Finding> findings = FilterBlockVerifier.verify(ByteBuffer.wrap(Blocks.of(DENY + DENY, 11, 0, 9, 0)));
        assertTrue(
                findings.get(0).message().startsWith("filter 2 starts at 0, before filter 1 at 9"), findings::toString);
    }

    // Both beyond, so that the order is right; and one, behind which the next one descends.
    @Test
    @Tag("FB-14")
    void offsetBeyondTheArrayIsFound() {
        assertLayout(Blocks.of(DENY, 11, 0, 10), "FB-14 at 13");
        assertLayout(Blocks.of(DENY, 11, 0, 0x8000_0000L, 0xffff_ffffL), "FB-14 at 13", "FB-14 at 17");
        assertLayout(Blocks.of(DENY, 11, 0, 0xffff_ffffL, 9), "FB-14 at 13", "FB-14 at 17");
    }

    @Test
    @Tag("FB-14")
    void offsetEqualToTheArrayOffsetIsNone() {
        assertLayout(Blocks.of(DENY, 11, 0, 9, 9));
    }

    @ParameterizedTest
    @Tag("FB-5")
    @ValueSource(strings = {"06", "0006", "0000000000000006"})
    void filterBelowNineBytesIsFoundAmongBloomFiltersOnly(String filter) {
        byte[] block = Blocks.of(DENY + filter, 11, 0, 9);
        assertEquals(List.of(), layout(block));
        assertEquals(List.of("FB-5 at 9"), bloom(block));
    }

    @ParameterizedTest
    @Tag("FB-9")
    @ValueSource(strings = {"00", "1f", "7f", "80", "ff"})
    void probesOutside1To30AreFoundAmongBloomFiltersOnly(String probes) {
        byte[] block = Blocks.of("0000000000000000" + probes + DENY, 11, 0, 0, 9);
        assertEquals(List.of(), layout(block));
        assertEquals(List.of("FB-9 at 8"), bloom(block));
    }

    @ParameterizedTest
    @Tag("FB-9")
    @ValueSource(strings = {"01", "1e"})
    void oneAndThirtyProbesAreUsual(String probes) {
        assertLayout(Blocks.of("0000000000000000" + probes, 11, 0));
    }

    @Test
    void everyDefectIsFoundInTheOrderOfOffsets() {
        byte[] block = Bytes.hex(DENY + "00001f" + "09000000" + "00000000" + "00" + "0c000000" + "40");
        assertEquals(List.of("FB-21 at 12", "FB-14 at 12", "FB-14 at 16", "FB-22 at 25"), layout(block));
    }

    @Test
    void rangesOfDamagedOffsetsAreNotTakenForFilters() {
        byte[] block = Blocks.of("00", 11, 0xffff_ffffL, 0xffff_fff0L, 7, 1);
        assertTrue(bloom(block).stream().allMatch(finding -> finding.startsWith("FB-14")));
    }

    @ParameterizedTest
    @EnumSource
    void bufferMayBeOfAnyKindAndStaysUntouched(ByteBufKind kind) {
        byte[] block = Blocks.of("00000000000000001f", 64, 0, 10);
        ByteBuf buffer = kind.of(block);
        Loan loan = new Loan(buffer);
        assertEquals(List.of("FB-14 at 13", "FB-22 at 21"), shown(FilterBlockVerifier.verify(buffer.nioBuffer())));
        assertEquals(layout(block), shown(FilterBlockVerifier.verify(buffer.nioBuffer())));
        assertEquals(bloom(block), shown(FilterBlockVerifier.verifyBloom(buffer.nioBuffer())));
        loan.assertReturnedUntouched();
        buffer.release();
    }

    @Test
    void byteBufferMayLieAnywhereAndStaysUntouched() {
        byte[] block = Blocks.of("00000000000000001f", 64, 0);
        ByteBuffer buffer =
                ByteBuffer.allocateDirect(50).put(7, block).position(7).limit(7 + block.length);
        assertEquals(List.of("FB-22 at 17"), shown(FilterBlockVerifier.verify(buffer)));
        assertEquals(List.of("FB-22 at 17", "FB-9 at 8"), shown(FilterBlockVerifier.verifyBloom(buffer)));
        assertEquals(7, buffer.position());
        assertEquals(7 + block.length, buffer.limit());
        assertEquals(ByteOrder.BIG_ENDIAN, buffer.order());
    }

    @Test
    void messagesNameTheNumbers() {
        String message = FilterBlockVerifier.verify(ByteBuffer.wrap(Blocks.of(DENY, 11, 0, 77)))
                .get(0)
                .message();
        assertTrue(message.contains("filter 1") && message.contains("77") && message.contains("9"), message);
    }

    @Test
    void findingMovesAndShowsItself() {
        Finding finding = new Finding(Rule.FB_14, 13, "what is wrong");
        assertEquals(new Finding(Rule.FB_14, 113, "what is wrong"), finding.shiftedBy(100));
        assertEquals("FB-14 at offset 13: what is wrong", finding.toString());
        assertThrows(NullPointerException.class, () -> new Finding(null, 0, "what is wrong"));
        assertThrows(NullPointerException.class, () -> new Finding(Rule.FB_14, 0, null));
    }
}
