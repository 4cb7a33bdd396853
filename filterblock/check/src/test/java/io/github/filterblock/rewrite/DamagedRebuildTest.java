// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.rewrite.UnwritableFilterException.Parameter;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.DamagedFile;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Damaged tables: lost parts stop a rebuild, parts that can be built again do not, and no wrong file is ever written.
 */
class DamagedRebuildTest {
    private static final FilterPlan WHOLE = FilterPlan.KEEP
            .withDialect(FilterDialect.LEVELDB)
            .withBitsPerKey(10)
            .withBaseLg(11);

    private static final Map<String, DamagedFile> FILES = Corpus.bundled().damaged().stream()
            .collect(Collectors.toMap(DamagedFile::name, file -> file, (a, b) -> a, TreeMap::new));

    private static byte[] bytes(String name) {
        return FILES.get(name).bytes();
    }

    /** Damage in the filter alone is repaired; other oddities of a file may stay. */
    @TestFactory
    Stream<DynamicTest> aRebuiltTableIsSound() {
        return FILES.values().stream()
                .map(file -> DynamicTest.dynamicTest(file.name(), () -> {
                    for (FilterPlan plan : List.of(FilterPlan.KEEP, FilterPlan.DROP, WHOLE)) {
                        try {
                            Rebuilt rebuilt = Rebuilt.of(file.bytes(), plan);
                            assertEquals(
                                    rebuilt.bytes().length, rebuilt.report().newSize());
                            if (rebuilt.report().identical()) {
                                assertArrayEquals(file.bytes(), rebuilt.bytes());
                            } else {
                                assertSound(file, rebuilt);
                            }
                        } catch (CorruptTableException | UnwritableFilterException e) {
                            assertTrue(e.getMessage().startsWith("in memory: "), e.getMessage());
                            assertEquals(1, e.getMessage().lines().count(), e.getMessage());
                        }
                    }
                }));
    }

    private static void assertSound(DamagedFile file, Rebuilt rebuilt) throws IOException {
        TableReport verified = TableReport.of(Rebuilt.open(rebuilt.bytes()), FilterHints.NONE);
        assertTrue(
                Set.of(TableStatus.OK, TableStatus.NO_FILTER, TableStatus.UNKNOWN_POLICY)
                        .contains(verified.verifiedStatus()),
                () -> verified.verifiedStatus() + " " + verified.findings().first());
        TableReport before = TableReport.of(Rebuilt.open(file.bytes()), FilterHints.NONE);
        assertEquals(before.entries(), verified.entries());
        assertEquals(0, verified.falseNegatives());
    }

    /** With all parameters given the filter's damage does not matter: the result is the good table. */
    @TestFactory
    Stream<DynamicTest> damageOfTheFilterIsHealed() {
        return FILES.values().stream()
                .filter(file -> file.name().matches("[ns]-(flip-filter|filter|k|baselg|array|offset|policy).*"))
                .map(file -> DynamicTest.dynamicTest(
                        file.name(),
                        () -> assertArrayEquals(
                                bytes(file.name().charAt(0) + "-good.ldb"),
                                Rebuilt.of(file.bytes(), WHOLE).bytes())));
    }

    /** The filter's handle leads nowhere, so its bytes stay where they are, and nothing leads to them. */
    @Test
    void aHandleThatLeadsNowhereIsReplaced() throws IOException {
        for (String name : List.of("n-handle-offset-2p63.ldb", "n-handle-one-varint.ldb", "n-handle-size-2p40.ldb")) {
            Rebuilt rebuilt = Rebuilt.of(bytes(name), WHOLE);
            int filter = 225 + 5;
            assertTrue(rebuilt.bytes().length >= bytes("n-good.ldb").length + filter, name);
            Rebuilt dropped = rebuilt.again(FilterPlan.DROP);
            assertEquals(bytes(name).length, dropped.bytes().length, 60, name);
        }
    }

    @Test
    void lostDataStopsARebuild() {
        Map.of(
                        "n-flip-data.ldb", Reason.CHECKSUM,
                        "n-flip-index.ldb", Reason.CHECKSUM,
                        "n-flip-meta.ldb", Reason.CHECKSUM,
                        "n-mi-size-2p40.ldb", Reason.OUTSIDE_FILE,
                        "n-magic-bit.ldb", Reason.BAD_MAGIC)
                .forEach((name, reason) -> {
                    for (FilterPlan plan : List.of(FilterPlan.DROP, WHOLE)) {
                        CorruptTableException e =
                                assertThrows(CorruptTableException.class, () -> Rebuilt.of(bytes(name), plan), name);
                        assertEquals(reason, e.reason(), name);
                    }
                });
    }

    @Test
    void blocksAmongTheDataAreRefused() {
        for (String name : List.of("n-mi-is-index.ldb", "n-handle-to-data-block.ldb", "n-handle-size-plus-5.ldb")) {
            CorruptTableException e =
                    assertThrows(CorruptTableException.class, () -> Rebuilt.of(bytes(name), WHOLE), name);
            assertEquals(Reason.BAD_ORDER, e.reason(), name);
        }
    }

    @Test
    void parametersThatTheFilterDoesNotShowAreAskedFor() {
        Map.of(
                        "n-k-1.ldb", Parameter.BITS_PER_KEY,
                        "n-baselg-10.ldb", Parameter.BITS_PER_KEY,
                        "n-flip-filter-array.ldb", Parameter.BASE_LG,
                        "n-baselg-64.ldb", Parameter.BASE_LG,
                        "n-policy-unknown.ldb", Parameter.DIALECT,
                        "n-two-filters.ldb", Parameter.DIALECT)
                .forEach((name, parameter) -> {
                    UnwritableFilterException e = assertThrows(
                            UnwritableFilterException.class, () -> Rebuilt.of(bytes(name), FilterPlan.KEEP), name);
                    assertEquals(parameter, e.parameter(), name);
                    assertEquals("in memory", e.file());
                    assertEquals("in memory: " + e.detail(), e.getMessage());
                });
    }

    @Test
    void aWrongChecksumOfTheFilterAloneIsNoObstacle() throws IOException {
        for (String name : List.of("n-flip-filter-bit.ldb", "n-flip-filter-crc.ldb", "n-filter-bad-crc.ldb")) {
            assertArrayEquals(
                    bytes("n-good.ldb"),
                    Rebuilt.of(bytes(name), FilterPlan.KEEP).bytes(),
                    name);
        }
    }

    @Test
    void otherFiltersOfATableStay() throws IOException {
        Rebuilt rebuilt = Rebuilt.of(bytes("n-two-filters.ldb"), FilterPlan.DROP);
        assertEquals(Optional.of("leveldb.BuiltinBloomFilter"), rebuilt.report().oldPolicyName());
        assertEquals(
                List.of("filter.leveldb.BuiltinBloomFilter2"),
                Rebuilt.open(rebuilt.bytes()).metaindex().stream()
                        .map(entry -> entry.key())
                        .toList());
        assertArrayEquals(bytes("n-good.ldb"), rebuilt.again(FilterPlan.KEEP).bytes());
    }
}
