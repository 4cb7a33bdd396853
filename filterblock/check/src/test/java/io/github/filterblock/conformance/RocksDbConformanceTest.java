// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.Finding;
import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.analysis.BlockFilter;
import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.ExaminedFilter;
import io.github.filterblock.analysis.FilterProof;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.analysis.UserKeyFilter;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockChecksum.Status;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.OpenFilters;
import io.github.filterblock.table.Seal;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableFilter;
import io.github.filterblock.testdata.KeyAnswer;
import io.github.filterblock.testdata.RecipeTables;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.github.filterblock.testdata.RocksDbFilterTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What only tables of RocksDB and pcmind/leveldb have: parts that are not read, changed properties, odd damage. */
class RocksDbConformanceTest {
    private static final int ROCKSDB_FOOTER = 53;

    private static byte[] bytes(String name) {
        return RecipeTables.rocksDb().table(name).bytes();
    }

    private static BlockHandle handle(byte[] table, String metaindexKey) throws IOException {
        return Golden.open(table).metaindex().stream()
                .filter(entry -> entry.key().equals(metaindexKey))
                .findFirst()
                .flatMap(MetaindexEntry::handle)
                .orElseThrow();
    }

    @ParameterizedTest
    @Tag("TF-6")
    @Tag("TF-11")
    @CsvSource({
        "bzip2, block type 3 , bzip2",
        "bzip2-plain-index, block type 3 , bzip2",
        "zlib-dictionary, block type 2 (zlib) is not decoded: it needs RocksDB's dictionary, ''",
        "lz4-dictionary, block type 4 (LZ4) is not decoded: it needs RocksDB's dictionary, ''",
        "zstd-dictionary, block type 7 (zstd) is not decoded: it needs RocksDB's dictionary, ''"
    })
    void partsThatAreNotReadAreNoDamage(String name, String start, String part) throws IOException {
        TableReport report = Golden.report(bytes("rocks629-" + name));
        String reason = report.verdict().reason().orElseThrow().detail();
        assertTrue(reason.contains(start) && reason.contains(part), reason);
        for (CorruptTableException damage : report.damage()) {
            assertEquals(Reason.UNKNOWN_COMPRESSION, damage.reason());
        }
        if (name.endsWith("dictionary")) {
            assertEquals(
                    report.facts().blocks().stream().map(DataBlock::offset).toList(),
                    report.damage().stream().map(CorruptTableException::offset).toList());
        }
        BlockFilter filter = report.filter(BlockFilter.class).orElseThrow();
        assertEquals(Findings.NONE, filter.findings());
        assertEquals(
                List.of(FilterDialect.ROCKSDB_BLOCK), filter.identification().hashes());
    }

    /** The same keys and values in the same blocks; the filter can be asked block by block. */
    @ParameterizedTest
    @ValueSource(strings = {"two-level", "two-level-fv2", "two-level-fv0", "first-key"})
    void filterBehindAnyIndexIsThatOfTheTableWithAPlainOne(String name) throws IOException {
        TableFile table = Golden.open(bytes("rocks629-index-" + name));
        TableFile plain = Golden.open(bytes("rocks629-fv5-writer"));
        TableReport report = TableReport.of(table);
        assertArrayEquals(
                TableReport.of(plain)
                        .filter(BlockFilter.class)
                        .orElseThrow()
                        .stored()
                        .contents(),
                report.filter(BlockFilter.class).orElseThrow().stored().contents());
        TableFilter filter = table.openFilter().orElseThrow();
        TableQuery query = new TableQuery(report);
        long denied = 0;
        for (KeyAnswer answer :
                RecipeTables.rocksDb().table("rocks629-index-" + name).absent()) {
            boolean somewhere = false;
            for (IndexEntry entry : plain.index()) {
                boolean match = filter.keyMayMatch(entry.handle().offset(), answer.key());
                assertEquals(match, query.askFilter(entry.handle().offset(), answer.key()));
                somewhere |= match;
            }
            assertTrue(somewhere || !answer.mayMatch());
            denied += somewhere ? 0 : 1;
        }
        assertTrue(denied > 30, denied + " absent keys denied");
    }

    /** Without its properties it is unknown whether the filter of a table has whole keys. */
    @ParameterizedTest
    @Tag("TF-13")
    @ValueSource(strings = {"rocks629-prefix-only", "rocks629-prefix-only-fv0", "rocks518-prefix-only"})
    void damagedPropertiesHideNoKey(String name) throws IOException {
        byte[] damaged = bytes(name);
        BlockHandle properties = handle(damaged, "rocksdb.properties");
        damaged[(int) (properties.offset() + properties.size() / 2)] ^= 1;
        TableFilter filter = Golden.open(damaged).openFilter().orElseThrow();
        TableQuery query = new TableQuery(Golden.report(damaged));
        Golden sound = Golden.all().stream()
                .filter(each -> each.name.equals(name))
                .findFirst()
                .orElseThrow();
        for (Golden.StoredKey key : sound.keys()) {
            assertTrue(filter.keyMayMatch(key.blockOffset(), key.filterKey()));
            assertTrue(query.askFilter(key.blockOffset(), key.filterKey()));
            assertTrue(query.ask(key.filterKey()).mayMatch());
        }
    }

    @ParameterizedTest
    @Tag("TF-4")
    @ValueSource(strings = {"rocks629-checksum-none", "rocks629-checksum-xxhash", "rocks629-checksum-xxhash64"})
    void lostBitsAreFoundByTheKeys(String name) throws IOException {
        byte[] bytes = bytes(name);
        int filter = (int) handle(bytes, "filter.rocksdb.BuiltinBloomFilter").offset();
        Arrays.fill(bytes, filter, filter + 20, (byte) 0);
        TableReport report = Golden.report(bytes);
        assertTrue(report.filter().orElseThrow().identification().contradicted());
        assertEquals(TableStatus.CORRUPT, report.status());
    }

