// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.github.filterblock.FilterBlockLayout;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.Findings;
import io.github.filterblock.Manner;
import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.FilterIdentification;
import io.github.filterblock.analysis.FilterIdentification.Interpretation;
import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.KeyExplanation;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableFilter;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableQuery.Search;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.bloom.BloomFilterInfo;
import io.github.filterblock.bloom.BloomFilterMatcher;
import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.bloom.BloomTrace;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.CorpusTable.FilterOracle;
import io.github.filterblock.testdata.CorpusTable.FilterShape;
import io.github.filterblock.testdata.Handle;
import io.github.filterblock.testdata.KeyKind;
import io.github.filterblock.testdata.Probe;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every table of the corpus is read as the program that wrote it says. The corpus is the bundled one, or the directory
 * that the system property {@code filterblock.corpus} names.
 */
class CorpusConformanceTest {
    private static final int MOST_PROBES = 100;

    private interface Law {
        void check(CorpusTable table) throws IOException;
    }

    private static Map<String, Law> laws() {
        Map<String, Law> laws = new LinkedHashMap<>();
        laws.put("footer, metaindex and index are where the oracle says", CorpusConformanceTest::layout);
        laws.put("data blocks are those of the oracle", CorpusConformanceTest::dataBlocks);
        laws.put("the filter block is found and understood", CorpusConformanceTest::filter);
        laws.put("dialect and key format are found out from the keys alone", CorpusConformanceTest::identification);
        laws.put("a dialect stays open exactly where no key tells", CorpusConformanceTest::openDialects);
        laws.put("correct writers leave nothing to find", CorpusConformanceTest::findings);
        laws.put("the filter gives the recorded answers", CorpusConformanceTest::recordedAnswers);
        laws.put("a query denies no key, and absent ones as their block's filter does", CorpusConformanceTest::queries);
        laws.put("the index is searched exactly where keys are in byte order", CorpusConformanceTest::search);
        laws.put("explanations answer as queries do, by the bits of the block", CorpusConformanceTest::explanations);
        return laws;
    }

    @TestFactory
    Stream<DynamicContainer> everyLawHoldsForEveryTable() {
        System.out.println("corpus " + Golden.CORPUS.directory() + ": "
                + Golden.CORPUS.tables().size() + " tables");
        return laws().entrySet().stream()
                .map(law -> DynamicContainer.dynamicContainer(
                        law.getKey(),
                        Golden.CORPUS.tables().stream()
                                .filter(Golden::isTable)
                                .map(table -> DynamicTest.dynamicTest(
                                        table.name(), () -> law.getValue().check(table)))));
    }

    @Test
    void theCorpusIsNotEmpty() {
        assertFalse(Golden.CORPUS.tables().isEmpty());
    }

    /** A table with RocksDB's own footer may be read; then the footer says whose it is. */
    @TestFactory
    Stream<DynamicTest> whatIsNoTableIsRefused() {
        return Golden.CORPUS.tables().stream()
                .filter(table -> !Golden.isTable(table))
                .map(table -> DynamicTest.dynamicTest(table.name(), () -> {
                    try (TableFile file = TableFile.open(table.path())) {
                        assertTrue(Golden.endsAsRocksDbs(table.bytes()), table.name());
                        assertTrue(file.footer().formatVersion() > 0, table.name());
                    } catch (CorruptTableException e) {
                        assertTrue(e.reason().meansNoTable(), e.getMessage());
                        assertEquals(table.path().toString(), e.file());
                    }
                }));
    }

    private static BlockHandle handle(Handle place) {
        return new BlockHandle(place.offset(), place.size());
    }

