// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.damage.EveryDoor.Damaged;
import io.github.filterblock.damage.LicenceTables.Keys;
import io.github.filterblock.damage.LicenceTables.Order;
import io.github.filterblock.damage.LicenceTables.Sound;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.KeyKind;
import io.github.filterblock.testdata.Mutator;
import io.github.filterblock.testdata.PlacedKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Damaged tables: each kind of damage at {@linkplain EveryDoor every door}. */
class DamagedTableTest {
    private static final int MUTANTS = 1500;
    private static final int LARGEST = 64 << 10;
    private static final int SMALL = 12 << 10;
    private static final int MEMORY_SHARE = 24;

    /**
     * A sound table and every key that is in it.
     *
     * @param name for messages
     * @param bytes the table; copy before damaging
     * @param keys each key as the filter knows it, at the offset of its data block
     */
    private record TableCase(String name, byte[] bytes, List<PlacedKey> keys) {

        static TableCase of(CorpusTable golden) {
            int tag = golden.file().keyKind().equals(Optional.of(KeyKind.INTERNAL)) ? FilterMatcher.TAG_LENGTH : 0;
            try (TableFile table = BytesSource.open(golden.bytes())) {
                List<PlacedKey> keys = new ArrayList<>();
                for (IndexEntry entry : table.index()) {
                    KeyValueBlock.Cursor cursor =
                            table.readEntries(entry.handle()).cursor();
                    while (cursor.next()) {
                        byte[] key = Arrays.copyOf(cursor.key(), cursor.keyLength() - tag);
                        keys.add(new PlacedKey(entry.handle().offset(), key));
                    }
                }
                return new TableCase(golden.name(), golden.bytes(), keys);
            } catch (IOException e) {
                throw new UncheckedIOException(golden.name(), e);
            }
        }

        /** The corpus's tables up to this number of bytes, the smallest first. */
        static List<TableCase> corpusUpTo(int length) {
            return Corpus.configured().tables().stream()
                    .filter(table -> table.path().toFile().length() <= length && Files.exists(table.path()))
                    .filter(table -> table.layout().indexHandle().isPresent())
                    .map(TableCase::of)
                    .sorted(Comparator.comparingInt(table -> table.bytes.length))
                    .toList();
        }

