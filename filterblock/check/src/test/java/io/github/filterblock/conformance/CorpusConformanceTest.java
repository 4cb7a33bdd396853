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
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.github.filterblock.FilterBlockLayout;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.Findings;
import io.github.filterblock.analysis.BlockFilter;
import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.ExaminedFilter;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.FilterIdentification;
import io.github.filterblock.analysis.FilterIdentification.Interpretation;
import io.github.filterblock.analysis.FilterTrace;
import io.github.filterblock.analysis.FilterTrust;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.LocatedFilterBlock;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableQuery.Search;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.analysis.UserKeyFilter;
import io.github.filterblock.bloom.BloomFilterInfo;
import io.github.filterblock.bloom.BloomFilterMatcher;
import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.bloom.BloomTrace;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.conformance.Golden.Form;
import io.github.filterblock.conformance.Golden.StoredKey;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableFilter;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.CorpusTable.FilterOracle;
import io.github.filterblock.testdata.CorpusTable.FilterShape;
import io.github.filterblock.testdata.Handle;
import io.github.filterblock.testdata.KeyAnswer;
import io.github.filterblock.testdata.PlacedKey;
import io.github.filterblock.testdata.Probe;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Every table of every corpus is read as the program that wrote it says. */
class CorpusConformanceTest {
    private static final int MAX_QUESTIONS = 100;

    private interface Law {
        void check(Golden table) throws IOException;
    }

    private static Map<String, Law> laws() {
        Map<String, Law> laws = new LinkedHashMap<>();
        laws.put("footer, metaindex and index are where the oracle says", CorpusConformanceTest::layout);
        laws.put("data blocks are those of the oracle", CorpusConformanceTest::dataBlocks);
        laws.put("the filter block is found and understood", CorpusConformanceTest::filter);
        laws.put("dialect and key format are found out from the keys alone", CorpusConformanceTest::identification);
        laws.put("a dialect stays open exactly where no key tells", CorpusConformanceTest::openDialects);
        laws.put("correct writers leave nothing to find", CorpusConformanceTest::findings);
        laws.put("a full filter is believed, and has every key", CorpusConformanceTest::fullFilter);
        laws.put("the filter gives the recorded answers", CorpusConformanceTest::recordedAnswers);
        laws.put("a query denies no key, and absent ones as their writer does", CorpusConformanceTest::queries);
        laws.put("the index is searched exactly where keys are in byte order", CorpusConformanceTest::search);
        laws.put("explanations answer as queries do, by the bits of the block", CorpusConformanceTest::explanations);
        return laws;
    }