    private static void layout(CorpusTable table) throws IOException {
        TableReport report = Golden.analysis(table);
        var oracle = table.layout();
        oracle.metaindexHandle()
                .ifPresent(place -> assertEquals(handle(place), report.footer().metaindex()));
        oracle.indexHandle()
                .ifPresent(place -> assertEquals(handle(place), report.footer().index()));
        table.file().size().ifPresent(size -> assertEquals(size, report.size()));
        try (TableFile file = TableFile.open(table.path())) {
            int metaindexType = file.read(file.footer().metaindex()).type();
            int indexType = file.read(file.footer().index()).type();
            oracle.metaindexBlockType().ifPresent(type -> assertEquals(type, metaindexType));
            oracle.indexBlockType().ifPresent(type -> assertEquals(type, indexType));
        }
        if (oracle.metaindex().isWhole()) {
            var expected = oracle.metaindex().items();
            List<MetaindexEntry> found = report.metaindex();
            assertEquals(expected.size(), found.size());
            for (int i = 0; i < expected.size(); i++) {
                assertEquals(expected.get(i).key(), found.get(i).key());
                assertArrayEquals(expected.get(i).value(), found.get(i).value());
                assertEquals(
                        expected.get(i).handle().map(CorpusConformanceTest::handle),
                        found.get(i).handle());
            }
        }
    }

    private static void dataBlocks(CorpusTable table) throws IOException {
        TableReport report = Golden.analysis(table);
        List<DataBlock> found = report.dataBlocks();
        table.data().numBlocks().ifPresent(count -> assertEquals(count, found.size()));
        table.data().numEntries().ifPresent(count -> assertEquals(count, report.entries()));
        table.data().blocks().whole().ifPresent(blocks -> {
            assertEquals(blocks.size(), found.size());
            for (int i = 0; i < blocks.size(); i++) {
                var expected = blocks.get(i);
                DataBlock block = found.get(i);
                assertEquals(new BlockHandle(expected.offset(), expected.storedSize()), block.handle());
                assertEquals(expected.type(), block.type());
                expected.keys().ifPresent(keys -> assertEquals(keys, block.keyCount()));
                expected.uncompressedSize().ifPresent(size -> assertEquals(size, block.contentsLength()));
            }
        });
        table.data().blocksSha256().ifPresent(digest -> assertEquals(digest, digest(found)));
        List<Golden.Key> keys = Golden.keys(table);
        if (!keys.isEmpty()) {
            byte[] last = keys.get(keys.size() - 1).filterKey();
            table.data()
                    .firstFilterKey()
                    .ifPresent(key -> assertArrayEquals(key, keys.get(0).filterKey()));
            table.data().lastFilterKey().ifPresent(key -> assertArrayEquals(key, last));
        }
    }

    /** Each block as u64 offset, u64 size, u8 type and u32 keys, little-endian. */
    private static String digest(List<DataBlock> blocks) {
        Hasher sha256 = Hashing.sha256().newHasher();
        for (DataBlock block : blocks) {
            sha256.putLong(block.offset())
                    .putLong(block.handle().size())
                    .putByte((byte) block.type())
                    .putInt(block.keyCount());
        }
        return sha256.hash().toString();
    }

    private static void filter(CorpusTable table) throws IOException {
        assertFalse(table.hasNoFilter() && Golden.analysis(table).filter().isPresent());
        if (table.filter().isEmpty()) {
            return;
        }
        FilterOracle oracle = table.filter().get();
        TableFilter filter = Golden.analysis(table).filter().orElseThrow();
        oracle.metaindexKey().ifPresent(key -> assertEquals(key, filter.entry().key()));
        oracle.policy().ifPresent(name -> assertEquals(name, filter.policyName()));
        oracle.handle().ifPresent(place -> assertEquals(Optional.of(handle(place)), filter.handle()));
        oracle.blockType().ifPresent(type -> assertEquals(type, filter.compressionType()));
        String sha256 = Hashing.sha256().hashBytes(filter.contents()).toString();
        oracle.sha256().ifPresent(digest -> assertEquals(digest, sha256));
        assertEquals(BlockChecksum.Status.OK, filter.checksum());
        FilterBlockLayout layout = filter.layout();
        oracle.baseLg().ifPresent(lg -> assertEquals(lg, layout.baseLg()));
        oracle.numFilters().ifPresent(count -> assertEquals(count, layout.filterCount()));
        oracle.emptyFilters().ifPresent(count -> assertEquals(count, filter.emptyFilters()));
        oracle.arrayOffset().ifPresent(offset -> assertEquals(offset, layout.arrayOffset()));
        List<Optional<FilterShape>> shapes = oracle.shapes().whole().orElse(List.of());
        for (int i = 0; i < shapes.size(); i++) {
            BloomFilterInfo info = filter.info(i);
            FilterShape expected = shapes.get(i).orElse(new FilterShape(0, 0));
            assertEquals(expected, new FilterShape(info.probes(), info.bits()), "filter " + i);
            assertEquals(shapes.get(i).isEmpty(), layout.filterLength(i) == 0, "filter " + i);
        }
        assertEquals(Findings.NONE, filter.findings());
    }

