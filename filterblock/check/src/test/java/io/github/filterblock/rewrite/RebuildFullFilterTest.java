// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.PatchedProperty;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.coding.Varint;
import io.github.filterblock.rewrite.TableResult.Change;
import io.github.filterblock.rewrite.TableResult.NewFilter;
import io.github.filterblock.rewrite.UnwritableFilterException.Parameter;
import io.github.filterblock.rocksdb.FullFilterBuilder;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.Packing;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.Seal;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.RecipeTables;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.github.filterblock.testdata.RocksDbFilterTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of RocksDB, footers 2 to 7, get other full filters; data and index stay. */
class RebuildFullFilterTest {
    private static final List<FullFilterKind> KINDS =
            List.of(FullFilterKind.FAST_LOCAL_BLOOM, FullFilterKind.RIBBON, FullFilterKind.LEGACY_BLOOM);

    private static final List<String> KEYS =
            IntStream.range(1_000, 2_000).mapToObj(i -> "k" + i).toList();

    @TempDir
    Path folder;

    private static RocksDbFilterTable named(String name) {
        return RocksDbFilterCorpus.bundled().tables().stream()
                .filter(each -> each.toString().equals(name + ".sst"))
                .findFirst()
                .orElseThrow();
    }

    private static FilterPlan plan(FullFilterKind kind, int bits) {
        return FilterPlan.KEEP.withFullFilter(kind).withBitsPerKey(bits);
    }

    /** RocksDB wrote these with the same settings, and without sizes that depend on its memory. */
    @ParameterizedTest
    @CsvSource({
        "fast-full-fv6, FAST_LOCAL_BLOOM, 12",
        "fast-full-fv5-var, FAST_LOCAL_BLOOM, 10",
        "legacy-full-fv2, LEGACY_BLOOM, 10",
        "ingested-fv4, LEGACY_BLOOM, 10"
    })
    void theSameSettingsGiveTheFileOfRocksDb(String name, FullFilterKind kind, int bits) throws IOException {
        byte[] table = named(name).bytes();
        Rebuilt rebuilt = Rebuilt.of(table, plan(kind, bits));
        assertArrayEquals(table, rebuilt.bytes());
        assertTrue(rebuilt.result().identical());
        assertEquals(Change.KEPT, rebuilt.result().change());
        byte[] dropped = Rebuilt.of(table, FilterPlan.DROP).bytes();
        assertTrue(dropped.length < table.length);
        Rebuilt again = Rebuilt.of(dropped, plan(kind, bits));
        assertEquals(Change.ADDED, again.result().change());
        assertEquals(filterOf(table), filterOf(again.bytes()));
    }

    /** RocksDB's bits per key may be fractions; those of filter blocks are whole. */
    @Test
    void fractionsOfABitCount() throws IOException {
        byte[] table = named("fast-full-fv6").bytes();
        FilterPlan plan = FilterPlan.KEEP.withFullFilter(FullFilterKind.FAST_LOCAL_BLOOM);
        Set<Integer> probes = new TreeSet<>();
        for (double bits : List.of(8.3, 8.301, 9.9)) {
            NewFilter filter = Rebuilt.of(table, plan.withBitsPerKey(bits))
                    .result()
                    .filter()
                    .orElseThrow();
            FilterRecipe.Full recipe = (FilterRecipe.Full) filter.recipe();
            assertEquals(bits, recipe.policy().bloomBitsPerKey());
            assertEquals(FullFilterPolicy.fastLocalBloom(bits).plan(recipe.additions(), 0), recipe.geometry());
            probes.add(recipe.geometry().probes());
        }
        assertEquals(2, probes.size(), probes::toString);
        byte[] levelDb = Files.readAllBytes(Corpus.bundled().directory().resolve("tables/cpp123-default.ldb"));
        UnwritableFilterException refused = assertThrows(
                UnwritableFilterException.class, () -> Rebuilt.of(levelDb, FilterPlan.KEEP.withBitsPerKey(9.9)));
        assertEquals(Parameter.BITS_PER_KEY, refused.parameter());
        assertTrue(refused.getMessage().contains("9.9 is not a whole number"), refused::getMessage);
        assertThrows(UnwritableFilterException.class, () -> Rebuilt.of(table, FilterPlan.KEEP.withBitsPerKey(0.4)));
    }

