// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.audit.Audit;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.FilterPolicy;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.TableRebuild;
import io.github.filterblock.rewrite.UnwritableFilterException;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.Decompression;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.testdata.Mutator;
import io.github.filterblock.testdata.PlacedKey;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Damaged tables: each kind of damage at every door. All doors of a table agree, none hides a key that the damage left
 * in doubt, nothing but the documented exceptions is thrown, and time and memory follow the bytes present.
 */
class DamagedTableTest {
    private static final int MUTANTS = 1500;
    private static final int LARGEST = 64 << 10;
    private static final int SMALL = 12 << 10;
    private static final int QUESTIONS = 5;

    /** Processor time for all that is done with one table, in nanoseconds. */
    private static final long LONGEST = 100_000_000;

    private static final List<FilterMatcher> OWN = List.of(
            BloomFilterPolicy.levelDb(10),
            FilterPolicy.ofInternalKeys(BloomFilterPolicy.levelDb(10)),
            BloomFilterPolicy.goLevelDb(10));

    private static final List<TableCase> SMALL_TABLES = smallTables();
    private static final List<TableCase> POOL = pool();

    private final Map<String, Integer> outcomes = new TreeMap<>();

    private static List<TableCase> smallTables() {
        List<TableCase> small = new ArrayList<>(SmallTables.all());
        small.addAll(TableCase.goodBases());
        return small;
    }

    private static List<TableCase> pool() {
        List<TableCase> corpus = TableCase.corpusUpTo(LARGEST);
        List<TableCase> often = new ArrayList<>(SMALL_TABLES);
        corpus.stream().filter(table -> table.bytes().length <= SMALL).forEach(often::add);
        List<TableCase> pool = new ArrayList<>();
        Collections.nCopies(24, often).forEach(pool::addAll);
        pool.addAll(corpus);
        return pool;
    }

    private static TableCase choose(List<TableCase> tables, Mutator mutator) {
        return tables.get(mutator.choose(tables.size()));
    }

    /**
     * A damaged table.
     *
     * @param hidesNone whether no door may deny a key of the sound table: its checksums are as they were, or all of its
     *     blocks are sound
     */
    private record Mutant(String name, TableCase base, byte[] bytes, boolean hidesNone) {}

    private interface Check {
        void of(Mutant mutant) throws IOException;
    }

    /** A kind of damage. */
    enum Damage {
        FLIPPED_BITS {
            @Override
            void each(Check check) throws IOException {
                List<TableCase> tables = new ArrayList<>(TableCase.corpusUpTo(Scale.times(600, 1000)));
                tables.removeIf(table -> table.keys().isEmpty() || !table.hasFilter());
                tables.addAll(SMALL_TABLES.subList(0, 2));
                for (TableCase table : tables) {
                    int step = Scale.times(1) == 1 ? 5 : 1; // all bits of a byte come in their turn
                    for (int bit = 0; bit < 8 * table.bytes().length; bit += step) {
                        byte[] flipped = table.bytes().clone();
                        flipped[bit / 8] ^= (byte) (1 << bit % 8);
                        check.of(new Mutant("bit " + bit, table, flipped, true));
                    }
                }
            }
        },
        FILES {
            @Override
            void each(Check check) throws IOException {
                for (int number = 0; number < Scale.times(MUTANTS); number++) {
                    Mutator mutator = new Mutator(number);
                    TableCase base = choose(POOL, mutator);
                    boolean alone = mutator.choose(4) > 0;
                    byte[] bytes = alone
                            ? mutator.mutate(base.bytes())
                            : mutator.mutate(base.bytes(), choose(POOL, mutator).bytes());
                    check.of(new Mutant("mutant " + number, base, bytes, alone));
                }
            }
        },
        /** Put together again with handles and checksums that fit. */
        PARTS {
            @Override
            void each(Check check) throws IOException {
                List<TableCase> bases = new ArrayList<>(POOL);
                bases.removeIf(table -> !hasLevelDbFooter(table));
                for (int number = 0; number < Scale.times(MUTANTS); number++) {
                    Mutator mutator = new Mutator(number);
                    TableCase base = choose(bases, mutator);
                    TableParts parts = TableParts.of(base.bytes());
                    for (int count = 1 + mutator.choose(2); count > 0; count--) {
                        damage(parts, mutator);
                    }
                    check.of(new Mutant("parts " + number, base, parts.table(), false));
                }
            }
        },
        /** The footer or the index leads to other sound blocks of the same table. */
        HANDLES {
            @Override
            void each(Check check) throws IOException {
                List<TableCase> tables = new ArrayList<>(TableCase.corpusUpTo(Scale.times(LARGEST, 64 << 20)));
                tables.addAll(SMALL_TABLES);
                tables.removeIf(table -> table.keys().isEmpty());
                for (TableCase table : tables) {
                    swapHandles(table, check);
                }
            }
        };

