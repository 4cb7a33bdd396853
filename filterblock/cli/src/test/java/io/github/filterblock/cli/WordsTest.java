// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Words of the command line by their bytes. */
class WordsTest {
    private static String word(String decoded, byte[] raw, Charset charset) {
        return Words.ofProcess(new String[] {decoded}, List.of(raw), charset)[0];
    }

    @Test
    void wordsThatWereDecodedWholeAreText() {
        for (String text : new String[] {"", "plain", "\u00e9", "w?y"}) {
            assertEquals(text, word(text, text.getBytes(UTF_8), UTF_8));
            assertEquals(text, word(text, text.getBytes(ISO_8859_1), ISO_8859_1));
            assertTrue(Words.isWhole(text));
        }
        assertEquals("\ufffd", word("\ufffd", "\ufffd".getBytes(UTF_8), UTF_8), "it may be meant");
        assertTrue(Words.isWhole("\ud83d\ude00"));
    }

    @Test
    void othersKeepTheirBytes() {
        String word = word("a??b", "a\u00e9b".getBytes(UTF_8), US_ASCII);
        assertEquals("a\udcc3\udca9b", word);
        assertFalse(Words.isWhole(word));
        assertEquals("a\udcff", word("a\ufffd", new byte[] {'a', -1}, UTF_8));
    }

    /** Where there is no list of bytes, or not this one. */
    @Test
    void withoutBytesAReplacementIsALoss() {
        String[] words = Words.ofProcess(new String[] {"a\ufffd", "w?y", "b"}, List.of(), US_ASCII);
        assertArrayEquals(
                new boolean[] {false, false, true},
                new boolean[] {Words.isWhole(words[0]), Words.isWhole(words[1]), Words.isWhole(words[2])});
        assertTrue(Words.isWhole(Words.ofProcess(new String[] {"w?y"}, List.of(), UTF_8)[0]));
        assertThrows(IllegalArgumentException.class, () -> Words.path(words[0]));
    }

    @Test
    void pathsAreMadeOfBytes() {
        assertEquals(Path.of("a/b"), Words.path("a/b"));
        Path odd = Words.path("d/\udcff%.ldb");
        assertEquals(2, odd.getNameCount());
        assertFalse(odd.isAbsolute());
        assertTrue(odd.toUri().toString().endsWith("/d/%FF%25.ldb"), odd.toUri().toString());
        assertTrue(Words.path("/\udcff").isAbsolute());
        assertThrows(IllegalArgumentException.class, () -> Words.path(""));
        assertThrows(IllegalArgumentException.class, () -> Words.path("a\0"));
    }
}
