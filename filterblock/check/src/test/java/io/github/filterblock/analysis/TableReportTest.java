// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.Finding;
import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.analysis.Reports.Part;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.Packing;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** That each rule is found broken where it is, and nowhere else; mostly one damage to a table at a time. */
class TableReportTest {
    private static final byte[][] KEYS = TestKeys.ascii(0, 50);

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    private static TestTable whole() {
        return TestTable.ofWholeKeys();
    }

    private static TestTable internal() {
        return TestTable.ofInternalKeys();
    }

    /** Two blocks in windows 0 and 1, three windows in all. */
    private static TestTable table() {
        return whole().valueLength(1000).block("a", "b", "c").block("d", "e");
    }

    @TestFactory
    Stream<DynamicTest> soundTables() throws IOException {
        byte[][] keys = TestKeys.ascii(0, 500);
        Reports cases = new Reports(Part.FINDINGS, Part.FILTER);
        cases.add("two blocks", table());
        cases.add("no filter", table().withoutFilter());
        cases.add("no block", whole());
        cases.add("an empty block", whole().block(new byte[0][]));
        cases.add("versions over blocks", internal().block("a", "a", "a").block("a", "b"));
        cases.add("a restart at each key", internal().block(keys).restartInterval(1));
        cases.add("a restart at each hundredth key", whole().block(keys).restartInterval(100));
        cases.add("windows of one byte", whole().baseLg(0).block("a").block("b"));
        cases.add("one window", whole().baseLg(63).valueLength(5000).block(keys));
        cases.add("another order", whole().block("b").block("a"));
        cases.add("no filter, an empty block", emptied("00000000 01000000"));
        cases.add("an unknown policy", table().policy("mi\u00ffne", ReferencePolicy.fnvSet()));
        cases.add("several filters", table().changeMetaindexEntries(entries -> {
            entries.add(0, Entry.of("filter.a.mine", new byte[] {0, 0}));
            entries.add(Entry.of("filter.rocksdb.BuiltinBloomFilter", new byte[] {0, 0}));
        }));
        cases.add(
                "a full filter of no name",
                table().withoutFilter()
                        .changeMetaindexEntries(
                                entries -> entries.add(Entry.of("fullfilter.other", new byte[] {0, 0}))));
        cases.add("an unknown compression", table().compressData(6, contents -> contents));
        cases.add("a compressed filter", filter(1, Packing.SNAPPY::pack));
        cases.add("a name of the metaindex in bytes", metaindex(1, new byte[] {(byte) 0xff}));
        cases.add("an index key between two blocks", indexKey("cx"));
        return cases.compareWith("sound.txt");
    }

    private static TestTable emptied(String block) {
        return whole().withoutFilter().block("a").changeData(0, old -> hex(block));
    }

    private static TestTable metaindex(int at, byte[]... keys) {
        byte[] somewhere = table().write().data().get(0).encode();
        return table().changeMetaindexEntries(entries -> entries.addAll(
                at, Arrays.stream(keys).map(key -> new Entry(key, somewhere)).toList()));
    }

    private static TestTable metaindex(String... keys) {
        return metaindex(
                0,
                Arrays.stream(keys).map(key -> Entry.of(key, new byte[0]).key()).toArray(byte[][]::new));
    }

    private static void setHandle(List<Entry> entries, int at, byte[] handle) {
        entries.set(at, new Entry(entries.get(at).key(), handle));
    }

    private static TestTable indexKey(String first) {
        return table().changeIndexEntries(
                        entries -> entries.set(0, Entry.of(first, entries.get(0).value())));
    }

