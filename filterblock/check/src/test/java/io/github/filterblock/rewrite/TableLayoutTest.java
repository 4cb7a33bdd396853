// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.rewrite.FilterDecision.Shape;
import io.github.filterblock.rewrite.UnwritableFilterException.Parameter;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tables with layouts that LevelDB does not write, and with layouts that are not allowed. */
class TableLayoutTest {
    private static final FilterHints WHOLE_KEYS = new FilterHints(Optional.empty(), Optional.of(KeyFormat.WHOLE_KEY));

    private static HandMadeTable twoBlocks() {
        return new HandMadeTable().data("apple", "pear").data("plum");
    }

    private static byte[] rebuilt(byte[] table) throws IOException {
        Rebuilt rebuilt = Rebuilt.of(table, FilterPlan.KEEP, WHOLE_KEYS);
        assertEquals(
                TableStatus.OK,
                TableReport.of(Rebuilt.open(rebuilt.bytes()), WHOLE_KEYS).verifiedStatus());
        byte[] dropped = Rebuilt.of(rebuilt.bytes(), FilterPlan.DROP).bytes();
        byte[] again = Rebuilt.of(dropped, FilterPlan.KEEP, WHOLE_KEYS).bytes();
        assertArrayEquals(rebuilt.bytes(), again);
        return rebuilt.bytes();
    }

    private static byte[] contents(TableFile table, String name) throws IOException {
        for (MetaindexEntry entry : table.metaindex()) {
            if (entry.key().equals(name)) {
                return table.read(entry.handle().orElseThrow()).contents();
            }
        }
        throw new AssertionError("no " + name);
    }

    @Test
    void otherBlocksMoveWithTheirHandles() throws IOException {
        byte[] table = twoBlocks()
                .meta("a.first", "one")
                .meta("properties", "two")
                .meta("z.last", "three")
                .finish();
        TableFile now = Rebuilt.open(rebuilt(table));
        assertEquals(4, now.metaindex().size());
        assertArrayEquals(HandMadeTable.bytes("one"), contents(now, "a.first"));
        assertArrayEquals(HandMadeTable.bytes("two"), contents(now, "properties"));
        assertArrayEquals(HandMadeTable.bytes("three"), contents(now, "z.last"));
        assertArrayEquals(table, Rebuilt.of(rebuilt(table), FilterPlan.DROP).bytes(), "there and back");
    }

    @Test
    void aMetaindexInFrontOfWhatItLeadsToMovesBehindIt() throws IOException {
        HandMadeTable parts = twoBlocks();
        parts.metaindex.put(
                "properties", new BlockHandle(parts.block(new byte[0]).end() + 100, 3));
        BlockHandle metaindex = parts.writeMetaindex();
        BlockHandle index = parts.writeIndex();
        parts.gap((int) (parts.metaindex.get("properties").offset() - index.end()));
        parts.block(HandMadeTable.bytes("two"));
        TableFile now = Rebuilt.open(rebuilt(parts.finish(metaindex, index)));
        assertArrayEquals(HandMadeTable.bytes("two"), contents(now, "properties"));
        assertTrue(now.footer().metaindex().offset() > now.footer().index().offset());
    }

    @Test
    void theIndexMayStandFirstAsInRocksDb() throws IOException {
        HandMadeTable parts = twoBlocks();
        BlockHandle index = parts.writeIndex();
        byte[] table = parts.finish(parts.writeMetaindex(), index);
        TableFile now = Rebuilt.open(rebuilt(table));
        assertTrue(now.footer().metaindex().offset() > now.footer().index().offset());
        assertEquals(2, now.index().size());
    }

    @Test
    void bytesThatBelongToNoBlockAreKept() throws IOException {
        byte[] table = new HandMadeTable()
                .data("apple")
                .data("pear")
                .gap(5)
                .meta("a", "one")
                .gap(6)
                .finish();
        byte[] now = rebuilt(table);
        Rebuilt dropped = Rebuilt.of(now, FilterPlan.DROP);
        assertArrayEquals(table, dropped.bytes());
    }

    /** A gap may be a block that the index does not lead to, whose keys a new filter would deny. */
    @Test
    void noFilterIsBuiltWhereTheIndexMayHaveLostABlock() throws IOException {
        byte[] table = new HandMadeTable()
                .data("apple")
                .gap(4)
                .data("pear")
                .meta("a", "one")
                .finish();
        refused(Reason.BAD_ORDER, table);
        assertArrayEquals(table, Rebuilt.of(table, FilterPlan.DROP).bytes());
    }