        /** Whether the table has a filter of a built-in policy. */
        boolean hasFilter() {
            try (TableFile table = BytesSource.open(bytes)) {
                return table.openFilter().isPresent();
            } catch (IOException e) {
                throw new UncheckedIOException(name, e);
            }
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<TableCase> SMALL_TABLES = smallTables();
    private static final List<TableCase> POOL = pool();

    /** Writers, orders and forms of keys; a table that says that it is Basho's, and one with a second filter. */
    private static List<TableCase> smallTables() {
        List<TableCase> small = new ArrayList<>();
        List<Sound> sound = new ArrayList<>(LicenceTables.all());
        sound.removeIf(table -> table.keyForm() == Keys.PREFIXES); // known only as long as the properties can be read
        for (int i = 0; i < sound.size(); i += 7) { // of every order and kind
            small.add(new TableCase(
                    sound.get(i).name(), sound.get(i).bytes(), sound.get(i).keys()));
        }
        Sound base = LicenceTables.table(Keys.TAGGED, Order.ASCENDING, 2);
        for (String name : List.of(FilterDialect.BASHO_METAINDEX_KEY, "filter.somebody.else")) {
            TableParts parts = LicenceTables.parts(Keys.TAGGED, Order.ASCENDING, 2);
            LicenceTables.add(parts, name, parts.side.get(0).bytes());
            small.add(new TableCase(name, parts.table(), base.keys()));
        }
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
    private static Damaged damaged(String name, TableCase base, byte[] bytes, boolean hidesNone) {
        boolean honest = hidesNone && isChecked(bytes);
        return new Damaged(name + " of " + base, bytes, base.keys(), door -> honest && isAsked(door), honest);
    }

    private static boolean isAsked(Door door) {
        return door != Door.FULL_FILTER && door != Door.RETROFIT;
    }

    /** RocksDB's footer, which has no checksum itself, may be damaged to say that the blocks have none that we know. */
    private static boolean isChecked(byte[] table) {
        try {
            return BytesSource.open(table).footer().checksum() == BlockChecksum.CRC32C;
        } catch (IOException e) {
            return false;
        }
    }

    private interface Maker {
        void make(Consumer<Damaged> check) throws IOException;
    }

    /** A kind of damage. */
    enum Damage {
        FLIPPED_BITS(check -> {
            List<TableCase> tables = new ArrayList<>(TableCase.corpusUpTo(Scale.times(600, 1000)));
            tables.removeIf(table -> table.keys().isEmpty() || !table.hasFilter());
            tables.addAll(SMALL_TABLES.subList(SMALL_TABLES.size() - 2, SMALL_TABLES.size()));
            for (TableCase table : tables) {
                int step = Scale.times(1) == 1 ? 5 : 1; // all bits of a byte come in their turn
                for (int bit = 0; bit < 8 * table.bytes().length; bit += step) {
                    byte[] flipped = table.bytes().clone();
                    flipped[bit / 8] ^= (byte) (1 << bit % 8);
                    check.accept(damaged("bit " + bit, table, flipped, true));
                    byte[] again = flipped.clone();
                    again[3]++;
                    check.accept(damaged("bit " + bit + " and byte 3", table, again, true));
                }
            }
        }),
        FILES(check -> {
            for (int number = 0; number < Scale.times(MUTANTS); number++) {
                Mutator mutator = new Mutator(number);
                TableCase base = choose(POOL, mutator);
                boolean alone = mutator.choose(4) > 0;
                byte[] bytes = alone
                        ? mutator.mutate(base.bytes())
                        : mutator.mutate(base.bytes(), choose(POOL, mutator).bytes());
                check.accept(damaged("mutant " + number, base, bytes, alone));
            }
        }),
        /** Put together again with handles and checksums that fit. */
        PARTS(check -> {
            List<TableCase> bases = new ArrayList<>(POOL);
            bases.removeIf(table -> !hasLevelDbFooter(table));
            for (int number = 0; number < Scale.times(MUTANTS); number++) {
                Mutator mutator = new Mutator(number);
                TableCase base = choose(bases, mutator);
                TableParts parts = TableParts.of(base.bytes());
                for (int count = 1 + mutator.choose(2); count > 0; count--) {
                    damage(parts, mutator);
                }
                check.accept(damaged("parts " + number, base, parts.table(), false));
            }
        }),
        /** The footer or the index leads to other sound blocks of the same table. */
        HANDLES(check -> {
            List<TableCase> tables = new ArrayList<>(TableCase.corpusUpTo(Scale.times(LARGEST, 64 << 20)));
            tables.addAll(SMALL_TABLES);
            tables.removeIf(table -> table.keys().isEmpty());
            for (TableCase table : tables) {
                swapHandles(table, check);
            }
        });

        private final Maker maker;

        Damage(Maker maker) {
            this.maker = maker;
        }
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

    private static void swapHandles(TableCase sound, Consumer<Damaged> check) throws IOException {
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
            check.accept(damaged(
                    "index " + other, sound, withFooter(sound, file.footer().metaindex(), other), true));
        }
        byte[] exchanged =
                withFooter(sound, file.footer().index(), file.footer().metaindex());
        check.accept(damaged("index and metaindex", sound, exchanged, true));
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
            check.accept(damaged("entries " + one + ", " + other, sound, parts.table(), true));
        }
    }

    /** The handles are all that changes, so the footer may also name a type of checksums that is not written. */
    private static byte[] withFooter(TableCase sound, BlockHandle metaindex, BlockHandle index) {
        byte[] swapped = sound.bytes().clone();
        byte[] handles = TestBlocks.join(metaindex.encode(), index.encode());
        int start = swapped.length - (hasLevelDbFooter(sound) ? 48 : 52);
        System.arraycopy(Arrays.copyOf(handles, 40), 0, swapped, start, 40);
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
    void everyDoorAnswersOrRefuses(Damage damage, @TempDir Path directory) throws IOException {
        EveryDoor doors = new EveryDoor(directory, MEMORY_SHARE);
        damage.maker.make(doors::take);
        // Where blocks are not those that the index says, a query believes no filter.
        doors.report(
                damage.toString(),
                damage == Damage.HANDLES
                        ? Set.of(Door.ENGINE_BY_BLOCK)
                        : Set.of(Door.QUERY_BY_KEY, Door.ENGINE_BY_BLOCK));
    }
}