    private static String filterOf(byte[] table) throws IOException {
        TableFile file = Rebuilt.open(table);
        RocksDbFilter filter = file.keyFilter(file.structure()).orElseThrow();
        return filter.partitions().get(0).filter() + " of "
                + Arrays.hashCode(file.read(filter.partitions().get(0).handle()).contents());
    }

    @TestFactory
    @Tag("RF-19")
    Stream<DynamicTest> everyKindGivesASoundTable() {
        return RocksDbFilterCorpus.configured().tables().stream()
                .flatMap(table -> KINDS.stream()
                        .map(kind -> DynamicTest.dynamicTest(table + " " + kind, () -> {
                            byte[] bytes = table.bytes();
                            TableFile file = Rebuilt.open(bytes);
                            TableReport report = TableReport.of(file);
                            if (!file.structure().origin().transformsKeys() && report.entries() > 0) {
                                check(bytes, report, kind);
                            }
                        })));
    }

    private static void check(byte[] bytes, TableReport before, FullFilterKind kind) throws IOException {
        Rebuilt rebuilt = Rebuilt.of(bytes, plan(kind, 14));
        if (rebuilt.result().filter().isEmpty()) {
            assertTrue(rebuilt.result().notes().get(0).contains("no key adds anything"));
            return;
        }
        assertEquals(rebuilt.bytes().length, rebuilt.result().newSize());
        int dataEnd = (int) TableLayout.dataEnd(before.facts().blocks());
        assertEquals(-1, Arrays.mismatch(bytes, 0, dataEnd, rebuilt.bytes(), 0, dataEnd), "data blocks");
        TableFile file = Rebuilt.open(rebuilt.bytes());
        TableVerification verified = TableVerification.of(file);
        assertEquals(
                TableStatus.OK,
                verified.status(),
                () -> verified.findings().first().toString());
        TableReport after = verified.report();
        assertEquals(before.entries(), after.entries());
        assertEquals(
                before.structure().footer().formatVersion(),
                after.structure().footer().formatVersion());
        assertEquals(
                before.structure().footer().checksum(),
                after.structure().footer().checksum());
        assertEquals(0, after.falseNegatives());
        assertTrue(after.filter().orElseThrow().trust().mayDeny());
        assertTrue(verified.proof().orElseThrow().isEqual());
        assertArrayEquals(rebuilt.bytes(), rebuilt.again(plan(kind, 14)).bytes(), "settled");
        assertTrue(rebuilt.again(plan(kind, 14)).result().identical());
    }

    @ParameterizedTest
    @CsvSource({
        "legacy-full-fv2, LEGACY_BLOOM",
        "ingested-fv4, LEGACY_BLOOM",
        "ribbon-full-fv5, FAST_LOCAL_BLOOM",
        "base-full-fv7, FAST_LOCAL_BLOOM"
    })
    void withoutAPlanTheVersionDecides(String name, FullFilterKind kind) throws IOException {
        NewFilter filter = Rebuilt.of(named(name).bytes(), FilterPlan.KEEP)
                .result()
                .filter()
                .orElseThrow();
        FilterRecipe.Full recipe = (FilterRecipe.Full) filter.recipe();
        assertEquals(kind, recipe.geometry().kind());
        assertEquals(10, recipe.policy().bloomBitsPerKey());
    }

    /** 1,220 keys of 10 bits would take 24 lines, 4 for each of 6 probes, at which RocksDB 5.18.4 hangs. */
    @ParameterizedTest
    @CsvSource({"1220, 25, true", "1280, 25, false"})
    @Tag("RF-19")
    void aFilterAtWhichOldReadersHangGetsALineMore(int keys, int lines, boolean grown) throws IOException {
        byte[] table = TestTable.ofInternalKeys()
                .block(IntStream.range(0, keys)
                        .mapToObj(i -> String.format(Locale.ROOT, "k%05d", i))
                        .toArray(String[]::new))
                .properties(
                        "rocksdb.block.based.table.whole.key.filtering",
                        "1",
                        "rocksdb.comparator",
                        "leveldb.BytewiseComparator")
                .withoutFilter()
                .bytes();
        Rebuilt rebuilt = Rebuilt.of(table, plan(FullFilterKind.FAST_LOCAL_BLOOM, 10));
        FilterRecipe.Full recipe =
                (FilterRecipe.Full) rebuilt.result().filter().orElseThrow().recipe();
        assertEquals(keys, recipe.additions());
        assertEquals(lines, recipe.geometry().lines());
        assertEquals(grown, rebuilt.result().notes().stream().anyMatch(note -> note.contains("one line more")));
        TableFile file = Rebuilt.open(rebuilt.bytes());
        assertEquals(0, TableReport.of(file).falseNegatives());
    }

