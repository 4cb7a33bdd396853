// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import com.google.gson.JsonObject;
import io.github.filterblock.testdata.Json.At;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A damaged or merely unusual copy of a good table, and what google/leveldb does with it.
 *
 * <p>Immutable.
 *
 * @param name the file's name
 * @param path the file
 * @param damage how the copy differs from its base
 * @param base the name of the good table it was made from
 * @param size length of the file in bytes
 * @param sha256 of the file, in lower-case hex
 * @param probes the questions that {@link GoogleAnswer#answers} answers, the same for all copies of a base
 * @param googleByDefault the answers with checksums off
 * @param googleParanoid the answers with checksums on
 */
public record DamagedFile(
        @At("file") String name,
        @At("file") Path path,
        String damage,
        String base,
        OptionalLong size,
        Optional<String> sha256,
        List<DamagedFile.Question> probes,
        @At("google.default") GoogleAnswer googleByDefault,
        @At("google.paranoid_checks") GoogleAnswer googleParanoid) {

    /**
     * A question to the filter of a damaged file.
     *
     * @param blockOffset file offset of a data block, in bytes; unsigned
     * @param key the filter key
     * @param present whether the base really has the key in that block, so "absent" is a false negative
     */
    public record Question(long blockOffset, byte[] key, boolean present) {}

    /** Reads the index of damaged files in {@code json}, which lies beside them. */
    static List<DamagedFile> allIn(Path json) {
        JsonObject index = Json.object(json);
        return Json.objects(json, index, "cases").stream()
                .map(one -> {
                    if (index.has("probes") && one.has("base")) {
                        String base = one.get("base").getAsString();
                        one.add("probes", index.getAsJsonObject("probes").get(base));
                    }
                    return Json.read(json, one, DamagedFile.class);
                })
                .toList();
    }

    /** Returns the whole file. */
    public byte[] bytes() {
        return CorpusFiles.bytes(path);
    }

    @Override
    public String toString() {
        return name + " (" + damage + ")";
    }
}
