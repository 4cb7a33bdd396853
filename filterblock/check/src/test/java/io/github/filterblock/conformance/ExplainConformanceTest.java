// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.FilterIdentification;
import io.github.filterblock.analysis.KeyExplanation;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.bloom.BloomTrace;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.Rule;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.CorpusTable.FilterOracle;
import io.github.filterblock.testdata.Probe;
import io.github.filterblock.testdata.ReferenceHash;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** That explanations give the answers of the original programs, and the bits that decide are what they say. */
class ExplainConformanceTest {

    @TestFactory
    @Tag("FB-7")
    @Tag("FB-24")
    Stream<DynamicTest> everyRecordedAnswerIsExplained() {
        return Golden.eachTable(table -> {
            Optional<FilterDialect> writer = table.filter().flatMap(ExplainConformanceTest::writer);
            if (writer.isEmpty()) {
                return;
            }
            TableReport analysis = analysis(table, writer.get());
            TableQuery query = new TableQuery(analysis);
            byte[] block = table.filterBlock().orElseGet(analysis.filter().orElseThrow()::contents);
            for (Probe probe : table.probes()) {
                KeyExplanation explanation = query.explain(probe.blockOffset(), probe.key());
                assertEquals(probe.mayMatch(), explanation.mayMatch(), probe::toString);
                KeyExplanation.Block asked = explanation.decisive().orElseThrow();
                assertEquals(probe.mayMatch(), asked.mayMatch(), probe::toString);
                assertBitsAreAsExplained(block, probe, asked);
            }
        });
    }

    /**
     * The dialect by the oracle's word: some tables do not tell it, and one carries LevelDB's bits under a name of its
     * own.
     */
    private static Optional<FilterDialect> writer(FilterOracle oracle) {
        return oracle.filterCode()
                .flatMap(WriterPolicies::hash)
                .map(hash -> Stream.concat(
                                FilterDialect.named(oracle.policy().orElse("")).stream(),
                                Stream.of(FilterDialect.LEVELDB, FilterDialect.LEVELDB_117_SIGNED))
                        .filter(dialect -> dialect.hash() == hash)
                        .findFirst()
                        .orElseThrow());
    }

    private static TableReport analysis(CorpusTable table, FilterDialect dialect) throws IOException {
        TableReport found = Golden.analysis(table);
        if (found.identification().dialects().equals(List.of(dialect))) {
            return found;
        }
        try (TableFile file = TableFile.open(table.path())) {
            return TableReport.of(file, new FilterHints(Optional.of(dialect), Optional.empty()));
        }
    }

    /** Where the keys do not tell the dialect, every one is shown, and the answer is "absent" only if all deny. */
    @TestFactory
    @Tag("TF-14")
    Stream<DynamicTest> everyReadingThatRemainsIsShown() {
        return Golden.eachTable(table -> {
            TableReport analysis = Golden.analysis(table);
            TableQuery query = new TableQuery(analysis);
            for (Probe probe : firstProbes(table)) {
                KeyExplanation explanation = query.explain(probe.blockOffset(), probe.key());
                assertEquals(query.askFilter(probe.blockOffset(), probe.key()), explanation.mayMatch());
                for (KeyExplanation.Block block : explanation.blocks()) {
                    long remaining = analysis.identification().remaining().stream()
                            .map(FilterIdentification.Interpretation::dialect)
                            .distinct()
                            .count();
                    assertEquals(
                            block.lookup().asked() ? remaining : 0,
                            block.readings().size());
                }
            }
        });
    }

    private static void assertBitsAreAsExplained(byte[] block, Probe probe, KeyExplanation.Block asked) {
        byte[] filter = filterFor(block, probe.blockOffset());
        assertEquals(filter == null, !asked.lookup().asked(), probe::toString);
        if (filter == null) {
            assertEquals(Rule.FB_23, asked.lookup().rule(), probe::toString);
            assertTrue(asked.readings().isEmpty() && asked.why().contains("FB-23"), asked::why);
            return;
        }
        assertFalse(asked.readings().isEmpty());
        for (KeyExplanation.Reading reading : asked.readings()) {
            assertReading(filter, probe, reading);
        }
    }

