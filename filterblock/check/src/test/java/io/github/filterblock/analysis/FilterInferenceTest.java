// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static io.github.filterblock.analysis.Reports.hints;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.Reports.Part;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.BuilderCall;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the keys of a table show about its filter: hash, key format, bits per key, and whether it is to be believed. */
class FilterInferenceTest {
    private static final ReferencePolicy UNSIGNED = ReferencePolicy.bloom(10);
    private static final ReferencePolicy SIGNED = ReferencePolicy.signedTailBloom(10);
    private static final byte[][] TELLING = TestKeys.telling(200);
    private static final byte[][] ASCII = TestKeys.ascii(0, 200);

    private static TableReport report(TestTable table) throws IOException {
        try (TableFile file = table.write().open()) {
            return TableReport.of(file);
        }
    }

    private static TestTable whole() {
        return TestTable.ofWholeKeys();
    }

    private static TestTable internal() {
        return TestTable.ofInternalKeys();
    }

    /** Keys with high tail bytes show the hash. ASCII keys do not, and where it matters the library must not guess. */
    @TestFactory
    @Tag("FB-2")
    Stream<DynamicTest> hashes() throws IOException {
        Reports reports = new Reports(Part.FILTER);
        for (KeyFormat format : KeyFormat.values()) {
            hashes(reports, "unsigned", format, TestTable.OLD_LEVELDB, UNSIGNED, TELLING);
            hashes(reports, "signed", format, TestTable.OLD_LEVELDB, SIGNED, TELLING);
            hashes(reports, "rocksdb", format, "rocksdb.BuiltinBloomFilter", SIGNED, TELLING);
            hashes(reports, "leveldb", format, TestTable.LEVELDB, UNSIGNED, TELLING);
            hashes(reports, "old name, ascii", format, TestTable.OLD_LEVELDB, SIGNED, ASCII);
            hashes(reports, "leveldb, ascii", format, TestTable.LEVELDB, UNSIGNED, ASCII);
        }
        TestTable signed = whole().policy(TestTable.OLD_LEVELDB, SIGNED).block(TELLING);
        TestTable renamed = whole().policy("mine", UNSIGNED).block(TELLING);
        return reports.add("old name, no keys", whole().policy(TestTable.OLD_LEVELDB, UNSIGNED))
                .add("signed, said to be", signed, hints(FilterDialect.LEVELDB_117_SIGNED, null))
                .add("signed, said to be unsigned", signed, hints(FilterDialect.LEVELDB_117_UNSIGNED, null))
                .add("renamed", renamed)
                .add("renamed, said to be leveldb", renamed, hints(FilterDialect.LEVELDB, null))
                .compareWith("hashes.txt");
    }

    private static void hashes(
            Reports reports, String name, KeyFormat format, String policy, ReferencePolicy writer, byte[][] keys) {
        TestTable table = format == KeyFormat.WHOLE_KEY ? whole() : internal();
        reports.add(name + " of " + format, table.policy(policy, writer).block(keys));
    }

