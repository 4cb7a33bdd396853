// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.PlacedKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Flips every single bit of whole tables, with checksums on. */
@Tag("TF-4")
class TableFlipTest {
    private static final Set<String> SMALL = Set.of("SNAPPY leveldb.BuiltinBloomFilter tagged", "RocksDB's footer");

    /**
     * At each flip the query is asked about one key in this number, in turns; the filter about all keys, and in every
     * build about one in this number where the table is large.
     */
    private static final int SAMPLE = 8;

    /**
     * Tables of more keys are queried after one flip of each byte in every build, and after all in the long profile.
     */
    private static final int MANY_KEYS = 200;

    private final Map<String, LongAdder> outcomes = new ConcurrentSkipListMap<>();

    static Stream<TableCase> tables() {
        List<TableCase> tables = new ArrayList<>(TableCase.corpusUpTo(1000));
        tables.removeIf(table -> table.keys().isEmpty() || !table.hasFilter());
        SmallTables.all().stream().filter(table -> SMALL.contains(table.name())).forEach(tables::add);
        if (Corpus.configured() == Corpus.bundled()) { // they are the same with every corpus, and large
            tables.addAll(TableCase.goodBases());
        }
        return tables.stream();
    }

    @ParameterizedTest
    @MethodSource("tables")
    void noFlippedBitHidesAKey(TableCase sound) throws IOException {
        long start = System.nanoTime();
        sound.checked();
        Scale.forEach(sound.bytes().length, at -> {
            TableCase table = sound.copy();
            for (int bit = 0; bit < 8; bit++) {
                table.bytes()[at] ^= (byte) (1 << bit);
                count(filterOutcome(table, at), "filter: ");
                if (isQueried(table, at, bit)) {
                    count(queryOutcome(table, at), "query: ");
                }
                table.bytes()[at] ^= (byte) (1 << bit);
            }
        });
        long flips = 8L * sound.bytes().length;
        assertEquals(flips, sum("filter: "));
        assertEquals(isQueried(sound, 0, 1) ? flips : flips / 8, sum("query: "));
        System.out.printf(
                "R5 table %s: %,d flips, 0 silent false negatives; %s; %d ms%n",
                sound, flips, outcomes, (System.nanoTime() - start) / 1_000_000);
    }

    private static boolean isQueried(TableCase table, int at, int bit) {
        return !isLarge(table) || at % 8 == bit;
    }

    private static boolean isLarge(TableCase table) {
        return table.keys().size() > MANY_KEYS && Scale.times(1) == 1;
    }

    private long sum(String way) {
        return outcomes.entrySet().stream()
                .filter(outcome -> outcome.getKey().startsWith(way))
                .mapToLong(outcome -> outcome.getValue().sum())
                .sum();
    }

    private void count(String outcome, String way) {
        outcomes.computeIfAbsent(way + outcome, unseen -> new LongAdder()).increment();
    }

    private static String filterOutcome(TableCase table, int at) {
        try (TableFile file = BytesSource.open(table.bytes())) {
            Optional<FilterBlockReader> reader = file.openFilter();
            if (reader.isEmpty()) {
                return "no filter";
            }
            int step = isLarge(table) ? SAMPLE : 1;
            table.deniedBy(reader.get(), at % step, step).ifPresent(key -> silent(table, at, key));
            return "harmless";
        } catch (CorruptTableException e) {
            return e.reason().name();
        } catch (IOException e) {
            return fail("byte " + at + " of " + table, e);
        }
    }

    private static String queryOutcome(TableCase table, int at) {
        try (TableFile file = BytesSource.open(table.bytes())) {
            TableReport analysis = TableReport.of(file);
            TableQuery query = new TableQuery(analysis);
            table.deniedBy(query, at % SAMPLE, SAMPLE).ifPresent(key -> silent(table, at, key));
            return analysis.status().id() + " by " + query.search().id();
        } catch (CorruptTableException e) {
            return e.reason().name();
        } catch (IOException e) {
            return fail("byte " + at + " of " + table, e);
        }
    }

    /** Keys that can no longer be read prove nothing about the filter; only its checksum does. */
    @ParameterizedTest
    @MethodSource("damagedTwice")
    void noFlippedBitOfTheFilterHidesAKeyOfADamagedBlock(TableCase sound) throws IOException {
        BlockHandle filter =
                BytesSource.open(sound.bytes()).metaindex().get(0).handle().orElseThrow();
        List<IndexEntry> blocks = BytesSource.open(sound.bytes()).index();
        Scale.forEach((int) filter.size(), i -> {
            int at = (int) filter.offset() + i;
            TableCase table = sound.copy();
            int damaged = (int) blocks.get(i % blocks.size()).handle().offset();
            table.bytes()[damaged]++;
            for (int bit = 0; bit < 8; bit++) {
                table.bytes()[at] ^= (byte) (1 << bit);
                queryOutcome(table, at);
                table.bytes()[at] ^= (byte) (1 << bit);
            }
        });
    }

    static Stream<TableCase> damagedTwice() {
        return tables().filter(table -> table.keys().size() > 1);
    }

    private static void silent(TableCase table, int at, PlacedKey key) {
        fail("a flipped bit of byte " + at + " of " + table + " hides " + key);
    }
}
