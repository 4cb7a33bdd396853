// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.FilterForm;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.Seal;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.PebbleCorpus;
import io.github.filterblock.testdata.PebbleTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the end of a table tells agrees with what its data and its filter tell. */
class QuickFactsTest {
    private static final Path TESTDATA = Path.of("../../testdata");

    /** Rates follow from numbers of keys here, and from bits there. */
    private static final double RATES_DIFFER_BY = 0.25;

    private static List<Path> tables() throws IOException {
        List<Path> all = new ArrayList<>();
        for (String folder : List.of(
                "corpus/tables", "rocksdb", "rocksdb-filters/tables", "rocksdb-filters/built/tables", "pebble")) {
            try (Stream<Path> files = Files.list(TESTDATA.resolve(folder))) {
                files.filter(file -> file.toString().matches(".*\\.(ldb|sst)"))
                        .sorted()
                        .forEach(all::add);
            }
        }
        return all;
    }

    /** Counts the stretches that are read. */
    private record Counted(TableSource source, int[] reads) implements TableSource {
        @Override
        public String name() {
            return source.name();
        }

        @Override
        public long size() throws IOException {
            return source.size();
        }

        @Override
        public void read(long position, byte[] dst, int offset, int length) throws IOException {
            reads[0]++;
            source.read(position, dst, offset, length);
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }

    private static QuickFacts quick(Path file) throws IOException {
        int[] reads = new int[1];
        try (TableSource source = new Counted(TableSource.of(file), reads)) {
            QuickFacts facts = QuickFacts.of(source);
            assertTrue(reads[0] <= 3, reads[0] + " stretches");
            return facts;
        }
    }

