// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParseException;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of JSON are what a schema says, and only such lines are read back. */
class JsonTest {
    private record Item(long number) {}

    private record Line(
            String schema,

            @Json.LeftOut @Nullable String extra,
            @Nullable String name,
            List<Item> items,
            double share,
            Item one) {}

    private static final String WHOLE =
            "{\"schema\":\"s/1\",\"extra\":\"e\",\"name\":\"n\",\"items\":[{\"number\":1},{\"number\":2}],"
                    + "\"share\":0.5,\"one\":{\"number\":3}}";

    private static Line read(String line) {
        return Json.read(line, "s/1", Line.class);
    }

    private static String reasonOf(String line) {
        JsonParseException e = assertThrows(JsonParseException.class, () -> read(line), line);
        return Json.reason(e, "no result");
    }

    @Test
    void aLineIsReadBackAsItWasWritten() {
        Line line = new Line("s/1", "e", "n", List.of(new Item(1), new Item(2)), 0.5, new Item(3));
        assertEquals(WHOLE, Json.line(line));
        assertEquals(line, read(WHOLE));
        assertEquals(line, read(WHOLE.replace("{\"schema\"", "{\"unknown\":[{}],\"schema\"")));
    }

    /** A member that is left out, and one that is null. */
    @Test
    void whatIsNullIsPrintedAndWhatIsLeftOutIsNot() {
        Line without = new Line("s/1", null, null, List.of(), 1.0, new Item(0));
        assertEquals(
                "{\"schema\":\"s/1\",\"name\":null,\"items\":[],\"share\":1.0,\"one\":{\"number\":0}}",
                Json.line(without));
        assertNull(read(Json.line(without)).extra());
    }

    @Test
    void textIsNotEscapedForPages() {
        Line line = new Line("s/1", null, "<a href='b'>&=</a>", List.of(), 0.5, new Item(Long.MIN_VALUE));
        assertTrue(Json.line(line).contains("\"<a href='b'>&=</a>\""), Json.line(line));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"share\":0.5, | '' | it has no share",
                "\"share\":0.5, | \"share\":null, | it has no share",
                "[{\"number\":1},{\"number\":2}] | null | it has no items",
                "{\"number\":2} | {} | it has no number",
                "{\"number\":3} | {} | it has no number",
                "{\"number\":3} | null | it has no one",
                "s/1 | s/2 | the schema is s/2, not s/1",
                "\"s/1\" | [] | the schema is none, not s/1",
                "\"schema\":\"s/1\", | '' | the schema is none, not s/1",
            })
    void aLineThatLacksSomethingIsRefused(String part, String change, String reason) {
        assertTrue(WHOLE.contains(part));
        assertEquals("no result: " + reason, reasonOf(WHOLE.replace(part, change)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"'", "# comment\n", "// comment\n"})
    void otherDialectsOfJsonAreRefused(String odd) {
        String line = odd.equals("'") ? WHOLE.replace('"', '\'') : odd + WHOLE;
        String reason = reasonOf(line);
        assertTrue(reason.startsWith("damaged JSON: "), reason);
        assertEquals(1, reason.lines().count());
        assertEquals(-1, reason.indexOf("setStrictness"), reason);
    }

    @Test
    void aLineThatBreaksOffIsDamaged() {
        for (int length = 1; length < WHOLE.length(); length++) {
            String reason = reasonOf(WHOLE.substring(0, length));
            assertTrue(reason.startsWith("damaged JSON: "), reason);
        }
    }

    @Test
    void numbersThatOverflowAreRefused() {
        String reason = reasonOf(WHOLE.replace("{\"number\":3}", "{\"number\":99999999999999999999}"));
        assertEquals(1, reason.lines().count());
        reasonOf(WHOLE.replace("{\"number\":3}", "{\"number\":1.5}"));
    }

    @Test
    void numbersAreUnsignedAndListsLimited() {
        assertEquals(new BigInteger("18446744073709551615"), Formats.unsigned(-1));
        assertEquals(BigInteger.ONE, Formats.unsigned(1));
        assertEquals(List.of(1, 2), Formats.limited(List.of(1, 2, 3), 2));
        assertEquals(List.of(1, 2), Formats.limited(List.of(1, 2), 2));
        assertEquals(List.of(), Formats.limited(List.of(1), 0));
    }
}
