// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.Finding;
import io.github.filterblock.Rule;
import io.github.filterblock.rocksdb.FullFilterTrace;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.OpenFilters;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.Seal;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.github.filterblock.testdata.RocksDbFilterTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Prefixes in RocksDB's filters, beside whole keys and alone. */
class FilterPrefixesTest {
    private static TableFile open(byte[] bytes) throws IOException {
        return TableFile.open(TableSource.of(ByteBuffer.wrap(bytes), "prefixes"));
    }

    /** With a damaged index of the partitions there is none left. */
    @Test
    @Tag("RF-10")
    void aFilterWithoutPartitionsIsExplained() throws IOException {
        byte[] changed = RocksDbFilterCorpus.bundled().tables().stream()
                .filter(each -> each.toString().equals("prefix-part-fv7.sst"))
                .findFirst()
                .orElseThrow()
                .bytes()
                .clone();
        try (TableFile table = open(changed)) {
            RocksDbFilter sound = OpenFilters.byKey(table).orElseThrow();
            changed[(int) sound.entry().handle().orElseThrow().offset()] ^= 1;
            RocksDbFilter filter = table.keyFilter(table.structure()).orElseThrow();
            FilterTrace.OfUserKey trace = FilterTrace.OfUserKey.of(filter, "key".getBytes(US_ASCII));
            assertEquals(
                    new FilterTrace.OfUserKey(0, Optional.empty(), true, "there is no filter that could be asked"),
                    trace);
        }
    }

    /** Bits that only prefixes need are cleared: lookups do not notice, but a seek skips the table. */
    @ParameterizedTest
    @Tag("RF-5")
    @ValueSource(strings = {"hashindex-fv5.sst", "prefix-part-fv7.sst"})
    void prefixThatIsMissingBesideWholeKeysIsFound(String name) throws IOException {
        RocksDbFilterTable table = RocksDbFilterCorpus.bundled().tables().stream()
                .filter(each -> each.toString().equals(name))
                .findFirst()
                .orElseThrow();
        RocksDbFilter sound = OpenFilters.byKey(open(table.bytes())).orElseThrow();
        int found = 0;
        for (byte[] key : table.keys().subList(0, 40)) {
            byte[] prefix = Arrays.copyOf(key, sound.contents().prefixLength(key.length));
            var partition = sound.partitions()
                    .get(sound.partition(key, 0, key.length) < 0 ? 0 : sound.partition(key, 0, key.length));
            for (FullFilterTrace.Step step : partition.filter().trace(prefix).steps()) {
                byte[] changed = cleared(table, partition.handle(), step.position());
                RocksDbFilter filter = OpenFilters.byKey(open(changed)).orElseThrow();
                if (table.keys().stream().allMatch(filter::tableMayMatch)) {
                    found++;
                    assertFoundByVerify(changed);
                }
            }
        }
        assertTrue(found > 0);
    }

    private static byte[] cleared(RocksDbFilterTable table, BlockHandle handle, long bit) throws IOException {
        byte[] bytes = table.bytes();
        bytes[(int) (handle.offset() + bit / 8)] &= (byte) ~(1 << bit % 8);
        Seal.block(bytes, open(bytes).footer(), handle);
        return bytes;
    }

    private static void assertFoundByVerify(byte[] table) throws IOException {
        TableVerification verified = TableVerification.of(open(table));
        TableReport report = verified.report();
        assertEquals(TableStatus.FINDINGS, verified.status());
        assertEquals(0, report.falseNegatives());
        Finding first = verified.findings().first().get(0);
        assertEquals(Rule.TF_13, first.rule());
        assertTrue(first.message().startsWith("the prefix "), first.message());
        assertTrue(
                first.message().contains(" of the data block at " + first.offset() + " is denied by "),
                first.message());
        assertTrue(report.filter().orElseThrow().trust().mayDeny());
    }

    /** A key outside the domain of the extractor is in no partition, and may lie after all of them. */
    @ParameterizedTest
    @Tag("RF-10")
    @CsvSource({"rocksdb.FixedPrefix.4, 0", "rocksdb.CappedPrefix.4, 1"})
    void lastKeyOutsideTheDomainNeedsNoSeparator(String extractor, int findings) throws IOException {
        TableVerification verified = TableVerification.of(open(table(extractor)));
        assertEquals(2, verified.report().entries());
        assertEquals(
                findings,
                verified.findings().first().stream()
                        .filter(finding -> finding.rule() == Rule.RF_10)
                        .count());
        assertEquals(
                findings + verified.proof().orElseThrow().findings().count(),
                verified.findings().count());
    }

    /** Keys {@code abcdef} and {@code zz}; one partition, which matches everything, with a separator for the first. */
    private static byte[] table(String extractor) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        byte[] first = TestTable.internalKey("abcdef".getBytes(US_ASCII), 2, 1);
        byte[] last = TestTable.internalKey("zz".getBytes(US_ASCII), 1, 1);
        byte[] data = append(
                file, TestBlocks.entries(List.of(new Entry(first, new byte[1]), new Entry(last, new byte[1])), 1));
        int dataSize = file.size();
        byte[] bits = new byte[64 + 5];
        Arrays.fill(bits, 0, 64, (byte) -1);
        System.arraycopy(new byte[] {6, 1, 0, 0, 0}, 0, bits, 64, 5);
        byte[] filter = append(file, bits);
        byte[] partitions = append(file, TestBlocks.entries(List.of(new Entry(first, filter)), 1));
        byte[] properties = append(
                file,
                TestBlocks.entries(
                        List.of(
                                property("rocksdb.block.based.table.whole.key.filtering", "0"),
                                property("rocksdb.comparator", "leveldb.BytewiseComparator"),
                                Entry.of("rocksdb.data.size", TestBlocks.varint(dataSize)),
                                property("rocksdb.num.entries", "\2"),
                                property("rocksdb.prefix.extractor.name", extractor)),
                        1));
        byte[] metaindex = append(
                file,
                TestBlocks.entries(
                        List.of(
                                Entry.of("partitionedfilter.rocksdb.BuiltinBloomFilter", partitions),
                                Entry.of("rocksdb.properties", properties)),
                        1));
        byte[] index = append(file, TestBlocks.entries(List.of(new Entry(last, data)), 1));
        file.writeBytes(TestBlocks.footer(metaindex, index));
        return file.toByteArray();
    }

    private static Entry property(String name, String value) {
        return Entry.of(name, value.getBytes(US_ASCII));
    }

    private static byte[] append(ByteArrayOutputStream file, byte[] contents) {
        byte[] handle = TestBlocks.handle(file.size(), contents.length);
        file.writeBytes(TestBlocks.withTrailer(contents, 0));
        return handle;
    }
}
