// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.Findings;
import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.FilterIdentification.Trust;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableFilter;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockChecksum.Status;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.KeyAnswer;
import io.github.filterblock.testdata.RecipeTables;
import io.github.filterblock.testdata.RecipeTables.RecipeTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that RocksDB and pcmind/leveldb were made to write: they are read as those programs read them. */
class RecipesConformanceTest {
    private static final int BASE_LG = 11;
    private static final int TAG_LENGTH = 8;
    private static final int ROCKSDB_FOOTER = 53;
    private static final Map<String, BlockChecksum> CHECKSUMS = Map.of(
            "kNoChecksum", BlockChecksum.NONE,
            "kCRC32c", BlockChecksum.CRC32C,
            "kxxHash", BlockChecksum.XXHASH,
            "kxxHash64", BlockChecksum.XXHASH64);

    private interface KeyCheck {
        void check(long blockOffset, byte[] userKey);
    }

    static Stream<RecipeTable> rocksDb() {
        return RecipeTables.rocksDb().tables().stream();
    }

    static Stream<RecipeTable> pcmind() {
        return RecipeTables.pcmind().tables().stream();
    }

    /** Those of RocksDB whose keys this library can read. */
    static Stream<RecipeTable> readable() {
        return rocksDb().filter(table -> !isUndecoded(table));
    }

    /** All whose keys and filters can be read. */
    static Stream<RecipeTable> filtered() {
        return Stream.concat(readable(), pcmind())
                .filter(table -> table.policy().isPresent());
    }

    static Stream<RecipeTable> undecoded() {
        return rocksDb().filter(RecipesConformanceTest::isUndecoded);
    }

    private static boolean isUndecoded(RecipeTable table) {
        return table.option("compressionType", "").equals("BZLIB2_COMPRESSION")
                || table.options().containsKey("maxDictBytes");
    }

    private static boolean isRocksDbs(RecipeTable table) {
        return table.writer().contains("rocksdb");
    }

    private static byte[] bytes(String name) {
        return RecipeTables.rocksDb().table(name).bytes();
    }

    private static BlockHandle handle(byte[] table, String metaindexKey) throws IOException {
        return InMemory.open(table).metaindex().stream()
                .filter(entry -> entry.key().equals(metaindexKey))
                .findFirst()
                .flatMap(MetaindexEntry::handle)
                .orElseThrow();
    }

    private static void forAllKeys(TableFile table, KeyCheck check) throws IOException {
        for (IndexEntry entry : table.index()) {
            KeyValueBlock.Cursor cursor = table.readEntries(entry.handle()).cursor();
            while (cursor.next()) {
                check.check(entry.handle().offset(), Arrays.copyOf(cursor.key(), cursor.keyLength() - TAG_LENGTH));
            }
        }
    }

    private static FilterBlockReader reader(TableReport report, FilterDialect dialect) {
        byte[] block = report.filter().orElseThrow().contents();
        return FilterBlockReader.wrapping(block, 0, block.length, dialect.matcher());
    }

    @ParameterizedTest
    @Tag("TF-1")
    @Tag("TF-4")
    @MethodSource("rocksDb")
    void footersAreAsTheyWereWritten(RecipeTable recipe) throws IOException {
        TableFile table = InMemory.open(recipe.bytes());
        assertEquals(
                Integer.parseInt(recipe.option("formatVersion", "")),
                table.footer().formatVersion());
        assertEquals(
                CHECKSUMS.get(recipe.option("checksumType", "kCRC32c")),
                table.footer().checksum());
        assertTrue(table.structure().origin().rocksDb());
        assertFalse(table.structure().origin().basho());
    }

    @ParameterizedTest
    @Tag("TF-11")
    @MethodSource("readable")
    void blocksAndEntriesAreThoseThatRocksDbCounted(RecipeTable recipe) throws IOException {
        boolean aligned = recipe.option("blockAlign", "false").equals("true");
        int unit = aligned ? Integer.parseInt(recipe.option("blockSize", "")) : 1;
        TableFile table = InMemory.open(recipe.bytes());
        long end = 0;
        for (IndexEntry entry : table.index()) {
            assertEquals(end, entry.handle().offset());
            assertEquals(Status.OK, table.read(entry.handle()).checksum());
            end = (entry.handle().end() + unit - 1) / unit * unit;
        }
        assertEquals(recipe.dataSize().orElseThrow(), end);
        TableReport report = TableReport.of(table);
        assertEquals(recipe.dataBlocks().orElseThrow(), report.dataBlocks().size());
        assertEquals(recipe.entries(), report.entries());
        assertEquals(List.of(), report.damage());
    }

