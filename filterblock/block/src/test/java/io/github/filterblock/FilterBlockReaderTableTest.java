// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.FilterPolicy;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.bloom.TestHashPolicy;
import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.ByteBufKind;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One filter for all keys of a table. */
class FilterBlockReaderTableTest {
    private static final byte[] FOO = Bytes.ascii("foo");
    private static final byte[] ABSENT = Bytes.ascii("absent");
    private static final String PLAN = "S0 K666f6f S3000 K626172 S9000";
    private static final byte[] BLOCK = block(PLAN, FilterBlockBuilder.WHOLE_TABLE, BloomFilterPolicy.levelDb(10));

    private static byte[] block(String plan, int baseLg, FilterPolicy policy) {
        return Blocks.build(BlockPlan.parse(baseLg, plan), policy);
    }

    @Test
    void everyFormOfAKeyIsAnswered() {
        try (EveryReader every = new EveryReader(BLOCK, Matchers.levelDb())) {
            for (FilterBlockReader opened : every.readers()) {
                assertFalse(opened.hasTableFilter());
                assertForms(opened, ABSENT, true);
                FilterBlockReader reader = opened.forDataUpTo(9000);
                assertTrue(reader.hasTableFilter());
                assertForms(reader, FOO, true);
                assertForms(reader, Bytes.ascii("bar"), true);
                assertForms(reader, ABSENT, false);
            }
        }
    }

    /** Of a filter beyond 2 KiB the multiplier is kept; the same filter asked for its data block keeps nothing. */
    @ParameterizedTest
    @ValueSource(ints = {10, 14})
    void aLargeFilterAnswersAsForItsDataBlock(int bitsPerKey) {
        FilterBlockBuilder builder =
                new FilterBlockBuilder(BloomFilterPolicy.levelDb(bitsPerKey), FilterBlockBuilder.WHOLE_TABLE);
        for (int i = 0; i < 3000; i++) {
            builder.addKey(Bytes.ascii("key" + i));
        }
        int denied = 0;
        try (EveryReader every = new EveryReader(builder.finish(), Matchers.levelDb())) {
            for (FilterBlockReader opened : every.readers()) {
                FilterBlockReader reader = opened.forDataUpTo(9000);
                assertTrue(reader.hasTableFilter());
                for (int i = 0; i < 6000; i++) {
                    byte[] key = Bytes.ascii("key" + i);
                    boolean expected = opened.keyMayMatch(0, key);
                    assertTrue(expected || i >= 3000);
                    assertEquals(expected, reader.tableMayMatch(key));
                    assertEquals(expected, reader.tableMayMatch(HashedKey.of(key)));
                    denied += expected ? 0 : 1;
                }
            }
            assertTrue(denied > 2900 * every.readers().size(), denied + " denied");
        }
    }

    private static void assertForms(FilterBlockReader reader, byte[] key, boolean expected) {
        assertEquals(expected, reader.tableMayMatch(key));
        assertEquals(expected, reader.tableMayMatch(Bytes.padded(key, 2, 1), 2, key.length));
        assertEquals(expected, reader.tableMayMatch(ByteBuffer.wrap(key)));
        assertEquals(
                expected,
                reader.tableMayMatch(ByteBuffer.allocateDirect(key.length).put(0, key)));
        assertEquals(expected, reader.tableMayMatch(HashedKey.of(key)));
        for (ByteBufKind kind : ByteBufKind.values()) {
            ByteBuf buffer = kind.of(key);
            assertEquals(expected, reader.tableMayMatch(buffer.nioBuffer()));
            buffer.release();
        }
    }

    /** One window has to hold every offset at which a data block may start: all below the end. F is a sound filter. */
    @ParameterizedTest
    @CsvSource({
        "F 00000000 09000000 3f, 1, true",
        "F 00000000 09000000 3f, 1000, true",
        "F 00000000 09000000 3f, 9223372036854775807, true",
        "F 00000000 09000000 3f, -9223372036854775808, true",
        "F 00000000 09000000 3f, -1, false",
        "F 00000000 09000000 0b, 2048, true",
        "F 00000000 09000000 0b, 2049, false",
        "F 00000000 09000000 0b, -1, false",
        "F 00000000 09000000 00, 1, true",
        "F 00000000 09000000 00, 2, false",
        "F 00000000 09000000 4b, 2000, false",
        "F 00000000 09000000 ff, 1, false",
        // No filter; two, the second without keys; two.
        "00000000 3f, 1000, false",
        "F 00000000 09000000 09000000 3f, 1000, false",
        "F 00000000 00000000 09000000 3f, 1000, false",
        // Bytes before and behind the filter, half an offset more, the array offset beyond the block.
        "F 01000000 09000000 3f, 1000, false",
        "F 00000000 0a000000 3f, 1000, false",
        "F 00000000 08000000 3f, 1000, false",
        "F 00000000 ff 09000000 3f, 1000, false",
        "F ffffffff 09000000 3f, 1000, false",
        "F 00000000 0e000000 3f, 1000, false",
        "F 00000000 ffffffff 3f, 1000, false"
    })
    void onlyOneSoundFilterForAllDataIsThatOfTheTable(String block, long dataEnd, boolean known) {
        byte[] bytes = Bytes.hex(block.replace("F", "081020408000010006"));
        try (EveryReader every = new EveryReader(bytes, Matchers.levelDb())) {
            for (FilterBlockReader reader : every.readers()) {
                assertEquals(known, reader.forDataUpTo(dataEnd).hasTableFilter());
                assertEquals(!known, reader.forDataUpTo(dataEnd).tableMayMatch(ABSENT));
            }
        }
    }

    @Test
    void otherPoliciesAreAskedToo() {
        for (FilterMatcher matcher : new FilterMatcher[] {new TestHashPolicy(), Matchers.eitherHash()}) {
            FilterPolicy policy = matcher instanceof TestHashPolicy test ? test : BloomFilterPolicy.goLevelDb(10);
            byte[] block = block(PLAN, FilterBlockBuilder.WHOLE_TABLE, policy);
            FilterBlockReader reader = FilterBlockReader.wrap(block, matcher).forDataUpTo(9000);
            assertTrue(reader.tableMayMatch(FOO));
            assertFalse(reader.tableMayMatch(ABSENT));
            assertTrue(reader.tableMayMatch(HashedKey.of(FOO)));
            assertFalse(reader.tableMayMatch(HashedKey.of(ABSENT)));
        }
    }

    @Test
    void wrongQuestionsAreRefusedWithAndWithoutAFilter() {
        FilterBlockReader opened = FilterBlockReader.wrap(BLOCK, Matchers.levelDb());
        for (FilterBlockReader reader : List.of(opened, opened.forDataUpTo(9000))) {
            assertThrows(IndexOutOfBoundsException.class, () -> reader.tableMayMatch(FOO, 1, 3));
        }
    }
}
