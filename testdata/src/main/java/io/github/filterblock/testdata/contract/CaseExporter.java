// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import com.google.gson.Gson;
import io.github.filterblock.testdata.BuilderCall;
import io.github.filterblock.testdata.Probe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
     * @param message for display, beside the case
     * @throws UncheckedIOException if it cannot be written
     */
    Path export(Law law, LawCase given, String message) {
        Path corpus = directory.resolve(law.name());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", law.name());
        json.put("note", noteOf(law));
        try {
            write(corpus.resolve("message.txt"), message);
            if (given instanceof LawCase.Plan plan) {
                json.put("policy", plan.policy().corpusName());
                json.put("bits", plan.policy().bitsPerKey());
                json.put("base_lg", plan.plan().baseLg());
                json.put(
                        "calls",
                        plan.plan().calls().stream().map(BuilderCall::toString).toList());
                json.put("len", plan.expected().length);
                json.put("expect", HexFormat.of().formatHex(plan.expected()));
                json.put("probes", List.of());
                write(corpus.resolve("cases/builder_cases.jsonl"), new Gson().toJson(json));
            } else if (given instanceof LawCase.Block block) {
                json.put("policy", block.policy().corpusName());
                json.put("block", HexFormat.of().formatHex(block.block()));
                json.put("probes", probes(block.probes()));
                write(corpus.resolve("cases/reader_cases.jsonl"), new Gson().toJson(json));
            } else if (given instanceof LawCase.Length length) {
                json.put("keys", length.lengths().keys());
                json.put("bits", length.lengths().bitsPerKey());
                json.put("len", length.lengths().length());
                write(corpus.resolve("cases/length_cases.jsonl"), new Gson().toJson(json));
            } else if (given instanceof LawCase.Table table) {
                json.put("file", "case.ldb");
                json.put("note", noteOf(law) + " " + table.name() + (table.damaged() ? DAMAGED : ""));
                json.put("filter_code", table.policy().corpusName());
                json.put("filter", Map.of("policy", table.policy().name()));
                json.put("probes", probes(table.probes()));
                write(corpus.resolve("tables/case.json"), new Gson().toJson(json));
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

    private static List<List<Object>> probes(List<Probe> probes) {
        return probes.stream()
                .map(probe -> List.<Object>of(
                        new BigInteger(Long.toUnsignedString(probe.blockOffset())),
                        HexFormat.of().formatHex(probe.key()),
                        probe.mayMatch()))
                .toList();
    }
}