    private static void assertReading(byte[] filter, Probe probe, KeyExplanation.Reading reading) {
        BloomTrace trace = reading.trace();
        ReferenceHash hash = reading.dialect().hash() == BloomHash.SIGNED_TAIL
                ? ReferenceHash.SIGNED_TAIL
                : ReferenceHash.UNSIGNED_TAIL;
        long first = hash.hash(probe.key(), ReferenceHash.BLOOM_SEED);
        assertEquals(first, Integer.toUnsignedLong(trace.hash()));
        if (filter.length == 0) {
            assertEquals(Rule.FB_8, trace.rule());
            assertTrue(reading.why().contains("empty"), reading::why);
            return;
        }
        assertEquals(Rule.FB_7, trace.rule());
        assertEquals(filter[filter.length - 1], trace.probes().size());
        long step = first / (1 << 17) + first % (1 << 17) * (1 << 15);
        boolean allSet = true;
        for (int i = 0; i < trace.probes().size(); i++) {
            long position = (first + i * step) % (1L << 32) % (8L * (filter.length - 1));
            boolean set = (filter[(int) (position / 8)] & 1 << position % 8) != 0;
            assertEquals(new BloomTrace.Probe(position, set), trace.probes().get(i), probe::toString);
            if (allSet && !set) {
                assertEquals(Optional.of(trace.probes().get(i)), trace.firstUnset(), probe::toString);
                assertTrue(reading.why().startsWith("bit " + position + " is not set"), reading::why);
            }
            allSet &= set;
        }
        assertEquals(allSet, trace.mayMatch(), probe::toString);
        assertEquals(!allSet, reading.why().contains("is not set"), reading::why);
    }

    /** The bytes of the filter that FB-12 and FB-24 lead to, or null where there is none. */
    private static byte[] filterFor(byte[] block, long blockOffset) {
        ByteBuffer bytes = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
        int arrayOffset = bytes.getInt(block.length - 5);
        long window = blockOffset >>> block[block.length - 1];
        if (Long.compareUnsigned(window, (block.length - 5 - arrayOffset) / 4) >= 0) {
            return null;
        }
        int at = arrayOffset + 4 * (int) window;
        return Arrays.copyOfRange(block, bytes.getInt(at), bytes.getInt(at + 4));
    }

    /** Keys of the table are found where they are, and the explanation is that of the query. */
    @TestFactory
    @Tag("TF-11")
    @Tag("TF-13")
    Stream<DynamicTest> explanationsAnswerAsQueriesDo() {
        return Golden.eachTable(table -> {
            TableQuery query = new TableQuery(Golden.analysis(table));
            for (Probe probe : firstProbes(table)) {
                TableQuery.Answer answer = query.ask(probe.key());
                KeyExplanation explanation = query.explain(probe.key());
                assertEquals(answer.mayMatch(), explanation.mayMatch(), probe::toString);
                assertEquals(Optional.of(query.search()), explanation.search());
                boolean deniedByAll = !answer.mayMatch() && query.search() == TableQuery.Search.ALL_BLOCKS;
                assertEquals(
                        answer.blockOffset(),
                        explanation.distrust().isPresent() || deniedByAll
                                ? OptionalLong.empty()
                                : explanation.decisive().stream()
                                        .mapToLong(KeyExplanation.Block::blockOffset)
                                        .findFirst(),
                        probe::toString);
                assertFalse(explanation.why().isBlank());
            }
        });
    }

    private static Iterable<Probe> firstProbes(CorpusTable table) {
        return table.probes().subList(0, Math.min(100, table.probes().size()));
    }
}
