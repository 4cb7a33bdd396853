// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import io.github.filterblock.rocksdb.FullFilter;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.FilterForm;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.Seal;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import io.github.filterblock.testdata.Mutator;
import io.github.filterblock.testdata.PlacedKey;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.github.filterblock.testdata.RocksDbFilterTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged tables with full and partitioned filters, most of them with checksums that fit: no query denies a key of the
 * sound table as long as its data blocks are whole.
 *
 * <p>{@code -Dfilterblock.scale=1000} makes a million mutants and prints the counts.
 */
@Tag("RF-5")
@Tag("RF-6")
@Tag("RF-10")
@Tag("RF-13")
class RocksDbFilterMutationTest {
    private static final int MUTANTS = 1000;
    private static final int MEMORY_SHARE = 48;
    private static final int FOOTER = 53;

    /** Texts of the properties, and what they become. */
    private static final String[][] PROPERTIES = {
        {"whole.key.filtering1", "whole.key.filtering0"},
        {"whole.key.filtering0", "whole.key.filtering1"},
        {"leveldb.BytewiseComparator", "leveldb.BytewiseComparatoR"},
        {"leveldb.BytewiseComparator.u64ts", "rocksdb.ReverseBytewiseComparator"},
        {"rocksdb.ReverseBytewiseComparator", "leveldb.BytewiseComparator.u64ts"},
        {"FixedPrefix.", "CappedPrefix"},
        {"CappedPrefix.3", "CappedPrefix.9"},
        {"FixedPrefix.4", "FixedPrefix.2"},
        {"index.type\2", "index.type\0"},
        {"index.type\0", "index.type\3"},
        {"is.user.key\1", "is.user.key\0"},
        {"delta.encoded\1", "delta.encoded\0"},
        {"num.filter_entries", "num.filter_entriez"},
        {"persisted\1", "persisted\0"},
    };

    /** What is changed, and sealed again. */
    private enum Area {
        FILE,
        FILTER,
        TRAILER,
        PARTITIONS,
        SWAPPED,
        INDEX,
        METAINDEX,
        PROPERTIES,
        PROPERTY,
        FOOTER,
        DATA
    }

    /** A sound table, and where its blocks are. */
    private record Sound(
            RocksDbFilterTable table,
            byte[] bytes,
            TableStructure structure,
            List<BlockHandle> filters,
            Optional<BlockHandle> partitions,
            Optional<BlockHandle> properties,
            List<PlacedKey> keys) {
        static Sound of(RocksDbFilterTable table) {
            try {
                byte[] bytes = table.bytes();
                TableFile file = BytesSource.open(bytes);
                TableStructure structure = file.structure();
                Optional<RocksDbFilter> filter = file.keyFilter(structure);
                return new Sound(
                        table,
                        bytes,
                        structure,
                        filter.map(found -> found.partitions().stream()
                                        .map(each -> each.handle())
                                        .toList())
                                .orElse(List.of()),
                        filter.filter(found -> found.form() == FilterForm.PARTITIONED)
                                .flatMap(found -> found.entry().handle()),
                        structure.metaindex().stream()
                                .filter(entry -> entry.key().equals("rocksdb.properties"))
                                .findFirst()
                                .flatMap(MetaindexEntry::handle),
                        table.keys().stream().map(key -> new PlacedKey(0, key)).toList());
            } catch (IOException e) {
                throw new AssertionError(table.toString(), e);
            }
        }

        private boolean hasChecksums() {
            return structure.footer().checksum() != BlockChecksum.NONE;
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
                case FILTER -> blocks.mutate(blocks.chosen(sound.filters()));
                case TRAILER ->
                    blocks.chosen(sound.filters()).ifPresent(at -> {
                        int end = (int) at.end() - BlockHandle.TRAILER_LENGTH;
                        blocks.mutate(end - (int) Math.min(FullFilter.TRAILER_LENGTH, at.size()), end);
                        blocks.seal(at);
                    });
                case PARTITIONS -> blocks.mutate(sound.partitions());
                case SWAPPED -> swap(sound, blocks);
                case INDEX -> blocks.mutate(blocks.footer().index());
                case METAINDEX -> blocks.mutate(blocks.footer().metaindex());
                case PROPERTIES -> blocks.mutate(sound.properties());
                case PROPERTY -> sound.properties().ifPresent(at -> blocks.replace(at, PROPERTIES));
                case FOOTER -> {
                    blocks.mutate(blocks.bytes().length - FOOTER, blocks.bytes().length);
                    Seal.footer(blocks.bytes(), blocks.footer());
                }
                default ->
                    blocks.mutate(blocks.chosen(sound.structure().index())
                            .map(IndexEntry::handle)
                            .orElse(blocks.footer().index()));
            }
        }

        /** Two filters change places. */
        private static void swap(Sound sound, BlockMutator blocks) {
            if (sound.filters().size() > 1) {
                BlockHandle one = blocks.chosen(sound.filters()).orElseThrow();
                BlockHandle other = blocks.chosen(sound.filters()).orElseThrow();
                int length = (int) Math.min(one.size(), other.size());
                System.arraycopy(sound.bytes(), (int) one.offset(), blocks.bytes(), (int) other.offset(), length);
                System.arraycopy(sound.bytes(), (int) other.offset(), blocks.bytes(), (int) one.offset(), length);
                blocks.seal(one);
                blocks.seal(other);
            }
        }

        /** Whether every key is still in the file, and every other block that lies is found out. */
        private boolean hasAllKeys() {
            return area != Area.DATA && (area != Area.FILE || sound.hasChecksums());
        }
    }

    @Test
    void noMutantHidesAKeyOrFails(@TempDir Path directory) {
        List<Sound> tables = RocksDbFilterCorpus.configured().tables().stream()
                .map(Sound::of)
                .toList();
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
        doors.forEach((area, taken) -> taken.report("full filters, " + area, Set.of(Door.QUERY_BY_KEY)));
    }
}