    @ParameterizedTest
    @Tag("TF-4")
    @ValueSource(ints = {5, 255})
    void checksumsThatAreNotKnownAreNotVerified(int number) throws IOException {
        byte[] bytes = bytes("rocks629-fv5-writer");
        bytes[bytes.length - ROCKSDB_FOOTER] = (byte) number;
        TableReport report = Golden.report(bytes);
        assertEquals(BlockChecksum.UNKNOWN, report.structure().footer().checksum());
        assertEquals(
                Status.UNVERIFIED,
                report.filter(BlockFilter.class).orElseThrow().stored().checksum());
        assertEquals(TableStatus.OK, report.status());
    }

    /** Its padded handles let even a metaindex of one entry shrink by an eighth. */
    @ParameterizedTest
    @Tag("TF-10")
    @CsvSource({"pcmind12-none-wide, 0, 0", "pcmind12-snappy-narrow, 1, 0", "pcmind12-snappy-wide, 1, 1"})
    void metaindexAndFilterBlockMayBeCompressed(String name, int metaindexType, int filterType) throws IOException {
        TableFile table = Golden.open(RecipeTables.pcmind().table(name).bytes());
        assertEquals(metaindexType, table.read(table.footer().metaindex()).type());
        assertEquals(
                filterType,
                TableReport.of(table)
                        .filter(BlockFilter.class)
                        .orElseThrow()
                        .stored()
                        .compressionType());
    }

    static List<RocksDbFilterCorpus.Damaged> damaged() {
        return RocksDbFilterCorpus.configured().damaged();
    }

    private static RocksDbFilterTable filterTable(RocksDbFilterCorpus corpus, String start) {
        return corpus.tables().stream()
                .filter(each -> each.toString().startsWith(start))
                .findFirst()
                .orElseThrow();
    }

    /** What is wrong with a full or partitioned filter is found and named, and no key of the sound table is denied. */
    @ParameterizedTest
    @MethodSource("damaged")
    void damageIsNamedAndDeniesNoKey(RocksDbFilterCorpus.Damaged damaged) throws IOException {
        String expect = damaged.expect();
        if (expect.contains("footer") || expect.contains("future") || expect.contains("version")) {
            CorruptTableException e = assertThrows(CorruptTableException.class, () -> Golden.report(damaged.bytes()));
            assertTrue(e.detail().contains(expect.contains("version") ? "version" : "footer"), e.detail());
            return;
        }
        TableVerification verified = TableVerification.of(Golden.open(damaged.bytes()));
        TableReport report = verified.report();
        ExaminedFilter filter = report.filter().orElseThrow();
        Findings rebuilt = verified.proof().map(FilterProof::findings).orElse(Findings.NONE);
        String rules = verified.findings().first().stream()
                .filter(finding -> !rebuilt.first().contains(finding))
                .map(Finding::rule)
                .map(Rule::id)
                .distinct()
                .collect(Collectors.joining(" "));
        if (expect.equals("nothing")) {
            assertEquals(TableStatus.OK, verified.status());
        } else if (expect.contains("hecksum of")) {
            assertEquals(TableStatus.CORRUPT, verified.status());
            assertEquals("TF-4", rules);
            assertEquals(expect.contains("both") ? 2 : 1, filter.damage().size());
        } else if (expect.contains("read as RocksDB")) {
            assertEquals("RF-13 RF-5", rules);
        } else if (damaged.denied() > 0) {
            assertEquals(TableStatus.CORRUPT, verified.status());
            assertEquals(damaged.denied(), filter.identification().falseNegatives());
            assertEquals(damaged.denied() + rebuilt.count(), verified.findings().count());
            assertTrue(rebuilt.count() > 0);
            assertEquals("TF-13", rules);
        } else {
            assertEquals("RF-6", rules);
            assertEquals(TableStatus.FINDINGS, verified.status());
        }
        TableQuery query = new TableQuery(report);
        RocksDbFilterTable sound = filterTable(RocksDbFilterCorpus.configured(), damaged.base());
        assertTrue(sound.keys().stream().allMatch(key -> query.ask(key).mayMatch()));
    }

    /** With one line, the number of lines is that of restarts, and what is in front of it is not where one can be. */
    @Test
    @Tag("TF-11")
    void bitsThatCanBeReadAsEntriesAreNoDataBlock() throws IOException {
        byte[] bytes =
                filterTable(RocksDbFilterCorpus.bundled(), "base-part-fv6").bytes();
        TableFile table = Golden.open(bytes);
        BlockHandle handle =
                OpenFilters.byKey(table).orElseThrow().partitions().get(2).handle();
        int offset = (int) handle.offset();
        assertEquals(64 + 5, handle.size());
        Arrays.fill(bytes, offset, offset + 64, (byte) -1);
        System.arraycopy(new byte[] {0, 58, 0}, 0, bytes, offset, 3); // an entry with a key of 58 bytes
        System.arraycopy(new byte[] {6, 1, 0, 0, 0}, 0, bytes, offset + 64, 5);
        Seal.block(bytes, table.footer(), handle);
        TableVerification verified = TableVerification.of(Golden.open(bytes));
        TableReport report = verified.report();
        var changed = report.filter(UserKeyFilter.class)
                .orElseThrow()
                .stored()
                .partitions()
                .get(2);
        assertEquals(FullFilterKind.LEGACY_BLOOM, changed.filter().geometry().kind());
        assertTrue(verified.findings().first().stream()
                .allMatch(finding -> finding.rule() == Rule.TF_13 || finding.rule() == Rule.RF_21));
    }
}
