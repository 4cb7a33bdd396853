// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.FilterPartition;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.Seal;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.github.filterblock.testdata.RocksDbFilterTable;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Filters that RocksDB wrote are those of their keys, and a filter with another bit is not. */
class FilterProofTest {
    /** For each table; 100,000 of all in the long run. */
    private static final int FLIPS = 20 + 50 * (Integer.getInteger("filterblock.scale", 1) - 1);

    private static final long MEMORY = 1 << 30;
    private static final AtomicInteger FOUND = new AtomicInteger();

    static TableFile open(byte[] table) throws IOException {
        return TableFile.open(TableSource.retaining(Unpooled.wrappedBuffer(table), "in memory"));
    }

    static Optional<FilterProof> proof(byte[] table) throws IOException {
        TableFile file = open(table);
        return FilterProof.of(file, TableReport.of(file), MEMORY);
    }

    private static RocksDbFilterTable named(String name) {
        return RocksDbFilterCorpus.bundled().tables().stream()
                .filter(each -> each.toString().equals(name + ".sst"))
                .findFirst()
                .orElseThrow();
    }

    @TestFactory
    @Tag("RF-21")
    Stream<DynamicTest> filtersOfRocksDbAreThoseOfTheirKeys() {
        return RocksDbFilterCorpus.configured().tables().stream()
                .map(table -> DynamicTest.dynamicTest(table.toString(), () -> {
                    Optional<FilterProof> proof = proof(table.bytes());
                    if (proof.isPresent()) {
                        assertEquals(Findings.NONE, proof.get().findings());
                        assertEquals(proof.get().note().isEmpty(), proof.get().isEqual());
                    }
                }));
    }

    /** Before 9.6 RocksDB added prefixes by other rules, which may give the same filter. */
    @ParameterizedTest
    @CsvSource({
        "legacy-prefix-fv3, false",
        "prefix-only-part-fv7, true",
        "prefix-part-fv7, true",
        "emptypart-fv6, true",
        "fast-full-fv6, true"
    })
    void filtersWithPrefixesOfOlderReleasesAreANote(String table, boolean isEqual) throws IOException {
        FilterProof proof = proof(named(table).bytes()).orElseThrow();
        assertEquals(isEqual, proof.isEqual());
        assertEquals(Findings.NONE, proof.findings());
        assertEquals(
                !isEqual,
                proof.note().filter(each -> each.contains("before 9.6")).isPresent());
    }

    /** The bound is that of one file; other threads take as much at the same time. */
    @Test
    void whatTakesTooMuchMemoryIsNotBuilt() throws IOException {
        TableFile file = open(named("prefix-part-fv7").bytes());
        TableReport report = TableReport.of(file);
        long needed = 40 * 2 * 4 * report.entries();
        assertTrue(FilterProof.of(file, report, needed).orElseThrow().isEqual());
        FilterProof proof = FilterProof.of(file, report, needed - 1).orElseThrow();
        assertFalse(proof.isEqual());
        assertTrue(proof.note().orElseThrow().contains("of memory"), proof.toString());
        assertEquals(
                Optional.empty(),
                TableVerification.of(file, report, Findings.NONE, 0).proof());
    }

    /** Checksums fit, so only the keys tell. */
    @TestFactory
    @Tag("RF-21")
    Stream<DynamicTest> everyFlippedBitIsFound() {
        return Stream.concat(
                RocksDbFilterCorpus.bundled().tables().stream()
                        .map(table ->
                                DynamicTest.dynamicTest(table.toString(), () -> flipBits(table + "", table.bytes()))),
                RocksDbFilterCorpus.bundled().builtTables().stream()
                        .map(table ->
                                DynamicTest.dynamicTest(table.toString(), () -> flipBits(table + "", table.bytes()))));
    }

    @AfterAll
    static void count() {
        System.out.println("flipped bits that were found: " + FOUND);
    }

    private static void flipBits(String name, byte[] bytes) throws IOException {
        TableFile file = open(bytes);
        TableReport report = TableReport.of(file);
        Optional<FilterProof> sound = FilterProof.of(file, report, MEMORY);
        if (sound.isPresent() && sound.get().isEqual()) {
            Random random = new Random(name.hashCode());
            List<FilterPartition> partitions =
                    report.filter(UserKeyFilter.class).orElseThrow().stored().partitions();
            for (int i = 0; i < FLIPS; i++) {
                flip(bytes, file.footer(), partitions.get(random.nextInt(partitions.size())), random);
            }
        }
    }

    /** A flipped bit of the trailer gives another form, or none that is known. */
    private static void flip(byte[] table, Footer footer, FilterPartition partition, Random random) throws IOException {
        int bits = (int) partition.filter().geometry().bits();
        if (bits == 0) {
            return;
        }
        BlockHandle handle = partition.handle();
        byte[] flipped = table.clone();
        int bit = random.nextInt((int) handle.size() * 8);
        flipped[(int) handle.offset() + bit / 8] ^= (byte) (1 << bit % 8);
        Seal.block(flipped, footer, handle);
        if (bit < bits) {
            assertFound(proof(flipped).orElseThrow(), handle, bit);
        } else {
            TableFile file = open(flipped);
            TableVerification verified = TableVerification.of(file);
            assertTrue(
                    verified.findings().count() > 0
                            || !verified.proof().orElseThrow().isEqual(),
                    () -> "bit " + bit + " of " + handle);
        }
        FOUND.incrementAndGet();
    }

