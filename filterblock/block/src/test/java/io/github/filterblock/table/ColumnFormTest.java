// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.columns.ColumnarMaker;
import io.github.filterblock.compression.BlockDecompressor;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.testdata.Mutator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The blocks of Pebble's columnar tables as rows. */
@Tag("PB-7")
class ColumnFormTest {
    private static final ColumnForm COCKROACH = new ColumnForm(7, Optional.of(KeySchema.COCKROACH), "crdb1");
    private static final ColumnForm DEFAULT =
            new ColumnForm(7, Optional.of(KeySchema.DEFAULT), "DefaultKeySchema(leveldb.BytewiseComparator,16)");

    /** The data block that FORMAT-PEBBLE.md shows. */
    private static final byte[] VECTOR =
            Bytes.hex("02040000000109000200000004390000000245000000024600000003470000000248000000014e00"
                    + "00000360000000016e00000001800000000401000003066565656666660000000200010e010f0000"
                    + "030000000000000001000000000000000100050a4000060000400007000100000300000000000000"
                    + "01000000000000000100");

    /** The block of deleted ranges that FORMAT-PEBBLE.md shows. */
    private static final String RANGES =
            "040000000105000300000003240000000236000000023b0000000348000000034900000001000306"
                    + "090c6161616262626363636464640100020203040f8813000fa00f000f891300000000";

    private static StoredBlock stored(byte[] contents) throws IOException {
        byte[] bytes = StoredBlock.raw(contents, BlockChecksum.CRC32C);
        BlockHandle handle = new BlockHandle(0, contents.length);
        Footer footer = new Footer(handle, handle, BlockChecksum.CRC32C, 0, 0, 7, 0);
        return StoredBlock.read(
                TableSource.of(ByteBuffer.wrap(bytes), "a.sst"),
                handle,
                footer,
                new BlockDecompressor(BlockDecompressor.DEFAULT_LIMIT),
                null,
                null);
    }

    private static List<String> entries(KeyValueBlock block) throws IOException {
        List<String> entries = new ArrayList<>();
        KeyValueBlock.Cursor cursor = block.cursor();
        while (cursor.next()) {
            entries.add(Bytes.toHex(cursor.copyOfKey()) + " " + Bytes.toHex(cursor.copyOfValue()));
        }
        return entries;
    }

    @Test
    void theBlockOfThePageHasItsKeys() throws IOException {
        assertEquals(
                List.of("65656500010e000000000000 ", "66666600010f000000000000 "),
                entries(COCKROACH.data(stored(VECTOR))));
    }

    @Test
    void blocksOfOtherKindsHaveOtherColumns() throws IOException {
        StoredBlock block = stored(VECTOR);
        assertEquals(
                Reason.BAD_ENTRIES,
                assertThrows(CorruptTableException.class, () -> DEFAULT.data(block))
                        .reason());
        assertEquals(
                Reason.BAD_ENTRIES,
                assertThrows(CorruptTableException.class, () -> COCKROACH.index(block))
                        .reason());
        ColumnForm later = new ColumnForm(8, Optional.of(KeySchema.COCKROACH), "crdb1");
        CorruptTableException e = assertThrows(CorruptTableException.class, () -> later.data(block));
        assertEquals(
                "the block has 9 columns, not the 12 of a block of its kind, or columns of other types", e.detail());
    }

    private static byte[] dataBlock(byte[][] keys) {
        byte[][] none = new byte[keys.length][0];
        return new ColumnarMaker(new byte[4], keys.length)
                .keys(4, 4, keys)
                .strings(1, none)
                .numbers(8, 0, new long[keys.length])
                .noBits()
                .strings(1, none)
                .noBits()
                .noBits()
                .block();
    }

    private static byte[][] keys(int count, int length) {
        byte[][] keys = new byte[count][];
        for (int i = 0; i < count; i++) {
            keys[i] = new byte[length];
            keys[i][length - 1] = (byte) i;
        }
        return keys;
    }