    @TestFactory
    Stream<DynamicTest> theEndOfATableAgreesWithAllOfIt() throws IOException {
        return tables().stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName() + "", () -> {
                    try (TableFile table = TableFile.open(file)) {
                        compare(quick(file), TableReport.of(table));
                    }
                }));
    }

    private static void compare(QuickFacts quick, TableReport report) throws IOException {
        assertEquals(report.size(), quick.size());
        assertEquals(report.structure().footer(), quick.footer());
        Optional<ExaminedFilter> filter = report.filter();
        assertEquals(
                filter.map(each -> each.entry().key()),
                quick.filter().filter(entry -> filter.isPresent()).map(MetaindexEntry::key));
        report.filter(UserKeyFilter.class)
                .filter(each -> each.form() == FilterForm.FULL)
                .ifPresent(full -> {
                    assertEquals(OptionalLong.of(full.stored().contentBytes()), quick.filterBytes());
                    assertEquals(
                            full.stored()
                                    .partitions()
                                    .get(0)
                                    .filter()
                                    .geometry()
                                    .kind(),
                            kindOf(quick));
                });
        report.filter(UserKeyFilter.class)
                .filter(each -> each.form() == FilterForm.PARTITIONED)
                .map(each -> each.stored().partitions())
                .filter(partitions -> !partitions.isEmpty())
                .ifPresent(partitions -> quick.kind()
                        .ifPresent(kind -> assertEquals(
                                partitions.get(0).filter().geometry().kind(), kind)));
        // the rate of partitions follows from the bytes of all of them, as if they were one
        if (filter.isPresent()
                && filter.orElseThrow().form() == FilterForm.FULL
                && quick.expectedRate().isPresent()) {
            double quickly = quick.expectedRate().getAsDouble();
            filter.orElseThrow()
                    .expectedRate()
                    .ifPresent(rate -> assertEquals(rate, quickly, RATES_DIFFER_BY * Math.max(rate, quickly) + 0.002));
        }
    }

    /** A filter whose bits are never read has no kind in its trailer. */
    private static FullFilterKind kindOf(QuickFacts quick) {
        return quick.kind().orElse(quick.filterBytes().orElse(0) <= 5 ? FullFilterKind.EMPTY : FullFilterKind.ALWAYS);
    }

    /** Every kind occurs in the tables above, and the rates of most are known. */
    @Test
    void allKindsOccur() throws IOException {
        Map<FullFilterKind, Integer> rates = new EnumMap<>(FullFilterKind.class);
        for (Path file : tables()) {
            QuickFacts facts = quick(file);
            facts.kind()
                    .ifPresent(kind -> rates.merge(kind, facts.expectedRate().isPresent() ? 1 : 0, Integer::sum));
        }
        for (FullFilterKind kind :
                List.of(FullFilterKind.FAST_LOCAL_BLOOM, FullFilterKind.RIBBON, FullFilterKind.LEGACY_BLOOM)) {
            assertTrue(rates.getOrDefault(kind, 0) > 0, () -> kind + ": " + rates);
        }
    }

    /** Before RocksDB 6.21 the additions were not stored: they are the keys, unless prefixes were added as well. */
    @ParameterizedTest
    @CsvSource({
        "fast-full-fv6, true",
        "ribbon-full-fv5, true",
        "legacy-prefix-fv3, false",
        "zerokeys-prefix-fv5, false",
        "prefix-part-fv7, false",
        "prefix-only-part-fv7, false"
    })
    void withoutTheirNumberAdditionsAreTheKeysUnlessThereArePrefixes(String file, boolean known) throws IOException {
        byte[] table = Files.readAllBytes(TESTDATA.resolve("rocksdb-filters/tables/" + file + ".sst"));
        BlockHandle properties;
        try (TableFile opened = TableFile.open(TableSource.of(ByteBuffer.wrap(table), file))) {
            properties = opened.structure()
                    .propertiesEntry()
                    .flatMap(MetaindexEntry::handle)
                    .orElseThrow();
            int name = new String(table, ISO_8859_1).indexOf("ilter_entries", (int) properties.offset());
            assertTrue(name > 0);
            table[name] ^= 1;
            Seal.block(table, opened.footer(), properties);
        }
        QuickFacts facts = QuickFacts.of(TableSource.of(ByteBuffer.wrap(table), file));
        OptionalLong keys = facts.properties().number("rocksdb.num.entries");
        assertTrue(keys.isPresent());
        assertEquals(known ? keys : OptionalLong.empty(), facts.additions());
    }

    /** From format 3 on a value may be only the place of one. */
    @Test
    void valuesOfPebbleAreShownUpToFormat2() throws IOException {
        int shown = 0;
        for (PebbleTable each : PebbleCorpus.bundled().tables()) {
            try (TableFile table = TableFile.open(each.path())) {
                boolean mayLieElsewhere = each.path().getFileName().toString().matches("made-v[3-9].*");
                assertEquals(!mayLieElsewhere, TableEntries.showsValues(table.structure()), each::toString);
                shown += mayLieElsewhere ? 0 : 1;
            }
        }
        assertTrue(shown > 3 && shown < PebbleCorpus.bundled().tables().size() - 3, shown + " shown");
    }

    /** Every entry is shown, until no more are wanted; properties are those that the structure gives. */
    @TestFactory
    Stream<DynamicTest> allEntriesAreShown() throws IOException {
        return tables().stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName() + "", () -> {
                    try (TableFile table = TableFile.open(file)) {
                        TableReport report = TableReport.of(table);
                        Optional<KeyFormat> format = TableEntries.formatOf(table, report.structure(), FilterHints.NONE);
                        KeyFormat shown = format.orElse(KeyFormat.WHOLE_KEY);
                        long[] seen = new long[1];
                        TableEntries.Omitted omitted =
                                TableEntries.visit(table, report.structure(), shown, true, entry -> {
                                    seen[0]++;
                                    assertEquals(
                                            TableEntries.showsValues(report.structure()),
                                            entry.value().isPresent());
                                    boolean tagged = shown == KeyFormat.USER_KEY;
                                    assertEquals(tagged, entry.sequence().isPresent());
                                    entry.kind()
                                            .ifPresent(kind -> EntryKind.of(kind, false)
                                                    .ifPresent(known -> assertEquals(kind, known.number())));
                                    return true;
                                });
                        assertEquals(report.entries(), seen[0]);
                        if (report.facts().undecoded().isEmpty()) {
                            assertEquals(report.damageCount(), omitted.damageCount());
                        }
                        int[] first = new int[1];
                        TableEntries.visit(table, report.structure(), shown, false, entry -> {
                            first[0]++;
                            return false;
                        });
                        assertEquals(Math.min(1, report.entries()), first[0]);
                        compare(TableProperties.of(report.structure()), report);
                    }
                }));
    }

    private static void compare(TableProperties properties, TableReport report) throws CorruptTableException {
        assertEquals(
                report.structure().propertiesEntry().isPresent(),
                !properties.values().isEmpty());
        properties.printable().forEach((name, text) -> assertTrue(text.matches("[ -~]*"), name));
        properties
                .text("rocksdb.comparator")
                .ifPresent(name -> assertEquals(name, properties.printable().get("rocksdb.comparator")));
        properties
                .number("rocksdb.num.entries")
                .ifPresent(number -> assertEquals(
                        Long.toString(number), properties.printable().get("rocksdb.num.entries")));
        assertEquals(
                properties.fixed("rocksdb.external_sst_file.global_seqno").orElse(0),
                properties.commonSequence().orElse(0));
    }
}