    @ParameterizedTest
    @Tag("FB-17")
    @Tag("TF-12")
    @Tag("TF-13")
    @Tag("TF-14")
    @MethodSource("filtered")
    void filtersAreFoundAndSound(RecipeTable recipe) throws IOException {
        TableReport report = InMemory.analysis(recipe.bytes());
        TableFilter filter = report.filter().orElseThrow();
        assertEquals(recipe.policy().orElseThrow(), filter.policyName());
        assertEquals(BASE_LG, filter.layout().baseLg());
        assertEquals(Findings.NONE, filter.findings());
        if (isRocksDbs(recipe)) {
            BlockHandle handle = filter.handle().orElseThrow();
            assertEquals(recipe.dataSize().orElseThrow(), handle.offset());
            assertEquals(recipe.filterSize().orElseThrow(), handle.size());
            assertEquals(0, filter.compressionType());
        }
        assertEquals(
                List.of(isRocksDbs(recipe) ? FilterDialect.ROCKSDB_BLOCK : FilterDialect.LEVELDB),
                report.identification().dialects());
        assertEquals(Optional.of(KeyFormat.USER_KEY), report.identification().keyFormat());
        assertEquals(List.of(), report.findings().first());
        assertEquals(TableStatus.OK, report.verifiedStatus());
        assertEquals(recipe.entries(), report.entries());
    }

    @ParameterizedTest
    @Tag("FB-10")
    @Tag("FB-15")
    @MethodSource("filtered")
    void filterBlocksBuiltAgainAreTheSameToTheByte(RecipeTable recipe) throws IOException {
        TableFile table = InMemory.open(recipe.bytes());
        TableReport report = TableReport.of(table);
        assertArrayEquals(report.filter().orElseThrow().contents(), rebuilt(recipe, table));
    }

    /**
     * For each key its prefix, unless it is that of the key before in the same filter, and then the key, unless only
     * prefixes are asked for. RocksDB never takes an empty prefix for that of the key before.
     */
    private static byte[] rebuilt(RecipeTable recipe, TableFile table) throws IOException {
        BloomFilterPolicy policy = isRocksDbs(recipe)
                ? BloomFilterPolicy.rocksDbBlockBased(recipe.bitsPerKey())
                : BloomFilterPolicy.levelDb((int) recipe.bitsPerKey());
        FilterBlockBuilder builder = new FilterBlockBuilder(policy, BASE_LG);
        byte[][] previous = {{}};
        long[] window = {0};
        forAllKeys(table, (blockOffset, userKey) -> {
            builder.startBlock(blockOffset);
            previous[0] = blockOffset >>> BASE_LG == window[0] ? previous[0] : new byte[0];
            window[0] = blockOffset >>> BASE_LG;
            Optional<byte[]> prefix = prefix(recipe, userKey);
            if (prefix.isPresent() && (previous[0].length == 0 || !Arrays.equals(prefix.get(), previous[0]))) {
                builder.addKey(prefix.get());
                previous[0] = prefix.get();
            }
            if (!recipe.prefixOnly()) {
                builder.addKey(userKey);
            }
        });
        List<IndexEntry> index = table.index();
        builder.startBlock(
                recipe.dataSize().orElse(index.get(index.size() - 1).handle().end()));
        return builder.finish();
    }

    /** The user key's prefix that goes into the filter, if the table has an extractor and the key is long enough. */
    private static Optional<byte[]> prefix(RecipeTable table, byte[] userKey) {
        String[] extractor = table.option("prefix", "capped:0").split(":");
        int length = Integer.parseInt(extractor[1]);
        boolean fixed = extractor[0].equals("fixed");
        return length == 0 || fixed && userKey.length < length
                ? Optional.empty()
                : Optional.of(Arrays.copyOf(userKey, Math.min(length, userKey.length)));
    }

