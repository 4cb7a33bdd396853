// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.github.filterblock.testdata.BuilderCall;
import io.github.filterblock.testdata.Probe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Writes a failing case as a corpus of its own, in the files and words of the golden corpus, for any language.
 *
 * @param directory below which each law has a directory
 */
record CaseExporter(Path directory) {
    /** The system property that names the directory for failing cases; {@code none} for no directory. */
    static final String PROPERTY = "filterblock.export";

    /** How the note of an exported case begins. */
    static final String NOTE = "violates ";
    /** How the note of a table ends that a subject may refuse. */
    static final String DAMAGED = ", damaged";

    /** Returns the directory that the system property {@value #PROPERTY} names, or {@code target/filterblock-cases}. */
    static Optional<Path> configuredDirectory() {
        String name = System.getProperty(PROPERTY, "");
        return name.equals("none")
                ? Optional.empty()
                : Optional.of(Path.of(name.isEmpty() ? "target/filterblock-cases" : name)
                        .toAbsolutePath());
    }

    /** Returns the words of an exported case that name the law it violates. */
    static String noteOf(Law law) {
        return NOTE + law.name() + ";";
    }

    /**
     * Writes the case over the one that the law may have had, and returns its directory.
     *
     * @param law that the case violates
     * @param message for people, beside the case
     * @throws UncheckedIOException if it cannot be written
     */
    Path export(Law law, LawCase given, String message) {
        Path corpus = directory.resolve(law.name());
        JsonObject json = new JsonObject();
        json.addProperty("id", law.name());
        json.addProperty("note", noteOf(law));
        try {
            write(corpus.resolve("message.txt"), message);
            if (given instanceof LawCase.Plan plan) {
                addPlan(json, plan);
                write(corpus.resolve("cases/builder_cases.jsonl"), json.toString());
            } else if (given instanceof LawCase.Block block) {
                json.addProperty("policy", block.policy().corpusName());
                json.addProperty("block", HexFormat.of().formatHex(block.block()));
                json.add("probes", probes(block.probes()));
                write(corpus.resolve("cases/reader_cases.jsonl"), json.toString());
            } else if (given instanceof LawCase.Length length) {
                json.addProperty("keys", length.lengths().keys());
                json.addProperty("bits", length.lengths().bitsPerKey());
                json.addProperty("len", length.lengths().length());
                write(corpus.resolve("cases/length_cases.jsonl"), json.toString());
            } else if (given instanceof LawCase.Table table) {
                addTable(json, noteOf(law), table);
                write(corpus.resolve("tables/case.json"), json.toString());
                Files.write(corpus.resolve("tables/case.ldb"), table.table());
            }
            return corpus;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String line) throws IOException {
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, line + "\n", StandardCharsets.UTF_8);
    }

    private static void addPlan(JsonObject json, LawCase.Plan given) {
        json.addProperty("policy", given.policy().corpusName());
        json.addProperty("bits", given.policy().bitsPerKey());
        json.addProperty("base_lg", given.plan().baseLg());
        JsonArray calls = new JsonArray();
        given.plan().calls().stream().map(BuilderCall::toString).forEach(calls::add);
        json.add("calls", calls);
        json.addProperty("len", given.expected().length);
        json.addProperty("expect", HexFormat.of().formatHex(given.expected()));
        json.add("probes", new JsonArray());
    }

    private static void addTable(JsonObject json, String note, LawCase.Table given) {
        JsonObject filter = new JsonObject();
        filter.addProperty("policy", given.policy().name());
        json.addProperty("file", "case.ldb");
        json.addProperty("note", note + " " + given.name() + (given.damaged() ? DAMAGED : ""));
        json.addProperty("filter_code", given.policy().corpusName());
        json.add("filter", filter);
        json.add("probes", probes(given.probes()));
    }

    private static JsonArray probes(List<Probe> probes) {
        JsonArray rows = new JsonArray();
        for (Probe probe : probes) {
            JsonArray row = new JsonArray();
            row.add(new BigInteger(Long.toUnsignedString(probe.blockOffset())));
            row.add(HexFormat.of().formatHex(probe.key()));
            row.add(probe.mayMatch());
            rows.add(row);
        }
        return rows;
    }
}