    /** Names of the metaindex are shown up to 256 characters, each of which is printable. */
    @TestFactory
    Stream<DynamicTest> damagedTables() throws IOException {
        TestFile sound = table().write();
        byte[] bad = {9, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0};
        byte[] outside = TestBlocks.handle(100_000, 10);
        TestTable restarts = whole().restartInterval(2).block(TestKeys.ascii(0, 10));
        long large = table().bytes().length - 100;
        byte[] goodAndBad = TestBlocks.join(
                TestBlocks.entry(0, new byte[] {'d'}, new byte[2]),
                new byte[] {99, 0, 0},
                TestBlocks.u32(0),
                TestBlocks.u32(1));
        Reports cases = new Reports(Part.FINDINGS);
        cases.add("checksum of block 0", sound.flipping(sound.data().get(0).end() - 1));
        cases.add("checksum of block 1", sound.flipping(sound.data().get(1).end() - 1));
        cases.add(
                "checksum of the filter",
                sound.flipping(sound.filter().orElseThrow().end() - 1));
        cases.add("checksum of the index", sound.flipping(sound.index().end() - 1));
        cases.add(
                "the filter's handle does not end",
                table().changeMetaindexEntries(all -> setHandle(all, 0, new byte[] {1})));
        cases.add(
                "a handle of the index does not end",
                table().changeIndexEntries(all -> setHandle(all, 0, new byte[] {1})));
        cases.add("a filter outside of the file", table().changeMetaindexEntries(all -> setHandle(all, 0, outside)));
        cases.add("a block outside of the file", table().changeIndexEntries(all -> setHandle(all, 1, outside)));
        cases.add("a filter that is not compressed", filter(1, block -> block));
        cases.add("blocks of an unknown type", table().compressData(5, contents -> contents));
        cases.add("entries of a block", table().changeData(1, contents -> bad));
        cases.add("a good entry and a bad one", table().changeData(1, contents -> goodAndBad));
        cases.add("entries of the metaindex", table().changeMetaindex(contents -> bad));
        cases.add("entries of the index", table().changeIndex(contents -> bad));
        cases.add("a restart inside of an entry", restarts.changeData(0, block -> withRestart(block, 1, 7)));
        cases.add(
                "a restart at an entry that shares",
                restarts.changeData(0, block -> withRestart(block, 1, 3 + 8 + 10)));
        cases.add("a restart of the metaindex", table().changeMetaindex(block -> withRestart(block, 0, 1)));
        cases.add("a restart of the index", table().changeIndex(block -> withRestart(block, 1, 3)));
        cases.add("two restarts of an empty block", emptied("00000000 00000000 02000000"));
        cases.add("the metaindex out of order", metaindex("zzz"));
        cases.add("the metaindex out of order, escaped", metaindex("b\u001b", "a\u001b"));
        cases.add("an entry twice", table().changeMetaindexEntries(entries -> entries.add(entries.get(0))));
        cases.add("an entry twice, another between", metaindex("aaa", "bbb", "aaa"));
        cases.add("a name of 256 bytes twice", twice("\u001b" + "n".repeat(255)));
        cases.add("a name of 257 bytes twice", twice("\u001b" + "n".repeat(256)));
        cases.add("a block twice", table().changeIndexEntries(entries -> entries.add(entries.get(1))));
        cases.add("blocks backwards", table().changeIndexEntries(entries -> entries.add(entries.remove(0))));
        cases.add("an index key below its block", indexKey("b"));
        cases.add("an index without entries", table().changeIndexEntries(List::clear));
        cases.add("an index without the first block", table().changeIndexEntries(entries -> entries.remove(0)));
        cases.add(
                "properties that are named a filter",
                table().properties("rocksdb.num.entries", "5")
                        .changeMetaindexEntries(entries -> entries.set(
                                1, Entry.of("filter.zzz", entries.get(1).value()))));
        // also those that no reader of ours needs: a rebuild would copy them as they are
        for (String name :
                List.of("rocksdb.properties", "fullfilter.rocksdb.BuiltinBloomFilter", "filter.zzz", "stats", "")) {
            TestFile side = table().properties("rocksdb.num.entries", "5")
                    .changeMetaindexEntries(entries -> {
                        entries.set(1, Entry.of(name, entries.get(1).value()));
                        entries.sort((one, other) -> Arrays.compareUnsigned(one.key(), other.key()));
                    })
                    .write();
            cases.add(
                    "a damaged block of the name '" + name + "'",
                    side.flipping(side.filter().orElseThrow().end()));
        }
        // all blocks together have no more bytes than the file, so no more are read
        cases.add("blocks of the metaindex over each other", table().changeMetaindexEntries(entries -> {
            for (int i = 0; i < 3; i++) {
                entries.add(Entry.of("x" + i, new BlockHandle(i, large - i).encode()));
            }
        }));
        return cases.compareWith("damaged.txt");
    }

    private static TestTable twice(String name) {
        return metaindex(name, name);
    }

    private static byte[] withRestart(byte[] contents, int restart, int value) {
        int count = contents[contents.length - 4];
        return with(contents, 4 + 4 * (count - restart), TestBlocks.u32(value));
    }

    private static byte[] with(byte[] block, int fromEnd, byte... bytes) {
        byte[] copy = block.clone();
        System.arraycopy(bytes, 0, copy, copy.length - fromEnd, bytes.length);
        return copy;
    }

