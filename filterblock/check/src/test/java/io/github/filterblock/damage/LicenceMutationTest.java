// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.damage.LicenceTables.Sound;
import io.github.filterblock.database.HandMadeDatabase;
import io.github.filterblock.engine.DatabaseFilters;
import io.github.filterblock.engine.EngineFilter;
import io.github.filterblock.rewrite.DatabaseRetrofit;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.RebuildReport.FilterInfo;
import io.github.filterblock.rewrite.TableRebuild;
import io.github.filterblock.rewrite.UnwritableFilterException;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.testdata.PlacedKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No door denies a key that is in a data block, and no filter that is written does, whatever index, metaindex,
 * properties, filter and footer say with checksums that fit. Which keys there are, a scan of the file's bytes says.
 *
 * <p>Each door is asked on its own. {@code -Dfilterblock.scale=500} makes a million mutants and prints the counts.
 */
@Tag("TF-11")
@Tag("TF-12")
class LicenceMutationTest {
    private static final int MUTANTS = 2_000;
    private static final byte[][] ABSENT = IntStream.range(0, 8)
            .mapToObj(i -> ("k" + i + " is absent").getBytes(StandardCharsets.US_ASCII))
            .toArray(byte[][]::new);

    private final List<Sound> tables = LicenceTables.all();
    private final Map<Door, Count> counts = new EnumMap<>(Door.class);
    private final List<String> wrong = new ArrayList<>();

    @TempDir
    private Path directory;

    private interface Opener {
        /** Opens a door, whose answers say whether a key may be in the table; empty if it does not open. */
        Optional<Predicate<PlacedKey>> open(Sound sound, byte[] bytes, Path directory) throws IOException;
    }

    /** What may call a key absent; each n-th mutant is taken to it. */
    private enum Door {
        QUERY_BY_KEY(1, (sound, bytes, any) -> {
            TableQuery query = new TableQuery(TableReport.of(BytesSource.open(bytes)));
            return Optional.of(key -> query.ask(key.key()).mayMatch());
        }),
        EXPLAIN(8, (sound, bytes, any) -> {
            TableQuery query = new TableQuery(TableReport.of(BytesSource.open(bytes)));
            return Optional.of(key -> query.explain(key.key()).mayMatch()
                    && query.explain(key.blockOffset(), key.key()).mayMatch());
        }),
        QUERY_BY_BLOCK(1, (sound, bytes, any) -> {
            TableQuery query = new TableQuery(TableReport.of(BytesSource.open(bytes)));
            return Optional.of(key -> query.askFilter(key.blockOffset(), key.key()));
        }),
        /** The report's matcher, with which others read the filter. */
        REPORT(4, (sound, bytes, any) -> {
            TableReport report = TableReport.of(BytesSource.open(bytes));
            return report.filter().map(filter -> {
                FilterBlockReader reader =
                        FilterBlockReader.wrapping(filter.contents(), 0, filter.contents().length, report.matcher());
                return key -> reader.keyMayMatch(key.blockOffset(), key.key());
            });
        }),
        ENGINE_BY_BLOCK(1, (sound, bytes, any) -> {
            Optional<FilterBlockReader> reader = BytesSource.open(bytes).openFilter();
            return reader.map(filter -> key -> filter.keyMayMatch(key.blockOffset(), key.key()));
        }),
        ENGINE_BY_KEY(1, (sound, bytes, any) -> {
            Optional<FilterBlockReader> reader = BytesSource.open(bytes).openFilter();
            return reader.map(filter -> key -> filter.tableMayMatch(key.key()));
        }),
        ENGINE_FILTER(1, (sound, bytes, any) -> {
            EngineFilter filter = DatabaseFilters.withoutPolicy().open(TableSource.of(ByteBuffer.wrap(bytes), "array"));
            return Optional.of(
                    key -> filter.tableMayMatch(key.key()) && filter.keyMayMatch(key.blockOffset(), key.key()));
        }),
        REBUILD(2, (sound, bytes, any) -> rebuilt(bytes, FilterPlan.KEEP)),
        REBUILD_WITH_PLAN(4, (sound, bytes, any) -> {
            FilterPlan plan = FilterPlan.KEEP.withBitsPerKey(9).withBaseLg(63);
            return rebuilt(bytes, plan);
        }),
        RETROFIT(50, Door::retrofitted);

        private final int step;
        private final Opener opener;

        Door(int step, Opener opener) {
            this.step = step;
            this.opener = opener;
        }

        private boolean isEngine() {
            return this == ENGINE_BY_BLOCK || this == ENGINE_BY_KEY || this == ENGINE_FILTER;
        }

        private boolean writes() {
            return this == REBUILD || this == REBUILD_WITH_PLAN || this == RETROFIT;
        }

        private static Optional<Predicate<PlacedKey>> rebuilt(byte[] bytes, FilterPlan plan) throws IOException {
            TableRebuild rebuild = TableRebuild.of(BytesSource.open(bytes), plan, FilterHints.NONE);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            rebuild.writeTo(Channels.newChannel(out));
            Optional<FilterInfo> filter = rebuild.report().filter();
            return filter.isEmpty() ? Optional.empty() : written(out.toByteArray(), filter.get());
        }

