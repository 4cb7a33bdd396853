// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.KeyCertainty;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.Seal;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.PebbleCorpus;
import io.github.filterblock.testdata.PebbleTable;
import io.github.filterblock.testdata.PlacedKey;
import io.github.filterblock.testdata.RecipeTables;
import io.github.filterblock.testdata.RecipeTables.RecipeTable;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One byte in the name of one property is damaged, and the checksum fits: what the property said is then not known, and
 * no door may take its default for what the writer meant.
 */
@Tag("RF-5")
class LostPropertyTest {
    private static final int MEMORY_SHARE = 48;

    /** Of the other names, which only say what there is, one in so many is damaged in every build. */
    private static final int STEP = Scale.times(1) == 1 ? 40 : 1;

    private static final Pattern DECISIVE =
            Pattern.compile(".*(comparator|filtering|type|schema|persisted|encoded|user.key|extractor|timestamp).*");

    /** The ends of names, which neighbours do not share. */
    private static final Pattern NAMES = Pattern.compile("[a-z][a-z_.-]{3,}");

    /** A table; the keys of one with a block-based filter have their places. */
    private record Sound(String name, byte[] bytes, List<PlacedKey> keys, boolean placed) {
        static Sound unplaced(String name, byte[] bytes, List<byte[]> keys) {
            return new Sound(
                    name, bytes, keys.stream().map(key -> new PlacedKey(0, key)).toList(), false);
        }

        static Sound placed(String name, byte[] bytes) throws IOException {
            List<PlacedKey> keys = new ArrayList<>();
            TableFile table = BytesSource.open(bytes);
            TableKeys.visit(
                    table,
                    table.structure(),
                    KeyFormat.USER_KEY,
                    (offset, key, length) -> keys.add(new PlacedKey(offset, Arrays.copyOf(key, length))));
            return new Sound(name, bytes, keys, true);
        }

        boolean isHonest(Door door) {
            return placed
                    || door == Door.QUERY_BY_KEY
                    || door == Door.PRESENCE
                    || door == Door.EXPLAIN
                    || door == Door.FULL_FILTER
                    || door.writes();
        }
    }

    private static List<Sound> tables() throws IOException {
        List<Sound> tables = new ArrayList<>();
        for (RecipeTable each : RecipeTables.rocksDb().tables()) {
            try {
                tables.add(Sound.placed(each.toString(), each.bytes()));
            } catch (CorruptTableException e) {
                assertTrue(e.reason().isUndecoded() || e.reason().isUndecoded(), e.toString());
            }
        }
        RocksDbFilterCorpus.bundled()
                .tables()
                .forEach(each -> tables.add(Sound.unplaced(each.toString(), each.bytes(), each.keys())));
        PebbleCorpus.bundled()
                .tables()
                .forEach(each -> tables.add(Sound.unplaced(
                        each.toString(),
                        each.bytes(),
                        each.present().stream().map(PebbleTable.Present::key).toList())));
        return tables;
    }

    @Test
    void noDoorTakesTheDefaultForWhatWasLost(@TempDir Path directory) throws IOException {
        EveryDoor doors = new EveryDoor(directory, MEMORY_SHARE);
        for (Sound sound : tables()) {
            for (BlockHandle properties : properties(sound)) {
                take(sound, properties, doors);
            }
        }
        doors.report("lost properties", Set.of(Door.QUERY_BY_KEY));
    }

    private static List<BlockHandle> properties(Sound sound) throws IOException {
        return BytesSource.open(sound.bytes()).structure().propertiesEntry().flatMap(MetaindexEntry::handle).stream()
                .toList();
    }

    private static void take(Sound sound, BlockHandle properties, EveryDoor doors) throws IOException {
        int start = Math.toIntExact(properties.offset());
        int end = Math.toIntExact(properties.end()) - BlockHandle.TRAILER_LENGTH;
        Matcher names = NAMES.matcher(new String(sound.bytes(), start, end - start, ISO_8859_1));
        TableFile file = BytesSource.open(sound.bytes());
        for (int number = sound.name().hashCode(); names.find(); number++) {
            if (number % STEP != 0 && !DECISIVE.matcher(names.group()).matches()) {
                continue;
            }
            byte[] bytes = sound.bytes().clone();
            bytes[start + names.end() - 1] ^= 1;
            Seal.block(bytes, file.footer(), properties);
            String name = sound.name() + " without " + names.group();
            doors.take(new EveryDoor.Damaged(name, bytes, sound.keys(), sound::isHonest, false));
            assertUserKeysAreKnown(name, bytes, sound);
        }
    }

    /** What a filter elsewhere would get. */
    private static void assertUserKeysAreKnown(String name, byte[] bytes, Sound sound) throws IOException {
        TableFile table = BytesSource.open(bytes);
        try {
            TableReport report = TableReport.of(table);
            KeyCertainty certainty = report.certaintyOfUserKeys();
            if (certainty.isCertain() && certainty.keyFormat().isPresent()) {
                KeyFormat format = certainty.keyFormat().get();
                Set<String> shown = new HashSet<>();
                TableKeys.visit(
                        table,
                        report.structure(),
                        format,
                        (offset, key, length) -> shown.add(new String(key, 0, length, ISO_8859_1)));
                for (PlacedKey key : sound.keys()) {
                    assertTrue(shown.contains(new String(key.key(), ISO_8859_1)), name);
                }
            }
        } catch (CorruptTableException e) {
            // refused, as it should be
        }
    }
}
