// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import com.google.gson.JsonElement;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * A filter that a version of RedisBloom made, its replies, and its dump. Immutable, provided that no code changes the
 * arrays.
 *
 * @param version of RedisBloom, such as {@code v2.2.18}; {@code HEAD} for the newest commit
 * @param name of the case
 * @param reserve the arguments of {@code BF.RESERVE} after the key; none where {@code BF.ADD} made the filter
 * @param added the keys in the order in which they were added
 * @param replies a character for each of them: 1 newly added, 0 present before, E an error
 * @param probes other keys that were asked for
 * @param existsOfAdded the answers of {@code BF.EXISTS} for the keys that were added, a character each
 * @param existsOfProbes the same for {@code probes}
 * @param dump iterator and data of each piece, in a frame of 8 bytes iterator and 4 bytes length
 * @param pieces how many pieces {@code BF.SCANDUMP} gave
 * @param cardinality the answer of {@code BF.CARD}, if the version has it
 */
public record RedisBloomCase(
        String version,
        String name,
        List<String> reserve,
        List<byte[]> added,
        String replies,
        List<byte[]> probes,
        String existsOfAdded,
        String existsOfProbes,
        byte[] dump,
        int pieces,
        OptionalLong cardinality) {

    static RedisBloomCase from(Path directory, Members members, Members original) {
        Path exists = directory.resolve(original.textOrEmpty("exists"));
        boolean counted =
                original.isRecorded("card") && members.textOrEmpty("card").matches("[0-9]+");
        return new RedisBloomCase(
                members.textOrEmpty("version"),
                members.textOrEmpty("name"),
                members.list("reserve", JsonElement::getAsString),
                RedisRecordings.keys(directory.resolve(members.textOrEmpty("added")))
                        .subList(0, members.small("addedCount").orElseThrow()),
                original.textOrEmpty("replies"),
                RedisRecordings.keys(directory.resolve("keys-probes.hex")),
                RedisRecordings.line(exists, 0),
                RedisRecordings.line(exists, 1),
                CorpusFiles.plainBytes(directory.resolve(original.textOrEmpty("dump"))),
                members.list("chunks", JsonElement::getAsJsonArray).size(),
                counted ? members.number("card") : OptionalLong.empty());
    }

    /** Version and name. */
    @Override
    public String toString() {
        return version + " " + name;
    }
}
