// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.rewrite.TableResult.Change;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.FilterPartition;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.Seal;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.github.filterblock.testdata.RocksDbFilterCorpus.BuiltTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Filters in partitions are written again where each keeps its size; everything else in the file stays. */
class RebuildPartitionsTest {
    @TempDir
    Path folder;

    private static byte[] named(String name) {
        return Stream.concat(
                        RocksDbFilterCorpus.bundled().tables().stream()
                                .filter(each -> each.toString().equals(name + ".sst"))
                                .map(each -> each.bytes()),
                        RocksDbFilterCorpus.bundled().builtTables().stream()
                                .filter(each -> each.toString().equals(name + ".sst"))
                                .map(BuiltTable::bytes))
                .findFirst()
                .orElseThrow();
    }

    private static List<FilterPartition> partitionsOf(byte[] table) throws IOException {
        TableFile file = Rebuilt.open(table);
        return RocksDbFilter.read(file, file.structure()).orElseThrow().partitions();
    }

    /** A filter in the table with other bits, and a checksum that fits. */
    private static byte[] patched(byte[] table, FilterPartition partition, Random random, boolean cleared)
            throws IOException {
        byte[] patched = table.clone();
        int from = (int) partition.handle().offset();
        int bytes = (int) partition.filter().geometry().bits() / 8;
        if (cleared) {
            Arrays.fill(patched, from, from + bytes, (byte) 0);
        } else {
            patched[from + random.nextInt(bytes)] ^= (byte) (1 << random.nextInt(8));
        }
        Seal.block(patched, Rebuilt.open(table).footer(), partition.handle());
        return patched;
    }

    static Stream<DynamicTest> eachPartitioned(Check check) {
        return Stream.concat(
                RocksDbFilterCorpus.configured().tables().stream()
                        .filter(table -> table.form().equals("partitioned") && table.timestampBytes() == 0)
                        .map(table -> DynamicTest.dynamicTest(table.toString(), () -> check.of(table.bytes()))),
                RocksDbFilterCorpus.configured().builtTables().stream()
                        .filter(table -> table.form().equals("partitioned"))
                        .map(table -> DynamicTest.dynamicTest(table.toString(), () -> check.of(table.bytes()))));
    }

    interface Check {
        void of(byte[] table) throws IOException;
    }

    /** The bits that were there come back, whichever release wrote them, with or without versions and prefixes. */
    @TestFactory
    @Tag("RF-20")
    Stream<DynamicTest> wrongBitsAreRepaired() {
        return eachPartitioned(table -> {
            assertTrue(Rebuilt.of(table, FilterPlan.KEEP).result().identical());
            Random random = new Random(table.length);
            for (FilterPartition each : partitionsOf(table)) {
                if (each.filter().geometry().bits() > 0) {
                    for (boolean cleared : new boolean[] {false, true}) {
                        check(table, patched(table, each, random, cleared), each);
                    }
                }
            }
        });
    }

    private static void check(byte[] sound, byte[] patched, FilterPartition partition) throws IOException {
        Rebuilt rebuilt = Rebuilt.of(patched, FilterPlan.KEEP);
        assertEquals(Change.REPLACED, rebuilt.result().change());
        int from = (int) partition.handle().offset();
        int end = (int) partition.handle().end();
        assertEquals(-1, Arrays.mismatch(sound, 0, from, rebuilt.bytes(), 0, from));
        assertEquals(-1, Arrays.mismatch(sound, end, sound.length, rebuilt.bytes(), end, sound.length));
        assertEquals(sound.length, rebuilt.bytes().length);
        TableFile file = Rebuilt.open(rebuilt.bytes());
        TableVerification verified = TableVerification.of(file);
        assertEquals(TableStatus.OK, verified.status());
        assertEquals(0, verified.report().falseNegatives());
        assertFalse(verified.proof().orElseThrow().releases().isEmpty());
        assertTrue(rebuilt.again(FilterPlan.KEEP).result().identical());
    }

    /** Unless its prefixes leave open by which rules it was written. */
    @ParameterizedTest
    @CsvSource({
        "fast-part-fv5",
        "legacy-part-fv4",
        "prefix-part-fv7",
        "ribbon-part-fv6",
        "710-coupled-ribbon-both",
        "911-decoupled-both",
        "911-decoupled-versions",
        "811-coupled-versions"
    })
    void theRepairedTableIsTheSoundOne(String name) throws IOException {
        byte[] table = named(name);
        Random random = new Random(1);
        for (FilterPartition each : partitionsOf(table)) {
            byte[] patched = patched(table, each, random, random.nextBoolean());
            assertArrayEquals(table, Rebuilt.of(patched, FilterPlan.KEEP).bytes());
        }
    }

