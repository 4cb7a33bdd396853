// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.BloomTrace;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.conformance.BashoReference.Options;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.Decompression;
import io.github.filterblock.table.TableFile;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Scanner;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables as Basho's LevelDB writes them, under Riak; the reference is slow and written from FORMAT-DIALECTS.md. */
@Tag("TF-14")
class BashoConformanceTest {
    private static final FilterMatcher BASHO_2 = FilterDialect.BASHO_2.matcher();

    private static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }

    private static List<byte[]> asciiKeys(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> ascii(String.format("bucket/%06d", i * 3)))
                .toList();
    }

    private static List<byte[]> anyKeys(int count) {
        Random random = new Random(count);
        TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
        while (keys.size() < count) {
            byte[] key = new byte[random.nextInt(30)];
            random.nextBytes(key);
            keys.add(key);
        }
        return List.copyOf(keys);
    }

    private static List<byte[]> absentKeys(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> ascii(String.format("bucket/%06dx", i * 2)))
                .toList();
    }

    private static TableReport verified(byte[] table) throws IOException {
        return TableReport.of(InMemory.open(table), FilterHints.NONE);
    }

    private static long denied(FilterBlockReader filter, List<byte[]> keys, TableReport analysis) {
        return keys.stream()
                .filter(key ->
                        analysis.dataBlocks().stream().noneMatch(block -> filter.keyMayMatch(block.offset(), key)))
                .count();
    }

    private static FilterBlockReader reader(TableReport analysis, FilterDialect dialect) {
        byte[] block = analysis.filter().orElseThrow().contents();
        return FilterBlockReader.wrapping(block, 0, block.length, dialect.matcher());
    }

    static Stream<Arguments> tables() {
        IntFunction<List<byte[]>> ascii = BashoConformanceTest::asciiKeys;
        IntFunction<List<byte[]>> any = BashoConformanceTest::anyKeys;
        // Number of keys, length of values, base lg that Basho picks.
        return Stream.of(
                Arguments.of("ascii keys", ascii.apply(700), 40, 16),
                Arguments.of("any keys", any.apply(700), 40, 16),
                Arguments.of("a few keys", any.apply(5), 20, 8),
                Arguments.of("one key", any.apply(1), 0, 6),
                Arguments.of("large values", ascii.apply(120), 3000, 19),
                Arguments.of("several filters", any.apply(4000), 40, 17),
                Arguments.of("base lg of LevelDB", ascii.apply(40), 25, 11));
    }

    /**
     * Bits per key are found although sizes of Basho's second filter depend on primes, and its answers are explained.
     */
    @ParameterizedTest
    @ValueSource(ints = {5, 10, 16, 17})
    void bitsPerKeyAndExplanationsAreBashos(int bitsPerKey) throws IOException {
        List<byte[]> keys = anyKeys(700);
        byte[] table = BashoReference.table(keys, 40, BashoReference.Options.bloom2(bitsPerKey));
        TableReport analysis = TableReport.of(InMemory.open(table));
        FilterSummary.Range range =
                analysis.summary().orElseThrow().bitsPerKey().orElseThrow();
        assertEquals(new FilterSummary.Range(bitsPerKey, bitsPerKey), range);
        TableQuery query = new TableQuery(analysis);
        byte[] filter = analysis.filter().orElseThrow().contents();
        for (byte[] key : anyKeys(50)) {
            BloomTrace trace =
                    query.explain(0, key).blocks().get(0).readings().get(0).trace();
            long[] expected = BashoReference.positions(key, trace.info().probes(), trace.modulus());
            assertArrayEquals(
                    expected,
                    trace.probes().stream()
                            .mapToLong(BloomTrace.Probe::position)
                            .toArray());
            trace.probes()
                    .forEach(probe -> assertEquals(
                            (filter[(int) probe.position() / 8] & 1 << probe.position() % 8) != 0, probe.set()));
            assertEquals(query.askFilter(0, key), query.explain(0, key).mayMatch());
        }
    }

    @ParameterizedTest
    @MethodSource("tables")
    void secondFilterIsRecognisedAndKnowsEveryKey(String name, List<byte[]> keys, int valueLength, int baseLg)
            throws IOException {
        TableReport report = verified(BashoReference.table(keys, valueLength, Options.bloom2(16)));
        assertEquals(List.of(), report.findings().first());
        assertEquals(TableStatus.OK, report.verifiedStatus());
        assertEquals(keys.size(), report.entries());
        assertEquals(List.of(FilterDialect.BASHO_2), report.identification().dialects());
        assertEquals(Optional.of(KeyFormat.USER_KEY), report.identification().keyFormat());
        assertEquals(baseLg, report.filter().orElseThrow().layout().baseLg());
    }

    @ParameterizedTest
    @MethodSource("tables")
    void firstFilterIsRecognisedAndKnowsEveryKey(String name, List<byte[]> keys, int valueLength, int baseLg)
            throws IOException {
        TableReport report = verified(BashoReference.table(keys, valueLength, Options.bloom1(10)));
        assertEquals(List.of(), report.findings().first());
        assertEquals(TableStatus.OK, report.verifiedStatus());
        assertEquals(List.of(FilterDialect.BASHO_1), report.identification().dialects());
        assertEquals(Optional.of(KeyFormat.USER_KEY), report.identification().keyFormat());
        assertEquals(baseLg, report.filter().orElseThrow().layout().baseLg());
    }

    @ParameterizedTest
    @MethodSource("tables")
    void everyKeyPassesTheFilterThatAnEngineOpens(String name, List<byte[]> keys, int valueLength, int baseLg)
            throws IOException {
        for (Options options : List.of(Options.bloom1(16), Options.bloom2(16))) {
            TableFile table = InMemory.open(BashoReference.table(keys, valueLength, options));
            FilterBlockReader filter = table.openFilter().orElseThrow();
            assertEquals(0, denied(filter, keys, TableReport.of(table)));
        }
    }

    @Test
    void secondFilterWithTheAlgorithmOfLevelDbLosesTheKeys() throws IOException {
        List<byte[]> keys = asciiKeys(1000);
        byte[] table = BashoReference.table(keys, 40, Options.bloom2(16));
        TableReport analysis = InMemory.analysis(table);
        long denied = denied(reader(analysis, FilterDialect.LEVELDB), keys, analysis);
        assertTrue(denied > 990, denied + " of 1000");

        FilterHints levelDb = new FilterHints(Optional.of(FilterDialect.LEVELDB), Optional.empty());
        TableReport forced = TableReport.of(InMemory.open(table), levelDb);
        assertEquals(TableStatus.CORRUPT, forced.verifiedStatus());
        assertEquals(denied, forced.falseNegatives());
    }

    @Test
    void absentKeysAreDeniedAsOftenAsSixteenBitsPerKeyPromise() throws IOException {
        List<byte[]> keys = asciiKeys(1000);
        TableReport analysis = InMemory.analysis(BashoReference.table(keys, 40, Options.bloom2(16)));
        TableQuery query = new TableQuery(analysis);
        assertEquals(TableQuery.Search.INDEX, query.search());
        List<byte[]> absent = absentKeys(1490);
        long passed = absent.stream().filter(key -> query.ask(key).mayMatch()).count();
        // At 16 bits and 11 probes 0.046 %: of 1,490 the mean is 0.7, and more than 9 are less likely than 10^-8.
        assertTrue(passed <= 9, passed + " of " + absent.size());
    }

    private static long[] positions(String key, byte[] filter) {
        return FilterDialect.BASHO_2
                .trace(ascii(key), key.length(), ByteBuffer.wrap(filter), 0, filter.length)
                .probes()
                .stream()
                .mapToLong(BloomTrace.Probe::position)
                .toArray();
    }

    // {hello, world} at 16 bits: made by Basho's own code. The positions of hello are those of FORMAT-DIALECTS.md.
    @Test
    void vectorOfTheFormatDescriptionHolds() {
        byte[] filter = HexFormat.of().parseHex("418a22c1609861100b");
        assertArrayEquals(filter, BashoReference.filter2(List.of(ascii("hello"), ascii("world")), 16));
        long[] hello = {43, 6, 30, 54, 17, 37, 0, 24, 48, 11, 31};
        long[] world = {38, 44, 54, 60, 9, 15, 21, 31, 37, 47, 53};
        assertArrayEquals(hello, positions("hello", filter));
        assertArrayEquals(world, positions("world", filter));
        assertArrayEquals(hello, BashoReference.positions(ascii("hello"), 11, 61));
        assertArrayEquals(world, BashoReference.positions(ascii("world"), 11, 61));
        assertTrue(BASHO_2.keyMayMatch(ascii("hello"), 0, 5, filter, 0, filter.length));
        assertFalse(BASHO_2.keyMayMatch(ascii("foo"), 0, 3, filter, 0, filter.length));
    }

    // Whole blocks, made by Basho's own code (basho/leveldb b91d5ce: table/filter_block.cc over util/bloom2.cc with 16
    // bits per key); FORMAT-TESTS.md has them. Each cell: offset of a startBlock, and the key that is added then.
    @ParameterizedTest
    @Tag("FB-12")
    @CsvSource({
        "'', 000000001c",
        "0 hello 200 world 256, 418a22c1609861100b000000000900000008",
        "0 hello 200 world 300, 418a22c1609861100b000000000900000009",
        "0 hello 268435457 world 268435557, 410802c1200841000b00822080609060100b0000000009000000120000001c",
        "0 hello 268435456 world 268435556, 418a22c1609861100b00000000090000001c"
    })
    void wholeBlocksAreThoseOfBashosOwnCode(String calls, String hex) {
        byte[] block = HexFormat.of().parseHex(hex);
        BashoReference.BlockBuilder builder = new BashoReference.BlockBuilder(keys -> BashoReference.filter2(keys, 16));
        FilterBlockReader filter = FilterBlockReader.wrapping(block, 0, block.length, BASHO_2);
        Scanner words = new Scanner(calls);
        while (words.hasNext()) {
            long offset = words.nextLong();
            builder.startBlock(offset);
            if (words.hasNext()) {
                byte[] key = ascii(words.next());
                builder.addKey(key);
                assertTrue(filter.keyMayMatch(offset, key));
                assertTrue(filter.layout().filterCount()
                                <= offset >> filter.layout().baseLg()
                        || !filter.keyMayMatch(offset, ascii("foo")));
            }
        }
        assertArrayEquals(block, builder.finish());
    }

    // 7,000 keys at 16 bits need 14,000 bytes, more than the table of primes has.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 30, 700, 6248, 6249, 7000})
    void libraryAnswersAsTheReferenceForKeysInAndOut(int count) {
        List<byte[]> keys = asciiKeys(count);
        byte[] filter = BashoReference.filter2(keys, 16);
        long modulus = BashoReference.modulus(filter.length - 1);
        Stream.concat(keys.stream().limit(300), absentKeys(300).stream()).forEach(key -> {
            boolean expected = Arrays.stream(BashoReference.positions(key, 11, modulus))
                    .allMatch(bit -> (filter[(int) (bit / 8)] >> bit % 8 & 1) == 1);
            assertEquals(expected, BASHO_2.keyMayMatch(key, 0, key.length, filter, 0, filter.length));
        });
    }

    @ParameterizedTest
    @Tag("FB-12")
    @CsvSource({"1025, 11", "2048, 11", "2049, 12", "134217728, 27", "134217729, 28", "268435456, 28", "268435457, 28"})
    void windowOfTheWholeFileIsReadWhateverItsSize(long end, int baseLg) {
        BashoReference.BlockBuilder builder = new BashoReference.BlockBuilder(keys -> BashoReference.filter2(keys, 16));
        builder.startBlock(0);
        builder.addKey(ascii("key"));
        builder.startBlock(end);
        byte[] block = builder.finish();
        assertEquals(baseLg, block[block.length - 1]);
        FilterBlockReader filter = FilterBlockReader.wrapping(block, 0, block.length, BASHO_2);
        assertTrue(filter.keyMayMatch(0, ascii("key")));
        assertFalse(filter.keyMayMatch((1L << baseLg) - 1, ascii("other")));
        assertTrue(filter.keyMayMatch(1L << baseLg, ascii("other")));
    }

    @Test
    @Tag("FB-17")
    void tableWithoutKeysHasAFilterBlockOfBaseLg28() throws IOException {
        byte[] bytes = BashoReference.table(List.of(), 0, Options.bloom2(16));
        TableReport analysis = InMemory.analysis(bytes);
        assertArrayEquals(
                HexFormat.of().parseHex("000000001c"),
                analysis.filter().orElseThrow().contents());
        assertEquals(TableStatus.OK, analysis.status());
        assertEquals(List.of(), verified(bytes).findings().first());
    }

    @ParameterizedTest
    @Tag("TF-6")
    @ValueSource(ints = {1, 2})
    void lz4BlocksAreDecodedAndEveryKeyMatches(int bloom) throws IOException {
        List<byte[]> keys = asciiKeys(700);
        Options options = bloom == 1 ? Options.bloom1(16) : Options.bloom2(16);
        TableReport report = verified(BashoReference.table(keys, 40, options.compressedByLz4()));
        assertEquals(TableStatus.OK, report.verifiedStatus());
        assertEquals(List.of(), report.findings().first());
        assertEquals(700, report.entries());
        assertTrue(report.dataBlocks().stream().allMatch(block -> block.type() == BashoReference.LZ4));
        assertEquals(
                List.of(bloom == 1 ? FilterDialect.BASHO_1 : FilterDialect.BASHO_2),
                report.identification().dialects());
    }

    // Basho's LZ4 block of 40,056 bytes begins as zlib does.
    @Test
    @Tag("TF-6")
    void lz4BlockThatBeginsAsZlibIsStillLz4() throws IOException {
        List<byte[]> keys = asciiKeys(3);
        int valueLength = 1;
        byte[] bytes =
                BashoReference.table(keys, valueLength, Options.bloom2(16).compressedByLz4());
        while (!startsAsZlib(bytes)) {
            valueLength++;
            bytes = BashoReference.table(keys, valueLength, Options.bloom2(16).compressedByLz4());
        }
        assertEquals(List.of(), verified(bytes).findings().first());
        assertEquals(3, verified(bytes).entries());
    }

    private static boolean startsAsZlib(byte[] bytes) {
        return (bytes[0] & 0x0f) == 8 && ((bytes[0] & 0xff) << 8 | bytes[1] & 0xff) % 31 == 0;
    }

    /** A table of a size that makes Basho pick base lg 19, under the name that both use. */
    private static byte[] tableWithoutStats(List<byte[]> keys, boolean lz4) {
        Options options = Options.bloom2(16).withoutStats();
        return BashoReference.table(keys, 3000, lz4 ? options.compressedByLz4() : options);
    }

    @Test
    void keysDecideWhereTheMetaindexDoesNotNameBasho() throws IOException {
        List<byte[]> keys = asciiKeys(120);
        TableReport report = verified(tableWithoutStats(keys, false));
        assertEquals(19, report.filter().orElseThrow().layout().baseLg());
        assertEquals(1, report.metaindex().size());
        assertEquals(List.of(FilterDialect.BASHO_2), report.identification().dialects());
        assertEquals(List.of(), report.findings().first());
    }

    @Test
    void keysDecideForLevelDbWithABaseLgOfItsOwn() throws IOException {
        List<byte[]> keys = asciiKeys(120);
        Options options = new Options(BashoReference.NAME_2, BashoConformanceTest::levelDbFilter, false, false);
        TableReport report = verified(BashoReference.table(keys, 3000, options));
        assertEquals(19, report.filter().orElseThrow().layout().baseLg());
        assertEquals(List.of(FilterDialect.LEVELDB), report.identification().dialects());
        assertEquals(List.of(), report.findings().first());
    }

    private static byte[] levelDbFilter(List<byte[]> keys) {
        FilterBlockBuilder builder = new FilterBlockBuilder(BloomFilterPolicy.levelDb(10), 28);
        keys.forEach(builder::addKey);
        ByteBuf block = builder.finishBuf(UnpooledByteBufAllocator.DEFAULT);
        try {
            return ByteBufUtil.getBytes(
                    block, 0, block.readableBytes() - 9); // without offset, array offset and base lg
        } finally {
            block.release();
        }
    }

    /** As without the optional library. */
    private static byte[] undecoded(int type, byte[] stored, int offset, int length) throws CorruptTableException {
        throw new CorruptTableException("block", 0, Reason.UNKNOWN_COMPRESSION, "LZ4");
    }

    @Test
    void noKeyIsDeniedWhereNeitherKeysNorMetaindexDecide() throws IOException {
        List<byte[]> keys = asciiKeys(120);
        byte[] bytes = tableWithoutStats(keys, true);
        TableReport analysis;
        try (TableFile table = Decompression.of(InMemory.open(bytes), BashoConformanceTest::undecoded)) {
            analysis = TableReport.of(table);
        }
        assertTrue(analysis.identification().ambiguous());
        assertEquals(
                List.of(FilterDialect.LEVELDB, FilterDialect.BASHO_2),
                analysis.identification().dialects());
        FilterBlockReader filter = InMemory.open(bytes).openFilter().orElseThrow();
        assertEquals(0, denied(filter, keys, analysis));
        assertTrue(denied(filter, absentKeys(120), analysis) > 100);
    }
}
