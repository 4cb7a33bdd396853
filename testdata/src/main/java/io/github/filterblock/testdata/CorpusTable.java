// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A golden table file, with everything that is known about it.
 *
 * <p>Immutable.
 *
 * @param name the file's name without its ending
 * @param path the table file
 * @param file size, writer, key kind, and whether it is a LevelDB table at all
 * @param layout where footer and metaindex say that things are
 * @param data the data blocks
 * @param filter the filter block; empty when the table has none or the oracle does not know
 * @param hasNoFilter whether the oracle says outright that the table has no filter block
 * @param probes questions to the filter block, with the original's answers
 */
public record CorpusTable(
        String name,
        Path path,
        FileOracle file,
        LayoutOracle layout,
        DataOracle data,
        Optional<FilterOracle> filter,
        boolean hasNoFilter,
        List<Probe> probes) {

    private static final List<String> ENDINGS = List.of(".ldb", ".sst");

    record Probes(List<Probe> probes) {}

    /** Reads the oracle in {@code json}, which lies beside its table file. */
    static CorpusTable from(Path json) {
        JsonObject object = Json.object(json);
        String name = json.getFileName().toString().replaceFirst("\\.json$", "");
        return new CorpusTable(
                name,
                Json.isRecorded(object, "file")
                        ? json.resolveSibling(object.get("file").getAsString())
                        : tableBeside(json, name),
                Json.read(json, object, FileOracle.class),
                Json.read(json, object, LayoutOracle.class),
                Json.read(json, object, DataOracle.class),
                Json.isRecorded(object, "filter")
                        ? Optional.of(Json.read(json, object, FilterOracle.class))
                        : Optional.empty(),
                object.has("filter") && !Json.isRecorded(object, "filter"),
                Json.read(json, object, Probes.class).probes());
    }

    private static Path tableBeside(Path json, String name) {
        return ENDINGS.stream()
                .map(ending -> json.resolveSibling(name + ending))
                .filter(Files::exists)
                .findFirst()
                .orElseGet(() -> json.resolveSibling(name + ENDINGS.get(0)));
    }

    /** Returns the whole table file. */
    public byte[] bytes() {
        return CorpusFiles.bytes(path);
    }

    /** Returns the filter block, straight from its place in the file; empty unless it is stored raw (TF-10). */
    public Optional<byte[]> filterBlock() {
        return filter.flatMap(oracle -> oracle.blockIn(bytes()));
    }

    @Override
    public String toString() {
        return name;
    }
}
