// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * What {@code query} says of keys in a database, for tests that compare it with what the database's program says.
 *
 * @param status the exit status
 * @param statements of all keys
 * @param why what was not read and may have keys
 * @param sum the last line, and what was printed as an error
 */
public record DatabaseAnswers(int status, List<Statement> statements, List<String> why, String sum) {
    private static final String NOWHERE = "nowhere";

    /**
     * What becomes of a key in a column family.
     *
     * @param place the key's place among the questions
     * @param family the column family; {@code default} if none is named
     * @param state in the words of the JSON
     */
    public record Statement(int place, String family, String state) {
        /** Returns whether the newest entry keeps the key. */
        public boolean isKept() {
            return state.equals("kept");
        }

        /** Returns whether the newest entry deletes the key, or a range does. */
        public boolean isDeleted() {
            return state.equals("deleted") || state.equals("in-deleted-range");
        }

        /** Returns whether it is left open what becomes of the key, or whether it is there. */
        public boolean isOpen() {
            return state.equals("unknown") || state.equals("may-match");
        }

        /** Returns whether the key is said to be in no table at all. */
        public boolean isNowhere() {
            return state.equals(NOWHERE);
        }
    }

    /** Asks for keys that have at least one byte. */
    public static DatabaseAnswers of(Path database, List<byte[]> keys) throws IOException {
        Path questions = Files.createTempFile("questions", ".txt");
        try {
            Files.write(
                    questions,
                    keys.stream().map(key -> HexFormat.of().formatHex(key)).toList());
            ToolRun run = ToolRun.of("query", "--json", "--hex", "--keys-from", questions, database);
            List<JsonObject> lines = run.jsonLines();
            if (lines.isEmpty()) {
                throw new AssertionError("query printed nothing but " + run.err());
            }
            return of(run, lines.get(lines.size() - 1));
        } finally {
            Files.delete(questions);
        }
    }

    private static DatabaseAnswers of(ToolRun run, JsonObject sum) {
        List<Statement> statements = new ArrayList<>();
        for (JsonElement each : sum.getAsJsonArray("keys")) {
            JsonObject key = each.getAsJsonObject();
            JsonElement family = key.get("columnFamily");
            statements.add(new Statement(
                    key.get("place").getAsInt(),
                    family == null || family.isJsonNull() ? "default" : family.getAsString(),
                    key.get("state").getAsString()));
        }
        List<String> why = sum.getAsJsonArray("why").asList().stream()
                .map(JsonElement::getAsString)
                .toList();
        return new DatabaseAnswers(run.status(), statements, why, sum + run.err());
    }

    /** Returns what is said of a key, once for each column family with entries. */
    public Stream<Statement> of(int place) {
        return statements.stream().filter(statement -> statement.place() == place);
    }

    /**
     * Returns what {@code verify} finds wrong with a database. Obsolete tables do not count: a program that is closed
     * may leave one that is not whole.
     */
    public static String findings(Path database) {
        ToolRun run = ToolRun.of("verify", "--json", database);
        List<JsonObject> well = new ArrayList<>();
        List<JsonObject> wrong = new ArrayList<>();
        for (JsonObject line : run.jsonLines()) {
            JsonElement obsolete = line.get("obsolete");
            boolean isLive = obsolete == null || obsolete.isJsonNull() || !obsolete.getAsBoolean();
            (isLive && !isWell(line) ? wrong : well).add(line);
        }
        boolean isExplained = run.status() == ExitStatus.WELL || !well.stream().allMatch(DatabaseAnswers::isWell);
        return wrong.isEmpty() && isExplained ? "" : wrong + run.err();
    }

    private static boolean isWell(JsonObject line) {
        return !line.has("status")
                || ExitStatus.isWell(line.get("status").getAsString())
                        && line.get("findingsTotal").getAsLong() == 0;
    }
}
