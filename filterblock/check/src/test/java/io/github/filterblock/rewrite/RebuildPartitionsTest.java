// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.rewrite.TableResult.Change;
import io.github.filterblock.rewrite.UnwritableFilterException.Parameter;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.table.FilterForm;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.Seal;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.github.filterblock.testdata.RocksDbFilterCorpus.BuiltTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A filter in partitions is replaced by a full one that is named; the parts of an index stay where they are. */
class RebuildPartitionsTest {
    private static final List<FullFilterKind> KINDS =
            List.of(FullFilterKind.FAST_LOCAL_BLOOM, FullFilterKind.RIBBON, FullFilterKind.LEGACY_BLOOM);

    private static byte[] named(String name) {
        return RocksDbFilterCorpus.bundled().tables().stream()
                .filter(each -> each.toString().equals(name + ".sst"))
                .findFirst()
                .orElseThrow()
                .bytes();
    }

    private static Stream<DynamicTest> eachPartitioned(Check check) {
        return Stream.concat(
                RocksDbFilterCorpus.configured().tables().stream()
                        .filter(table -> table.form().equals("partitioned") && table.timestampBytes() == 0)
                        .map(table -> DynamicTest.dynamicTest(table.toString(), () -> check.of(table.bytes()))),
                RocksDbFilterCorpus.configured().builtTables().stream()
                        .filter(table -> table.form().equals("partitioned"))
                        .map(BuiltTable::bytes)
                        .map(table -> DynamicTest.dynamicTest(table.length + " bytes", () -> check.of(table))));
    }

    private interface Check {
        void of(byte[] table) throws IOException;
    }

    @TestFactory
    Stream<DynamicTest> aFullFilterReplacesPartitions() {
        return eachPartitioned(table -> {
            for (FullFilterKind kind : KINDS) {
                FilterPlan plan = FilterPlan.KEEP.withFullFilter(kind).withBitsPerKey(14);
                Rebuilt rebuilt = Rebuilt.of(table, plan);
                assertEquals(Change.REPLACED, rebuilt.result().change());
                assertEquals(rebuilt.bytes().length, rebuilt.result().newSize());
                assertSound(table, rebuilt.bytes(), Optional.of(FilterForm.FULL));
                assertTrue(rebuilt.again(plan).result().identical());
                assertTrue(rebuilt.again(FilterPlan.DROP).bytes().length < rebuilt.bytes().length);
            }
            Rebuilt dropped = Rebuilt.of(table, FilterPlan.DROP);
            assertEquals(Change.DROPPED, dropped.result().change());
            assertSound(table, dropped.bytes(), Optional.empty());
        });
    }

    private static void assertSound(byte[] before, byte[] after, Optional<FilterForm> form) throws IOException {
        TableFile file = Rebuilt.open(after);
        TableVerification verified = TableVerification.of(file);
        assertEquals(form.isPresent() ? TableStatus.OK : TableStatus.NO_FILTER, verified.status());
        assertEquals(
                List.of(),
                verified.findings().first(),
                () -> verified.findings().toString());
        assertTrue(verified.report().facts().hasAllKeys());
        assertEquals(0, verified.report().falseNegatives());
        TableStructure structure = file.structure();
        assertEquals(form, file.keyFilter(structure).map(RocksDbFilter::form));
        assertFalse(structure.metaindex().stream()
                .anyMatch(entry -> entry.filterForm().equals(Optional.of(FilterForm.PARTITIONED))));
        TableStructure old = Rebuilt.open(before).structure();
        assertEquals(old.indexParts(), structure.indexParts());
        assertEquals(old.index().size(), structure.index().size());
    }

    /** Also if partitions are damaged, or what leads to them. */
    @Test
    void damagedPartitionsAreReplaced() throws IOException {
        FilterPlan plan = FilterPlan.KEEP.withFullFilter(FullFilterKind.FAST_LOCAL_BLOOM);
        for (String name : List.of("base-part-fv5", "base-part-fv6", "prefix-part-fv7")) {
            byte[] table = named(name);
            TableFile file = Rebuilt.open(table);
            RocksDbFilter filter = file.keyFilter(file.structure()).orElseThrow();
            long partition = filter.partitions().get(1).handle().offset();
            long top = filter.entry().handle().orElseThrow().offset();
            for (long place : new long[] {partition, top}) {
                byte[] damaged = table.clone();
                damaged[(int) place] ^= 1;
                assertEquals(
                        TableStatus.CORRUPT,
                        TableVerification.of(Rebuilt.open(damaged)).status());
                assertSound(damaged, Rebuilt.of(damaged, plan).bytes(), Optional.of(FilterForm.FULL));
            }
        }
    }

    @Test
    void withoutAKindPartitionsAreRefused() {
        for (FilterPlan plan : List.of(FilterPlan.KEEP, FilterPlan.KEEP.withBitsPerKey(12))) {
            UnwritableFilterException e =
                    assertThrows(UnwritableFilterException.class, () -> Rebuilt.of(named("base-part-fv6"), plan));
            assertEquals(Parameter.FULL_FILTER, e.parameter());
            assertEquals(
                    "the filter partitionedfilter.rocksdb.BuiltinBloomFilter is in partitions, which are not written;"
                            + " name a full filter to replace it",
                    e.detail());
        }
    }

    /** They lie where only a reader of their policy knows. */
    @Test
    void partitionsOfAnUnknownPolicyAreRefused() throws IOException {
        byte[] other = named("base-part-fv6");
        Footer footer = Rebuilt.open(other).footer();
        String text = new String(other, StandardCharsets.ISO_8859_1);
        int name = text.indexOf(
                "rocksdb.BuiltinBloomFilter", (int) footer.metaindex().offset());
        other[name] = 'R';
        Seal.block(other, footer, footer.metaindex());
        for (FilterPlan plan :
                List.of(FilterPlan.KEEP, FilterPlan.DROP, FilterPlan.KEEP.withFullFilter(KINDS.get(0)))) {
            UnwritableFilterException e = assertThrows(UnwritableFilterException.class, () -> Rebuilt.of(other, plan));
            assertTrue(e.detail().endsWith("is in partitions, which are not written"), e.detail());
        }
    }
}
