// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.Finding;
import io.github.filterblock.bloom.Rule;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** That each rule about the file is found broken where it is, and nowhere else; one damage to a table at a time. */
class TableChecksTest {

    /** Two blocks in windows 0 and 1, three windows in all. */
    private static TestTable table() {
        return TestTable.ofWholeKeys().valueLength(1000).block("a", "b", "c").block("d", "e");
    }

    private static TableReport verify(TestFile written) throws IOException {
        try (TableFile file = written.open()) {
            return TableReport.of(file, FilterHints.NONE);
        }
    }

    private static void assertOnly(Rule rule, long offset, TestFile written) throws IOException {
        List<Finding> findings = verify(written).findings().first();
        assertEquals(1, findings.size(), findings::toString);
        assertEquals(rule, findings.get(0).rule());
        assertEquals(offset, findings.get(0).offset());
    }

    static Stream<TestTable> soundTables() {
        byte[][] keys = TestKeys.ascii(0, 500);
        return Stream.of(
                table(),
                table().withoutFilter(),
                TestTable.ofWholeKeys(),
                TestTable.ofWholeKeys().block(new byte[0][]),
                TestTable.ofInternalKeys().block("a", "a", "a").block("a", "b"),
                TestTable.ofInternalKeys().block(keys).restartInterval(1),
                TestTable.ofWholeKeys().block(keys).restartInterval(100),
                TestTable.ofWholeKeys().baseLg(0).block("a").block("b"),
                TestTable.ofWholeKeys().baseLg(63).valueLength(5000).block(keys),
                TestTable.ofWholeKeys().block("b").block("a"));
    }

    @ParameterizedTest
    @MethodSource("soundTables")
    void soundTablesHaveNoFindings(TestTable table) throws IOException {
        TableReport report = verify(table.write());
        assertEquals(List.of(), report.findings().first());
        assertEquals(0, report.falseNegatives());
        assertTrue(report.verifiedStatus() == TableStatus.OK || report.verifiedStatus() == TableStatus.NO_FILTER);
    }

    @Test
    @Tag("TF-2")
    void handlesThatDoNotEndAreFound() throws IOException {
        TestFile filter =
                table().changeMetaindexEntries(TableChecksTest::cutFirstValue).write();
        assertOnly(Rule.TF_2, filter.metaindex().offset(), filter);
        assertEquals(TableStatus.CORRUPT, verify(filter).verifiedStatus());
        TestFile index =
                table().changeIndexEntries(TableChecksTest::cutFirstValue).write();
        assertOnly(Rule.TF_2, index.index().offset(), index);
    }

    private static void cutFirstValue(List<Entry> entries) {
        entries.set(0, new Entry(entries.get(0).key(), new byte[] {1}));
    }

    @Test
    @Tag("TF-4")
    void everyChecksumIsLookedAt() throws IOException {
        TestFile sound = table().write();
        BlockHandle filter = sound.filter().orElseThrow();
        for (BlockHandle handle : List.of(sound.data().get(0), sound.data().get(1), filter, sound.index())) {
            assertOnly(Rule.TF_4, handle.offset(), sound.flipping(handle.end() - 1));
        }
    }

    /** Also those that no reader of ours needs: a rebuild would copy them as they are. */
    @ParameterizedTest
    @ValueSource(strings = {"rocksdb.properties", "fullfilter.rocksdb.BuiltinBloomFilter", "filter.zzz", "stats", ""})
    @Tag("TF-4")
    void everyBlockThatTheMetaindexLeadsToIsLookedAt(String name) throws IOException {
        TestFile sound = table().properties("rocksdb.num.entries", "5")
                .changeMetaindexEntries(entries -> {
                    entries.set(1, Entry.of(name, entries.get(1).value()));
                    entries.sort((one, other) -> Arrays.compareUnsigned(one.key(), other.key()));
                })
                .write();
        try (TableFile table = sound.open()) {
            MetaindexEntry side = table.metaindex().stream()
                    .filter(entry -> entry.key().equals(name))
                    .findFirst()
                    .orElseThrow();
            BlockHandle handle = side.handle().orElseThrow();
            for (long byteOfBlock = handle.offset(); byteOfBlock < handle.end(); byteOfBlock++) {
                TableReport report = verify(sound.flipping(byteOfBlock));
                assertTrue(
                        report.findings().first().stream()
                                .anyMatch(
                                        finding -> finding.rule() == Rule.TF_4 && finding.offset() == handle.offset()),
                        report.findings().first()::toString);
                assertNotEquals(TableStatus.OK, report.verifiedStatus());
            }
        }
    }

