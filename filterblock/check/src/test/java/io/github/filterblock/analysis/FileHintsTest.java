// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

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
    void otherBytesAfterATableAreCounted() throws IOException {
        String soundEnd = "; if it is cut off there, the file may be sound";
        String before = String.format("a table of LevelDB ends at %,d, and ", table.length);
        assertEquals(
                Optional.of(before + "1 zero byte follows" + soundEnd), hints(Arrays.copyOf(table, table.length + 1)));
        assertEquals(
                Optional.of(before + "7 zero bytes follow" + soundEnd), hints(Arrays.copyOf(table, table.length + 7)));
        for (int more : new int[] {1, 8, (1 << 16) - 3, 1 << 16, 200_000}) {
            byte[] longer = Arrays.copyOf(table, table.length + more);
            Arrays.fill(longer, table.length, longer.length, (byte) 0xff);
            String words = more == 1 ? "1 other byte follows" : String.format("%,d other bytes follow", more);
            assertEquals(Optional.of(before + words + soundEnd), hints(longer));
        }
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

    @Test
    void pointersOfGitAreNamed() throws IOException {
        String pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:cce83d53\nsize 67599336\n";
        String hint = "it is a Git LFS pointer to a file";
        String fetched = ": 'git lfs pull' fetches it";
        assertEquals(Optional.of(hint + " of 67,599,336 bytes" + fetched), hints(pointer.getBytes(ISO_8859_1)));
        String cut = pointer.substring(0, pointer.length() - 1);
        assertEquals(Optional.of(hint + fetched), hints(cut.getBytes(ISO_8859_1)));
        assertEquals(Optional.empty(), hints(("x" + pointer).getBytes(ISO_8859_1)));
    }
}
