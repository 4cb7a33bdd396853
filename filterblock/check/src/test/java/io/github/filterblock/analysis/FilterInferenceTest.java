// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterIdentification.Interpretation;
import io.github.filterblock.analysis.FilterIdentification.Trust;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.table.TableFile;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the keys of a table show about its filter, seen through {@link TableReport}. */
@Tag("TF-14")
class FilterInferenceTest {
    private static final ReferencePolicy UNSIGNED = ReferencePolicy.bloom(10);
    private static final ReferencePolicy SIGNED = ReferencePolicy.signedTailBloom(10);
    private static final byte[][] TELLING = TestKeys.telling(200);
    private static final byte[][] ASCII = TestKeys.ascii(0, 200);

    private static FilterIdentification reading(TestTable table) throws IOException {
        return reading(table, FilterHints.NONE);
    }

    private static FilterIdentification reading(TestTable table, FilterHints hints) throws IOException {
        try (TableFile file = table.write().open()) {
            return TableReport.of(file, hints).identification();
        }
    }

    private static FilterHints forced(FilterDialect dialect, KeyFormat domain) {
        return new FilterHints(Optional.ofNullable(dialect), Optional.ofNullable(domain));
    }

    private static TestTable table(KeyFormat domain) {
        return domain == KeyFormat.WHOLE_KEY ? TestTable.ofWholeKeys() : TestTable.ofInternalKeys();
    }

    private static void assertSettled(FilterDialect dialect, KeyFormat domain, FilterIdentification reading) {
        assertEquals(List.of(dialect), reading.dialects());
        assertEquals(Optional.of(domain), reading.keyFormat());
        assertFalse(reading.ambiguous());
        assertFalse(reading.keyFormatAmbiguous());
        assertEquals(Trust.TRUSTED, reading.trust());
        assertEquals(0, reading.falseNegatives());
        assertFalse(reading.remaining().isEmpty());
        reading.remaining().forEach(candidate -> assertEquals(0, candidate.denied()));
    }

    @Test
    @Tag("FB-2")
    void keysWithHighTailBytesShowTheHashInBothDomains() throws IOException {
        for (KeyFormat domain : KeyFormat.values()) {
            TestTable goLevelDb =
                    table(domain).policy(TestTable.OLD_LEVELDB, UNSIGNED).block(TELLING);
            assertSettled(FilterDialect.GOLEVELDB, domain, reading(goLevelDb));
            TestTable old = table(domain).policy(TestTable.OLD_LEVELDB, SIGNED).block(TELLING);
            assertSettled(FilterDialect.LEVELDB_117_SIGNED, domain, reading(old));
            TestTable rocksDb =
                    table(domain).policy("rocksdb.BuiltinBloomFilter", SIGNED).block(TELLING);
            assertSettled(FilterDialect.ROCKSDB_BLOCK, domain, reading(rocksDb));
            TestTable levelDb = table(domain).block(TELLING);
            assertSettled(FilterDialect.LEVELDB, domain, reading(levelDb));
        }
    }

    /** The filter is the same for both, so nothing distinguishes them, and the library must not guess. */
    @Test
    @Tag("FB-2")
    void asciiKeysLeaveTheSharedNameOpen() throws IOException {
        for (KeyFormat domain : KeyFormat.values()) {
            FilterIdentification reading =
                    reading(table(domain).policy(TestTable.OLD_LEVELDB, SIGNED).block(ASCII));
            assertTrue(reading.ambiguous());
            assertEquals(List.of(FilterDialect.GOLEVELDB, FilterDialect.LEVELDB_117_SIGNED), reading.dialects());
            assertEquals(Optional.of(domain), reading.keyFormat());
        }
    }

    @Test
    void namesOfOneHashAreNeverOpen() throws IOException {
        assertSettled(
                FilterDialect.LEVELDB,
                KeyFormat.WHOLE_KEY,
                reading(TestTable.ofWholeKeys().block(ASCII)));
    }

    /** An empty window denies every key alike, whatever the hash. */
    @Test
    void filtersWithoutBitsAreNotOpen() throws IOException {
        FilterIdentification empty = reading(TestTable.ofWholeKeys().policy(TestTable.OLD_LEVELDB, UNSIGNED));
        assertFalse(empty.ambiguous());
        assertTrue(empty.equivalent());
        assertEquals(Optional.empty(), empty.keyFormat());
        assertFalse(empty.keyFormatAmbiguous());
        assertEquals(0, empty.keys());
    }