    private static void assertFound(FilterProof proof, BlockHandle handle, int bit) {
        assertFalse(proof.isEqual(), () -> "bit " + bit + " of " + handle);
        if (proof.note().isEmpty()) {
            assertEquals(1, proof.findings().count());
            assertEquals(Rule.RF_21, proof.findings().first().get(0).rule());
            assertEquals(handle.offset(), proof.findings().first().get(0).offset());
        }
    }

    /** A filter that lost all its keys, and two that changed places, are sound for RocksDB's own verification. */
    @Test
    void damagedFiltersAreFound() throws IOException {
        int found = 0;
        for (RocksDbFilterCorpus.Damaged damaged : RocksDbFilterCorpus.bundled().damaged()) {
            if (damaged.toString().matches("(cleared-part|swapped-part-fv5|filter-bits-sealed|ribbon-seed).*")) {
                found++;
                assertFalse(proof(damaged.bytes()).orElseThrow().findings().isEmpty(), damaged.toString());
            }
        }
        assertEquals(5, found);
    }

    /** What is not known for certain is no finding, and is said. */
    @Test
    void whatCannotBeKnownIsANote() throws IOException {
        String unsigned =
                proof(named("pebble-unsigned").bytes()).orElseThrow().note().orElseThrow();
        assertTrue(unsigned.contains("Pebble before 2020-04-17"), unsigned);
        byte[] table = named("ts-full-fv5").bytes();
        TableFile file = open(table);
        BlockHandle handle = TableReport.of(file)
                .filter(UserKeyFilter.class)
                .orElseThrow()
                .stored()
                .partitions()
                .get(0)
                .handle();
        table[(int) handle.offset()] ^= 1;
        Seal.block(table, file.footer(), handle);
        FilterProof proof = proof(table).orElseThrow();
        assertEquals(Findings.NONE, proof.findings());
        assertTrue(proof.note().orElseThrow().contains("timestamps"), proof.toString());
    }

    @ParameterizedTest
    @CsvSource({"prefix.extractor.name, nullptr, mine.re, extractor", "mparator, leveldb, another, comparator"})
    void keysOfUnknownFormAreANote(String property, String from, String to, String expected) throws IOException {
        byte[] patched = PatchedProperty.in(named("fast-full-fv6").bytes(), property, from, to);
        FilterProof proof = proof(patched).orElseThrow();
        assertFalse(proof.isEqual());
        assertTrue(proof.note().orElseThrow().contains(expected), proof.toString());
    }

    /** What is said of these elsewhere is not said twice. */
    @Test
    void ofDamagedTablesNothingIsSaid() throws IOException {
        int silent = 0;
        for (RocksDbFilterCorpus.Damaged damaged : RocksDbFilterCorpus.bundled().damaged()) {
            if (damaged.toString().matches("(filter-bit|filter-checksum|filter-type|marker-unknown)\\..*")) {
                assertEquals(Optional.empty(), proof(damaged.bytes()), damaged.toString());
                silent++;
            }
        }
        assertEquals(4, silent);
        byte[] table = named("fast-full-fv6").bytes();
        table[100] ^= 1;
        assertEquals(Optional.empty(), proof(table));
        byte[] unfiltered = named("rangedel-only-fv6").bytes();
        assertEquals(Optional.empty(), proof(unfiltered));
    }

    /** Without prefixes all releases have the same rules. */
    @ParameterizedTest
    @Tag("RF-21")
    @CsvSource({"legacy-full-fv2, true", "fast-full-fv6, true", "ribbon-full-fv5, false", "base-part-fv5, false"})
    void aDifferenceIsAFinding(String name, boolean counted) throws IOException {
        byte[] table = named(name).bytes().clone();
        TableFile file = open(table);
        List<FilterPartition> partitions = TableReport.of(file)
                .filter(UserKeyFilter.class)
                .orElseThrow()
                .stored()
                .partitions();
        BlockHandle handle = partitions.get(0).handle();
        boolean wasSet = (table[(int) handle.offset()] & 1) != 0;
        table[(int) handle.offset()] ^= 1;
        Seal.block(table, file.footer(), handle);
        FilterProof proof = proof(table).orElseThrow();
        assertEquals(Optional.empty(), proof.note());
        assertEquals(1, proof.findings().count());
        String message = proof.findings().first().get(0).message();
        if (counted) {
            assertEquals(
                    "the filter differs from the filter of the table's keys: " + (wasSet ? 0 : 1)
                            + " bits are set that no key sets, " + (wasSet ? 1 : 0) + " are clear that a key sets",
                    message);
        } else {
            String filter = partitions.size() == 1 ? "the filter" : "the filter of partition 0";
            assertTrue(message.startsWith(filter + " differs from the filter of the table's keys"), message);
        }
    }

    /** It is no error of this program, which would end the run for other files as well. */
    @Test
    void aFilterThatChangesWhileItIsReadIsAnIOException() throws IOException {
        byte[] bytes = named("base-part-fv5").bytes();
        TableFile file = open(bytes);
        TableReport report = TableReport.of(file);
        BlockHandle partition =
                report.rocksDbFilter().orElseThrow().partitions().get(0).handle();
        bytes[(int) partition.offset()] ^= 1;
        IOException e = assertThrows(IOException.class, () -> TableVerification.of(file, report));
        assertEquals("the file changed while it was read", e.getMessage());
    }
}
