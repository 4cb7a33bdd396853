// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import com.google.common.hash.Hashing;
import com.google.gson.stream.JsonWriter;
import io.github.filterblock.analysis.FilterReading;
import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.KeyDomain;
import io.github.filterblock.analysis.TableAnalysis;
import io.github.filterblock.analysis.TableFilter;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.audit.ExpectedRate;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.MetaindexEntry;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/** {@code filterblock.inspect/1}. */
final class InspectJson {
    private InspectJson() {}

    static void printFailure(PrintWriter out, Path file, TableStatus status, String reason) {
        JsonLine.print(out, "inspect", file, json -> {
            json.name("size");
            if (Files.isRegularFile(file)) {
                json.value(Files.size(file));
            } else {
                json.nullValue();
            }
            json.name("status").value(status.id());
            json.name("reason").value(reason);
            json.name("footer").nullValue();
            json.name("metaindex").beginArray().endArray();
            json.name("dataBlocks").value(0);
            json.name("entries").value(0);
            json.name("keyDomain").nullValue();
            json.name("filter").nullValue();
        });
    }

    static void print(PrintWriter out, Path file, TableAnalysis analysis, boolean filters) {
        JsonLine.print(out, "inspect", file, json -> {
            json.name("size").value(analysis.size());
            json.name("status").value(analysis.status().id());
            JsonLine.optional(json, "reason", analysis.reason());
            json.name("footer").beginObject();
            handle(json, "metaindex", analysis.footer().metaindex());
            handle(json, "index", analysis.footer().index());
            json.endObject();
            metaindex(json, analysis);
            json.name("dataBlocks").value(analysis.dataBlocks().size());
            json.name("entries").value(analysis.entries());
            json.name("keyDomain").value(keyDomain(analysis.reading()));
            json.name("filter");
            if (analysis.filter().isPresent()) {
                filter(json, analysis, analysis.filter().get(), filters);
            } else {
                json.nullValue();
            }
        });
    }

    private static String keyDomain(FilterReading reading) {
        return reading.keyDomainAmbiguous()
                ? "ambiguous"
                : reading.keyDomain().map(KeyDomain::id).orElse(null);
    }

    private static void handle(JsonWriter json, String name, BlockHandle handle) throws IOException {
        json.name(name);
        JsonLine.pair(json, handle.offset(), handle.size());
    }

    private static void metaindex(JsonWriter json, TableAnalysis analysis) throws IOException {
        json.name("metaindex").beginArray();
        for (MetaindexEntry entry : analysis.metaindex()) {
            json.beginObject();
            json.name("key").value(entry.printableKey());
            place(json, entry.handle());
            json.endObject();
        }
        json.endArray();
    }

    private static void place(JsonWriter json, Optional<BlockHandle> handle) throws IOException {
        json.name("offset");
        if (handle.isPresent()) {
            JsonLine.unsigned(json, handle.get().offset());
            json.name("size");
            JsonLine.unsigned(json, handle.get().size());
        } else {
            json.nullValue().name("size").nullValue();
        }
    }

    private static void filter(JsonWriter json, TableAnalysis analysis, TableFilter filter, boolean rows)
            throws IOException {
        boolean readable = filter.damage().isEmpty();
        json.beginObject();
        json.name("policy").value(MetaindexEntry.printable(filter.policyName()));
        dialect(json, analysis.reading());
        place(json, filter.handle());
        json.name("sha256")
                .value(readable ? Hashing.sha256().hashBytes(filter.contents()).toString() : null);
        json.name("baseLg")
                .value(filter.layout().baseLg() < 0 ? null : filter.layout().baseLg());
        json.name("filters").value(filter.layout().filterCount());
        json.name("emptyFilters").value(filter.emptyFilters());
        json.name("arrayOffset")
                .value(filter.layout().baseLg() < 0 ? null : filter.layout().arrayOffset());
        json.name("compression").value(filter.compressionType() < 0 ? null : filter.compressionType());
        json.name("checksum").value(filter.checksum().id());
        json.name("keys").value(analysis.reading().keys());
        json.name("falseNegatives").value(analysis.reading().falseNegatives());
        Optional<FilterSummary> summary = FilterSummary.of(analysis);
        if (summary.isPresent()) {
            bitsPerKey(json, summary.get());
            expectedRate(json, analysis, summary.get());
            if (rows) {
                rows(json, summary.get());
            }
        }
        json.endObject();
    }

    private static void dialect(JsonWriter json, FilterReading reading) throws IOException {
        String dialect = reading.ambiguous()
                ? "ambiguous"
                : reading.dialects().stream().map(FilterDialect::id).findFirst().orElse("unknown");
        json.name("dialect").value(dialect);
        if (reading.ambiguous()) {
            json.name("candidates").beginArray();
            for (FilterDialect candidate : reading.dialects()) {
                json.value(candidate.id());
            }
            json.endArray();
        }
    }

    private static void bitsPerKey(JsonWriter json, FilterSummary summary) throws IOException {
        json.name("bitsPerKey");
        if (summary.bitsPerKey().isPresent()) {
            FilterSummary.Range range = summary.bitsPerKey().get();
            JsonLine.pair(json, range.least(), range.most());
        } else {
            json.nullValue();
        }
    }

    private static void expectedRate(JsonWriter json, TableAnalysis analysis, FilterSummary summary)
            throws IOException {
        boolean bloom = analysis.filter().orElseThrow().isBuiltin();
        OptionalDouble rate = bloom ? ExpectedRate.ofLookups(analysis, summary) : OptionalDouble.empty();
        json.name("expectedFalsePositiveRate");
        if (rate.isPresent()) {
            json.value(rate.getAsDouble());
        } else {
            json.nullValue();
        }
    }

    private static void rows(JsonWriter json, FilterSummary summary) throws IOException {
        json.name("rows").beginArray();
        for (FilterSummary.Row row : summary.rows()) {
            json.beginObject();
            json.name("filter").value(row.index());
            json.name("firstOffset");
            if (row.reachable()) {
                JsonLine.unsigned(json, row.firstOffset());
            } else {
                json.nullValue();
            }
            json.name("length").value(row.length());
            json.name("keys").value(row.keys());
            json.name("probes").value(row.hasBytes() ? row.info().probes() : null);
            json.name("bits").value(row.hasBytes() ? row.info().bits() : null);
            json.name("setBits").value(row.hasBytes() ? row.info().setBits() : null);
            json.endObject();
        }
        json.endArray();
    }
}