        private static Optional<Predicate<PlacedKey>> retrofitted(Sound sound, byte[] bytes, Path directory)
                throws IOException {
            if (!sound.tagged()) {
                return Optional.empty();
            }
            Path old = Files.createTempDirectory(directory, "old");
            HandMadeDatabase.write(old, bytes);
            Path retrofit = old.resolveSibling(old.getFileName() + "-new");
            FilterPlan plan = FilterPlan.KEEP.withBitsPerKey(12);
            Optional<FilterInfo> filter = DatabaseRetrofit.of(old, retrofit)
                    .withPlan(plan)
                    .run()
                    .tables()
                    .get(0)
                    .filter();
            byte[] table = Files.readAllBytes(retrofit.resolve("000010.ldb"));
            return filter.isEmpty() ? Optional.empty() : written(table, filter.get());
        }

        /** Data blocks stay where they are, so the keys keep their offsets. */
        private static Optional<Predicate<PlacedKey>> written(byte[] table, FilterInfo filter) throws IOException {
            BloomFilterPolicy policy = BloomFilterPolicy.of(filter.dialect(), filter.bitsPerKey());
            TableFile file = BytesSource.open(table);
            FilterBlockReader reader =
                    file.openFilter(List.of(policy.named(filter.policyName()))).orElseThrow();
            return Optional.of(
                    key -> reader.keyMayMatch(key.blockOffset(), key.key()) && reader.tableMayMatch(key.key()));
        }
    }

    private static final class Count {
        private long mutants;
        private long opened;
        private long questions;
        private long absent;
        private long falseOnes;
    }

    @Test
    void theScanFindsTheKeysOfSoundTables() throws IOException {
        for (Sound sound : tables) {
            TableReport report = TableReport.of(BytesSource.open(sound.bytes()));
            assertEquals(report.entries(), sound.keys().size(), sound.name());
        }
    }

    @Test
    void noDoorDeniesAKey() throws IOException {
        ask(0, Scale.times(MUTANTS));
        counts.forEach((door, count) -> System.out.println(door + ": " + count.mutants + " mutants, " + count.opened
                + " opened, " + count.questions + " questions, " + count.absent + " absent, " + count.falseOnes
                + " of them false"));
        assertEquals(List.of(), wrong.subList(0, Math.min(20, wrong.size())), () -> wrong.size() + " are wrong");
        counts.forEach((door, count) -> assertTrue(count.absent > 0, door + " denies nothing"));
    }

    /** Takes the mutants of these numbers to all doors. */
    private void ask(int first, int count) throws IOException {
        for (int number = first; number < first + count; number++) {
            Sound sound = tables.get(number % tables.size());
            Sound other = tables.get((number / 7) % tables.size());
            LicenceMutant mutant = LicenceMutant.of(sound, other, number);
            for (Door door : Door.values()) {
                if (number / tables.size() % door.step == 0 && isDecidable(door, sound, mutant)) {
                    ask(door, sound, mutant, number);
                }
            }
            countKeys(sound, mutant, number);
        }
    }

    /**
     * A door that reads no data cannot know that a name leads to another filter, and a table that says that it is
     * RocksDB's, or no longer says it, is taken at its word where neither keys nor filter object.
     */
    private static boolean isDecidable(Door door, Sound sound, LicenceMutant mutant) {
        if (door.isEngine() && mutant.misnamesFilter() || mutant.passesForRocksDb()) {
            return false;
        }
        return !mutant.changesProperties()
                || switch (sound.keyForm()) {
                    case TIMESTAMPS -> !door.writes();
                    case TWO_NUMBERS -> door.isEngine() || sound.filtered() && !mutant.misnamesFilter();
                    case PREFIXES -> door.writes() || door == Door.QUERY_BY_KEY && !mutant.hidesKeys();
                    case WHOLE, TAGGED, VERSIONS -> true;
                };
    }

    private void ask(Door door, Sound sound, LicenceMutant mutant, int number) throws IOException {
        Count count = counts.computeIfAbsent(door, any -> new Count());
        count.mutants++;
        try {
            Optional<Predicate<PlacedKey>> opened = door.opener.open(sound, mutant.bytes(), directory);
            if (opened.isEmpty()) {
                return;
            }
            count.opened++;
            long falseOnes = sound.keys().stream().filter(opened.get().negate()).count();
            count.questions += sound.keys().size();
            count.absent += falseOnes;
            count.falseOnes += falseOnes;
            if (falseOnes > 0) {
                wrong.add(door + " denies " + falseOnes + " keys of " + sound + " in mutant " + number);
            }
            for (byte[] key : ABSENT) {
                count.questions++;
                count.absent += opened.get().test(new PlacedKey(0, key)) ? 0 : 1;
            }
        } catch (CorruptTableException | UnwritableFilterException e) {
            // refused, as it should be
        }
    }

    /** Who has a licence has read every key. */
    private void countKeys(Sound sound, LicenceMutant mutant, int number) throws IOException {
        try {
            TableFile table = BytesSource.open(mutant.bytes());
            TableReport report = TableReport.of(table);
            if (report.licence().isGranted() && report.entries() < sound.keys().size()) {
                wrong.add(report.entries() + " keys are all of " + sound + " in mutant " + number);
            }
            long[] visited = {0};
            TableKeys.visit(table, report.structure(), KeyFormat.WHOLE_KEY, (offset, key, length) -> visited[0]++);
            if (visited[0] < sound.keys().size()) {
                wrong.add(visited[0] + " keys are shown of " + sound + " in mutant " + number);
            }
        } catch (CorruptTableException e) {
            // refused, as it should be
        }
    }
}
