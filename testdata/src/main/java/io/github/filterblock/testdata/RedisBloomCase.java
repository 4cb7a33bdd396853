// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import com.google.gson.JsonElement;
import io.github.filterblock.testdata.Json.At;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * A filter that a version of RedisBloom made, its replies, and its dump. Immutable; the files are read at each call.
 *
 * @param version of RedisBloom, such as {@code v2.2.18}; {@code HEAD} for the newest commit
 * @param name of the case
 * @param reserve the arguments of {@code BF.RESERVE} after the key; none where {@code BF.ADD} made the filter
 * @param keys the file of the keys that were added, in their order
 * @param addedCount how many of these keys were added
 * @param replies a character for each of them: 1 newly added, 0 present before, E an error
 * @param exists the file of the answers of {@code BF.EXISTS}, a character each
 * @param dumpFile the file of the dump
 * @param chunks the pieces that {@code BF.SCANDUMP} gave
 * @param card the answer of {@code BF.CARD}
 * @param directory of the files
 */
public record RedisBloomCase(
        String version,
        String name,
        List<String> reserve,
        @At("added") Path keys,
        int addedCount,
        String replies,
        Path exists,
        @At("dump") Path dumpFile,
        List<JsonElement> chunks,
        String card,
        @At("") Path directory) {

    /** Returns the keys in the order in which they were added. */
    public List<byte[]> added() {
        return RedisRecordings.keys(keys).subList(0, addedCount);
    }

    /** Returns other keys that were asked for. */
    public List<byte[]> probes() {
        return RedisRecordings.keys(directory.resolve("keys-probes.hex"));
    }

    /** Returns the answers for the keys that were added. */
    public String existsOfAdded() {
        return RedisRecordings.line(exists, 0);
    }

    /** Returns the answers for {@link #probes}. */
    public String existsOfProbes() {
        return RedisRecordings.line(exists, 1);
    }

    /** Returns iterator and data of each piece, in a frame of 8 bytes iterator and 4 bytes length. */
    public byte[] dump() {
        return CorpusFiles.plainBytes(dumpFile);
    }

    /** Returns how many pieces {@code BF.SCANDUMP} gave. */
    public int pieces() {
        return chunks.size();
    }

    /** Returns the answer of {@code BF.CARD}, if the version has it. */
    public OptionalLong cardinality() {
        return card.matches("[0-9]+") ? OptionalLong.of(Long.parseLong(card)) : OptionalLong.empty();
    }

    /** Version and name. */
    @Override
    public String toString() {
        return version + " " + name;
    }
}