    @ParameterizedTest
    @Tag("FB-24")
    @Tag("TF-13")
    @MethodSource("filtered")
    void keysAndPrefixesMatchAndAbsentKeysGetTheRecordedAnswers(RecipeTable recipe) throws IOException {
        TableFile table = InMemory.open(recipe.bytes());
        TableReport report = TableReport.of(table);
        TableQuery query = new TableQuery(report);
        FilterBlockReader opened = table.openFilter().orElseThrow();
        FilterBlockReader bits =
                reader(report, report.identification().dialects().get(0));
        long[] denied = {0};
        forAllKeys(table, (blockOffset, userKey) -> {
            assertTrue(opened.keyMayMatch(blockOffset, userKey));
            assertTrue(query.ask(userKey).mayMatch());
            prefix(recipe, userKey).ifPresent(prefix -> assertTrue(bits.keyMayMatch(blockOffset, prefix)));
            denied[0] += bits.keyMayMatch(blockOffset, userKey) ? 0 : 1;
        });
        for (KeyAnswer answer : recipe.absent()) {
            assertEquals(answer.mayMatch(), query.ask(answer.key()).mayMatch(), answer::toString);
        }
        boolean whole = !recipe.prefixOnly();
        assertEquals(whole, table.structure().origin().filtersWholeKeys());
        assertEquals(
                whole ? Trust.TRUSTED : Trust.PREFIXES_ONLY,
                report.identification().trust());
        assertEquals(whole ? TableQuery.Search.INDEX : TableQuery.Search.NO_FILTER, query.search());
        assertEquals(whole ? 0 : Math.max(denied[0], recipe.entries() / 2 + 1), denied[0], "denied by bits alone");
    }

    @ParameterizedTest
    @Tag("FB-2")
    @MethodSource("filtered")
    void unsignedHashDeniesKeysExactlyWhereATailIsHigh(RecipeTable recipe) throws IOException {
        if (!isRocksDbs(recipe) || recipe.prefixOnly()) {
            return;
        }
        TableFile table = InMemory.open(recipe.bytes());
        FilterBlockReader unsigned = reader(TableReport.of(table), FilterDialect.LEVELDB);
        boolean[] denied = {false};
        forAllKeys(table, (blockOffset, userKey) -> {
            boolean match = unsigned.keyMayMatch(blockOffset, userKey);
            assertTrue(match || hasHighTail(userKey));
            denied[0] |= !match;
        });
        assertEquals(recipe.keys().startsWith("high") || recipe.keys().startsWith("prefix"), denied[0]);
    }

    private static boolean hasHighTail(byte[] key) {
        for (int i = key.length & ~3; i < key.length; i++) {
            if (key[i] < 0) {
                return true;
            }
        }
        return false;
    }

    @ParameterizedTest
    @Tag("TF-6")
    @Tag("TF-11")
    @MethodSource("undecoded")
    void partsThatAreNotReadAreNoDamageAndDenyNothing(RecipeTable recipe) throws IOException {
        TableReport report = InMemory.analysis(recipe.bytes());
        assertEquals(TableStatus.OK, report.status());
        assertTrue(report.verdict().reason().isPresent());
        for (CorruptTableException damage : report.damage()) {
            assertEquals(Reason.UNKNOWN_COMPRESSION, damage.reason());
        }
        TableFilter filter = report.filter().orElseThrow();
        assertEquals(Status.OK, filter.checksum());
        assertEquals(recipe.filterSize().orElseThrow(), filter.contents().length);
        assertEquals(Findings.NONE, filter.findings());
        assertEquals(
                List.of(FilterDialect.ROCKSDB_BLOCK), report.identification().dialects());
        TableQuery query = new TableQuery(report);
        for (KeyAnswer answer : recipe.absent()) {
            assertTrue(query.ask(answer.key()).mayMatch() || !answer.mayMatch(), answer::toString);
        }
    }

    @ParameterizedTest
    @Tag("TF-6")
    @CsvSource({
        "rocks629-bzip2, block type 3 , bzip2",
        "rocks629-bzip2-plain-index, block type 3 , bzip2",
        "rocks629-zlib-dictionary, block type 2 (zlib) is not decoded: it needs RocksDB's dictionary, ''",
        "rocks629-lz4-dictionary, block type 4 (LZ4) is not decoded: it needs RocksDB's dictionary, ''",
        "rocks629-zstd-dictionary, block type 7 (zstd) is not decoded: it needs RocksDB's dictionary, ''"
    })
    void theReasonNamesWhatIsNotRead(String name, String start, String part) throws IOException {
        TableReport report = InMemory.analysis(bytes(name));
        String reason = report.verdict().reason().orElseThrow().detail();
        assertTrue(reason.contains(start) && reason.contains(part), reason);
        if (name.endsWith("dictionary")) {
            assertEquals(
                    report.dataBlocks().stream().map(DataBlock::offset).toList(),
                    report.damage().stream().map(CorruptTableException::offset).toList());
        }
    }