    @Test
    void aBlockThatTwoEntriesLeadToStaysForTheOther() throws IOException {
        byte[] once = rebuilt(twoBlocks().finish());
        TableFile table = Rebuilt.open(once);
        BlockHandle filter = table.metaindex().get(0).handle().orElseThrow();
        HandMadeTable parts = twoBlocks();
        byte[] block = Arrays.copyOfRange(once, (int) filter.offset(), (int) (filter.end() - 5));
        BlockHandle copy = parts.block(block);
        parts.metaindex.put("filter.leveldb.BuiltinBloomFilter2", copy);
        parts.metaindex.put("filter.mine", copy);
        Rebuilt wider = Rebuilt.of(parts.finish(), FilterPlan.KEEP.withBitsPerKey(40), WHOLE_KEYS);
        TableFile now = Rebuilt.open(wider.bytes());
        assertArrayEquals(block, contents(now, "filter.mine"));
        assertTrue(contents(now, "filter.leveldb.BuiltinBloomFilter2").length > block.length);
    }

    @Test
    void blocksOverEachOtherAreRefused() {
        HandMadeTable overlapping = twoBlocks().meta("a", "one");
        BlockHandle first = overlapping.metaindex.get("a");
        overlapping.metaindex.put("b", new BlockHandle(first.offset() + 1, first.size()));
        refused(Reason.BAD_ORDER, overlapping.finish());

        HandMadeTable inData = twoBlocks();
        inData.metaindex.put("a", new BlockHandle(0, 10));
        refused(Reason.BAD_ORDER, inData.finish());

        HandMadeTable one = twoBlocks();
        BlockHandle index = one.writeIndex();
        refused(Reason.BAD_ORDER, one.finish(index, index));

        HandMadeTable indexFirst = new HandMadeTable();
        BlockHandle empty = indexFirst.writeMetaindex();
        indexFirst.data("apple");
        refused(Reason.BAD_ORDER, indexFirst.finish(empty, indexFirst.writeIndex()));

        HandMadeTable outside = twoBlocks();
        outside.metaindex.put("a", new BlockHandle(1 << 20, 10));
        refused(Reason.OUTSIDE_FILE, outside.finish());

        HandMadeTable inFooter = twoBlocks();
        inFooter.metaindex.put("a", new BlockHandle(0, 0));
        int length = inFooter.finish().length;
        HandMadeTable again = twoBlocks();
        again.metaindex.put("a", new BlockHandle(length - 20, 0));
        refused(Reason.OUTSIDE_FILE, again.finish());
    }

    private static void refused(Reason reason, byte[] table) {
        CorruptTableException e =
                assertThrows(CorruptTableException.class, () -> Rebuilt.of(table, FilterPlan.KEEP, WHOLE_KEYS));
        assertEquals(reason, e.reason(), e.getMessage());
    }

    @Test
    void dataBlocksOutOfOrderAreRefused() {
        HandMadeTable parts = new HandMadeTable().data("apple").data("pear");
        byte[] table = parts.finish();
        HandMadeTable twice = new HandMadeTable().data("apple");
        twice.data("pear");
        assertEquals(table.length, twice.finish().length);
        HandMadeTable backwards = new HandMadeTable().data("apple").data("pear").reversed();
        refused(Reason.BAD_ORDER, backwards.finish());
    }

    @Test
    void keysTooShortForATagAreRefused() {
        byte[] table = twoBlocks().finish();
        FilterHints internal = new FilterHints(Optional.empty(), Optional.of(KeyFormat.USER_KEY));
        CorruptTableException e =
                assertThrows(CorruptTableException.class, () -> Rebuilt.of(table, FilterPlan.KEEP, internal));
        assertEquals(Reason.BAD_ENTRIES, e.reason());
        assertEquals(0, e.offset());
    }

    @Test
    void aFilterThatWouldPassTwoGibibytesIsRefused() {
        HandMadeTable parts = new HandMadeTable().data("apple");
        byte[] table = parts.finish();
        UnwritableFilterException e = assertThrows(UnwritableFilterException.class, () -> build(table, 1L << 40, 0));
        assertEquals(Parameter.BASE_LG, e.parameter());
        assertTrue(e.detail().contains("2 GiB"), e.detail());
        assertEquals(
                Parameter.BITS_PER_KEY,
                assertThrows(UnwritableFilterException.class, () -> build(table, 1L << 60, 11))
                        .parameter());
    }

    private static byte[] build(byte[] table, long dataEnd, int baseLg) throws IOException {
        TableFile open = Rebuilt.open(table);
        Shape shape = new Shape(FilterDialect.LEVELDB, KeyFormat.WHOLE_KEY, 10, baseLg);
        return FilterDecision.blocks(open, TableReport.of(open), dataEnd, List.of(shape))
                .get(shape);
    }

    @Test
    void anEmptyTableHasTheSmallestFilterBlock() throws IOException {
        Rebuilt rebuilt = Rebuilt.of(new HandMadeTable().finish(), FilterPlan.KEEP);
        assertEquals(5, rebuilt.report().filter().orElseThrow().size());
        assertEquals(0, rebuilt.report().keys());
        assertEquals(List.of(), Rebuilt.open(rebuilt.bytes()).index());
    }
}