    @Test
    @Tag("TF-5")
    void blocksOutsideOfTheFileAreFound() throws IOException {
        byte[] outside = TestBlocks.handle(100_000, 10);
        TestFile filter = table().changeMetaindexEntries(
                        entries -> entries.set(0, new Entry(entries.get(0).key(), outside)))
                .write();
        assertOnly(Rule.TF_5, 100_000, filter);
        TestFile data = table().changeIndexEntries(
                        entries -> entries.set(1, new Entry(entries.get(1).key(), outside)))
                .write();
        assertOnly(Rule.TF_5, 100_000, data);
    }

    @Test
    @Tag("TF-6")
    void blocksThatCannotBeDecompressedAreFound() throws IOException {
        TestFile filter = table().changeFilter(1, block -> block).write();
        assertOnly(Rule.TF_6, filter.filter().orElseThrow().offset(), filter);
        TestFile unknown = table().compressData(5, contents -> contents).write();
        assertEquals(List.of(Rule.TF_6, Rule.TF_6), rules(unknown));
    }

    private static List<Rule> rules(TestFile written) throws IOException {
        return verify(written).findings().first().stream().map(Finding::rule).toList();
    }

    @Test
    @Tag("TF-7")
    void entriesThatDoNotFitAreFound() throws IOException {
        byte[] bad = {9, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0};
        TestFile data = table().changeData(1, contents -> bad).write();
        assertOnly(Rule.TF_7, data.data().get(1).offset(), data);
        TestFile metaindex = table().changeMetaindex(contents -> bad).write();
        assertEquals(Rule.TF_7, verify(metaindex).findings().first().get(0).rule());
        TestFile index = table().changeIndex(contents -> bad).write();
        assertOnly(Rule.TF_7, index.index().offset(), index);
    }

    /** Restart 1 of the block is moved by one byte, or an entry that shares is named as a restart. */
    @Test
    @Tag("TF-7")
    void restartsThatPointAtNoWholeEntryAreFound() throws IOException {
        TestTable table = TestTable.ofWholeKeys().restartInterval(2).block(TestKeys.ascii(0, 10));
        TestFile moved =
                table.changeData(0, contents -> withRestart(contents, 1, 7)).write();
        assertOnly(Rule.TF_7, 0, moved);
        int second = 3 + 8 + 10;
        TestFile shared = table.changeData(0, contents -> withRestart(contents, 1, second))
                .write();
        List<Finding> findings = verify(shared).findings().first();
        assertTrue(findings.stream().allMatch(finding -> finding.rule() == Rule.TF_7), findings::toString);
        assertTrue(
                findings.stream().anyMatch(finding -> finding.message().contains("shares 7 bytes")),
                findings::toString);
    }

    private static byte[] withRestart(byte[] contents, int restart, int value) {
        byte[] copy = contents.clone();
        int count = copy[copy.length - 4];
        System.arraycopy(TestBlocks.u32(value), 0, copy, copy.length - 4 - 4 * (count - restart), 4);
        return copy;
    }

    @Test
    @Tag("TF-7")
    void restartsOfMetaindexAndIndexAreLookedAt() throws IOException {
        TestFile metaindex =
                table().changeMetaindex(contents -> withRestart(contents, 0, 1)).write();
        assertOnly(Rule.TF_7, metaindex.metaindex().offset(), metaindex);
        TestFile index =
                table().changeIndex(contents -> withRestart(contents, 1, 3)).write();
        assertOnly(Rule.TF_7, index.index().offset(), index);
    }

    @Test
    @Tag("TF-9")
    void metaindexEntriesOutOfOrderOrTwiceAreFound() throws IOException {
        byte[] somewhere = table().write().data().get(0).encode();
        TestFile unsorted = table().changeMetaindexEntries(entries -> entries.add(0, Entry.of("zzz", somewhere)))
                .write();
        assertOnly(Rule.TF_9, unsorted.metaindex().offset(), unsorted);
        TestFile twice = table().changeMetaindexEntries(entries -> entries.add(entries.get(0)))
                .write();
        assertOnly(Rule.TF_9, twice.metaindex().offset(), twice);
        TestFile unsigned = table().changeMetaindexEntries(
                        entries -> entries.add(new Entry(new byte[] {(byte) 0xff}, somewhere)))
                .write();
        assertEquals(List.of(), verify(unsigned).findings().first(), "bytes are unsigned");
    }

    @Test
    @Tag("TF-11")
    void blocksThatOverlapAreFound() throws IOException {
        TestFile twice = table().changeIndexEntries(entries -> entries.add(entries.get(1)))
                .write();
        assertOnly(Rule.TF_11, twice.data().get(1).offset(), twice);
        TestFile backwards = table().changeIndexEntries(entries -> entries.add(entries.remove(0)))
                .write();
        assertOnly(Rule.TF_11, 0, backwards);
    }

