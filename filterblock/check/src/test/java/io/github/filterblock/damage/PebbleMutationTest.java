// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

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
            return structure.rocksDbFilterEntry().flatMap(MetaindexEntry::handle);
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
            change(area, sound, bytes, mutator);
            return new Mutant(sound, area, bytes);
        }

        private static void change(Area area, Sound sound, byte[] bytes, Mutator mutator) {
            switch (area) {
                case FILTER -> sound.filter().ifPresent(at -> mutate(sound, bytes, at, mutator));
                case SIDE -> chosen(sound.sideBlocks(), mutator).ifPresent(at -> mutate(sound, bytes, at, mutator));
                case SWAPPED -> swap(sound, bytes, mutator);
                case INDEX -> chosen(sound.indexes(), mutator).ifPresent(at -> mutate(sound, bytes, at, mutator));
                case METAINDEX ->
                    mutate(sound, bytes, sound.structure().footer().metaindex(), mutator);
                case PROPERTIES -> sound.properties().ifPresent(at -> mutate(sound, bytes, at, mutator));
                case PROPERTY -> sound.properties().ifPresent(at -> rename(sound, bytes, at, mutator));
                case FOOTER -> {
                    int length = sound.table().format().equals("LevelDB") ? LEVELDB_FOOTER : LONGEST_FOOTER;
                    byte[] footer = Arrays.copyOfRange(bytes, bytes.length - length, bytes.length);
                    System.arraycopy(fit(mutator.mutate(footer), footer), 0, bytes, bytes.length - length, length);
                    Seal.pebbleFooter(bytes, sound.structure().footer());
                }
                default -> chosen(sound.data(), mutator).ifPresent(at -> mutate(sound, bytes, at, mutator));
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
            System.arraycopy(mutated, 0, fitting, 0, Math.min(mutated.length, before.length));
            return fitting;
        }

        /** The metaindex leads to another block, if its handle is found there. */
        private static void swap(Sound sound, byte[] bytes, Mutator mutator) {
            List<BlockHandle> all = new ArrayList<>(sound.sideBlocks());
            all.addAll(sound.data());
            BlockHandle metaindex = sound.structure().footer().metaindex();
            Optional<BlockHandle> from = chosen(sound.sideBlocks(), mutator);
            byte[] other = chosen(all, mutator).map(BlockHandle::encode).orElse(new byte[0]);
            byte[] before = from.map(BlockHandle::encode).orElse(new byte[0]);
            int end = (int) metaindex.end();
            for (int at = (int) metaindex.offset(); at < end - before.length && before.length > 0; at++) {
                if (other.length <= before.length
                        && Arrays.equals(bytes, at, at + before.length, before, 0, before.length)) {
                    System.arraycopy(other, 0, bytes, at, other.length);
                }
            }
            Seal.block(bytes, sound.structure().footer(), metaindex);
        }

        /** Another value where one is known. */
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