        abstract void each(Check check) throws IOException;
    }

    /** RocksDB's later index cannot be written again by the parts of this package. */
    private static boolean hasLevelDbFooter(TableCase table) {
        try {
            return BytesSource.open(table.bytes()).footer().formatVersion() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static void damage(TableParts parts, Mutator mutator) {
        switch (mutator.choose(6)) {
            case 0 -> parts.metaindexDamage = mutator::mutate;
            case 1 -> parts.indexDamage = mutator::mutate;
            case 2 -> damageOne(parts.data, mutator);
            case 3 -> {
                if (!parts.sideNames.isEmpty()) {
                    parts.sideNames.set(0, mutator.mutate(parts.sideNames.get(0)));
                }
            }
            default -> damageOne(parts.side, mutator);
        }
    }

    /** Other bytes, or at times another type. */
    private static void damageOne(List<TableParts.Stored> blocks, Mutator mutator) {
        if (!blocks.isEmpty()) {
            int chosen = mutator.choose(blocks.size());
            TableParts.Stored block = blocks.get(chosen);
            TableParts.Stored other = blocks.get(mutator.choose(blocks.size()));
            int type = mutator.choose(8) == 0 ? mutator.choose(9) : block.type();
            blocks.set(chosen, new TableParts.Stored(mutator.mutate(block.bytes(), other.bytes()), type));
        }
    }

    private static void swapHandles(TableCase sound, Check check) throws IOException {
        TableFile file = BytesSource.open(sound.bytes());
        List<IndexEntry> index = file.index();
        List<BlockHandle> others = new ArrayList<>(List.of(file.footer().metaindex()));
        for (MetaindexEntry entry : file.metaindex()) {
            entry.handle().ifPresent(others::add);
        }
        for (int i = 0; i < index.size(); i += Math.max(1, index.size() / 6)) {
            others.add(index.get(i).handle());
        }
        for (BlockHandle other : others) {
            check.of(new Mutant(
                    "index " + other, sound, withFooter(sound, file.footer().metaindex(), other), true));
        }
        byte[] exchanged =
                withFooter(sound, file.footer().index(), file.footer().metaindex());
        check.of(new Mutant("index and metaindex", sound, exchanged, true));
        if (!hasLevelDbFooter(sound)) {
            return;
        }
        Mutator mutator = new Mutator(sound.bytes().length);
        for (int number = 0; index.size() > 1 && number < 12; number++) {
            int one = mutator.choose(index.size());
            int other = (one + 1 + mutator.choose(index.size() - 1)) % index.size();
            boolean twice = number % 2 == 1;
            TableParts parts = TableParts.of(sound.bytes());
            List<IndexEntry> entries = BytesSource.open(parts.table()).index();
            parts.indexDamage = block -> swapped(entries, one, other, twice);
            check.of(new Mutant("entries " + one + ", " + other, sound, parts.table(), true));
        }
    }

    private static byte[] withFooter(TableCase sound, BlockHandle metaindex, BlockHandle index) throws IOException {
        Footer old = BytesSource.open(sound.bytes()).footer();
        byte[] footer = new Footer(metaindex, index, old.checksum(), old.formatVersion()).encode();
        byte[] swapped = sound.bytes().clone();
        System.arraycopy(footer, 0, swapped, swapped.length - footer.length, footer.length);
        return swapped;
    }

    private static byte[] swapped(List<IndexEntry> index, int one, int other, boolean twice) {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < index.size(); i++) {
            int source = i == one ? other : i == other && !twice ? one : i;
            entries.add(new Entry(index.get(i).key(), index.get(source).handle().encode()));
        }
        return TestBlocks.entries(entries, 1);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("TF-4")
    @Tag("TF-5")
    @Tag("TF-11")
    void everyDoorAnswersOrRefuses(Damage damage) throws IOException {
        damage.each(mutant -> {
            try {
                long took = throughEveryDoor(mutant);
                assertTrue(took <= LONGEST || throughEveryDoor(mutant) <= LONGEST, () -> "takes " + took + " ns");
            } catch (Exception | AssertionError e) {
                throw new AssertionError(mutant.name() + " of " + mutant.base() + ": " + e.getMessage(), e);
            }
        });
        System.out.println("R6 " + damage + ": " + outcomes);
        assertTrue(outcomes.size() > 3, outcomes::toString);
    }

    private long throughEveryDoor(Mutant mutant) throws Exception {
        long start = ThreadUse.cpuNanos();
        ByteBuf direct = Unpooled.directBuffer(mutant.bytes().length + 1).writeBytes(mutant.bytes());
        try (TableFile table = TableFile.open(TableSource.retaining(direct, "direct"))) {
            filters(mutant, table);
        } catch (CorruptTableException e) {
            outcomes.merge(e.reason().name(), 1, Integer::sum);
        }
        assertEquals(1, direct.refCnt());
        direct.release();
        try (TableFile table = BytesSource.open(mutant.bytes())) {
            TableReport report = report(mutant, table);
            outcomes.merge(report.verifiedStatus().id(), 1, Integer::sum);
            rebuild(table);
        } catch (CorruptTableException e) {
            outcomes.merge(e.reason().name(), 1, Integer::sum);
        }
        return ThreadUse.cpuNanos() - start;
    }

    /** RocksDB's footer, which has no checksum itself, may be damaged to say that the blocks have none that we know. */
    private static boolean isChecked(TableFile table) {
        return table.footer().checksum() == BlockChecksum.CRC32C;
    }

    private static void filters(Mutant mutant, TableFile table) throws IOException {
        FilterMatcher ofNobody = FilterMatcher.alwaysMatching("nobody's");
        List<PlacedKey> keys = mutant.base().keys();
        String safe = answers(() -> table.openFilter(), keys);
        assertEquals(safe, answers(() -> table.openFilter(FilterDialect.safeMatchers()), keys));
        assertEquals(safe, answers(() -> table.openFilter(ofNobody), keys));
        for (FilterMatcher own : OWN) {
            answers(() -> table.openFilter(own), keys);
            answers(() -> table.openFilter(List.of(own)), keys);
        }
        assertTrue(!safe.contains("0") || !mutant.hidesNone() || !isChecked(table), "the filter hides a key");
    }

    private interface Door {
        Optional<FilterBlockReader> open() throws IOException;
    }

    /** A text of 0 and 1, or why the filter cannot be opened. */
    private static String answers(Door door, List<PlacedKey> keys) throws IOException {
        try {
            Optional<FilterBlockReader> filter = door.open();
            StringBuilder answers = new StringBuilder(filter.isEmpty() ? "none" : "");
            for (int i = 0; filter.isPresent() && i < keys.size(); i += 1 + keys.size() / 200) {
                answers.append(
                        filter.get()
                                        .keyMayMatch(
                                                keys.get(i).blockOffset(),
                                                keys.get(i).key())
                                ? '1'
                                : '0');
            }
            return answers.toString();
        } catch (CorruptTableException e) {
            return e.reason().name();
        }
    }

    private static TableReport report(Mutant mutant, TableFile table) throws IOException {
        TableReport report = TableReport.of(table);
        report.findings()
                .first()
                .forEach(finding -> assertTrue(!finding.message().isBlank()));
        report.summary().ifPresent(summary -> summary.rows().size());
        TableQuery query = new TableQuery(report);
        List<PlacedKey> keys = mutant.base().keys();
        boolean believed = mutant.hidesNone() && isChecked(table);
        for (int i = 0; i < Math.min(keys.size(), QUESTIONS); i++) {
            PlacedKey key = keys.get((int) ((long) i * keys.size() / QUESTIONS));
            boolean mayMatch = query.ask(key.key()).mayMatch();
            assertEquals(mayMatch, query.explain(key.key()).mayMatch());
            assertTrue(
                    !believed || mayMatch && query.askFilter(key.blockOffset(), key.key()),
                    () -> query.search() + " hides " + key);
        }
        Audit audit = Audit.of(table, report, 1, 20);
        // Blocks that may not be data blocks deny keys, and an audit that asked about them would count that.
        assertTrue(query.search() != TableQuery.Search.NO_FILTER
                || audit.randomKeys().asked() + audit.steps().asked() == 0);
        return report;
    }

    private void rebuild(TableFile table) throws IOException {
        try {
            TableRebuild.of(table, FilterPlan.KEEP, FilterHints.NONE);
        } catch (UnwritableFilterException e) {
            outcomes.merge(e.parameter().name(), 1, Integer::sum);
        }
    }

    /** Memory is taken for bytes that are there, not for such as a damaged file claims. */
    @ParameterizedTest
    @EnumSource(names = {"FILES", "PARTS"})
    @Tag("TF-5")
    void memoryFollowsTheBytesPresent(Damage damage) throws IOException {
        int[] number = {0};
        damage.each(mutant -> {
            if (number[0]++ % 8 == 0) {
                assertMemory(mutant.bytes(), 3, table -> table.openFilter());
                assertMemory(mutant.bytes(), 24, table -> TableReport.of(table, FilterHints.NONE, 20));
            }
        });
    }

    private interface Use {
        void of(TableFile table) throws IOException;
    }

    /** Bytes present are those of the file, and those that blocks have once they are decompressed. */
    private static void assertMemory(byte[] bytes, int share, Use use) {
        Decompression.Way usual = Decompression.usual();
        long[] present = {0};
        long[] tries = {0};
        ThreadUse.Task task = () -> {
            present[0] = bytes.length;
            tries[0] = 0;
            try {
                use.of(Decompression.of(BytesSource.open(bytes), (type, stored, offset, length) -> {
                    tries[0]++;
                    byte[] contents = usual.decompress(type, stored, offset, length);
                    present[0] += contents.length;
                    return contents;
                }));
            } catch (CorruptTableException e) {
                // as it should be
            }
        };
        try {
            task.run(); // classes are loaded
            long limit = (1 + tries[0]) * LARGEST + share * present[0];
            assertTrue(ThreadUse.allocatesAtMost(limit, task), () -> present[0] + " bytes take more than " + limit);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Keys of a table that can no longer be read prove nothing about its filter; only its checksum does. */
    @ParameterizedTest
    @EnumSource(names = "FLIPPED_BITS")
    @Tag("TF-4")
    void aSecondDamageChangesNothing(Damage damage) throws IOException {
        damage.each(mutant -> {
            byte[] bytes = mutant.bytes();
            bytes[Math.min(bytes.length - 1, 3)]++;
            byte[] again = Arrays.copyOf(bytes, bytes.length);
            try (TableFile table = BytesSource.open(again)) {
                report(new Mutant(mutant.name() + " and byte 3", mutant.base(), again, true), table);
            } catch (CorruptTableException e) {
                assertTrue(e.detail().getBytes(StandardCharsets.UTF_8).length > 0);
            }
        });
    }
}