    @Test
    @Tag("TF-11")
    void anIndexKeyBelowItsBlocksLastKeyIsFound() throws IOException {
        TestFile low = table().changeIndexEntries(
                        entries -> entries.set(0, Entry.of("b", entries.get(0).value())))
                .write();
        assertOnly(Rule.TF_11, low.index().offset(), low);
        TestFile shortened = table().changeIndexEntries(
                        entries -> entries.set(0, Entry.of("cx", entries.get(0).value())))
                .write();
        assertEquals(List.of(), verify(shortened).findings().first());
    }

    /** No checksum covers the footer: its index may be another sound block, even one without entries. */
    @Test
    @Tag("TF-11")
    void anIndexThatLeavesOutDataIsFound() throws IOException {
        for (Consumer<List<Entry>> change : List.<Consumer<List<Entry>>>of(List::clear, entries -> entries.remove(0))) {
            TestFile less = table().changeIndexEntries(change).write();
            assertTrue(
                    verify(less).findings().first().stream()
                            .anyMatch(finding -> finding.rule() == Rule.TF_11
                                    && finding.offset() == less.index().offset()),
                    () -> "the index at " + less.index().offset());
        }
    }

    private static List<String> messages(TestTable table) throws IOException {
        return verify(table.write()).findings().first().stream()
                .map(Finding::message)
                .toList();
    }

    /** Up to 256 characters of a name, each of which is printable. */
    @Test
    @Tag("TF-9")
    void messagesShowNamesOfTheMetaindexEscapedAndShort() throws IOException {
        byte[] somewhere = table().write().data().get(0).encode();
        String longest = "\u001b" + "n".repeat(255);
        for (String name : List.of(longest, longest + "n")) {
            List<String> twice = messages(table().changeMetaindexEntries(entries ->
                    entries.addAll(0, List.of(Entry.of(name, somewhere), Entry.of(name, somewhere)))));
            String shown = "\\x1b" + "n".repeat(255) + (name.equals(longest) ? "" : "... (257 bytes)");
            assertEquals(List.of("the metaindex has more than one entry " + shown), twice);
        }
        assertEquals(
                List.of("the metaindex has more than one entry aaa"),
                messages(table().changeMetaindexEntries(entries -> {
                    entries.add(0, Entry.of("aaa", somewhere));
                    entries.add(1, Entry.of("bbb", somewhere));
                    entries.add(2, Entry.of("aaa", somewhere));
                })));
        assertEquals(
                List.of("the metaindex entry a\\x1b comes after b\\x1b: readers that search by order do not find it"),
                messages(table().changeMetaindexEntries(entries ->
                        entries.addAll(0, List.of(Entry.of("b\u001b", somewhere), Entry.of("a\u001b", somewhere))))));
    }

    /** All blocks together have no more bytes than the file, so no more are read. */
    @Test
    @Tag("TF-8")
    void blocksOfTheMetaindexThatOverlapAreReadOnlyUpToTheLengthOfTheFile() throws IOException {
        long large = table().bytes().length - 100;
        List<String> messages = messages(table().changeMetaindexEntries(entries -> {
            for (int i = 0; i < 3; i++) {
                entries.add(Entry.of("x" + i, new BlockHandle(i, large - i).encode()));
            }
        }));
        String overlap = "the blocks that the metaindex leads to overlap; that of x%d was not read";
        assertEquals(
                List.of("the checksum of the block x0 is wrong", overlap.formatted(1), overlap.formatted(2)), messages);
    }

    @Test
    @Tag("TF-8")
    void aSecondFilterIsLookedAtAsAFilterAndMayBeALostDataBlock() throws IOException {
        TestFile written = table().properties("rocksdb.num.entries", "5")
                .changeMetaindexEntries(entries ->
                        entries.set(1, Entry.of("filter.zzz", entries.get(1).value())))
                .write();
        List<Finding> findings = verify(written).findings().first();
        assertEquals(2, findings.size(), findings::toString);
        assertTrue(findings.get(0).rule().toString().startsWith("FB-"), findings::toString);
        assertEquals(Rule.TF_11, findings.get(1).rule(), findings::toString);
    }

    /** LevelDB writes one restart into a block without entries, which leads to its beginning. */
    @Test
    @Tag("TF-7")
    void anEmptyBlockHasOneRestart() throws IOException {
        List<String> one = messages(TestTable.ofWholeKeys()
                .withoutFilter()
                .block("a")
                .changeData(0, block -> HexFormat.of().parseHex("00000000" + "01000000")));
        assertEquals(List.of(), one);
        List<String> two = messages(TestTable.ofWholeKeys()
                .withoutFilter()
                .block("a")
                .changeData(0, block -> HexFormat.of().parseHex("00000000" + "00000000" + "02000000")));
        assertEquals(List.of("restart 0 of the block points at 0, where no entry starts"), two);
    }
}