    @Test
    void filesThatCannotBeIngestedAreNamed() throws IOException {
        String versions = Rebuilt.of(named("default-fv7").bytes(), FilterPlan.KEEP)
                .result()
                .notes()
                .toString();
        assertTrue(versions.contains("sequence numbers"), versions);
        assertEquals(
                List.of(),
                Rebuilt.of(named("fast-full-fv6").bytes(), FilterPlan.KEEP)
                        .result()
                        .notes());
    }

    @TestFactory
    Stream<DynamicTest> timestampsAreRefused() {
        return RocksDbFilterCorpus.bundled().tables().stream()
                .filter(table -> table.timestampBytes() > 0)
                .map(table -> DynamicTest.dynamicTest(table.toString(), () -> {
                    UnwritableFilterException e = assertThrows(
                            UnwritableFilterException.class,
                            () -> Rebuilt.of(table.bytes(), plan(FullFilterKind.FAST_LOCAL_BLOOM, 10)));
                    assertEquals(Parameter.FULL_FILTER, e.parameter());
                    assertTrue(e.detail().contains("with timestamps"), e.detail());
                }));
    }

    @Test
    void fullFiltersAreForTablesOfRocksDb() {
        byte[] table = new HandMadeTable().data("apple").finish();
        UnwritableFilterException e =
                assertThrows(UnwritableFilterException.class, () -> Rebuilt.of(table, plan(FullFilterKind.RIBBON, 10)));
        assertTrue(e.detail().contains("no properties of RocksDB"), e.detail());
    }

    @ParameterizedTest
    @CsvSource({
        "prefix.extractor.name, nullptr, mine.re, the extractor mine.re",
        "mparator, leveldb, another, unknown comparator"
    })
    void keysOfUnknownFormAreRefused(String property, String from, String to, String expected) throws IOException {
        byte[] patched = PatchedProperty.in(named("fast-full-fv6").bytes(), property, from, to);
        UnwritableFilterException e =
                assertThrows(UnwritableFilterException.class, () -> Rebuilt.of(patched, FilterPlan.KEEP));
        assertEquals(Parameter.FULL_FILTER, e.parameter());
        assertTrue(e.detail().contains(expected), e.detail());
        assertEquals(
                Change.DROPPED, Rebuilt.of(patched, FilterPlan.DROP).result().change());
    }

    @Test
    void aFilterHasBits() {
        UnwritableFilterException e = assertThrows(
                UnwritableFilterException.class,
                () -> Rebuilt.of(named("fast-full-fv6").bytes(), FilterPlan.KEEP.withBitsPerKey(0)));
        assertEquals(Parameter.BITS_PER_KEY, e.parameter());
    }

    /** Also of tables whose checksums are XXH3, and whatever is wrong with the filter's. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "filter-bits-sealed",
                "filter-five-bytes",
                "marker-unknown",
                "ribbon-seed",
                "filter-bit",
                "filter-checksum",
                "filter-type"
            })
    void wrongFiltersAreReplaced(String name) throws IOException {
        byte[] bytes = RocksDbFilterCorpus.bundled().damaged().stream()
                .filter(each -> each.toString().startsWith(name + ".sst"))
                .findFirst()
                .orElseThrow()
                .bytes();
        FilterPlan ribbon = plan(FullFilterKind.RIBBON, 10);
        Rebuilt rebuilt = Rebuilt.of(bytes, ribbon);
        assertEquals(Change.REPLACED, rebuilt.result().change());
        TableFile file = Rebuilt.open(rebuilt.bytes());
        TableReport after = TableReport.of(file);
        assertEquals(TableStatus.OK, after.status());
        assertTrue(TableVerification.of(file, after).proof().orElseThrow().isEqual());
    }

    /** RocksDB stores filters as they are, and no reader of this library decompresses one. */
    @Test
    void aCompressedFilterIsReplacedByTheSameOneAsItIs() throws IOException {
        FullFilterBuilder builder = FullFilterPolicy.fastLocalBloom(10).newBuilder();
        KEYS.forEach(key -> builder.addKey(key.getBytes(StandardCharsets.US_ASCII)));
        byte[] filter = builder.finish();
        byte[] sound = withFilter(Packing.RAW, filter);
        for (Packing packing : List.of(Packing.RAW, Packing.SNAPPY)) {
            Rebuilt rebuilt = Rebuilt.of(withFilter(packing, filter), plan(FullFilterKind.FAST_LOCAL_BLOOM, 10));
            assertEquals(
                    packing == Packing.RAW ? Change.KEPT : Change.REPLACED,
                    rebuilt.result().change());
            assertEquals(filterOf(sound), filterOf(rebuilt.bytes()));
        }
    }

