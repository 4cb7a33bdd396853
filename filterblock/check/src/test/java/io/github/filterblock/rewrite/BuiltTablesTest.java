// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.Findings;
import io.github.filterblock.analysis.FilterProof;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.rocksdb.FullFilterGeometry;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.table.FilterPartition;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.github.filterblock.testdata.RocksDbFilterCorpus.BuiltFilter;
import io.github.filterblock.testdata.RocksDbFilterCorpus.BuiltTable;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables that releases of RocksDB wrote with known settings: their filters are read, proved and rewritten. */
class BuiltTablesTest {
    private static final int FIRST_WITH_FAST_LOCAL = 5;

    static List<BuiltTable> tables() {
        return RocksDbFilterCorpus.configured().builtTables();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("tables")
    void filtersAreWhereAndWhatRocksDbWrote(BuiltTable one) throws Exception {
        TableFile file = Rebuilt.open(one.bytes());
        RocksDbFilter filter = file.keyFilter(file.structure()).orElseThrow();
        assertEquals(one.form(), filter.form().name().toLowerCase(java.util.Locale.ROOT));
        assertEquals(one.filters().size(), filter.partitions().size());
        for (int i = 0; i < one.filters().size(); i++) {
            BuiltFilter expected = one.filters().get(i);
            FilterPartition partition = filter.partitions().get(i);
            FullFilterGeometry form = partition.filter().geometry();
            assertEquals(expected.offset(), partition.handle().offset());
            assertEquals(expected.size(), partition.handle().size());
            assertEquals(expected.sha256(), sha256(file.read(partition.handle()).contents()));
            assertEquals(kindOf(expected), form.kind());
            assertEquals(expected.k(), form.probes());
            assertEquals(expected.lines(), form.lines());
            assertEquals(expected.seed(), form.seed());
            assertEquals(expected.blocks(), form.blocks());
            assertEquals(expected.segments(), form.segments());
        }
    }

    private static FullFilterKind kindOf(BuiltFilter filter) {
        return switch (filter.built()) {
            case "fast" -> FullFilterKind.FAST_LOCAL_BLOOM;
            case "legacy" -> FullFilterKind.LEGACY_BLOOM;
            case "ribbon" -> FullFilterKind.RIBBON;
            default -> FullFilterKind.EMPTY;
        };
    }

    /** Every filter is bit by bit that of its keys, by the rules of its release. */
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("tables")
    @Tag("RF-21")
    void filtersAreProved(BuiltTable one) throws Exception {
        TableFile file = Rebuilt.open(one.bytes());
        TableVerification verified = TableVerification.of(file);
        assertEquals(TableStatus.OK, verified.status());
        FilterProof proof = verified.proof().orElseThrow();
        assertEquals(Findings.NONE, proof.findings());
        boolean isKnown =
                one.prefixExtractor().isEmpty() || one.additionsScheme().equals("9.6");
        assertTrue(proof.isEqual() || !isKnown, proof.toString());
        assertEquals(proof.isEqual(), proof.note().isEmpty(), proof.toString());
    }

    /** Where sizes follow from the settings, the settings give the file. */
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("tables")
    @Tag("RF-17")
    void theSettingsGiveTheFile(BuiltTable one) throws Exception {
        if (!isPlanned(one) || one.form().equals("partitioned")) {
            return;
        }
        FilterPlan plan = FilterPlan.KEEP.withFullFilter(kindOf(one)).withBitsPerKey((int) one.bitsPerKey());
        Rebuilt rebuilt = Rebuilt.of(one.bytes(), plan);
        assertArrayEquals(one.bytes(), rebuilt.bytes());
        long additions =
                one.filters().stream().mapToLong(BuiltFilter::additions).sum();
        if (rebuilt.result().filter().orElseThrow().recipe() instanceof FilterRecipe.Full recipe) {
            assertEquals(additions, recipe.additions());
        }
    }

    /** Bits are given as a whole number, and prefixes are added as RocksDB does it from 9.6 on. */
    private static boolean isPlanned(BuiltTable one) {
        return !one.optimizeFiltersForMemory()
                && one.bitsPerKey() % 1 == 0
                && (one.prefixExtractor().isEmpty() || one.additionsScheme().equals("9.6"));
    }

    private static FullFilterKind kindOf(BuiltTable one) {
        if (one.policy().equals("ribbon")) {
            return FullFilterKind.RIBBON;
        }
        return one.formatVersion() < FIRST_WITH_FAST_LOCAL
                ? FullFilterKind.LEGACY_BLOOM
                : FullFilterKind.FAST_LOCAL_BLOOM;
    }

    private static String sha256(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }

    /** So many must be there, so that a test of none does not pass. */
    @Test
    void manyAreThere() {
        List<BuiltTable> bundled = RocksDbFilterCorpus.bundled().builtTables();
        assertEquals(21, bundled.size());
        assertTrue(bundled.stream().filter(BuiltTablesTest::isPlanned).count() > 5);
        assertTrue(
                bundled.stream().filter(one -> one.form().equals("partitioned")).count() > 9);
    }
}