    /** Rows that share a long key could stand for any number of bytes. */
    @Test
    void keysThatExpandAreRefused() throws IOException {
        assertEquals(
                200, entries(DEFAULT.data(stored(dataBlock(keys(200, 40_000))))).size());
        byte[] many = dataBlock(keys(4000, 40_000));
        assertTrue(many.length < 300_000);
        StoredBlock block = stored(many);
        CorruptTableException e = assertThrows(CorruptTableException.class, () -> DEFAULT.data(block));
        assertEquals(Reason.TOO_LARGE, e.reason());
        StoredBlock longest = stored(dataBlock(keys(1, (16 << 20) + 1)));
        e = assertThrows(CorruptTableException.class, () -> DEFAULT.data(longest));
        assertEquals("a key of the block has 16777225 bytes", e.detail());
    }

    /** Numbers of no width take no bytes in a column, and up to ten in each row. */
    @Test
    void rowsThatExpandAreRefused() throws IOException {
        StoredBlock block = stored(index(3_000_000));
        CorruptTableException e = assertThrows(CorruptTableException.class, () -> DEFAULT.index(block));
        assertEquals(Reason.TOO_LARGE, e.reason());
        assertTrue(e.detail().startsWith("the rows of the block take more than the 67108864 bytes"), e.detail());
        assertEquals(1000, entries(DEFAULT.index(stored(index(1000)))).size());
    }

    private static byte[] index(int rows) {
        byte[][] none = new byte[rows][0];
        return new ColumnarMaker(new byte[0], rows)
                .strings(0, none)
                .numbers(0, -1)
                .numbers(0, -1)
                .strings(1, none)
                .block();
    }

    @Test
    void theRangesOfThePageAreRead() throws IOException {
        assertEquals(
                List.of("6161610f88130000000000 626262", "6363630f89130000000000 646464"),
                entries(COCKROACH.rangeDeletions(stored(Bytes.hex(RANGES)))));
    }

    /** A range of deletions 2 to 1, of 2 to 4 of 3, and more keys than bytes. */
    @ParameterizedTest
    @CsvSource({
        "0100020203, 0100020103, the deletions of a range are 2 to 1 of 3",
        "0100020203, 0100020204, the deletions of a range are 2 to 4 of 3",
        "0400000001050003, 0401000001050003, "
                + "'a columnar block of 75 bytes claims 5 columns of 3 rows, and 260 rows before them'"
    })
    void rangesThatDoNotFitAreRefused(String from, String to, String message) throws IOException {
        StoredBlock block = stored(Bytes.hex(RANGES.replace(from, to)));
        CorruptTableException e = assertThrows(CorruptTableException.class, () -> COCKROACH.rangeDeletions(block));
        assertEquals(message, e.detail());
    }

    @Test
    void damagedRangesAreReadOrRefused() throws IOException {
        int refused = 0;
        for (int seed = 0; seed < 3_000; seed++) {
            StoredBlock block = stored(new Mutator(seed).mutate(Bytes.hex(RANGES)));
            try {
                assertTrue(entries(COCKROACH.rangeDeletions(block)).size() <= 200);
            } catch (CorruptTableException e) {
                refused++;
            }
        }
        assertTrue(refused > 1_000 && refused < 3_000, refused + " are refused");
    }

    @Test
    void anUnknownSchemaIsNamed() throws IOException {
        StoredBlock block = stored(VECTOR);
        ColumnForm unknown = new ColumnForm(7, KeySchema.named("mine"), "mine");
        CorruptTableException e = assertThrows(CorruptTableException.class, () -> unknown.data(block));
        assertEquals("the key schema mine is not known: the filter is asked, no key is verified", e.detail());
        assertTrue(e.reason().isUndecoded());
    }

    @Test
    void schemasHaveNames() {
        assertEquals(Optional.of(KeySchema.COCKROACH), KeySchema.named("crdb1"));
        assertEquals(Optional.of(KeySchema.DEFAULT), KeySchema.named("DefaultKeySchema(any,16)"));
        assertEquals(Optional.empty(), KeySchema.named("DefaultKeySchema(any,)"));
        assertEquals(Optional.empty(), KeySchema.named(""));
        assertEquals(KeySplit.COCKROACH, KeySplit.of("leveldb.BytewiseComparator", "crdb1"));
        assertEquals(
                KeySplit.TEST_KEYS,
                KeySplit.of("pebble.internal.testkeys", "DefaultKeySchema(pebble.internal.testkeys,16)"));
        assertEquals(KeySplit.UNKNOWN, KeySplit.of("cockroach_comparator", "mine"));
        assertEquals(KeySplit.COCKROACH, KeySplit.of("cockroach_comparator", ""));
    }
}
