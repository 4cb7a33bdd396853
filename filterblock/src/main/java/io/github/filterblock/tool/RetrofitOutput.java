// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import static io.github.filterblock.tool.Report.number;

import com.google.gson.stream.JsonWriter;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.rewrite.RetrofitReport;
import io.github.filterblock.rewrite.RetrofittedTable;
import io.github.filterblock.rewrite.RetrofittedTable.Change;
import io.github.filterblock.table.MetaindexEntry;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What {@code retrofit} prints. */
final class RetrofitOutput {
    private RetrofitOutput() {}

    static void text(Report report, Path target, RetrofitReport retrofitted) {
        report.heading(target, TableStatus.OK);
        report.line(
                "manifest",
                retrofitted.manifest() + ", " + number(retrofitted.versionEdits(), "version edit") + ", comparator "
                        + MetaindexEntry.printable(retrofitted.comparator()));
        report.line(
                "tables",
                number(retrofitted.tables().size(), "table") + " with "
                        + number(sum(retrofitted, RetrofittedTable::keys), "key"));
        report.line("filters", changes(retrofitted));
        report.line(
                "size of tables",
                number(sum(retrofitted, RetrofittedTable::newSize), "byte") + ", before "
                        + number(sum(retrofitted, RetrofittedTable::oldSize)));
        report.line("copied", printable(retrofitted.copied()));
        if (!retrofitted.leftOut().isEmpty()) {
            report.line("left out", printable(retrofitted.leftOut()));
        }
        retrofitted
                .removedLeftOvers()
                .forEach(leftOver -> report.line(
                        "removed", printable(leftOver.getFileName().toString()) + ", left over by a killed run"));
    }

    private static long sum(RetrofitReport retrofitted, ToLongFunction<RetrofittedTable> size) {
        return retrofitted.tables().stream().mapToLong(size).sum();
    }

    /** How many went which way, such as {@code 3 added, 1 kept}. */
    private static String changes(RetrofitReport retrofitted) {
        String changes = Stream.of(Change.values())
                .filter(change -> retrofitted.count(change) > 0)
                .map(change -> number(retrofitted.count(change)) + " " + change.id())
                .collect(Collectors.joining(", "));
        return changes.isEmpty() ? "none" : changes;
    }

    private static String printable(List<String> names) {
        return names.stream().map(RetrofitOutput::printable).collect(Collectors.joining(", "));
    }

    private static String printable(String name) {
        return MetaindexEntry.printable(new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
    }

    static void json(PrintWriter out, Path database, Path target, RetrofitReport retrofitted) {
        JsonLine.print(out, "retrofit", database, json -> {
            head(json, target, TableStatus.OK.id(), null);
            json.name("manifest").value(retrofitted.manifest());
            json.name("versionEdits").value(retrofitted.versionEdits());
            json.name("comparator").value(MetaindexEntry.printable(retrofitted.comparator()));
            json.name("tables").beginArray();
            for (RetrofittedTable table : retrofitted.tables()) {
                table(json, table);
            }
            json.endArray();
            names(json, "copied", retrofitted.copied());
            names(json, "leftOut", retrofitted.leftOut());
            names(
                    json,
                    "removedLeftOvers",
                    retrofitted.removedLeftOvers().stream().map(Path::toString).toList());
        });
    }

    private static void head(JsonWriter json, Path target, String status, String reason) throws IOException {
        json.name("out").value(target.toString());
        json.name("status").value(status);
        json.name("reason").value(reason);
    }

    private static void table(JsonWriter json, RetrofittedTable table) throws IOException {
        json.beginObject();
        json.name("table").value(table.file());
        json.name("filter").value(table.change().id());
        json.name("policy")
                .value(table.filter()
                        .map(filter -> MetaindexEntry.printable(filter.policyName()))
                        .orElse(null));
        json.name("keys").value(table.keys());
        json.name("size").value(table.oldSize());
        json.name("newSize").value(table.newSize());
        json.endObject();
    }

    private static void names(JsonWriter json, String member, List<String> names) throws IOException {
        json.name(member).beginArray();
        for (String name : names) {
            json.value(name);
        }
        json.endArray();
    }

    static void jsonFailure(PrintWriter out, Path database, Path target, String status, String reason) {
        JsonLine.print(out, "retrofit", database, json -> {
            head(json, target, status, reason);
            json.name("manifest").nullValue();
            json.name("versionEdits").value(0);
            json.name("comparator").nullValue();
            for (String list : List.of("tables", "copied", "leftOut", "removedLeftOvers")) {
                names(json, list, List.of());
            }
        });
    }
}
