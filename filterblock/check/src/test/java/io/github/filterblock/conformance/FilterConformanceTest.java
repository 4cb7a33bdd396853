// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.github.filterblock.FilterBlockLayout;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.FilterBlockVerifier;
import io.github.filterblock.Findings;
import io.github.filterblock.analysis.TableFilter;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.bloom.BloomFilterInfo;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.CorpusTable.FilterOracle;
import io.github.filterblock.testdata.CorpusTable.FilterShape;
import io.github.filterblock.testdata.Probe;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** That the filter block of every table is found and understood as the oracle says. */
class FilterConformanceTest {

    private interface FilterLaw {
        void check(CorpusTable table, FilterOracle oracle, TableFilter filter) throws Exception;
    }

    private static Stream<DynamicTest> eachFilter(FilterLaw law) {
        return Golden.eachTable(table -> {
            Optional<TableFilter> found = Golden.analysis(table).filter();
            if (table.filter().isPresent()) {
                law.check(table, table.filter().get(), found.orElseThrow());
            }
        });
    }

    private static boolean isBuiltin(FilterOracle oracle) {
        return oracle.policy().flatMap(FilterDialect::safeMatcher).isPresent();
    }

    @TestFactory
    @Tag("TF-8")
    Stream<DynamicTest> tablesWithoutAFilterHaveNone() {
        return Golden.eachTable(table -> assertFalse(
                table.hasNoFilter() && Golden.analysis(table).filter().isPresent()));
    }

    @TestFactory
    @Tag("TF-8")
    Stream<DynamicTest> filterBlocksAreFoundWhereTheyLie() {
        return eachFilter((table, oracle, filter) -> {
            oracle.metaindexKey()
                    .ifPresent(key -> assertEquals(key, filter.entry().key()));
            oracle.policy().ifPresent(name -> assertEquals(name, filter.policyName()));
            oracle.handle()
                    .ifPresent(
                            place -> assertEquals(Optional.of(LayoutConformanceTest.handle(place)), filter.handle()));
            oracle.blockType().ifPresent(type -> assertEquals(type, filter.compressionType()));
            oracle.sha256()
                    .ifPresent(digest -> assertEquals(
                            digest,
                            Hashing.sha256().hashBytes(filter.contents()).toString()));
            assertEquals(BlockChecksum.Status.OK, filter.checksum());
        });
    }

    @TestFactory
    @Tag("FB-11")
    Stream<DynamicTest> layoutsOfFilterBlocksAreRead() {
        return eachFilter((table, oracle, filter) -> {
            FilterBlockLayout layout = filter.layout();
            oracle.baseLg().ifPresent(lg -> assertEquals(lg, layout.baseLg()));
            oracle.numFilters().ifPresent(count -> assertEquals(count, layout.filterCount()));
            oracle.emptyFilters().ifPresent(count -> assertEquals(count, filter.emptyFilters()));
            oracle.arrayOffset().ifPresent(offset -> assertEquals(offset, layout.arrayOffset()));
            oracle.offsetsSha256().ifPresent(digest -> assertEquals(digest, digestOfOffsets(layout)));
        });
    }

    /** All offsets and the array offset, u32 little-endian. */
    private static String digestOfOffsets(FilterBlockLayout layout) {
        Hasher sha256 = Hashing.sha256().newHasher();
        for (int i = 0; i < layout.filterCount(); i++) {
            sha256.putInt((int) layout.filterStart(i));
        }
        return sha256.putInt((int) layout.arrayOffset()).hash().toString();
    }

    @TestFactory
    @Tag("FB-6")
    Stream<DynamicTest> everyFilterHasItsProbesAndBits() {
        return eachFilter((table, oracle, filter) -> {
            List<Optional<FilterShape>> shapes = oracle.shapes().whole().orElse(List.of());
            for (int i = 0; i < shapes.size(); i++) {
                BloomFilterInfo info = filter.info(i);
                FilterShape expected = shapes.get(i).orElse(new FilterShape(0, 0));
                assertEquals(expected, new FilterShape(info.probes(), info.bits()), "filter " + i);
                assertEquals(shapes.get(i).isEmpty(), filter.layout().filterLength(i) == 0, "filter " + i);
            }
        });
    }

    @TestFactory
    @Tag("FB-14")
    Stream<DynamicTest> blocksOfCorrectWritersHaveNoFindings() {
        return eachFilter((table, oracle, filter) -> {
            ByteBuffer block = ByteBuffer.wrap(filter.contents());
            assertEquals(
                    List.of(),
                    isBuiltin(oracle) ? FilterBlockVerifier.verifyBloom(block) : FilterBlockVerifier.verify(block));
            assertEquals(Findings.NONE, filter.findings());
        });
    }

    /**
     * Whatever the policy is called, what it says of its own bits is the test's business; the library must not guess.
     */
    @TestFactory
    @Tag("TF-14")
    Stream<DynamicTest> filtersOfPoliciesThatAreNotBuiltInDenyNothing() {
        return eachFilter((table, oracle, filter) -> {
            if (isBuiltin(oracle)) {
                return;
            }
            TableReport analysis = Golden.analysis(table);
            assertEquals(TableStatus.UNKNOWN_POLICY, analysis.status());
            assertEquals(List.of(), analysis.identification().interpretations());
            TableQuery query = new TableQuery(analysis);
            assertEquals(TableQuery.Search.NO_FILTER, query.search());
            for (Probe probe : table.probes()) {
                assertTrue(query.askFilter(probe.blockOffset(), probe.key()), probe::toString);
                assertTrue(query.ask(probe.key()).mayMatch(), probe::toString);
            }
            try (TableFile file = TableFile.open(table.path())) {
                assertEquals(Optional.empty(), file.openFilter());
            }
        });
    }

    /** The matcher that is opened by name alone may say "may match" more often, but never less. */
    @TestFactory
    @Tag("TF-14")
    Stream<DynamicTest> filtersOpenedByNameAloneDenyNothingThatTheRightOneDoesNot() {
        return eachFilter((table, oracle, filter) -> {
            if (!isBuiltin(oracle)) {
                return;
            }
            try (TableFile file = TableFile.open(table.path())) {
                FilterBlockReader reader = file.openFilter().orElseThrow();
                for (Probe probe : table.probes()) {
                    assertTrue(
                            reader.keyMayMatch(probe.blockOffset(), probe.key()) || !probe.mayMatch(), probe::toString);
                }
            }
        });
    }
}