    @TestFactory
    @Tag("FB-17")
    @Tag("FB-24")
    @Tag("TF-1")
    @Tag("TF-4")
    @Tag("TF-8")
    @Tag("TF-11")
    @Tag("TF-12")
    @Tag("TF-13")
    @Tag("TF-14")
    @Tag("RF-13")
    Stream<DynamicContainer> everyLawHoldsForEveryTable() {
        List<Golden> tables = Golden.all();
        assertTrue(tables.stream().anyMatch(table -> table.corpus.isPresent()));
        System.out.println("corpus " + Golden.CORPUS.directory() + ": " + tables.size() + " tables");
        return laws().entrySet().stream()
                .map(law -> DynamicContainer.dynamicContainer(
                        law.getKey(),
                        tables.stream()
                                .map(table -> DynamicTest.dynamicTest(
                                        table.name, () -> law.getValue().check(table)))));
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
                        assertTrue(e.reason().isNotATable(), e.getMessage());
                        assertEquals(table.path().toString(), e.file());
                    }
                }));
    }

    private static BlockHandle handle(Handle place) {
        return new BlockHandle(place.offset(), place.size());
    }

    private static void layout(Golden table) throws IOException {
        TableReport report = table.report();
        table.formatVersion.ifPresent(
                version -> assertEquals(version, report.structure().footer().formatVersion()));
        table.checksum.ifPresent(
                kind -> assertEquals(kind, report.structure().footer().checksum()));
        if (table.formatVersion.isPresent()) {
            assertTrue(report.structure().origin().rocksDb());
            assertFalse(report.structure().origin().basho());
        }
        if (table.corpus.isEmpty()) {
            return;
        }
        var oracle = table.corpus.get().layout();
        oracle.metaindexHandle()
                .ifPresent(place ->
                        assertEquals(handle(place), report.structure().footer().metaindex()));
        oracle.indexHandle()
                .ifPresent(place ->
                        assertEquals(handle(place), report.structure().footer().index()));
        table.corpus.get().file().size().ifPresent(size -> assertEquals(size, report.size()));
        try (TableFile file = TableFile.open(table.path)) {
            int metaindexType = file.read(file.footer().metaindex()).type();
            int indexType = file.read(file.footer().index()).type();
            oracle.metaindexBlockType().ifPresent(type -> assertEquals(type, metaindexType));
            oracle.indexBlockType().ifPresent(type -> assertEquals(type, indexType));
        }
        if (oracle.metaindex().isWhole()) {
            var expected = oracle.metaindex().items();
            List<MetaindexEntry> found = report.structure().metaindex();
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

    private static void dataBlocks(Golden table) throws IOException {
        TableReport report = table.report();
        List<DataBlock> found = report.facts().blocks();
        table.dataBlocks.ifPresent(count -> assertEquals(count, found.size()));
        table.entries.ifPresent(count -> assertEquals(count, report.entries()));
        assertEquals(List.of(), table.undecoded ? List.of() : report.damage());
        if (table.dataEnd.isPresent()) {
            long end = 0;
            try (TableFile file = TableFile.open(table.path)) {
                for (IndexEntry entry : file.index()) {
                    assertEquals(end, entry.handle().offset());
                    assertEquals(
                            BlockChecksum.Status.OK, file.read(entry.handle()).checksum());
                    end = (entry.handle().end() + table.alignment - 1) / table.alignment * table.alignment;
                }
            }
            assertEquals(table.dataEnd.getAsLong(), end);
        }
        if (table.corpus.isEmpty()) {
            return;
        }
        var oracle = table.corpus.get().data();
        oracle.blocks().whole().ifPresent(blocks -> {
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
        oracle.blocksSha256().ifPresent(digest -> assertEquals(digest, digest(found)));
        List<StoredKey> keys = table.keys();
        if (!keys.isEmpty()) {
            byte[] last = keys.get(keys.size() - 1).filterKey();
            oracle.firstFilterKey()
                    .ifPresent(key -> assertArrayEquals(key, keys.get(0).filterKey()));
            oracle.lastFilterKey().ifPresent(key -> assertArrayEquals(key, last));
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

    private static void filter(Golden table) throws IOException {
        if (table.form != Form.BLOCK) {
            assertTrue(table.form == Form.UNKNOWN
                    || table.report().filter(BlockFilter.class).isEmpty());
            return;
        }
        LocatedFilterBlock filter =
                table.report().filter(BlockFilter.class).orElseThrow().stored();
        table.policy.ifPresent(name -> assertEquals(name, filter.policyName()));
        table.filter.ifPresent(place -> assertEquals(Optional.of(handle(place)), filter.handle()));
        assertEquals(BlockChecksum.Status.OK, filter.checksum());
        assertEquals(Findings.NONE, filter.findings());
        FilterBlockLayout layout = filter.layout();
        if (table.corpus.isEmpty()) {
            assertEquals(11, layout.baseLg());
            assertTrue(table.formatVersion.isEmpty() || filter.compressionType() == 0);
            return;
        }
        FilterOracle oracle = table.corpus.get().filter().orElseThrow();
        oracle.metaindexKey().ifPresent(key -> assertEquals(key, filter.entry().key()));
        oracle.blockType().ifPresent(type -> assertEquals(type, filter.compressionType()));
        String sha256 = Hashing.sha256().hashBytes(filter.contents()).toString();
        oracle.sha256().ifPresent(digest -> assertEquals(digest, sha256));
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
    }

    private static void identification(Golden table) throws IOException {
        TableReport report = table.report();
        if (report.entries() > 0) {
            table.tagged
                    .map(tagged -> tagged ? KeyFormat.USER_KEY : KeyFormat.WHOLE_KEY)
                    .filter(format ->
                            table.form == Form.BLOCK || report.keyFormat().isPresent()) // or not proven
                    .ifPresent(format -> assertEquals(Optional.of(format), report.keyFormat()));
        } else if (!table.undecoded) {
            assertEquals(Optional.empty(), report.keyFormat());
        }
        if (!table.isBuiltin()) {
            return;
        }
        BlockFilter filter = report.filter(BlockFilter.class).orElseThrow();
        FilterIdentification<FilterDialect> identification = filter.identification();
        List<FilterDialect> dialects = identification.hashes();
        table.hash.ifPresent(hash ->
                assertTrue(dialects.stream().anyMatch(dialect -> dialect.hash() == hash), dialects::toString));
        if (table.corpus.isEmpty()) {
            boolean rocksDb = table.formatVersion.isPresent();
            assertEquals(List.of(rocksDb ? FilterDialect.ROCKSDB_BLOCK : FilterDialect.LEVELDB), dialects);
        }
        assertFalse(identification.contradicted());
        assertEquals(table.prefixOnly, filter.trust().reason() == FilterTrust.Reason.PREFIXES_ONLY);
        identification.remaining().forEach(candidate -> assertEquals(0, candidate.denied()));
        if (report.entries() > 0 && !table.prefixOnly) {
            Interpretation<FilterDialect> right = identification.remaining().get(0);
            FilterHints hints = new FilterHints(Optional.of(right.hash()), Optional.of(right.keyFormat()));
            try (TableFile file = TableFile.open(table.path)) {
                TableReport forced = TableReport.of(file, hints);
                assertEquals(TableStatus.OK, forced.status());
                assertEquals(
                        List.of(right),
                        forced.filter().orElseThrow().identification().remaining());
            }
        }
        OptionalInt bits = bitsPerKey(table);
        Optional<ExaminedFilter.BitsPerKey> range = filter.bitsPerKey();
        if (bits.isPresent() && report.entries() > 0 && range.isPresent()) {
            int least = range.get().least(); // 0 only where no other number fits
            assertTrue(least <= Math.max(bits.getAsInt(), Math.min(1, least)), range::toString);
            assertTrue(bits.getAsInt() <= range.get().most(), range::toString);
        }
    }

    /** The writer's bits per key, where the oracle names them among its options. */
    private static OptionalInt bitsPerKey(Golden table) throws IOException {
        if (table.corpus.isEmpty()) {
            return OptionalInt.empty();
        }
        Path oracle = Golden.CORPUS.directory().resolve("tables").resolve(table.name + ".json");
        JsonElement json = JsonParser.parseString(Files.readString(oracle));
        for (String member : List.of("writer", "options", "bits")) {
            if (!json.isJsonObject() || !json.getAsJsonObject().has(member)) {
                return OptionalInt.empty();
            }
            json = json.getAsJsonObject().get(member);
        }
        return OptionalInt.of(json.getAsInt());
    }

    /** By the slow model: the other hash denies no key of the table, and the filter denies any key at all. */
    private static void openDialects(Golden table) throws IOException {
        TableReport report = table.report();
        boolean shared = table.isBuiltin()
                && FilterDialect.named(table.policy.orElseThrow()).size() > 1;
        boolean signed = table.hash.equals(Optional.of(BloomHash.SIGNED_TAIL));
        ReferencePolicy other = signed ? ReferencePolicy.bloom(10) : ReferencePolicy.signedTailBloom(10);
        boolean open = shared && report.entries() > 0;
        if (open) {
            byte[] contents =
                    report.filter(BlockFilter.class).orElseThrow().stored().contents();
            ReferenceFilterBlock asOther = new ReferenceFilterBlock(contents, other);
            ReferenceFilterBlock any = new ReferenceFilterBlock(contents, ReferencePolicy.bloom(10));
            List<StoredKey> keys = table.keys();
            open = keys.stream().allMatch(key -> asOther.keyMayMatch(key.blockOffset(), key.filterKey()))
                    && keys.stream()
                            .mapToLong(StoredKey::blockOffset)
                            .distinct()
                            .anyMatch(offset -> IntStream.range(0, 1000)
                                    .anyMatch(i -> !any.keyMayMatch(offset, ("absent" + i).getBytes(US_ASCII))));
        }
        assertEquals(
                open,
                report.filter(BlockFilter.class)
                        .filter(filter -> filter.identification().ambiguous())
                        .isPresent());
    }

    private static void findings(Golden table) throws IOException {
        TableReport report = table.report();
        assertEquals(0, report.falseNegatives());
        if (table.undecoded) {
            assertEquals(TableStatus.INCOMPLETE, report.status());
            return;
        }
        TableVerification verified = table.verification();
        assertEquals(List.of(), verified.findings().first());
        TableStatus expected = switch (table.form) {
            case BLOCK -> table.isBuiltin() ? TableStatus.OK : TableStatus.UNKNOWN_POLICY;
            case FULL -> TableStatus.OK;
            case NONE -> report.filter(UserKeyFilter.class).isPresent() ? TableStatus.OK : TableStatus.NO_FILTER;
            case UNKNOWN -> verified.status();
        };
        assertEquals(expected, verified.status(), () -> String.valueOf(report.verdict()));
    }

    private static void fullFilter(Golden table) throws IOException {
        if (table.corpus.isPresent()) {
            return;
        }
        TableReport report = table.report();
        assertEquals(table.form == Form.FULL, report.filter(UserKeyFilter.class).isPresent());
        report.filter(UserKeyFilter.class).ifPresent(filter -> {
            assertTrue(filter.trust().mayDeny(), filter.trust().clause());
            assertEquals(report.entries(), filter.identification().keys());
            assertEquals(table.undecidedHash, filter.identification().ambiguous());
            table.present.ifPresent(keys -> assertEquals(
                    keys.size(),
                    filter.additions().stream().mapToLong(Long::longValue).sum()));
        });
    }

    private static List<Probe> probes(Golden table) {
        return table.corpus.map(CorpusTable::probes).orElse(List.of());
    }

    private static void recordedAnswers(Golden table) throws IOException {
        if (table.form != Form.BLOCK) {
            return;
        }
        TableReport report = table.report();
        TableQuery query = new TableQuery(report);
        try (TableFile file = TableFile.open(table.path)) {
            Optional<TableFilter> opened = file.openFilter();
            assertEquals(table.isBuiltin(), opened.isPresent());
            for (StoredKey key : table.keys()) {
                opened.ifPresent(filter -> assertTrue(filter.keyMayMatch(key.blockOffset(), key.filterKey())));
            }
            boolean settled = table.isBuiltin()
                    && !report.filter().orElseThrow().identification().ambiguous()
                    && report.entries() > 0;
            byte[] block =
                    report.filter(BlockFilter.class).orElseThrow().stored().contents();
            Optional<FilterBlockReader> writers = table.hash.map(
                    hash -> FilterBlockReader.wrap(block, 0, block.length, new BloomFilterMatcher(table.name, hash)));
            for (Probe probe : probes(table)) {
                long offset = probe.blockOffset();
                byte[] key = probe.key();
                opened.ifPresent(
                        filter -> assertTrue(filter.keyMayMatch(offset, key) || !probe.mayMatch(), probe::toString));
                writers.ifPresent(
                        filter -> assertEquals(probe.mayMatch(), filter.keyMayMatch(offset, key), probe::toString));
                if (settled) {
                    assertEquals(probe.mayMatch(), query.askFilter(offset, key), probe::toString);
                }
                assertTrue(table.isBuiltin() || query.askFilter(offset, key), "a policy that is not built in");
            }
        }
    }

    private static void queries(Golden table) throws IOException {
        TableReport report = table.report();
        TableQuery query = new TableQuery(report);
        for (StoredKey key : table.present.isPresent() ? List.<StoredKey>of() : table.keys()) {
            assertTrue(query.askFilter(key.blockOffset(), key.filterKey()), key::toString);
            assertTrue(query.ask(key.filterKey()).mayMatch(), key::toString);
        }
        for (byte[] key : table.present.orElse(List.of())) {
            assertTrue(query.ask(key).mayMatch());
        }
        for (KeyAnswer answer : table.absent) {
            boolean open = table.undecoded || table.undecidedHash;
            boolean mayMatch = query.ask(answer.key()).mayMatch();
            assertTrue(mayMatch == answer.mayMatch() || mayMatch && open, answer::toString);
        }
        Set<ByteBuffer> present = table.corpus.isEmpty()
                ? Set.of()
                : table.keys().stream()
                        .map(key -> ByteBuffer.wrap(key.filterKey()))
                        .collect(Collectors.toSet());
        for (Probe probe : probes(table)) {
            if (present.contains(ByteBuffer.wrap(probe.key()))) {
                continue;
            }
            TableQuery.Answer answer = query.ask(probe.key());
            if (query.search() == Search.INDEX && answer.blockOffset().isPresent()) {
                long offset = answer.blockOffset().getAsLong();
                assertEquals(query.askFilter(offset, probe.key()), answer.mayMatch(), probe::toString);
            } else if (query.search() == Search.ALL_BLOCKS) {
                boolean anywhere = report.facts().blocks().stream()
                        .anyMatch(block -> query.askFilter(block.offset(), probe.key()));
                assertEquals(anywhere, answer.mayMatch(), probe::toString);
            }
        }
    }

    private static void search(Golden table) throws IOException {
        TableReport report = table.report();
        boolean believed = report.status() == TableStatus.OK && report.entries() > 0;
        Search search = new TableQuery(report).search();
        if (report.filter(UserKeyFilter.class).isPresent()) {
            assertEquals(Search.USER_KEY, search);
        } else if (believed || report.entries() > 0) {
            Search ordered = table.isInByteOrder() ? Search.INDEX : Search.ALL_BLOCKS;
            assertEquals(believed && !table.prefixOnly ? ordered : Search.NO_FILTER, search);
        } else if (!table.undecoded) { // with an empty data block or with none there is nothing to search
            assertFalse(search == Search.INDEX);
        }
    }

    private static List<PlacedKey> questions(Golden table) {
        Stream<PlacedKey> probes = probes(table).stream().map(probe -> new PlacedKey(probe.blockOffset(), probe.key()));
        Stream<PlacedKey> absent = table.absent.stream().map(answer -> new PlacedKey(0, answer.key()));
        return Stream.concat(probes, absent).limit(MAX_QUESTIONS).toList();
    }

    private static void explanations(Golden table) throws IOException {
        TableReport report = table.report();
        TableQuery query = new TableQuery(report);
        long remaining = report.filter().stream()
                .flatMap(filter -> filter.identification().remaining().stream())
                .map(Interpretation::hash)
                .distinct()
                .count();
        for (PlacedKey question : questions(table)) {
            TableQuery.Answer answer = query.ask(question.key());
            TableQuery.Explanation explanation = query.explain(question.key());
            assertEquals(answer.mayMatch(), explanation.mayMatch(), question::toString);
            assertEquals(Optional.of(query.search()), explanation.search());
            boolean deniedByAll = !answer.mayMatch() && query.search() == Search.ALL_BLOCKS;
            assertEquals(
                    answer.blockOffset(),
                    explanation.distrust().isPresent() || deniedByAll
                            ? OptionalLong.empty()
                            : explanation.decisive().stream()
                                    .filter(FilterTrace.OfBlock.class::isInstance)
                                    .mapToLong(trace -> ((FilterTrace.OfBlock) trace).blockOffset())
                                    .findFirst());
            TableQuery.Explanation direct = query.explain(question.blockOffset(), question.key());
            assertEquals(query.askFilter(question.blockOffset(), question.key()), direct.mayMatch());
            for (FilterTrace trace : direct.traces()) {
                if (trace instanceof FilterTrace.OfBlock block) {
                    assertEquals(
                            block.lookup().isProbed() ? remaining : 0,
                            block.traces().size());
                    for (FilterTrace.OfBlock.DialectTrace each : block.traces()) {
                        bits(
                                report.filter(BlockFilter.class)
                                        .orElseThrow()
                                        .stored()
                                        .contents(),
                                block,
                                each);
                    }
                }
            }
        }
    }

    private static void bits(byte[] contents, FilterTrace.OfBlock block, FilterTrace.OfBlock.DialectTrace answer) {
        BloomTrace trace = answer.trace();
        boolean allSet = true;
        for (BloomTrace.Probe probe : trace.probes()) {
            int at = (int) (block.lookup().start() + probe.position() / 8);
            assertEquals((contents[at] & 1 << probe.position() % 8) != 0, probe.set());
            if (allSet && !probe.set()) {
                assertEquals(Optional.of(probe), trace.firstUnset());
                assertTrue(answer.why().startsWith("bit " + probe.position() + " is not set"), answer::why);
            }
            allSet &= probe.set();
        }
        assertTrue(block.lookup().length() < 2 || allSet == trace.mayMatch());
    }
}
