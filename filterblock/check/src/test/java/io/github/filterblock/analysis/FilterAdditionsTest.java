// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the releases add for the same entries, with prefixes of two bytes; a bar is the end of a partition. */
class FilterAdditionsTest {

    /** Writes down what is added, and in which cases if not in all. */
    private static final class Written implements FilterAdditions.Sink {
        private final List<String> texts = new ArrayList<>();

        @Override
        public void add(byte[] text, int length, int when) {
            String added = "<" + new String(text, 0, length, StandardCharsets.US_ASCII) + ">";
            texts.add(added + (when == ALWAYS ? "" : when == IF_NEXT_KEY_IS_NEW ? "?" : "!"));
        }

        @Override
        public void cut() {
            texts.add("|");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "true; aa1 aa2 b aa3; <aa> <aa1> <aa> <aa2> <b> <aa> <aa3>",
                "false; aa1 aa2 b aa3; <aa> <aa> <aa>",
                "true; aa1 | bb1; <aa> <aa1> <bb> | <aa> <bb> <bb1>",
                "true; aa1 aa1 | bb1; <aa> <aa1> <aa> <aa1> <bb>? | <aa> <aa1>! <bb> <bb1>",
                "false; aa1 | b | bb1; <aa> | <aa> <bb> | <bb>",
                "false; aa1 aa1 | bb1; <aa> <aa> <bb>? | <aa> <bb>"
            })
    @Tag("RF-16")
    @Tag("RF-20")
    void keysAndPrefixesAreAdded(boolean wholeKeys, String entries, String expected) {
        Written written = new Written();
        FilterAdditions additions = FilterAdditions.of(wholeKeys, written);
        boolean cut = false;
        for (String entry : entries.split(" ")) {
            if (entry.equals("|")) {
                cut = true;
                continue;
            }
            byte[] key = entry.getBytes(StandardCharsets.US_ASCII);
            int prefix = key.length < 2 ? -1 : 2;
            if (cut) {
                additions.cut(key, key.length, prefix);
                cut = false;
            }
            additions.entry(key, key.length, prefix);
        }
        assertEquals(expected, String.join(" ", written.texts));
    }
}