    private static byte[] withFilter(Packing packing, byte[] filter) {
        byte[] size = new byte[Varint.shortestLength(filter.length)];
        Varint.write(filter.length, size, 0);
        return TestTable.ofInternalKeys()
                .block(KEYS.toArray(String[]::new))
                .properties(
                        Entry.of("rocksdb.block.based.table.prefix.filtering", new byte[] {'0'}),
                        Entry.of("rocksdb.block.based.table.whole.key.filtering", new byte[] {'1'}),
                        Entry.of("rocksdb.comparator", HandMadeTable.bytes("leveldb.BytewiseComparator")),
                        Entry.of("rocksdb.filter.policy", HandMadeTable.bytes("rocksdb.BuiltinBloomFilter")),
                        Entry.of("rocksdb.filter.size", size))
                .changeFilter(packing.type(), any -> packing.pack(filter))
                .changeMetaindexEntries(entries -> entries.set(
                        0,
                        Entry.of(
                                "fullfilter.rocksdb.BuiltinBloomFilter",
                                entries.get(0).value())))
                .bytes();
    }

    /** Tables of RocksDB's older releases, with every index that they have. */
    @TestFactory
    Stream<DynamicTest> tablesWithOtherFiltersAndIndexesToo() {
        return RecipeTables.rocksDb().tables().stream()
                .map(table -> DynamicTest.dynamicTest(table.name(), () -> {
                    try {
                        Rebuilt rebuilt = Rebuilt.of(table.bytes(), plan(FullFilterKind.LEGACY_BLOOM, 10));
                        TableReport after = TableReport.of(Rebuilt.open(rebuilt.bytes()));
                        assertEquals(
                                after.entries() > 0,
                                after.filter()
                                        .filter(filter -> filter.trust().mayDeny())
                                        .isPresent());
                    } catch (CorruptTableException e) {
                        assertTrue(e.reason().isUndecoded() || table.name().contains("dictionary"), e.toString());
                    }
                }));
    }

    /** A copy must have the filter that was built, for all keys that were read. */
    @Test
    void whatWasWrittenIsReadBack() throws IOException {
        byte[] table = named("fast-full-fv6").bytes();
        TableRebuild rebuild = TableRebuild.of(Rebuilt.open(table), plan(FullFilterKind.RIBBON, 10), FilterHints.NONE);
        WriteCheck check = rebuild.asWritten(Path.of("original.sst"));
        check.check(written(Rebuilt.of(table, plan(FullFilterKind.RIBBON, 10)).bytes()));
        assertChanged("has no filter", check, Rebuilt.of(table, FilterPlan.DROP).bytes());
        assertChanged(
                "keys, 900 were read before", check, named("legacy-full-fv2").bytes());
        assertChanged("denies no key", check, PatchedProperty.in(table, "mparator", "leveldb", "another"));
        TableFile file = Rebuilt.open(table);
        BlockHandle filter = file.keyFilter(file.structure())
                .orElseThrow()
                .partitions()
                .get(0)
                .handle();
        byte[] cleared = table.clone();
        Arrays.fill(cleared, (int) filter.offset(), (int) (filter.offset() + filter.size() - 5), (byte) 0);
        Seal.block(cleared, file.footer(), filter);
        assertChanged("has a filter that denies 900 of its keys", check, cleared);
    }

    private Path written(byte[] table) throws IOException {
        return Files.write(folder.resolve("written"), table);
    }

    private void assertChanged(String how, WriteCheck check, byte[] table) throws IOException {
        Path written = written(table);
        FileSystemException e = assertThrows(FileSystemException.class, () -> check.check(written));
        assertTrue(e.getReason().contains(how), e.getReason());
    }
}
