// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import com.google.gson.stream.JsonWriter;
import io.github.filterblock.FilterLookup;
import io.github.filterblock.analysis.BlockExplanation;
import io.github.filterblock.analysis.KeyDomain;
import io.github.filterblock.analysis.KeyExplanation;
import io.github.filterblock.analysis.ReadingExplanation;
import io.github.filterblock.analysis.TableAnalysis;
import io.github.filterblock.analysis.TableFilter;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.bloom.BloomTrace;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** {@code filterblock.explain/1}. */
final class ExplainJson {
    private ExplainJson() {}

    static void print(PrintWriter out, Path file, TableAnalysis analysis, byte[] key, KeyExplanation explanation) {
        JsonLine.print(out, "explain", file, json -> {
            head(json, analysis.status(), analysis.reason().orElse(null), key);
            json.name("search")
                    .value(explanation.search().map(TableQuery.Search::id).orElse("given"));
            json.name("answer").value(answer(explanation.mayMatch()));
            json.name("why").value(explanation.why());
            json.name("trusted").value(explanation.distrust().isEmpty());
            json.name("blocks").beginArray();
            for (BlockExplanation block : explanation.blocks()) {
                block(json, analysis.filter().orElseThrow(), block);
            }
            json.endArray();
        });
    }

    static void printFailure(PrintWriter out, Path file, TableStatus status, String reason, byte[] key) {
        JsonLine.print(out, "explain", file, json -> {
            head(json, status, reason, key);
            json.name("search")
                    .nullValue()
                    .name("answer")
                    .nullValue()
                    .name("why")
                    .nullValue();
            json.name("blocks").beginArray().endArray();
        });
    }

    private static void head(JsonWriter json, TableStatus status, @Nullable String reason, byte[] key)
            throws IOException {
        json.name("status").value(status.id());
        json.name("reason").value(reason);
        json.name("key").value(HexFormat.of().formatHex(key));
    }

    private static String answer(boolean mayMatch) {
        return mayMatch ? "may-match" : "absent";
    }

    private static void block(JsonWriter json, TableFilter filter, BlockExplanation block) throws IOException {
        json.beginObject();
        json.name("blockOffset");
        JsonLine.unsigned(json, block.blockOffset());
        json.name("answer").value(answer(block.mayMatch()));
        json.name("rule").value(block.lookup().rule().id());
        json.name("why").value(block.why());
        json.name("filter");
        filter(json, filter, block.lookup());
        json.name("readings").beginArray();
        for (ReadingExplanation reading : block.readings()) {
            reading(json, reading);
        }
        json.endArray();
        json.endObject();
    }

    private static void filter(JsonWriter json, TableFilter filter, FilterLookup lookup) throws IOException {
        if (lookup.filter() < 0) {
            json.nullValue();
            return;
        }
        OptionalLong offset = lookup.asked() ? filter.fileOffset(lookup.start()) : OptionalLong.empty();
        json.beginObject();
        json.name("index").value(lookup.filter());
        json.name("start").value(lookup.start());
        json.name("limit").value(lookup.limit());
        json.name("fileOffset").value(offset.isPresent() ? offset.getAsLong() : null);
        json.endObject();
    }

    private static void reading(JsonWriter json, ReadingExplanation reading) throws IOException {
        BloomTrace trace = reading.trace();
        json.beginObject();
        json.name("dialect").value(reading.dialect().id());
        json.name("keyDomains").beginArray();
        for (KeyDomain domain : reading.keyDomains()) {
            json.value(domain.id());
        }
        json.endArray();
        json.name("answer").value(answer(trace.mayMatch()));
        json.name("rule").value(trace.rule().id());
        json.name("why").value(reading.why());
        json.name("hash").value(hex(trace.hash()));
        json.name("delta").value(hex(trace.delta()));
        json.name("secondHash")
                .value(trace.secondHash().isPresent() ? hex(trace.secondHash().getAsInt()) : null);
        json.name("bits").value(trace.info().bits());
        json.name("modulus").value(trace.modulus());
        json.name("decidingBit")
                .value(trace.firstUnset().map(BloomTrace.Probe::position).orElse(null));
        json.name("probes").beginArray();
        for (BloomTrace.Probe probe : trace.probes()) {
            json.beginObject();
            json.name("bit").value(probe.position());
            json.name("byte").value(probe.byteIndex());
            json.name("mask").value(probe.mask());
            json.name("set").value(probe.set());
            json.endObject();
        }
        json.endArray();
        json.endObject();
    }

    private static String hex(int number) {
        return HexFormat.of().toHexDigits(number);
    }
}