    /** The file of a table is written, read again and compared, like any other. */
    @Test
    void theFileIsWritten() throws IOException {
        byte[] table = named("ribbon-part-fv6");
        byte[] patched = patched(table, partitionsOf(table).get(1), new Random(2), true);
        Path in = Files.write(folder.resolve("in.sst"), patched);
        Path out = folder.resolve("out.sst");
        TableResult result =
                TableRebuild.rebuild(in, out, FilterPlan.KEEP, io.github.filterblock.analysis.FilterHints.NONE);
        assertArrayEquals(table, Files.readAllBytes(out));
        assertEquals(5, result.filter().orElseThrow().filters());
        assertEquals(
                result.oldFilterSize().orElseThrow(),
                result.filter().orElseThrow().size());
    }

    /** Other kinds and bits are written if all sizes stay, and refused with the first size that does not. */
    @ParameterizedTest
    @CsvSource({
        "911-decoupled-both, FAST_LOCAL_BLOOM, 10, ''",
        "911-decoupled-both, RIBBON, 10, ''",
        "911-decoupled-both, FAST_LOCAL_BLOOM, 20, partition 0 would have 389 bytes for ",
        "911-decoupled-both, LEGACY_BLOOM, 10, ''",
        "1010-decoupled-prefixonly, FAST_LOCAL_BLOOM, 12, ''",
        "1010-decoupled-prefixonly, FAST_LOCAL_BLOOM, 11, ''",
        "ribbon-part-fv6, FAST_LOCAL_BLOOM, 10, partition 0 would have "
    })
    void otherFormsAreWrittenIfSizesStay(String name, FullFilterKind kind, int bits, String refusal)
            throws IOException {
        byte[] table = named(name);
        FilterPlan plan = FilterPlan.KEEP.withFullFilter(kind).withBitsPerKey(bits);
        if (!refusal.isEmpty()) {
            assertRefused(refusal, table, plan);
            return;
        }
        Rebuilt rebuilt = Rebuilt.of(table, plan);
        assertEquals(table.length, rebuilt.bytes().length);
        TableFile file = Rebuilt.open(rebuilt.bytes());
        TableVerification verified = TableVerification.of(file);
        assertEquals(TableStatus.OK, verified.status());
        assertTrue(verified.proof().orElseThrow().releases().contains("9.6"));
    }

    /** Twice the bits of a sound filter do not fit into its place; they are not forgotten because no kind is named. */
    @Test
    void otherBitsAloneAreWanted() throws IOException {
        assertRefused(
                "partition 0 would have 389 bytes for ",
                named("911-decoupled-both"),
                FilterPlan.KEEP.withBitsPerKey(20));
    }

    private static void assertRefused(String reason, byte[] table, FilterPlan plan) {
        CorruptTableException e = assertThrows(CorruptTableException.class, () -> Rebuilt.of(table, plan));
        assertEquals(Reason.FOREIGN_FILTER, e.reason());
        assertTrue(e.detail().contains("the partitioned filter ") && e.detail().contains(reason), e.detail());
    }

    /** With fewer rows than keys the equations contradict each other. */
    @Test
    void aFormThatDoesNotFitTheKeysIsRefused() throws IOException {
        byte[] table = named("ribbon-part-fv6");
        FilterPartition ribbon = partitionsOf(table).stream()
                .filter(each -> each.filter().geometry().kind() == FullFilterKind.RIBBON)
                .findFirst()
                .orElseThrow();
        table[(int) ribbon.handle().end() - 8] = 2; // blocks; the trailer of the block has 5 bytes
        Seal.block(table, Rebuilt.open(table).footer(), ribbon.handle());
        assertRefused("do not fit the form of its filter", table, FilterPlan.KEEP);
    }

    @Test
    void whatCannotKeepItsSizeIsRefused() throws IOException {
        byte[] table = named("base-part-fv6");
        assertRefused("the index would move", table, FilterPlan.DROP);
        byte[] empty = table.clone();
        FilterPartition first = partitionsOf(table).get(0);
        empty[(int) first.handle().end() - 10] = 0x20; // a marker that no release has
        Seal.block(empty, Rebuilt.open(table).footer(), first.handle());
        assertRefused("is of no known kind", empty, FilterPlan.KEEP);
        table[(int) first.handle().offset()] ^= 1;
        assertThrows(CorruptTableException.class, () -> Rebuilt.of(table, FilterPlan.KEEP));
    }
}
