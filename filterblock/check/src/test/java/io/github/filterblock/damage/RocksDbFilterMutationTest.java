// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

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
                Optional<RocksDbFilter> filter = RocksDbFilter.read(file, structure);
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
            change(area, sound, bytes, mutator);
            return new Mutant(sound, area, bytes);
        }

        private static void change(Area area, Sound sound, byte[] bytes, Mutator mutator) {
            TableStructure structure = sound.structure();
            switch (area) {
                case FILTER -> chosen(sound.filters(), mutator).ifPresent(at -> mutate(sound, bytes, at, mutator));
                case TRAILER ->
                    chosen(sound.filters(), mutator).ifPresent(at -> {
                        int end = (int) at.end() - 5;
                        byte[] trailer = Arrays.copyOfRange(bytes, end - Math.min(5, (int) at.size()), end);
                        byte[] mutated = fit(mutator.mutate(trailer), trailer);
                        System.arraycopy(mutated, 0, bytes, end - mutated.length, mutated.length);
                        Seal.block(bytes, structure.footer(), at);
                    });
                case PARTITIONS -> sound.partitions().ifPresent(at -> mutate(sound, bytes, at, mutator));
                case SWAPPED -> swap(sound, bytes, mutator);
                case INDEX -> mutate(sound, bytes, structure.footer().index(), mutator);
                case METAINDEX -> mutate(sound, bytes, structure.footer().metaindex(), mutator);
                case PROPERTIES -> sound.properties().ifPresent(at -> mutate(sound, bytes, at, mutator));
                case PROPERTY -> sound.properties().ifPresent(at -> rename(sound, bytes, at, mutator));
                case FOOTER -> {
                    byte[] footer = Arrays.copyOfRange(bytes, bytes.length - 53, bytes.length);
                    System.arraycopy(fit(mutator.mutate(footer), footer), 0, bytes, bytes.length - 53, 53);
                    Seal.footer(bytes, structure.footer());
                }
                default ->
                    mutate(
                            sound,
                            bytes,
                            chosen(structure.index(), mutator)
                                    .map(IndexEntry::handle)
                                    .orElse(structure.footer().index()),
                            mutator);
            }
        }

        private static <T> Optional<T> chosen(List<T> all, Mutator mutator) {
            return all.isEmpty() ? Optional.empty() : Optional.of(all.get(mutator.choose(all.size())));
        }

        private static void mutate(Sound sound, byte[] bytes, BlockHandle at, Mutator mutator) {
            int offset = (int) at.offset();
            byte[] block = Arrays.copyOfRange(bytes, offset, offset + (int) at.size());
            System.arraycopy(fit(mutator.mutate(block), block), 0, bytes, offset, block.length);
            Seal.block(bytes, sound.structure().footer(), at);
        }

        /** Of the same length as before: blocks stay where they are. */
        private static byte[] fit(byte[] mutated, byte[] before) {
            byte[] fitting = before.clone();
            int common = Math.min(mutated.length, before.length);
            System.arraycopy(mutated, 0, fitting, 0, common);
            return fitting;
        }

        /** Two filters change places. */
        private static void swap(Sound sound, byte[] bytes, Mutator mutator) {
            if (sound.filters().size() > 1) {
                BlockHandle one = chosen(sound.filters(), mutator).orElseThrow();
                BlockHandle other = chosen(sound.filters(), mutator).orElseThrow();
                int length = (int) Math.min(one.size(), other.size());
                System.arraycopy(sound.bytes(), (int) one.offset(), bytes, (int) other.offset(), length);
                System.arraycopy(sound.bytes(), (int) other.offset(), bytes, (int) one.offset(), length);
                Seal.block(bytes, sound.structure().footer(), one);
                Seal.block(bytes, sound.structure().footer(), other);
            }
        }

        /** Another value where one is known; it may run into what follows. */
        private static void rename(Sound sound, byte[] bytes, BlockHandle at, Mutator mutator) {
            String block = new String(bytes, (int) at.offset(), (int) at.size(), ISO_8859_1);
            List<String[]> present = Arrays.stream(PROPERTIES)
                    .filter(pair -> block.contains(pair[0]))
                    .toList();
            chosen(present, mutator).ifPresent(pair -> {
                byte[] value = pair[1].getBytes(ISO_8859_1);
                int start = block.indexOf(pair[0]);
                int length = Math.min(value.length, block.length() - start);
                System.arraycopy(value, 0, bytes, (int) at.offset() + start, length);
                Seal.block(bytes, sound.structure().footer(), at);
            });
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
