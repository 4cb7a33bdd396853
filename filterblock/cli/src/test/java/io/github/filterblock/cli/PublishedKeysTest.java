// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.damage.LicenceMutant;
import io.github.filterblock.damage.LicenceTables;
import io.github.filterblock.damage.LicenceTables.Keys;
import io.github.filterblock.damage.LicenceTables.Sound;
import io.github.filterblock.table.CorruptTableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table whose keys are not all known in their right form is refused by {@code publish}, whatever leads to them. */
@Tag("TF-11")
@Tag("TF-12")
class PublishedKeysTest {
    private static final int MUTANTS = 3_000;

    /** Of tables that say that they are RocksDB's, or no longer say it, these cannot be told from others. */
    private static final Set<Keys> TAKEN_AT_THEIR_WORD = EnumSet.of(Keys.TIMESTAMPS, Keys.TWO_NUMBERS);

    @TempDir
    private Path directory;

    @Test
    void everyKeyIsPublishedOrTheTableRefused() throws IOException {
        List<Sound> tables = LicenceTables.all();
        int published = 0;
        for (int number = 0; number < MUTANTS; number++) {
            Sound sound = tables.get(number % tables.size());
            LicenceMutant mutant = LicenceMutant.of(sound, tables.get(number / 7 % tables.size()), number);
            if (!TAKEN_AT_THEIR_WORD.contains(sound.keyForm()) || !mutant.changesProperties()) {
                published += assertPublished(sound, mutant, number) ? 1 : 0;
            }
        }
        assertTrue(published > MUTANTS / 20, published + " tables are published");
    }

    private boolean assertPublished(Sound sound, LicenceMutant mutant, int number) throws IOException {
        Path file = Files.write(directory.resolve("1.ldb"), mutant.bytes());
        Set<ByteBuffer> shown = new HashSet<>();
        try (KeySource source = new KeySource(List.of(file), FilterHints.NONE, false, () -> {})) {
            source.visit((key, offset, length) -> shown.add(ByteBuffer.wrap(
                    ByteBuffer.allocate(length).put(key, offset, length).array())));
        } catch (Failure | CorruptTableException e) {
            return false;
        }
        Set<ByteBuffer> left = new HashSet<>();
        sound.keys().forEach(key -> left.add(ByteBuffer.wrap(key.key())));
        left.removeAll(shown);
        assertEquals(Set.of(), left, () -> sound + " in mutant " + number);
        return true;
    }
}
