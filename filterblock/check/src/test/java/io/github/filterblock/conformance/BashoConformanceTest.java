// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.bloom.BloomTrace;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.Decompression;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.BuilderCall;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Scanner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables as Basho's LevelDB writes them, under Riak. */
@Tag("TF-14")
class BashoConformanceTest {
    private static final int LZ4 = 2;
    private static final int PER_BLOCK = 40;
    private static final FilterMatcher BASHO_2 = FilterDialect.BASHO_2.matcher();

    private static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }

    private static byte[] key(int number) {
        return ascii(String.format("bucket/%06d", 3 * number));
    }

    private static byte[] absent(int number) {
        return ascii(String.format("bucket/%06dx", 2 * number));
    }

    /** A table under Basho's name for its first or second filter, without the entry that says whose it is. */
    private static TestTable table(int filter, int keys, int baseLg) {
        ReferencePolicy policy = filter == 1 ? ReferencePolicy.signedTailBloom(16) : new BashoReference(16);
        TestTable table = TestTable.ofInternalKeys()
                .policy(filter == 1 ? TestTable.OLD_LEVELDB : TestTable.LEVELDB, policy)
                .baseLg(baseLg);
        for (int from = 0; from < keys; from += PER_BLOCK) {
            byte[][] block = new byte[Math.min(PER_BLOCK, keys - from)][];
            for (int i = 0; i < block.length; i++) {
                block[i] = key(from + i);
            }
            table.block(block);
        }
        return table;
    }

    private static TestTable withStatistics(TestTable table) {
        return table.changeMetaindexEntries(entries ->
                entries.add(TestBlocks.Entry.of("stats.sst1", entries.get(0).value())));
    }

    @ParameterizedTest
    @Tag("TF-6")
    @CsvSource({
        "2, 700, 16, 0",
        "2, 5, 8, 0",
        "2, 1, 6, 0",
        "2, 4000, 17, 0",
        "2, 40, 11, 0",
        "2, 700, 16, 2",
        "1, 700, 16, 0",
        "1, 1, 6, 0",
        "1, 40, 11, 0",
        "1, 700, 16, 2"
    })
    void filtersAreRecognisedAndKnowEveryKey(int filter, int keys, int baseLg, int type) throws IOException {
        TestTable table = withStatistics(table(filter, keys, baseLg));
        TableFile file =
                InMemory.open((type == LZ4 ? table.compressData(LZ4, BashoConformanceTest::lz4) : table).bytes());
        TableReport report = TableReport.of(file);
        assertEquals(List.of(), report.findings().first());
        assertEquals(TableStatus.OK, report.verifiedStatus());
        assertEquals(keys, report.entries());
        assertEquals(
                List.of(filter == 1 ? FilterDialect.BASHO_1 : FilterDialect.BASHO_2),
                report.identification().dialects());
        assertEquals(Optional.of(KeyFormat.USER_KEY), report.identification().keyFormat());
        TableQuery query = new TableQuery(report);
        long passed = 0;
        for (int i = 0; i < keys; i++) {
            assertTrue(query.ask(key(i)).mayMatch());
            passed += query.ask(absent(i)).mayMatch() ? 1 : 0;
        }
        // At 16 bits and 11 probes 0.046 %.
        assertTrue(passed <= 9, passed + " of " + keys);
    }

    /** An LZ4 block of literals alone, behind the raw length. */
    private static byte[] lz4(byte[] contents) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.writeBytes(TestBlocks.u32(contents.length));
        block.write(15 << 4);
        int rest = contents.length - 15;
        for (; rest >= 255; rest -= 255) {
            block.write(255);
        }
        block.write(rest);
        block.writeBytes(contents);
        return block.toByteArray();
    }

    /** Sizes of Basho's second filter depend on primes. */
    @ParameterizedTest
    @ValueSource(ints = {5, 10, 16, 17})
    void bitsPerKeyAndExplanationsAreBashos(int bitsPerKey) throws IOException {
        TestTable table = withStatistics(table(2, 700, 16)).policy(TestTable.LEVELDB, new BashoReference(bitsPerKey));
        TableReport report = InMemory.analysis(table.bytes());
        assertEquals(
                Optional.of(new FilterSummary.Range(bitsPerKey, bitsPerKey)),
                report.summary().orElseThrow().bitsPerKey());
        TableQuery query = new TableQuery(report);
        for (int i = 0; i < 50; i++) {
            BloomTrace trace = query.explain(0, absent(i))
                    .blocks()
                    .get(0)
                    .readings()
                    .get(0)
                    .trace();
            assertArrayEquals(
                    BashoReference.positions(absent(i), trace.info().probes(), trace.modulus()),
                    trace.probes().stream()
                            .mapToLong(BloomTrace.Probe::position)
                            .toArray());
            assertEquals(
                    query.askFilter(0, absent(i)), query.explain(0, absent(i)).mayMatch());
        }
    }

    // Whole blocks, made by Basho's own code (basho/leveldb b91d5ce: table/filter_block.cc over util/bloom2.cc with 16
    // bits per key); FORMAT-TESTS.md has them. Each cell: offset of a startBlock, and the key that is added then.
    @ParameterizedTest
    @Tag("FB-12")
    @CsvSource({
        "0 hello 200 world, 418a22c1609861100b000000000900000008",
        "0 hello 200 world, 418a22c1609861100b000000000900000009",
        "0 hello 268435457 world, 410802c1200841000b00822080609060100b0000000009000000120000001c",
        "0 hello 268435456 world, 418a22c1609861100b00000000090000001c"
    })
    void blocksOfBashosOwnCodeAreRead(String calls, String hex) {
        byte[] block = HexFormat.of().parseHex(hex);
        FilterBlockReader filter = FilterBlockReader.wrapping(block, 0, block.length, BASHO_2);
        Scanner words = new Scanner(calls);
        while (words.hasNext()) {
            long offset = words.nextLong();
            assertTrue(filter.keyMayMatch(offset, ascii(words.next())));
            boolean beyond =
                    filter.layout().filterCount() <= offset >> filter.layout().baseLg();
            assertEquals(beyond, filter.keyMayMatch(offset, ascii("foo")));
        }
        assertArrayEquals(
                HexFormat.of().parseHex("418a22c1609861100b"),
                new BashoReference(16).createFilter(List.of(ascii("hello"), ascii("world"))));
    }

    // 7,000 keys at 16 bits need 14,000 bytes, more than the table of primes has.
    @ParameterizedTest
    @ValueSource(ints = {1, 30, 6248, 6249, 7000})
    void libraryAnswersAsTheReferenceForKeysInAndOut(int count) {
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            keys.add(key(i));
        }
        BashoReference reference = new BashoReference(16);
        byte[] filter = reference.createFilter(keys);
        for (int i = 0; i < 300; i++) {
            for (byte[] key : List.of(key(i), absent(i))) {
                assertEquals(
                        reference.keyMayMatch(key, filter),
                        BASHO_2.keyMayMatch(key, 0, key.length, filter, 0, filter.length));
            }
        }
    }

    /** Kinds 2 (time of writing) and 3 (explicit expiry) have 8 more bytes between user key and tag. */
    @ParameterizedTest
    @Tag("TF-12")
    @CsvSource({"2, 9", "3, 0", "1, 4"})
    void keysThatExpireAreInTheFilterWithoutTheirTime(int usual, int every) throws IOException {
        List<BuilderCall> calls = new ArrayList<>();
        byte[][] stored = new byte[400][];
        for (int i = 0; i < stored.length; i++) {
            int kind = every == 0 ? usual : every == 4 ? i % every : i % every == 0 ? 0 : usual;
            calls.add(new BuilderCall.AddKey(key(i)));
            byte[] timed = ByteBuffer.allocate(key(i).length + 8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(key(i))
                    .putLong(1_700_000_000_000_000L + i)
                    .array();
            stored[i] = TestTable.internalKey(kind < 2 ? key(i) : timed, 1000L + i, kind);
        }
        byte[] block = ReferenceFilterBlock.build(new BlockPlan(28, calls), new BashoReference(16));
        TestTable table = TestTable.ofWholeKeys().storedBlock(stored).changeFilter(0, old -> block);
        TableReport report = InMemory.analysis(withStatistics(table).bytes());
        assertEquals(List.of(), report.findings().first());
        assertEquals(TableStatus.OK, report.verifiedStatus());
        assertEquals(List.of(FilterDialect.BASHO_2), report.identification().dialects());
        assertEquals(Optional.of(KeyFormat.USER_KEY), report.identification().keyFormat());
    }

    @Test
    void keysDecideWhereTheMetaindexDoesNotNameBasho() throws IOException {
        TableReport bashos = InMemory.analysis(table(2, 120, 19).bytes());
        assertEquals(List.of(FilterDialect.BASHO_2), bashos.identification().dialects());
        TestTable own = table(2, 120, 19).policy(TestTable.LEVELDB, ReferencePolicy.bloom(10));
        assertEquals(
                List.of(FilterDialect.LEVELDB),
                InMemory.analysis(own.bytes()).identification().dialects());
    }

    /** As without the optional library. */
    private static byte[] undecoded(int type, byte[] stored, int offset, int length) throws CorruptTableException {
        throw new CorruptTableException("block", 0, Reason.UNKNOWN_COMPRESSION, "LZ4");
    }

    @Test
    void noKeyIsDeniedWhereNeitherKeysNorMetaindexDecide() throws IOException {
        byte[] bytes =
                table(2, 120, 19).compressData(LZ4, BashoConformanceTest::lz4).bytes();
        try (TableFile table = Decompression.of(InMemory.open(bytes), BashoConformanceTest::undecoded)) {
            assertEquals(
                    List.of(FilterDialect.LEVELDB, FilterDialect.BASHO_2, FilterDialect.ROCKSDB_BLOCK),
                    TableReport.of(table).identification().dialects());
        }
        FilterBlockReader filter = InMemory.open(bytes).openFilter().orElseThrow();
        long denied = 0;
        for (int i = 0; i < 120; i++) {
            assertTrue(filter.keyMayMatch(0, key(i)));
            denied += filter.keyMayMatch(0, absent(i)) ? 0 : 1;
        }
        assertTrue(denied > 100, denied + " of 120");
    }
}