    @Test
    @Tag("TF-12")
    void keysTooShortForATagAreWholeKeys() throws IOException {
        FilterIdentification reading = reading(TestTable.ofWholeKeys().block(TELLING));
        assertEquals(Optional.of(KeyFormat.WHOLE_KEY), reading.keyFormat());
        assertTrue(reading.remaining().stream().allMatch(candidate -> candidate.keyFormat() == KeyFormat.WHOLE_KEY));
    }

    /** A filter over both forms of each key matches in both domains. */
    @Test
    @Tag("TF-12")
    void theDomainStaysOpenWhereTheFilterHoldsBothFormsOfTheKeys() throws IOException {
        byte[][] stored = Arrays.stream(ASCII)
                .map(key -> TestTable.internalKey(key, 7, 1))
                .toArray(byte[][]::new);
        List<BuilderCall> calls = new ArrayList<>();
        for (byte[] key : stored) {
            calls.add(new BuilderCall.AddKey(key));
            calls.add(new BuilderCall.AddKey(Arrays.copyOf(key, key.length - 8)));
        }
        byte[] both = ReferenceFilterBlock.build(new BlockPlan(11, calls), UNSIGNED);
        TestTable table = TestTable.ofWholeKeys().changeFilter(0, block -> both).storedBlock(stored);
        FilterIdentification reading = reading(table);
        assertTrue(reading.keyFormatAmbiguous());
        assertEquals(Optional.empty(), reading.keyFormat());
        assertEquals(2, reading.remaining().size());
        assertSettled(FilterDialect.LEVELDB, KeyFormat.USER_KEY, reading(table.properties("rocksdb.any", "1")));
        assertSettled(FilterDialect.LEVELDB, KeyFormat.WHOLE_KEY, reading(table, forced(null, KeyFormat.WHOLE_KEY)));
    }

    /** One key in a filter of 64 bits leaves much to chance; about one whole key in fifty passes for it. */
    @Test
    @Tag("TF-12")
    void rocksDbsTablesOfOneKeyAreOfInternalKeys() throws IOException {
        int open = 0;
        for (byte[] key : TestKeys.ascii(0, 500)) {
            TestTable table = TestTable.ofInternalKeys().block(key);
            open += reading(table).keyFormatAmbiguous() ? 1 : 0;
            assertSettled(FilterDialect.LEVELDB, KeyFormat.USER_KEY, reading(table.properties("rocksdb.any", "1")));
        }
        assertTrue(open > 0, "none of the tables was open without its origin");
    }

    /** A single bit passes one key in sixty-four by chance. */
    @Test
    @Tag("TF-12")
    void fewBitsProveNoKeyFormat() throws IOException {
        for (byte[] key : TestKeys.ascii(0, 50)) {
            TestTable table = TestTable.ofInternalKeys().policy(TestTable.LEVELDB, ReferencePolicy.bloom(1));
            assertEquals(Optional.empty(), reading(table.block(key)).keyFormat());
        }
    }

    /** Keys that have no tag in a table that says it is RocksDB's: nothing is denied, and nothing fails. */
    @Test
    @Tag("TF-12")
    void rocksDbsTablesWithoutTagsDenyNothing() throws IOException {
        TestTable table = TestTable.ofWholeKeys().block("a", "b", "c").properties("rocksdb.any", "1");
        FilterIdentification reading = reading(table);
        assertEquals(Optional.of(KeyFormat.USER_KEY), reading.keyFormat());
        assertEquals(0, reading.falseNegatives());
    }

    @Test
    @Tag("TF-13")
    void aFilterOfOtherKeysIsContradicted() throws IOException {
        byte[] other = ReferenceFilterBlock.build(BlockPlan.parse(11, "S0 K61 K62 S4096"), UNSIGNED);
        TestTable table =
                TestTable.ofWholeKeys().changeFilter(0, block -> other).block(ASCII);
        FilterIdentification reading = reading(table);
        assertEquals(Trust.CONTRADICTED, reading.trust());
        assertTrue(reading.contradicted());
        assertEquals(1, reading.remaining().size());
        assertTrue(reading.falseNegatives() > 190);
        assertEquals(reading.falseNegatives(), reading.remaining().get(0).denied());
        byte[] anyFilter = {0, 0, 0, 0, 0, 0, 0, 0, 6};
        try (TableFile file = table.write().open()) {
            FilterMatcher matcher = TableReport.of(file).matcher();
            assertTrue(matcher.keyMayMatch(ASCII[0], 0, 8, anyFilter, 0, 9), "nothing is denied any more");
        }
    }

