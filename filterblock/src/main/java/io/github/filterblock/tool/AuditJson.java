// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import com.google.gson.stream.JsonWriter;
import io.github.filterblock.analysis.TableAnalysis;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.audit.Audit;
import io.github.filterblock.audit.AuditSettings;
import io.github.filterblock.audit.FilterSpace;
import io.github.filterblock.audit.Measurement;
import io.github.filterblock.audit.PlannedFilters;
import io.github.filterblock.audit.Recommendation;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Optional;

/** {@code filterblock.audit/1}; what {@link AuditLine} reads back is exact, rates beside it are for readers. */
final class AuditJson {
    private AuditJson() {}

    static void print(PrintWriter out, Path file, AuditSettings settings, TableAnalysis analysis, Audit audit) {
        JsonLine.print(out, "audit", file, json -> {
            json.name("status").value(analysis.status().id());
            JsonLine.optional(json, "reason", analysis.reason());
            settings(json, settings);
            json.name("search").value(new TableQuery(analysis).search().id());
            audit(json, audit);
        });
    }

    static void printFailure(PrintWriter out, Path file, AuditSettings settings, TableStatus status, String reason) {
        JsonLine.print(out, "audit", file, json -> {
            json.name("status").value(status.id());
            json.name("reason").value(reason);
            settings(json, settings);
            json.name("search").nullValue();
            audit(json, Audit.NONE);
        });
    }

    static void printTotal(PrintWriter out, MergedAudits merged) {
        JsonLine.print(out, "audit", json -> {
            json.name("results").value(merged.results());
            json.name("withoutTable").value(merged.withoutTable());
            audit(json, merged.total());
        });
    }

    private static void settings(JsonWriter json, AuditSettings settings) throws IOException {
        json.name("seed").value(settings.seed());
        json.name("probesPerFile").value(settings.probes());
    }

    private static void audit(JsonWriter json, Audit audit) throws IOException {
        json.name("tables").beginArray();
        for (String table : audit.tables()) {
            json.value(table);
        }
        json.endArray();
        space(json, audit.space());
        measurement(json, "randomKeys", audit.randomKeys());
        measurement(json, "neighbours", audit.neighbours());
        json.name("plans").beginArray();
        for (PlannedFilters plan : audit.plans()) {
            plan(json, plan);
        }
        json.endArray();
        recommendation(json, Recommendation.of(audit));
    }

    private static void space(JsonWriter json, FilterSpace space) throws IOException {
        json.name("space").beginObject();
        json.name("tables").value(space.tables());
        json.name("filters").value(space.filters());
        json.name("emptyFilters").value(space.emptyFilters());
        json.name("filterBytes").value(space.filterBytes());
        json.name("offsetBytes").value(space.offsetBytes());
        json.name("keys").value(space.keys());
        expected(json, space.expectedMatches(), space.expectedRate());
        json.endObject();
    }

    private static void measurement(JsonWriter json, String name, Measurement measurement) throws IOException {
        json.name(name).beginObject();
        json.name("asked").value(measurement.asked());
        json.name("matched").value(measurement.matched());
        json.name("rate").value(measurement.rate());
        json.name("interval95").beginArray();
        json.value(measurement.leastRate()).value(measurement.mostRate()).endArray();
        expected(json, measurement.expectedMatches(), measurement.expectedRate());
        json.endObject();
    }

    private static void plan(JsonWriter json, PlannedFilters plan) throws IOException {
        json.beginObject();
        json.name("baseLg").value(plan.baseLg());
        json.name("bitsPerKey").value(plan.bitsPerKey());
        json.name("tables").value(plan.tables());
        json.name("keys").value(plan.keys());
        json.name("bytes").value(plan.bytes());
        expected(json, plan.expectedMatches(), plan.expectedRate());
        json.endObject();
    }

    private static void expected(JsonWriter json, BigDecimal matches, double rate) throws IOException {
        json.name("expectedMatches").jsonValue(matches.toPlainString());
        json.name("expectedRate").value(rate);
    }

    private static void recommendation(JsonWriter json, Optional<Recommendation> recommendation) throws IOException {
        json.name("recommendation");
        if (recommendation.isEmpty()) {
            json.nullValue();
            return;
        }
        json.beginObject();
        json.name("mostRate").value(recommendation.get().mostRate());
        json.name("best");
        plan(json, recommendation.get().best());
        json.name("ofBaseLgs").beginArray();
        for (PlannedFilters plan : recommendation.get().ofBaseLgs()) {
            plan(json, plan);
        }
        json.endArray();
        json.endObject();
    }
}
