// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import io.github.filterblock.analysis.TableAnalysis;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableStatus;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/** What {@code query} prints. */
final class QueryOutput {
    private QueryOutput() {}

    /** Probes answer in the form in which they were asked; keys with the answer in front, so that columns line up. */
    static void text(PrintWriter out, TableQuery query, List<QueryAnswer> answers) {
        for (QueryAnswer answer : answers) {
            if (answer.direct()) {
                out.println(Long.toUnsignedString(answer.blockOffset().orElseThrow()) + "\t" + answer.label() + "\t"
                        + (answer.mayMatch() ? "may-match" : "absent"));
            } else {
                out.println((answer.mayMatch() ? "may match  " : "absent     ") + TerminalText.escaped(answer.label()));
            }
        }
    }

    static String describe(TableQuery.Search search) {
        return switch (search) {
            case INDEX -> "keys ascend in byte order: the index was searched, one filter asked for each key";
            case ALL_BLOCKS ->
                "keys do not ascend in byte order: the filter of every data block was asked for each key";
            case NO_FILTER -> "no filter that could deny a key: every key may match";
        };
    }

    static void json(PrintWriter out, Path file, TableAnalysis analysis, TableQuery query, List<QueryAnswer> answers) {
        JsonLine.print(out, "query", file, json -> {
            json.name("status").value(analysis.status().id());
            JsonLine.optional(json, "reason", analysis.reason());
            json.name("search").value(query.search().id());
            json.name("answers").beginArray();
            for (QueryAnswer answer : answers) {
                json.beginObject();
                json.name("key").value(HexFormat.of().formatHex(answer.key()));
                json.name("blockOffset");
                if (answer.blockOffset().isPresent()) {
                    JsonLine.unsigned(json, answer.blockOffset().getAsLong());
                } else {
                    json.nullValue();
                }
                json.name("answer").value(answer.mayMatch() ? "may-match" : "absent");
                json.endObject();
            }
            json.endArray();
        });
    }

    static void jsonFailure(PrintWriter out, Path file, TableStatus status, String reason) {
        JsonLine.print(out, "query", file, json -> {
            json.name("status").value(status.id());
            json.name("reason").value(reason);
            json.name("search").nullValue();
            json.name("answers").beginArray().endArray();
        });
    }
}
