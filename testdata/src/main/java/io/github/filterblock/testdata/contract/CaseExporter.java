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
 * Writes a case as a corpus of its own, in the files and words of the golden corpus.
 *
 * <p>Each law has a directory. If it already has a case, the smaller one of the two stays, so that shrinking ends with
 * the smallest. The directory can be used like a corpus, in any language.
 *
 * @param directory below which the laws' directories are
 */
public record CaseExporter(Path directory) {
    /** The system property that names the directory for failing cases; {@code none} for no directory. */
    public static final String PROPERTY = "filterblock.export";

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
        return "violates " + law.testName() + ";";
    }

    /**
     * Writes the case and returns its directory.
     *
     * @param law that the case violates
     * @param message for people, beside the case
     * @throws UncheckedIOException if it cannot be written
     */
    public Path export(Law law, LawCase given, String message) {
        Path corpus = directory.resolve(law.testName());
        try {
            if (given instanceof PlanCase plan) {
                write(corpus, "cases/builder_cases.jsonl", json(law, plan), message);
            } else if (given instanceof BlockCase block) {
                write(corpus, "cases/reader_cases.jsonl", json(law, block), message);
            } else if (given instanceof FilterLengthCase length) {
                write(corpus, "cases/length_cases.jsonl", json(law, length), message);
            } else if (given instanceof TableCase table
                    && write(corpus, "tables/case.json", json(law, table), message)) {
                Files.write(corpus.resolve("tables/case.ldb"), table.table());
            }
            return corpus;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean write(Path corpus, String file, JsonObject json, String message) throws IOException {
        Path path = corpus.resolve(file);
        String line = json + "\n";
        if (Files.exists(path) && Files.size(path) <= line.length()) {
            return false;
        }
        Files.createDirectories(path.resolveSibling("."));
        Files.writeString(path, line, StandardCharsets.UTF_8);
        Files.writeString(corpus.resolve("message.txt"), message + "\n", StandardCharsets.UTF_8);
        return true;
    }

    private static JsonObject json(Law law, PlanCase given) {
        JsonObject json = new JsonObject();
        json.addProperty("id", law.testName());
        json.addProperty("note", noteOf(law));
        json.addProperty("policy", given.policy().corpusName());
        json.addProperty("bits", given.policy().bitsPerKey());
        json.addProperty("base_lg", given.plan().baseLg());
        JsonArray calls = new JsonArray();
        given.plan().calls().stream().map(BuilderCall::toString).forEach(calls::add);
        json.add("calls", calls);
        json.addProperty("len", given.expected().length);
        json.addProperty("expect", HexFormat.of().formatHex(given.expected()));
        json.add("probes", new JsonArray());
        return json;
    }

    private static JsonObject json(Law law, BlockCase given) {
        JsonObject json = new JsonObject();
        json.addProperty("id", law.testName());
        json.addProperty("note", noteOf(law));
        json.addProperty("policy", given.policy().corpusName());
        json.addProperty("block", HexFormat.of().formatHex(given.block()));
        json.add("probes", probes(given.probes()));
        return json;
    }

    private static JsonObject json(Law law, FilterLengthCase given) {
        JsonObject json = new JsonObject();
        json.addProperty("note", noteOf(law));
        json.addProperty("keys", given.lengths().keys());
        json.addProperty("bits", given.lengths().bitsPerKey());
        json.addProperty("len", given.lengths().length());
        return json;
    }

    private static JsonObject json(Law law, TableCase given) {
        JsonObject filter = new JsonObject();
        filter.addProperty("policy", given.policy().name());
        JsonObject json = new JsonObject();
        json.addProperty("file", "case.ldb");
        json.addProperty("note", noteOf(law) + " " + given.name());
        json.addProperty("filter_code", given.policy().corpusName());
        json.add("filter", filter);
        json.add("probes", probes(given.probes()));
        return json;
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
