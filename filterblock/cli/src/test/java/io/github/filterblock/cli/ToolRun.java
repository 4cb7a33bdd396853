// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One run of the command line inside of this JVM.
 *
 * @param status the exit status
 * @param out what it printed
 * @param err what it printed as an error
 */
record ToolRun(int status, String out, String err) {

    private static final Pattern SUM =
            Pattern.compile("\\{\"schema\":\"filterblock\\.(inspect|verify|audit)\\.sum/1\".*");

    /** Runs the command with these words. */
    static ToolRun of(Object... words) {
        return on(Terminals.NONE, words);
    }

    /** Runs the command with these words on a terminal. */
    static ToolRun on(Terminals terminals, Object... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] args = Arrays.stream(words).map(String::valueOf).toArray(String[]::new);
        int status = FilterBlockTool.run(terminals, new PrintWriter(out), new PrintWriter(err), args);
        return new ToolRun(status, out.toString(), err.toString());
    }

    /** Runs the command with the words of a list behind others. */
    static ToolRun of(List<?> last, Object... first) {
        return of(Stream.concat(Arrays.stream(first), last.stream()).toArray());
    }

    List<String> lines() {
        return out.lines().toList();
    }

    /** All lines but the sum over the tables. */
    List<String> tableLines() {
        return out.lines().filter(line -> !SUM.matcher(line).matches()).toList();
    }

    /** The one line of JSON that was printed. */
    JsonObject json() {
        List<JsonObject> objects = jsonLines();
        assertEquals(1, objects.size(), out);
        return objects.get(0);
    }

    /** Every line as an object of its own. */
    List<JsonObject> jsonLines() {
        return tableLines().stream()
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .toList();
    }

    /** Wrong usage or an unreadable input: one line that says why, and no more. */
    void assertOneLineOfError(int expectedStatus, String... parts) {
        assertEquals(expectedStatus, status, err);
        assertEquals(1, err.lines().count(), err);
        assertFalse(err.contains("\tat ") || err.contains("Exception"), err);
        for (String part : parts) {
            assertEquals(true, err.contains(part), () -> "'" + part + "' in: " + err);
        }
        assertEquals("", out);
    }
}
