// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import static io.github.filterblock.tool.Report.number;

import com.google.gson.stream.JsonWriter;
import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.rewrite.RebuildReport;
import io.github.filterblock.rewrite.WrittenFilter;
import io.github.filterblock.table.MetaindexEntry;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;

/** What {@code rebuild} prints. */
final class RebuildOutput {
    private RebuildOutput() {}

    static void text(Report report, Path out, RebuildReport rebuilt) {
        report.heading(out, TableStatus.OK);
        report.line("table", rebuilt.file());
        report.line(
                "data",
                number(rebuilt.keys(), "key") + " in " + number(rebuilt.dataBlocks(), "data block") + ", as they were");
        rebuilt.oldPolicyName()
                .ifPresent(name -> report.line(
                        "filter before",
                        MetaindexEntry.printable(name)
                                + (rebuilt.oldFilterSize().isPresent()
                                        ? ", " + number(rebuilt.oldFilterSize().getAsLong(), "byte")
                                        : "")));
        rebuilt.filter().ifPresentOrElse(filter -> text(report, filter), () -> report.line("filter", "none"));
        String size = number(rebuilt.newSize(), "byte");
        report.line(
                "file",
                rebuilt.identical()
                        ? size + ", identical with the table"
                        : size + ", the table has " + number(rebuilt.oldSize()));
        rebuilt.removedLeftOvers()
                .forEach(leftOver -> report.line("removed", leftOver.getFileName() + ", left over by a killed run"));
    }

    private static void text(Report report, WrittenFilter filter) {
        report.line(
                "filter",
                MetaindexEntry.printable(filter.policyName()) + ", " + number(filter.filters(), "filter") + ", "
                        + number(filter.size(), "byte"));
        report.line("dialect", filter.dialect().id());
        report.line(
                "bits per key",
                filter.bitsPerKey()
                        + filter.fitting()
                                .filter(range -> range.least() != range.most())
                                .map(range -> "; " + range + " fit the filter before")
                                .orElse(""));
        report.line("base lg", String.valueOf(filter.baseLg()));
        report.line("key domain", filter.keyDomain().id());
    }

    static void json(PrintWriter printer, Path file, Path out, RebuildReport rebuilt) {
        JsonLine.print(printer, "rebuild", file, json -> {
            json.name("out").value(out.toString());
            json.name("status").value(TableStatus.OK.id());
            json.name("reason").nullValue();
            json.name("size").value(rebuilt.oldSize());
            json.name("newSize").value(rebuilt.newSize());
            json.name("identical").value(rebuilt.identical());
            json.name("keys").value(rebuilt.keys());
            json.name("dataBlocks").value(rebuilt.dataBlocks());
            json.name("oldFilter");
            oldFilter(json, rebuilt);
            json.name("filter");
            filter(json, rebuilt.filter());
            json.name("removedLeftOvers").beginArray();
            for (Path leftOver : rebuilt.removedLeftOvers()) {
                json.value(leftOver.toString());
            }
            json.endArray();
        });
    }

    private static void oldFilter(JsonWriter json, RebuildReport rebuilt) throws IOException {
        if (rebuilt.oldPolicyName().isEmpty()) {
            json.nullValue();
            return;
        }
        json.beginObject();
        json.name("policy")
                .value(MetaindexEntry.printable(rebuilt.oldPolicyName().get()));
        json.name("size");
        if (rebuilt.oldFilterSize().isPresent()) {
            JsonLine.unsigned(json, rebuilt.oldFilterSize().getAsLong());
        } else {
            json.nullValue();
        }
        json.endObject();
    }

    private static void filter(JsonWriter json, Optional<WrittenFilter> written) throws IOException {
        if (written.isEmpty()) {
            json.nullValue();
            return;
        }
        WrittenFilter filter = written.get();
        json.beginObject();
        json.name("policy").value(MetaindexEntry.printable(filter.policyName()));
        json.name("dialect").value(filter.dialect().id());
        json.name("keyDomain").value(filter.keyDomain().id());
        json.name("bitsPerKey").value(filter.bitsPerKey());
        json.name("fittingBitsPerKey");
        if (filter.fitting().isPresent()) {
            FilterSummary.Range range = filter.fitting().get();
            JsonLine.pair(json, range.least(), range.most());
        } else {
            json.nullValue();
        }
        json.name("baseLg").value(filter.baseLg());
        json.name("filters").value(filter.filters());
        json.name("size").value(filter.size());
        json.endObject();
    }

    static void jsonFailure(PrintWriter printer, Path file, Path out, String status, String reason) {
        JsonLine.print(printer, "rebuild", file, json -> {
            json.name("out").value(out.toString());
            json.name("status").value(status);
            json.name("reason").value(reason);
            json.name("size").nullValue();
            json.name("newSize").nullValue();
            json.name("identical").value(false);
            json.name("keys").value(0);
            json.name("dataBlocks").value(0);
            json.name("oldFilter").nullValue();
            json.name("filter").nullValue();
            json.name("removedLeftOvers").beginArray().endArray();
        });
    }
}