    /** One lost bit: the right reading denies a few keys, the wrong domain nearly all. */
    @Test
    @Tag("TF-13")
    void theBestReadingOfADamagedFilterIsTheRightOne() throws IOException {
        TestTable damaged = TestTable.ofInternalKeys()
                .policy(TestTable.OLD_LEVELDB, SIGNED)
                .block(TELLING)
                .changeFilter(0, FilterInferenceTest::withoutItsFirstSetBit);
        FilterIdentification reading = reading(damaged);
        assertTrue(reading.contradicted());
        Interpretation best = reading.remaining().get(0);
        assertEquals(FilterDialect.LEVELDB_117_SIGNED, best.dialect());
        assertEquals(KeyFormat.USER_KEY, best.keyFormat());
        assertTrue(best.denied() > 0 && best.denied() < 20, best::toString);
        assertEquals(200, reading.keys());
    }

    static byte[] withoutItsFirstSetBit(byte[] block) {
        byte[] copy = block.clone();
        int at = 0;
        while (copy[at] == 0) {
            at++;
        }
        copy[at] &= (byte) (copy[at] - 1);
        return copy;
    }

    @Test
    void aForcedDialectIsTheOnlyOneTried() throws IOException {
        TestTable table =
                TestTable.ofWholeKeys().policy(TestTable.OLD_LEVELDB, SIGNED).block(TELLING);
        assertSettled(
                FilterDialect.LEVELDB_117_SIGNED,
                KeyFormat.WHOLE_KEY,
                reading(table, forced(FilterDialect.LEVELDB_117_SIGNED, null)));
        FilterIdentification wrong = reading(table, forced(FilterDialect.LEVELDB_117_UNSIGNED, null));
        assertTrue(wrong.contradicted());
        assertEquals(List.of(FilterDialect.LEVELDB_117_UNSIGNED), wrong.dialects());
        assertTrue(wrong.falseNegatives() > 100);
    }

    @Test
    void aForcedDialectReadsAFilterOfAnyName() throws IOException {
        TestTable renamed = TestTable.ofWholeKeys().policy("mine", UNSIGNED).block(TELLING);
        assertEquals(List.of(), reading(renamed).interpretations());
        assertEquals(List.of(), reading(renamed).dialects());
        assertSettled(
                FilterDialect.LEVELDB, KeyFormat.WHOLE_KEY, reading(renamed, forced(FilterDialect.LEVELDB, null)));
    }

    @Test
    @Tag("TF-12")
    void aForcedDomainIsTheOnlyOneTried() throws IOException {
        TestTable table = TestTable.ofInternalKeys().block(ASCII);
        assertSettled(FilterDialect.LEVELDB, KeyFormat.USER_KEY, reading(table, forced(null, KeyFormat.USER_KEY)));
        FilterIdentification wrong = reading(table, forced(null, KeyFormat.WHOLE_KEY));
        assertTrue(wrong.contradicted());
        assertEquals(Optional.of(KeyFormat.WHOLE_KEY), wrong.keyFormat());
    }

    /** A key tells readings apart if one of them denies it and another does not. */
    @Test
    void keysThatEveryReadingDeniesTellNothing() throws IOException {
        byte[] clear = HexFormat.of().parseHex("0000000000000000" + "06" + "00000000" + "09000000" + "0b");
        TestTable table =
                TestTable.ofWholeKeys().block("long enough", "long enough too").changeFilter(0, block -> clear);
        try (TableFile file = table.write().open()) {
            FilterIdentification reading = TableReport.of(file).identification();
            assertEquals(Trust.CONTRADICTED, reading.trust());
            assertEquals(2, reading.falseNegatives());
            assertEquals(0, reading.distinguishingKeys());
        }
    }

    /** What the caller knows is tried, even if the keys do not look like it. */
    @Test
    void aChosenKeyDomainIsTakenAtItsWord() throws IOException {
        TestTable table = TestTable.ofWholeKeys().block("eight bytes and more", "no tag at all in it");
        FilterHints hints = new FilterHints(Optional.empty(), Optional.of(KeyFormat.USER_KEY));
        try (TableFile file = table.write().open()) {
            FilterIdentification reading = TableReport.of(file, hints).identification();
            assertEquals(Optional.of(KeyFormat.USER_KEY), reading.keyFormat());
            assertEquals(Trust.CONTRADICTED, reading.trust());
        }
    }
}