    /** The same keys and values in the same blocks; the filter can be asked block by block. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "rocks629-index-two-level",
                "rocks629-index-two-level-fv2",
                "rocks629-index-two-level-fv0",
                "rocks629-index-first-key"
            })
    void filterWithoutAReadableIndexIsThatOfTheTableWithOne(String name) throws IOException {
        TableFile table = InMemory.open(bytes(name));
        TableFile plain = InMemory.open(bytes("rocks629-fv5-writer"));
        TableReport report = TableReport.of(table);
        assertArrayEquals(
                TableReport.of(plain).filter().orElseThrow().contents(),
                report.filter().orElseThrow().contents());
        FilterBlockReader filter = table.openFilter().orElseThrow();
        TableQuery query = new TableQuery(report);
        long denied = 0;
        for (KeyAnswer answer : RecipeTables.rocksDb().table(name).absent()) {
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

    @Test
    @Tag("TF-8")
    void aTableWithoutKeysHasNoFilter() throws IOException {
        TableReport report = InMemory.analysis(bytes("rocks629-only-a-range"));
        assertEquals(TableStatus.NO_FILTER, report.status());
        assertEquals(0, report.entries());
    }

    @Test
    @Tag("RF-13")
    void aFullFilterIsAskedAndIsNoFilterBlock() throws IOException {
        TableReport report = InMemory.analysis(bytes("rocks629-full-filter"));
        assertEquals(TableStatus.OK, report.status());
        assertEquals(Optional.empty(), report.filter());
        TableQuery query = new TableQuery(report);
        for (KeyAnswer answer :
                RecipeTables.rocksDb().table("rocks629-full-filter").absent()) {
            assertEquals(answer.mayMatch(), query.ask(answer.key()).mayMatch());
        }
    }

    /** Without its properties it is unknown whether the filter of a table has whole keys. */
    @ParameterizedTest
    @Tag("TF-13")
    @ValueSource(strings = {"rocks629-prefix-only", "rocks629-prefix-only-fv0", "rocks518-prefix-only"})
    void damagedPropertiesHideNoKey(String name) throws IOException {
        byte[] damaged = bytes(name);
        BlockHandle properties = handle(damaged, "rocksdb.properties");
        damaged[(int) (properties.offset() + properties.size() / 2)] ^= 1;
        FilterBlockReader filter = InMemory.open(damaged).openFilter().orElseThrow();
        TableQuery query = new TableQuery(InMemory.analysis(damaged));
        forAllKeys(InMemory.open(bytes(name)), (blockOffset, userKey) -> {
            assertTrue(filter.keyMayMatch(blockOffset, userKey));
            assertTrue(query.askFilter(blockOffset, userKey));
            assertTrue(query.ask(userKey).mayMatch());
        });
    }

    @ParameterizedTest
    @Tag("TF-4")
    @ValueSource(strings = {"rocks629-checksum-none", "rocks629-checksum-xxhash", "rocks629-checksum-xxhash64"})
    void lostBitsThatNoChecksumShowsAreFoundByTheKeys(String name) throws IOException {
        byte[] bytes = bytes(name);
        int filter = (int) handle(bytes, "filter.rocksdb.BuiltinBloomFilter").offset();
        Arrays.fill(bytes, filter, filter + 20, (byte) 0);
        TableReport report = InMemory.analysis(bytes);
        assertTrue(report.identification().contradicted());
        assertEquals(TableStatus.CORRUPT, report.status());
    }

    @ParameterizedTest
    @Tag("TF-4")
    @ValueSource(ints = {5, 255})
    void checksumsThatAreNotKnownAreNotVerified(int number) throws IOException {
        byte[] bytes = bytes("rocks629-fv5-writer");
        bytes[bytes.length - ROCKSDB_FOOTER] = (byte) number;
        TableReport report = InMemory.analysis(bytes);
        assertEquals(BlockChecksum.UNKNOWN, report.footer().checksum());
        assertEquals(Status.UNVERIFIED, report.filter().orElseThrow().checksum());
        assertEquals(TableStatus.OK, report.status());
    }

    /** Its padded handles let even a metaindex of one entry shrink by an eighth. */
    @ParameterizedTest
    @Tag("TF-10")
    @CsvSource({"pcmind12-none-wide, 0, 0", "pcmind12-snappy-narrow, 1, 0", "pcmind12-snappy-wide, 1, 1"})
    void metaindexAndFilterBlockMayBeCompressed(String name, int metaindexType, int filterType) throws IOException {
        TableFile table = InMemory.open(RecipeTables.pcmind().table(name).bytes());
        assertEquals(metaindexType, table.read(table.footer().metaindex()).type());
        assertEquals(filterType, TableReport.of(table).filter().orElseThrow().compressionType());
    }
}