    private static boolean isBuiltin(CorpusTable table) {
        return table.filter()
                .flatMap(FilterOracle::policy)
                .flatMap(FilterDialect::safeMatcher)
                .isPresent();
    }

    private static Optional<BloomHash> hash(CorpusTable table) {
        return table.filter().flatMap(FilterOracle::filterCode).flatMap(code -> switch (code) {
            case ReferencePolicy.BLOOM -> Optional.of(BloomHash.UNSIGNED_TAIL);
            case ReferencePolicy.SIGNED_TAIL_BLOOM -> Optional.of(BloomHash.SIGNED_TAIL);
            default -> Optional.empty();
        });
    }

    private static void identification(CorpusTable table) throws IOException {
        TableReport report = Golden.analysis(table);
        FilterIdentification reading = report.identification();
        if (report.entries() == 0) {
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
        if (!isBuiltin(table)) {
            return;
        }
        List<FilterDialect> dialects = reading.dialects();
        hash(table)
                .ifPresent(hash ->
                        assertTrue(dialects.stream().anyMatch(dialect -> dialect.hash() == hash), dialects::toString));
        assertFalse(reading.contradicted());
        reading.remaining().forEach(candidate -> assertEquals(0, candidate.denied()));
        if (report.entries() > 0) {
            Interpretation right = reading.remaining().get(0);
            FilterHints hints = new FilterHints(Optional.of(right.dialect()), Optional.of(right.keyFormat()));
            try (TableFile file = TableFile.open(table.path())) {
                TableReport forced = TableReport.of(file, hints);
                assertEquals(TableStatus.OK, forced.status());
                assertEquals(List.of(right), forced.identification().remaining());
            }
        }
        OptionalInt bits = Golden.bitsPerKey(table);
        Optional<FilterSummary.Range> range = report.summary().orElseThrow().bitsPerKey();
        if (bits.isPresent() && report.entries() > 0 && range.isPresent()) {
            int least = range.get().least(); // 0 only where no other number fits
            assertTrue(least <= Math.max(bits.getAsInt(), Math.min(1, least)), range::toString);
            assertTrue(bits.getAsInt() <= range.get().most(), range::toString);
        }
    }

    /** By the slow model: the other hash denies no key of the table, and the filter denies any key at all. */
    private static void openDialects(CorpusTable table) throws IOException {
        boolean shared = isBuiltin(table)
                && FilterDialect.named(table.filter().orElseThrow().policy().orElseThrow())
                                .size()
                        > 1;
        boolean signed = hash(table).equals(Optional.of(BloomHash.SIGNED_TAIL));
        ReferencePolicy other = signed ? ReferencePolicy.bloom(10) : ReferencePolicy.signedTailBloom(10);
        boolean open = shared && Golden.analysis(table).entries() > 0;
        if (open) {
            byte[] contents = Golden.analysis(table).filter().orElseThrow().contents();
            ReferenceFilterBlock asOther = new ReferenceFilterBlock(contents, other);
            ReferenceFilterBlock any = new ReferenceFilterBlock(contents, ReferencePolicy.bloom(10));
            List<Golden.Key> keys = Golden.keys(table);
            open = keys.stream().allMatch(key -> asOther.keyMayMatch(key.blockOffset(), key.filterKey()))
                    && keys.stream()
                            .mapToLong(Golden.Key::blockOffset)
                            .distinct()
                            .anyMatch(offset -> IntStream.range(0, 1000)
                                    .anyMatch(i -> !any.keyMayMatch(offset, ("absent" + i).getBytes(US_ASCII))));
        }
        assertEquals(open, Golden.analysis(table).identification().ambiguous());
    }

    private static void findings(CorpusTable table) throws IOException {
        TableReport report = Golden.analysis(table);
        assertEquals(List.of(), report.findings().first());
        assertEquals(0, report.falseNegatives());
        if (table.filter().isPresent() || table.hasNoFilter()) {
            assertEquals(
                    table.filter().isEmpty()
                            ? report.userKeyFilter().isPresent() ? TableStatus.OK : TableStatus.NO_FILTER
                            : isBuiltin(table) ? TableStatus.OK : TableStatus.UNKNOWN_POLICY,
                    report.verifiedStatus(),
                    () -> String.valueOf(report.verdict()));
        }
    }

    private static void recordedAnswers(CorpusTable table) throws IOException {
        if (table.filter().isEmpty()) {
            return;
        }
        TableReport report = Golden.analysis(table);
        TableQuery query = new TableQuery(report);
        try (TableFile file = TableFile.open(table.path())) {
            Optional<FilterBlockReader> opened = file.openFilter();
            assertEquals(isBuiltin(table), opened.isPresent());
            boolean settled = isBuiltin(table) && !report.identification().ambiguous() && report.entries() > 0;
            byte[] block = report.filter().orElseThrow().contents();
            Optional<FilterBlockReader> writers = hash(table)
                    .map(hash -> FilterBlockReader.wrapping(
                            block, 0, block.length, new BloomFilterMatcher(table.name(), hash)));
            for (Probe probe : table.probes()) {
                long offset = probe.blockOffset();
                byte[] key = probe.key();
                opened.ifPresent(
                        filter -> assertTrue(filter.keyMayMatch(offset, key) || !probe.mayMatch(), probe::toString));
                writers.ifPresent(filter -> {
                    assertEquals(probe.mayMatch(), filter.keyMayMatch(offset, key), probe::toString);
                    assertEquals(
                            probe.mayMatch(), Manner.LIKE_LEVELDB.of(filter).keyMayMatch(offset, key), probe::toString);
                });
                if (settled) {
                    assertEquals(probe.mayMatch(), query.askFilter(offset, key), probe::toString);
                }
                assertTrue(isBuiltin(table) || query.askFilter(offset, key), "a policy that is not built in");
            }
        }
    }

    private static void queries(CorpusTable table) throws IOException {
        TableReport report = Golden.analysis(table);
        TableQuery query = new TableQuery(report);
        List<Golden.Key> keys = Golden.keys(table);
        for (Golden.Key key : keys) {
            assertTrue(query.askFilter(key.blockOffset(), key.filterKey()), key::toString);
            assertTrue(query.ask(key.filterKey()).mayMatch(), key::toString);
        }
        Set<ByteBuffer> present =
                keys.stream().map(key -> ByteBuffer.wrap(key.filterKey())).collect(Collectors.toSet());
        for (Probe probe : table.probes()) {
            if (present.contains(ByteBuffer.wrap(probe.key()))) {
                continue;
            }
            TableQuery.Answer answer = query.ask(probe.key());
            if (query.search() == Search.INDEX && answer.blockOffset().isPresent()) {
                long offset = answer.blockOffset().getAsLong();
                assertEquals(query.askFilter(offset, probe.key()), answer.mayMatch(), probe::toString);
            } else if (query.search() == Search.ALL_BLOCKS) {
                boolean anywhere =
                        report.dataBlocks().stream().anyMatch(block -> query.askFilter(block.offset(), probe.key()));
                assertEquals(anywhere, answer.mayMatch(), probe::toString);
            }
        }
    }

    private static void search(CorpusTable table) throws IOException {
        TableReport report = Golden.analysis(table);
        boolean believed = report.status() == TableStatus.OK && report.entries() > 0;
        Search search = new TableQuery(report).search();
        if (report.userKeyFilter().isPresent()) {
            assertEquals(Search.USER_KEY, search);
        } else if (believed || report.entries() > 0) {
            Search ordered = isInByteOrder(table) ? Search.INDEX : Search.ALL_BLOCKS;
            assertEquals(believed ? ordered : Search.NO_FILTER, search);
        } else { // with an empty data block or with none there is nothing to search
            assertFalse(search == Search.INDEX);
        }
    }

    /** By user key and then by descending tag, or by whole key; never the same key twice. */
    private static boolean isInByteOrder(CorpusTable table) throws IOException {
        boolean internal = Golden.hasInternalKeys(table);
        List<Golden.Key> keys = Golden.keys(table);
        for (int i = 1; i < keys.size(); i++) {
            int order = Arrays.compareUnsigned(
                    keys.get(i - 1).filterKey(), keys.get(i).filterKey());
            boolean older = internal && Long.compareUnsigned(tag(keys.get(i - 1)), tag(keys.get(i))) > 0;
            if (order > 0 || order == 0 && !older) {
                return false;
            }
        }
        return true;
    }

    private static long tag(Golden.Key key) {
        return ByteBuffer.wrap(key.stored()).order(ByteOrder.LITTLE_ENDIAN).getLong(key.stored().length - 8);
    }

    /** Chromium's IndexedDB and the reversed table of the bundled corpus have comparators of their own. */
    @Test
    void tablesOfOtherComparatorsAreNotSearchedByTheIndex() throws IOException {
        for (CorpusTable table : Corpus.bundled().tables()) {
            if (Set.of("chromium-indexeddb", "cpp123-reverse-comparator").contains(table.name())) {
                assertEquals(Search.ALL_BLOCKS, new TableQuery(Golden.analysis(table)).search(), table.name());
            }
        }
    }

    private static void explanations(CorpusTable table) throws IOException {
        TableReport report = Golden.analysis(table);
        TableQuery query = new TableQuery(report);
        long remaining = report.identification().remaining().stream()
                .map(Interpretation::dialect)
                .distinct()
                .count();
        for (Probe probe :
                table.probes().subList(0, Math.min(MOST_PROBES, table.probes().size()))) {
            TableQuery.Answer answer = query.ask(probe.key());
            KeyExplanation explanation = query.explain(probe.key());
            assertEquals(answer.mayMatch(), explanation.mayMatch(), probe::toString);
            assertEquals(Optional.of(query.search()), explanation.search());
            boolean deniedByAll = !answer.mayMatch() && query.search() == Search.ALL_BLOCKS;
            assertEquals(
                    answer.blockOffset(),
                    explanation.distrust().isPresent() || deniedByAll
                            ? OptionalLong.empty()
                            : explanation.decisive().stream()
                                    .mapToLong(KeyExplanation.Block::blockOffset)
                                    .findFirst());
            KeyExplanation direct = query.explain(probe.blockOffset(), probe.key());
            assertEquals(query.askFilter(probe.blockOffset(), probe.key()), direct.mayMatch());
            for (KeyExplanation.Block block : direct.blocks()) {
                assertEquals(
                        block.lookup().asked() ? remaining : 0, block.readings().size());
                for (KeyExplanation.Reading each : block.readings()) {
                    bits(report.filter().orElseThrow().contents(), block, each);
                }
            }
        }
    }

    private static void bits(byte[] contents, KeyExplanation.Block block, KeyExplanation.Reading reading) {
        BloomTrace trace = reading.trace();
        boolean allSet = true;
        for (BloomTrace.Probe probe : trace.probes()) {
            int at = (int) (block.lookup().start() + probe.position() / 8);
            assertEquals((contents[at] & 1 << probe.position() % 8) != 0, probe.set());
            if (allSet && !probe.set()) {
                assertEquals(Optional.of(probe), trace.firstUnset());
                assertTrue(reading.why().startsWith("bit " + probe.position() + " is not set"), reading::why);
            }
            allSet &= probe.set();
        }
        assertTrue(block.lookup().length() < 2 || allSet == trace.mayMatch());
    }
}
