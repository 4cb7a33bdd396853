// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.IndexEntry;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which keys of an index prove that the keys of a table have tags. */
@Tag("TF-12")
class IndexConsistencyTest {
    private static final String LAST_TAG = "0140420f00000000";

    private static byte[] key(String user, String tag) {
        return HexFormat.of()
                .parseHex(HexFormat.of().formatHex(user.getBytes(StandardCharsets.US_ASCII)) + tag.strip());
    }

    /** A shortened user key, whose last byte is raised by one, with the tag of the highest sequence. */
    @ParameterizedTest
    @CsvSource({
        "b,       01ffffffffffffff, true",
        "aq,      18ffffffffffffff, true",
        "applf,   7fffffffffffffff, true",
        "b,       80ffffffffffffff, false", // a kind that no tag has
        "b,       01feffffffffffff, false", // another sequence
        "b,       01fffffffeffffff, false",
        "b,       01fffffffffffffe, false",
        "b,       01ffffffffffff7f, false",
        "'',      01ffffffffffffff, false", // no byte is raised
        "'',        ffffffffffffff, false", // no room for a tag
        "c,       01ffffffffffffff, false", // raised by two
        "a,       01ffffffffffffff, false", // not raised
        "bq,      01ffffffffffffff, false", // another key
        "applf,   01ffffffffff,     false", // the tag is cut
        "'apple\2',  01ffffffffffffff, false" // longer than the last key
    })
    void onlyAShortenedUserKeyProvesATag(String user, String tag, boolean proves) {
        IndexConsistency consistency = new IndexConsistency(1000);
        byte[] last = key("apple", LAST_TAG);
        consistency.lastKey(new IndexEntry(key(user, tag), new BlockHandle(0, 10)), last, last.length);
        assertEquals(proves, consistency.hasSeekTags());
    }
}
