// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.damage.LicenceTables.Sound;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No door denies a key that is in a data block, and no filter that is written does, whatever index, metaindex,
 * properties, filter and footer say with checksums that fit. Which keys there are, the writer of the tables says.
 *
 * <p>{@code -Dfilterblock.scale=500} makes a million mutants and prints the counts.
 */
@Tag("TF-11")
@Tag("TF-12")
class LicenceMutationTest {
    private static final int MUTANTS = 2_000;
    private static final int MEMORY_SHARE = 24;

    private final List<Sound> tables = LicenceTables.all();

    @Test
    void reportsFindTheKeysOfSoundTables() throws IOException {
        for (Sound sound : tables) {
            TableReport report = TableReport.of(BytesSource.open(sound.bytes()));
            assertEquals(sound.keys().size(), report.entries(), sound.name());
        }
    }

    @Test
    void noDoorDeniesAKey(@TempDir Path directory) {
        EveryDoor doors = new EveryDoor(directory, MEMORY_SHARE);
        for (int number = 0; number < Scale.times(MUTANTS); number++) {
            Sound sound = tables.get(number % tables.size());
            LicenceMutant mutant = LicenceMutant.of(sound, tables.get(number / 7 % tables.size()), number);
            doors.take(new EveryDoor.Damaged(
                    "mutant " + number + " of " + sound,
                    mutant.bytes(),
                    sound.keys(),
                    door -> isDecidable(door, sound, mutant),
                    true));
        }
        doors.report("licence", EnumSet.complementOf(EnumSet.of(Door.FULL_FILTER)));
    }

    /**
     * A door that reads no data cannot know that a name leads to another filter, and a table that says that it is
     * RocksDB's, or no longer says it, is taken at its word where neither keys nor filter object.
     */
    private static boolean isDecidable(Door door, Sound sound, LicenceMutant mutant) {
        if (door.isEngine() && mutant.misnamesFilter()
                || mutant.passesForRocksDb()
                || door == Door.RETROFIT && !sound.tagged()) {
            return false;
        }
        return !mutant.changesProperties()
                || switch (sound.keyForm()) {
                    case TIMESTAMPS -> !door.writes() && door != Door.PRESENCE;
                    case TWO_NUMBERS ->
                        door.isEngine() || sound.filtered() && !mutant.misnamesFilter() && door != Door.PRESENCE;
                    case PREFIXES ->
                        door.writes() || !mutant.hidesKeys() && (door == Door.PRESENCE || door == Door.QUERY_BY_KEY);
                    case WHOLE, TAGGED, VERSIONS -> true;
                };
    }
}