    @TestFactory
    @Tag("TF-12")
    @Tag("TF-13")
    @Tag("TF-14")
    Stream<DynamicTest> keyFormats() throws IOException {
        TestTable both = bothForms();
        byte[] otherKeys = ReferenceFilterBlock.build(BlockPlan.parse(11, "S0 K61 K62 S4096"), UNSIGNED);
        byte[] clear = HexFormat.of().parseHex("0000000000000000" + "06" + "00000000" + "09000000" + "0b");
        TestTable damaged = internal()
                .policy(TestTable.OLD_LEVELDB, SIGNED)
                .block(TELLING)
                .changeFilter(0, TestKeys::withoutItsFirstSetBit);
        TestTable untagged = whole().block("a", "b", "c").properties("rocksdb.any", "1");
        byte[] name1 = TestTable.internalKey("name1".getBytes(US_ASCII), 7, 1);
        byte[] name2 = TestTable.internalKey("name2".getBytes(US_ASCII), 9, 0);
        TestTable shortIndexKey = whole().withoutFilter()
                .block(name1)
                .block(name2)
                .changeIndexEntries(
                        entries -> entries.set(1, Entry.of("o", entries.get(1).value())));
        Reports cases = new Reports(Part.FINDINGS, Part.FILTER);
        cases.add("both forms", both);
        cases.add("both forms, said to be whole", both, hints(null, KeyFormat.WHOLE_KEY));
        cases.add("both forms, of RocksDB", both.properties("rocksdb.any", "1"));
        cases.add("of RocksDB without tags", untagged);
        cases.add(
                "names that look like tagged keys",
                whole().withoutFilter().block(name1).block(name2));
        cases.add("names that look like tagged keys, and a short index key", shortIndexKey);
        cases.add(
                "a filter of other keys",
                whole().changeFilter(0, block -> otherKeys).block(ASCII));
        cases.add("a lost bit", damaged);
        cases.add("said to be user keys", internal().block(ASCII), hints(null, KeyFormat.USER_KEY));
        cases.add("said to be whole keys", internal().block(ASCII), hints(null, KeyFormat.WHOLE_KEY));
        cases.add(
                "whole keys, said to be user keys",
                whole().block("eight bytes and more", "no tag at all in it"),
                hints(null, KeyFormat.USER_KEY));
        cases.add(
                "keys that every reading denies",
                whole().block("long enough", "long enough too").changeFilter(0, block -> clear));
        return cases.compareWith("key-formats.txt");
    }

    /** A filter over both forms of each key matches either way. */
    private static TestTable bothForms() {
        byte[][] stored = Arrays.stream(ASCII)
                .map(key -> TestTable.internalKey(key, 7, 1))
                .toArray(byte[][]::new);
        List<BuilderCall> calls = new ArrayList<>();
        for (byte[] key : stored) {
            calls.add(new BuilderCall.AddKey(key));
            calls.add(new BuilderCall.AddKey(Arrays.copyOf(key, key.length - 8)));
        }
        byte[] both = ReferenceFilterBlock.build(new BlockPlan(11, calls), UNSIGNED);
        return whole().changeFilter(0, block -> both).storedBlock(stored);
    }

    /** One key in a filter of 64 bits leaves much to chance; about one whole key in fifty passes for it. */
    @Test
    @Tag("TF-12")
    void rocksDbsTablesOfOneKeyAreOfInternalKeys() throws IOException {
        int open = 0;
        for (byte[] key : TestKeys.ascii(0, 500)) {
            TestTable table = internal().block(key);
            open += report(table).keyFormat().isEmpty() ? 1 : 0;
            TableReport ofRocksDb = report(table.properties("rocksdb.any", "1"));
            assertEquals(Optional.of(KeyFormat.USER_KEY), ofRocksDb.keyFormat());
            assertEquals(FilterTrust.TRUSTED, ofRocksDb.filter().orElseThrow().trust());
        }
        assertTrue(open > 0, "none of the tables was open without its origin");
    }

    /** A single bit passes one key in sixty-four by chance. */
    @Test
    @Tag("TF-12")
    void fewBitsProveNoKeyFormat() throws IOException {
        for (byte[] key : TestKeys.ascii(0, 50)) {
            TestTable table = internal().policy(TestTable.LEVELDB, ReferencePolicy.bloom(1));
            assertEquals(Optional.empty(), report(table.block(key)).keyFormat());
        }
    }

    private static TestTable table(int bitsPerKey, int keys) {
        return whole().policy(TestTable.LEVELDB, ReferencePolicy.bloom(bitsPerKey))
                .block(TestKeys.ascii(0, keys));
    }

