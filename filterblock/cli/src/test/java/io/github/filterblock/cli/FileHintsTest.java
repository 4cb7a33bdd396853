// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of files that are nearly tables, or other programs'. */
class FileHintsTest {
    private static final String OF_LEVELDB = "the magic number of LevelDB, db4775248b80fb57, differs from it in ";

    @TempDir
    private Path folder;

    private Path file;
    private byte[] table;

    @BeforeEach
    void makeATable() {
        file = folder.resolve("000005.sst");
        table = TestTable.ofInternalKeys().block("a", "b", "\n\n", "\n\n\n").bytes();
    }

    private Optional<String> hints(byte[] bytes) throws IOException {
        return FileHints.of(Files.write(file, bytes));
    }

    @Test
    void nothingIsSaidOfATable() throws IOException {
        assertEquals(Optional.empty(), hints(table));
        assertEquals(Optional.empty(), hints(new byte[0]));
        assertEquals(Optional.empty(), hints(new byte[] {1, 2, 3}));
        assertEquals(Optional.empty(), FileHints.of(folder));
    }

    @Test
    void zerosBehindATableAreCounted() throws IOException {
        for (int zeros : new int[] {8, 100_000}) {
            assertEquals(
                    Optional.of(String.format(
                            "the file ends with %,d zero bytes; a table of LevelDB ends before them, at %,d;"
                                    + " if it is cut off there, the file may be sound",
                            zeros, table.length)),
                    hints(Arrays.copyOf(table, table.length + zeros)));
        }
        byte[] other = Arrays.copyOf(new byte[] {1, 2, 3}, 100);
        assertEquals(Optional.of("the file ends with 97 zero bytes"), hints(other));
        assertEquals(Optional.of("all its bytes are zeros"), hints(new byte[70_000]));
    }

    @Test
    void aFileWithoutItsLastBytesWasCutOff() throws IOException {
        for (int missing = 1; missing <= 4; missing++) {
            assertEquals(
                    Optional.of("its last " + (8 - missing)
                            + " bytes are the first of the magic number of LevelDB: the file was cut off"),
                    hints(Arrays.copyOf(table, table.length - missing)));
        }
        assertEquals(Optional.empty(), hints(Arrays.copyOf(table, table.length - 5)));
    }

    @Test
    void bitsOfTheMagicNumberAreCompared() throws IOException {
        byte[] end = table.clone();
        end[end.length - 1] ^= 4;
        assertEquals(Optional.of(OF_LEVELDB + "one bit"), hints(end));
        end[end.length - 8] ^= 7;
        assertEquals(Optional.of(OF_LEVELDB + "4 bits"), hints(end));
        end[end.length - 5] ^= 1;
        assertEquals(Optional.empty(), hints(end));
    }

    @Test
    void lineEndsThatWereTranslatedAreSeen() throws IOException {
        byte[] translated = new String(table, ISO_8859_1).replace("\n", "\r\n").getBytes(ISO_8859_1);
        int lineFeeds = translated.length - table.length;
        assertEquals(
                Optional.of("each of its " + lineFeeds + " line feeds follows a carriage return: it may have been"
                        + " converted as text, by git for example"),
                hints(translated));
        assertEquals(Optional.empty(), hints(("\n" + new String(translated, ISO_8859_1)).getBytes(ISO_8859_1)));
    }

    @Test
    void otherProgramsFilesAreNamed() throws IOException {
        byte[] badger = {'k', 'e', 'y', 8, 1, 16, 5, 0, 0, 0, 4};
        assertEquals(Optional.of("it ends like a table of Badger"), hints(badger));
    }
}
