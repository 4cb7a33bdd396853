// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.FilterIdentification;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.CorpusTable.FilterOracle;
import io.github.filterblock.testdata.KeyKind;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** That dialect and key domain of every table are found out from its keys alone. */
class InferenceConformanceTest {

    private static Optional<FilterOracle> builtinFilter(CorpusTable table) {
        return table.filter()
                .filter(oracle ->
                        oracle.policy().flatMap(FilterDialect::safeMatcher).isPresent());
    }

    @TestFactory
    @Tag("TF-12")
    Stream<DynamicTest> keyDomainsAreFoundOut() {
        return Golden.eachTable(table -> {
            FilterIdentification reading = Golden.analysis(table).identification();
            if (Golden.analysis(table).entries() == 0) {
                assertEquals(Optional.empty(), reading.keyFormat());
                assertFalse(reading.keyFormatAmbiguous());
            } else {
                table.file()
                        .keyKind()
                        .map(kind -> kind == KeyKind.INTERNAL ? KeyFormat.USER_KEY : KeyFormat.WHOLE_KEY)
                        .filter(format ->
                                !table.hasNoFilter() || reading.keyFormat().isPresent()) // or not proven
                        .ifPresent(format -> assertEquals(Optional.of(format), reading.keyFormat()));
            }
        });
    }

    @TestFactory
    @Tag("TF-14")
    Stream<DynamicTest> theRightDialectIsAmongThoseThatRemain() {
        return Golden.eachTable(table -> {
            Optional<BloomHash> hash =
                    builtinFilter(table).flatMap(FilterOracle::filterCode).flatMap(WriterPolicies::hash);
            if (hash.isPresent()) {
                List<FilterDialect> dialects =
                        Golden.analysis(table).identification().dialects();
                assertTrue(dialects.stream().anyMatch(dialect -> dialect.hash() == hash.get()), dialects::toString);
                assertEquals(
                        dialects.size() > 1,
                        Golden.analysis(table).identification().ambiguous());
            }
        });
    }

    /**
     * A dialect stays open exactly where the other hash, by the slow model, denies no key of the table, and the filter
     * denies any key at all.
     */
    @TestFactory
    @Tag("FB-2")
    Stream<DynamicTest> dialectsStayOpenExactlyWhereNoKeyTells() {
        return Golden.eachTable(table -> {
            Optional<FilterOracle> oracle = builtinFilter(table);
            boolean nameTells = oracle.flatMap(FilterOracle::policy)
                    .filter(name -> FilterDialect.named(name).size() > 1)
                    .isEmpty();
            boolean open = !nameTells
                    && Golden.analysis(table).entries() > 0
                    && deniesSomeKey(table)
                    && !otherHashDeniesSomeKey(table, oracle.orElseThrow());
            assertEquals(open, Golden.analysis(table).identification().ambiguous());
        });
    }

    /** With too few bits per key, all bits of a filter may be set, so that it matches every key. */
    private static boolean deniesSomeKey(CorpusTable table) throws IOException {
        byte[] contents = Golden.analysis(table).filter().orElseThrow().contents();
        ReferenceFilterBlock block = new ReferenceFilterBlock(contents, ReferencePolicy.bloom(10));
        return Golden.keys(table).stream()
                .mapToLong(key -> key.blockOffset())
                .distinct()
                .anyMatch(offset -> IntStream.range(0, 1000)
                        .anyMatch(i -> !block.keyMayMatch(offset, ("absent" + i).getBytes(US_ASCII))));
    }

    private static boolean otherHashDeniesSomeKey(CorpusTable table, FilterOracle oracle) throws IOException {
        boolean signed = oracle.filterCode().equals(Optional.of(ReferencePolicy.SIGNED_TAIL_BLOOM));
        ReferencePolicy other = signed ? ReferencePolicy.bloom(10) : ReferencePolicy.signedTailBloom(10);
        byte[] contents = Golden.analysis(table).filter().orElseThrow().contents();
        ReferenceFilterBlock block = new ReferenceFilterBlock(contents, other);
        return Golden.keys(table).stream()
                .filter(key -> hasHighTailByte(key.filterKey()))
                .anyMatch(key -> !block.keyMayMatch(key.blockOffset(), key.filterKey()));
    }

    private static boolean hasHighTailByte(byte[] key) {
        for (int i = key.length - key.length % 4; i < key.length; i++) {
            if (key[i] < 0) {
                return true;
            }
        }
        return false;
    }

    @TestFactory
    @Tag("TF-13")
    Stream<DynamicTest> noKeyOfATableIsDeniedByItsFilter() {
        return Golden.eachTable(table -> {
            FilterIdentification reading = Golden.analysis(table).identification();
            assertFalse(reading.contradicted());
            reading.remaining().forEach(candidate -> assertEquals(0, candidate.denied()));
            table.data().numEntries().ifPresent(entries -> assertEquals(entries, reading.keys()));
        });
    }

    @TestFactory
    Stream<DynamicTest> statusesAreThoseOfSoundTables() {
        return Golden.eachTable(table -> {
            TableReport analysis = Golden.analysis(table);
            expectedStatus(table)
                    .ifPresent(status ->
                            assertEquals(status, analysis.status(), () -> String.valueOf(analysis.verdict())));
        });
    }

    private static Optional<TableStatus> expectedStatus(CorpusTable table) {
        if (table.filter().isEmpty()) {
            return Optional.of(TableStatus.NO_FILTER).filter(status -> table.hasNoFilter());
        }
        return Optional.of(builtinFilter(table).isPresent() ? TableStatus.OK : TableStatus.UNKNOWN_POLICY);
    }

    @TestFactory
    Stream<DynamicTest> correctWritersLeaveNothingToFind() {
        return Golden.eachTable(table -> {
            try (TableFile file = TableFile.open(table.path())) {
                TableReport report = TableReport.of(file, FilterHints.NONE);
                assertEquals(List.of(), report.findings().first());
                assertEquals(0, report.falseNegatives());
                expectedStatus(table).ifPresent(status -> assertEquals(status, report.verifiedStatus()));
                table.data().numEntries().ifPresent(entries -> assertEquals(entries, report.entries()));
                table.data()
                        .numBlocks()
                        .ifPresent(blocks ->
                                assertEquals(blocks, report.dataBlocks().size()));
            }
        });
    }

    /** A forced hints that is the right one changes nothing. */
    @TestFactory
    Stream<DynamicTest> theRightChoiceForcedFindsTheSame() {
        return Golden.eachTable(table -> {
            TableReport inferred = Golden.analysis(table);
            if (builtinFilter(table).isEmpty() || inferred.entries() == 0) {
                return;
            }
            FilterIdentification.Interpretation right =
                    inferred.identification().remaining().get(0);
            FilterHints hints = new FilterHints(Optional.of(right.dialect()), Optional.of(right.keyFormat()));
            try (TableFile file = TableFile.open(table.path())) {
                TableReport forced = TableReport.of(file, hints);
                assertEquals(TableStatus.OK, forced.status());
                assertEquals(List.of(right), forced.identification().remaining());
            }
        });
    }
}