    /**
     * With 100 keys every number of bits gives another length, as long as the probes are told apart. One key sits on
     * the 64-bit floor, so only the probes are left: 0.69 times the number, rounded down, 1 to 30. 300 bits are rounded
     * up to 304, as 297 and 303 are.
     */
    @TestFactory
    @Tag("FB-4")
    @Tag("FB-5")
    Stream<DynamicTest> lengthAndProbesDetermineBitsPerKey() throws IOException {
        Recorded cases = new Recorded();
        for (int keys : new int[] {1, 3, 100}) {
            cases.add(keys + " keys", () -> {
                StringBuilder text = new StringBuilder();
                for (int bits : new int[] {1, 2, 3, 7, 8, 9, 10, 16, 43, 44, 64, 65, 100, 200}) {
                    BlockFilter filter =
                            report(table(bits, keys)).filter(BlockFilter.class).orElseThrow();
                    text.append(bits + " bits: " + filter.bitsPerKey().orElseThrow() + "\n");
                }
                return text.toString();
            });
        }
        return cases.compareWith("analysis/bits-per-key.txt");
    }

    private static byte[] with(byte[] block, int fromEnd, int value) {
        byte[] copy = block.clone();
        copy[copy.length - fromEnd] = (byte) value;
        return copy;
    }

    @TestFactory
    @Tag("FB-12")
    @Tag("FB-13")
    @Tag("FB-22")
    Stream<DynamicTest> summaries() throws IOException {
        byte[] of2400Bits = new byte[301 + 9];
        of2400Bits[300] = 30;
        of2400Bits[306] = 1;
        of2400Bits[305] = 45;
        of2400Bits[309] = 11;
        // goleveldb keeps the product in eight bits before it clamps: 400 * 69 / 100 = 276 is 20 there
        TestTable of400 = whole().policy(TestTable.OLD_LEVELDB, ReferencePolicy.bloom(400))
                .block(TestKeys.ascii(0, 100));
        TestTable windows = whole().valueLength(1000)
                .block("a")
                .block("b", "c", "d", "e", "f", "g", "h")
                .block("i");
        Reports reports = new Reports(Part.FILTER)
                .add("more than a thousand bits for a key", table(10, 1).changeFilter(0, old -> of2400Bits))
                .add("400 bits with the probes of LevelDB", of400)
                .add("400 bits with those of goleveldb", of400.changeFilter(0, block -> with(block, 10, 20)))
                .add("foreign probes", table(10, 100).changeFilter(0, block -> with(block, 10, 7)))
                .add("damaged data", table(10, 100).changeData(0, contents -> new byte[3]))
                .add("a filter of an unknown type", table(10, 100).changeFilter(9, block -> block))
                .add("a policy that is not built in", table(10, 100).policy("mine", ReferencePolicy.fnvSet()))
                .add("four windows, two of them empty", windows);
        TestTable two = whole().valueLength(6000).block("a").block("b");
        for (int baseLg : new int[] {62, 64, 75, 255}) {
            reports.add("base lg " + baseLg, two.changeFilter(0, block -> with(block, 1, baseLg)));
        }
        return reports.compareWith("summaries.txt");
    }

    /** Sixteen keys and more than half of all: fewer may match the other hash by chance. */
    @ParameterizedTest
    @Tag("TF-14")
    @CsvSource({"16, 0, true", "15, 0, false", "16, 15, true", "16, 16, false", "17, 16, true"})
    void anotherHashExplainsTheDenialOfMostKeys(int telling, int ascii, boolean explains) throws IOException {
        byte[][] keys = Stream.concat(
                        Stream.of(ASCII).limit(ascii), Stream.of(TELLING).limit(telling))
                .toArray(byte[][]::new);
        TableReport report = report(internal().policy(TestTable.LEVELDB, SIGNED).block(keys));
        BlockFilter filter = report.filter(BlockFilter.class).orElseThrow();
        assertEquals(telling, report.falseNegatives(), "all denied under the filter's own name");
        assertEquals(
                explains ? Optional.of(FilterDialect.LEVELDB_117_SIGNED) : Optional.empty(), filter.otherDialect());
        String clause = "the filter denies " + telling + " of " + (telling + ascii) + " keys of the table";
        assertEquals(
                explains
                        ? clause + "; read as leveldb-1.17-signed it denies none of them: its writer took the bytes of"
                                + " keys as signed"
                        : clause,
                filter.trust().clause());
    }
}
