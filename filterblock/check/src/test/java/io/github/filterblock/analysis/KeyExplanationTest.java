// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What an explanation says of filter blocks that do not answer, and of filters that are not believed. */
class KeyExplanationTest {
    private static final byte[] KEY = "pear".getBytes(UTF_8);

    private static TestTable table() {
        return TestTable.ofWholeKeys().block("apple", "plum");
    }

    private static TableQuery query(TestFile file) throws IOException {
        return new TableQuery(TableReport.of(file.open()));
    }

    /** Bits and k, the offset of the first filter, the offset of the array, and base lg. */
    @ParameterizedTest
    @CsvSource({
        "00000000, 0, true, 'has 4 bytes, fewer than the 5 of an empty one: every key may match (FB-19)'",
        "0000000000000000060000000009000001 0b, 0, true, (FB-20)",
        "000000000000000006 00000000 09000000 40, 0, true, 'base lg is 64, above 63, so there are no windows'",
        "000000000000000006 00000000 09000000 0b, 1048576, true, 'is beyond the last of the 1 filters'",
        "000000000000000006 0a000000 09000000 0b, 0, true, 'starts at 10 and ends at 9, which is before its start'",
        "00000000 00000000 0b, 0, false, 'the filter is empty: no key of the table lies in its window (FB-8)'",
        "06 00000000 01000000 0b, 0, false, 'a filter of 1 byte has no bits, so it denies every key (FB-8)'",
        "ffffffffffffffff00 00000000 09000000 0b, 0, true, 'k is 0: no bit is asked, so every key matches (FB-9)'",
        "00000000000000001f 00000000 09000000 0b, 0, true, 'k is 31, above 30 and reserved'",
        "000000000000000006 00000000 09000000 0b, 0, false, ' is not set (FB-7)'",
        "ffffffffffffffff06 00000000 09000000 0b, 0, true, 'all 6 bits are set (FB-7)'"
    })
    void theFilterOfABlockIsExplained(String block, long offset, boolean mayMatch, String why) throws IOException {
        byte[] bytes = HexFormat.of().parseHex(block.replace(" ", ""));
        KeyExplanation explanation =
                query(table().changeFilter(0, old -> bytes).write()).explain(offset, KEY);
        KeyExplanation.Block asked = explanation.blocks().get(0);
        assertTrue(asked.why().contains(why), asked::why);
        assertEquals(mayMatch, asked.mayMatch());
    }

    static Stream<Arguments> distrusted() {
        TestFile sound = table().write();
        byte[] clear = HexFormat.of().parseHex("000000000000000006" + "00000000" + "09000000" + "0b");
        return Stream.of(
                Arguments.of(table().withoutFilter().write(), "the table has no filter"),
                Arguments.of(table().changeFilter(9, block -> block).write(), "the filter block cannot be read"),
                Arguments.of(sound.flipping(sound.filter().orElseThrow().offset()), "checksum of the filter block"),
                Arguments.of(table().policy("mine", ReferencePolicy.fnvSet()).write(), "mine is not built in"),
                Arguments.of(table().changeFilter(0, block -> clear).write(), "denies 2 of 2 keys of the table"),
                Arguments.of(sound.flipping(sound.data().get(0).offset()), "damaged or do not belong together"),
                Arguments.of(TestTable.ofWholeKeys().write(), "no data block that the filter could be asked about"),
                Arguments.of(table().properties("rocksdb.comparator", "mine").write(), "comparator may put more"));
    }

    @ParameterizedTest
    @MethodSource("distrusted")
    void aFilterThatIsNotBelievedDeniesNothingAndSaysWhy(TestFile file, String why) throws IOException {
        KeyExplanation explanation = query(file).explain(KEY);
        assertTrue(explanation.why().contains(why), explanation::why);
        assertTrue(explanation.mayMatch());
        assertEquals(explanation.distrust(), Optional.of(explanation.why()));
    }

    @ParameterizedTest
    @CsvSource({
        "zebra, 'the key is above the last key of the index, so no data block can hold it (TF-11)'",
        "pear, ' is not set (FB-7)'"
    })
    void anAbsentKeyIsExplained(String key, String why) throws IOException {
        KeyExplanation explanation = query(table().write()).explain(key.getBytes(UTF_8));
        assertTrue(explanation.why().contains(why), explanation::why);
        assertEquals(false, explanation.mayMatch());
    }
}
