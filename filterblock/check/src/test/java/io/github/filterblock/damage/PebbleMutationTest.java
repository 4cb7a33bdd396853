// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.Seal;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import io.github.filterblock.testdata.Mutator;
import io.github.filterblock.testdata.PebbleCorpus;
import io.github.filterblock.testdata.PebbleTable;
import io.github.filterblock.testdata.PlacedKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged tables of Pebble, of rows and of columns, most of them with checksums that fit: no query denies a key of the
 * sound table as long as its data blocks are whole.
 *
 * <p>{@code -Dfilterblock.scale=1000} makes a million mutants and prints the counts.
 */
@Tag("PB-1")
@Tag("PB-2")
@Tag("PB-3")
@Tag("PB-6")
@Tag("PB-7")
class PebbleMutationTest {
    private static final int MUTANTS = 1000;
    private static final int MEMORY_SHARE = 96;
    private static final int LEVELDB_FOOTER = 48;
    private static final int LONGEST_FOOTER = 61;

    /** Texts of the properties, and what they become. */
    private static final String[][] PROPERTIES = {
        {"leveldb.BytewiseComparator", "leveldb.BytewiseComparatoR"},
        {"cockroach_comparator", "pebble.internal.testkeys"},
        {"pebble.internal.testkeys", "cockroach_comparator!!!!"},
        {"DefaultKeySchema(", "DefaultKeySchemA("},
        {"crdb1", "crdb2"},
        {"colblk.schema", "colblk.schemA"},
        {"index.type\2", "index.type\0"},
        {"index.type\0", "index.type\2"},
        {"rocksdb.", "rockset."},
    };

    /** What is changed, and sealed again. */
    private enum Area {
        FILE,
        FILTER,
        SIDE,
        SWAPPED,
        INDEX,
        METAINDEX,
        PROPERTIES,
        PROPERTY,
        FOOTER,
        DATA
    }

    /** A sound table, and where its blocks are. */
    private record Sound(PebbleTable table, byte[] bytes, TableStructure structure, List<PlacedKey> keys) {
        static Sound of(PebbleTable table) {
            try {
                byte[] bytes = table.bytes();
                TableFile file = BytesSource.open(bytes);
                TableStructure structure = file.structure();
                List<PlacedKey> keys = new ArrayList<>();
                TableKeys.visit(
                        file,
                        structure,
                        KeyFormat.USER_KEY,
                        (block, key, length) -> keys.add(new PlacedKey(block, Arrays.copyOf(key, length))));
                return new Sound(table, bytes, structure, keys);
            } catch (IOException e) {
                throw new AssertionError(table.toString(), e);
            }
        }

        private Optional<BlockHandle> properties() {
            return structure.metaindex().stream()
                    .filter(entry -> entry.key().equals("rocksdb.properties"))
                    .findFirst()
                    .flatMap(MetaindexEntry::handle);
        }

        private Optional<BlockHandle> filter() {
            return structure.keyFilterEntry().flatMap(MetaindexEntry::handle);
        }

        private List<BlockHandle> sideBlocks() {
            return structure.metaindex().stream()
                    .flatMap(entry -> entry.handle().stream())
                    .toList();
        }

        private List<BlockHandle> indexes() {
            List<BlockHandle> all = new ArrayList<>(structure.indexParts());
            all.add(structure.footer().index());
            return all;
        }

        private List<BlockHandle> data() {
            return structure.index().stream().map(IndexEntry::handle).toList();
        }
    }

    private record Mutant(Sound sound, Area area, byte[] bytes) {
        static Mutant of(List<Sound> tables, int number) {
            Mutator mutator = new Mutator(number);
            Sound sound = tables.get(number % tables.size());
            Area area = Area.values()[mutator.choose(Area.values().length)];
            if (area == Area.FILE) {
                return new Mutant(sound, area, mutator.mutate(sound.bytes()));
            }
            byte[] bytes = sound.bytes().clone();
            change(area, sound, new BlockMutator(bytes, sound.structure().footer(), mutator));
            return new Mutant(sound, area, bytes);
        }

        private static void change(Area area, Sound sound, BlockMutator blocks) {
            switch (area) {
                case FILTER -> blocks.mutate(sound.filter());
                case SIDE -> blocks.mutate(blocks.chosen(sound.sideBlocks()));
                case SWAPPED -> swap(sound, blocks);
                case INDEX -> blocks.mutate(blocks.chosen(sound.indexes()));
                case METAINDEX -> blocks.mutate(blocks.footer().metaindex());
                case PROPERTIES -> blocks.mutate(sound.properties());
                case PROPERTY -> sound.properties().ifPresent(at -> blocks.replace(at, PROPERTIES));
                case FOOTER -> {
                    int length = sound.table().format().equals("LevelDB") ? LEVELDB_FOOTER : LONGEST_FOOTER;
                    blocks.mutate(blocks.bytes().length - length, blocks.bytes().length);
                    Seal.pebbleFooter(blocks.bytes(), blocks.footer());
                }
                default -> blocks.mutate(blocks.chosen(sound.data()));
            }
        }

        /** The metaindex leads to another block, if its handle is found there. */
        private static void swap(Sound sound, BlockMutator blocks) {
            List<BlockHandle> all = new ArrayList<>(sound.sideBlocks());
            all.addAll(sound.data());
            byte[] bytes = blocks.bytes();
            BlockHandle metaindex = blocks.footer().metaindex();
            byte[] before =
                    blocks.chosen(sound.sideBlocks()).map(BlockHandle::encode).orElse(new byte[0]);
            byte[] other = blocks.chosen(all).map(BlockHandle::encode).orElse(new byte[0]);
            int end = (int) metaindex.end();
            for (int at = (int) metaindex.offset(); at < end - before.length && before.length > 0; at++) {
                if (other.length <= before.length
                        && Arrays.equals(bytes, at, at + before.length, before, 0, before.length)) {
                    System.arraycopy(other, 0, bytes, at, other.length);
                }
            }
            blocks.seal(metaindex);
        }

        private boolean hasAllKeys() {
            return area != Area.DATA;
        }
    }

    @Test
    void noMutantHidesAKeyOrFails(@TempDir Path directory) {
        List<Sound> tables =
                PebbleCorpus.configured().tables().stream().map(Sound::of).toList();
        Map<Area, EveryDoor> doors = new EnumMap<>(Area.class);
        for (int number = 0; number < Scale.times(MUTANTS); number++) {
            Mutant mutant = Mutant.of(tables, number);
            String name = "mutant " + number + " of " + mutant.sound().table() + ", " + mutant.area();
            doors.computeIfAbsent(mutant.area(), any -> new EveryDoor(directory, MEMORY_SHARE))
                    .take(new EveryDoor.Damaged(
                            name,
                            mutant.bytes(),
                            mutant.sound().keys(),
                            door -> mutant.hasAllKeys() && (door == Door.QUERY_BY_KEY || door == Door.EXPLAIN),
                            mutant.hasAllKeys()));
        }
        doors.forEach((area, taken) -> taken.report("tables of Pebble, " + area, Set.of(Door.QUERY_BY_KEY)));
    }
}
