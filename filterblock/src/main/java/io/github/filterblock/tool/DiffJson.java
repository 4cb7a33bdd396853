// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import com.google.gson.stream.JsonWriter;
import io.github.filterblock.analysis.FilterDiff;
import io.github.filterblock.analysis.FilterDiff.Kind;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.MetaindexEntry;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code filterblock.diff/1}. */
final class DiffJson {
    private DiffJson() {}

    static void print(PrintWriter out, Path a, Path b, FilterDiff diff) {
        JsonLine.print(out, "diff", a, json -> {
            json.name("other").value(b.toString());
            json.name("status").value(diff.equal() ? "equal" : "different");
            json.name("reason").nullValue();
            side(json, "a", diff.a());
            side(json, "b", diff.b());
            json.name("sameBytes").value(diff.sameBytes());
            json.name("equal").value(diff.count(Kind.EQUAL));
            json.name("different").value(diff.changed());
            json.name("onlyInA").value(diff.count(Kind.ONLY_IN_A));
            json.name("onlyInB").value(diff.count(Kind.ONLY_IN_B));
            json.name("filters").beginArray();
            for (FilterDiff.Run filter : diff.runs()) {
                filter(json, filter);
            }
            json.endArray();
        });
    }

    static void printFailure(PrintWriter out, Path a, Path b, String reason) {
        JsonLine.print(out, "diff", a, json -> {
            json.name("other").value(b.toString());
            json.name("status").value("unreadable");
            json.name("reason").value(reason);
            json.name("a").nullValue().name("b").nullValue();
            json.name("filters").beginArray().endArray();
        });
    }

    private static void side(JsonWriter json, String name, Optional<FilterDiff.Side> side) throws IOException {
        json.name(name);
        if (side.isEmpty()) {
            json.nullValue();
            return;
        }
        FilterDiff.Side found = side.get();
        json.beginObject();
        json.name("policy").value(MetaindexEntry.printable(found.policy()));
        json.name("dialects").beginArray();
        for (FilterDialect dialect : found.dialects()) {
            json.value(dialect.id());
        }
        json.endArray();
        json.name("baseLg").value(found.baseLg() < 0 ? null : found.baseLg());
        json.name("filters").value(found.filters());
        json.name("arrayOffset").value(found.arrayOffset());
        json.name("size").value(found.size());
        json.endObject();
    }

    private static void filter(JsonWriter json, FilterDiff.Run filter) throws IOException {
        json.beginObject();
        json.name("first").value(filter.first());
        json.name("last").value(filter.last());
        json.name("difference").value(filter.kind().id());
        boolean both = filter.kind().ordinal() >= Kind.OFFSETS.ordinal();
        if (both) {
            json.name("length");
            json.beginArray()
                    .value(length(filter, true))
                    .value(length(filter, false))
                    .endArray();
            json.name("probes");
            json.beginArray().value(filter.probesA()).value(filter.probesB()).endArray();
            json.name("bitsOnlyInA").value(filter.onlyA());
            json.name("bitsOnlyInB").value(filter.onlyB());
        }
        json.endObject();
    }

    private static @Nullable Integer length(FilterDiff.Run filter, boolean ofA) {
        int length = ofA ? filter.lengthA() : filter.lengthB();
        return length < 0 ? null : length;
    }
}