    /** One filter of 50 keys: 63 bytes of bits, k, offsets 0 and 64 in its array, base lg. */
    private static TestTable filter(int type, UnaryOperator<byte[]> change) {
        return whole().block(KEYS).changeFilter(type, change);
    }

    private static TestTable filter(String block) {
        return filter(0, old -> hex(block));
    }

    private static TestTable filterWith(int fromEnd, String bytes) {
        return filter(0, block -> with(block, fromEnd, hex(bytes)));
    }

    @TestFactory
    @Tag("TF-13")
    Stream<DynamicTest> damagedFilters() throws IOException {
        String bits = "081020408000010006";
        Reports cases = new Reports(Part.FINDINGS);
        cases.add("four bytes", filter("00000000"));
        cases.add("an array behind the block", filterWith(5, "ffffffff"));
        cases.add("base lg 64", filterWith(1, "40"));
        cases.add("base lg 255", filterWith(1, "ff"));
        cases.add("base lg 99, compressed", filter(1, block -> Packing.SNAPPY.pack(with(block, 1, (byte) 99))));
        cases.add("the first offset not 0", filterWith(9, "01000000"));
        cases.add("the first offset beyond the array", filterWith(9, "ffffffff"));
        cases.add("an array behind its own place", filterWith(5, "48000000"));
        cases.add("an array of no multiple of four", filterWith(5, "3f000000"));
        cases.add("no filter", filterWith(5, "44000000"));
        cases.add("k 0", filterWith(10, "00"));
        cases.add("k 31", filterWith(10, "1f"));
        cases.add("k 7", filterWith(10, "07"));
        cases.add("all bits", filter("ffffffffffffff06 00000000 08000000 0b"));
        cases.add("a lost bit", filter(0, TestKeys::withoutItsFirstSetBit));
        cases.add("no filter for a block", filter("000000000b"));
        cases.add("an empty filter", filter("00000000 00000000 0b"));
        cases.add("a filter of one byte", filter("06 00000000 01000000 0b"));
        cases.add("an empty filter behind the others", filter("000000000000000006 2c010000 2c010000 09000000 0b"));
        cases.add(
                "a filter too many",
                filter(0, block -> with(Arrays.copyOf(block, block.length + 4), 9, hex("40000000 40000000 0b"))));
        cases.add(
                "a filter where no block starts",
                whole().valueLength(4000)
                        .block("a")
                        .changeFilter(0, old -> hex(bits + bits + "00000000 09000000 12000000 0b")));
        cases.add(
                "long and empty keys",
                whole().block(new byte[0], new byte[100], hex("7f".repeat(64)), hex("7f".repeat(65)))
                        .changeFilter(0, old -> hex("00000000 00000000 0b")));
        return cases.compareWith("damaged-filters.txt");
    }

    @Test
    @Tag("TF-13")
    void falseNegativesAreCountedBeyondThoseThatAreListed() throws IOException {
        int keys = 10_000;
        TestFile written = whole().baseLg(63)
                .block(TestKeys.ascii(0, keys))
                .changeFilter(0, block -> hex("00000000 00000000 3f"))
                .write();
        TableVerification verified = TableVerification.of(written.open());
        assertEquals(keys, verified.report().falseNegatives());
        assertEquals(keys, verified.findings().count());
        assertEquals(
                Collections.nCopies(Findings.USUAL_LIMIT, Rule.TF_13),
                verified.findings().first().stream().map(Finding::rule).toList());
    }

    /** Of a thousand blocks that are not decoded none is damaged. */
    @Test
    @Tag("TF-6")
    void aDamagedBlockIsFoundBehindManyThatAreNotDecoded() throws IOException {
        TestTable table = TestTable.ofInternalKeys().withoutFilter();
        for (int i = 0; i <= Findings.USUAL_LIMIT; i++) {
            table.block(String.format("%06d", i));
        }
        TestFile file = table.undecoded(0).write();
        long last = file.data().get(Findings.USUAL_LIMIT).offset();
        TableReport undecoded = TableReport.of(file.open());
        assertEquals(TableStatus.INCOMPLETE, undecoded.status());
        assertEquals(Optional.empty(), undecoded.facts().firstDamagedBlock());
        TableReport damaged = TableReport.of(file.flipping(last).open());
        assertEquals(TableStatus.CORRUPT, damaged.status());
        assertEquals(last, damaged.facts().firstDamagedBlock().orElseThrow().offset());
        assertEquals(0, damaged.facts().firstUnreadableBlock().orElseThrow().offset());
        assertEquals(Findings.USUAL_LIMIT + 1, damaged.damageCount());
    }
}
