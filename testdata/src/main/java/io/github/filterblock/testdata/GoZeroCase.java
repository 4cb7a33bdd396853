// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.nio.file.Path;
import java.util.List;

/**
 * A bitmap that go-zero made in Redis, and its answers. Immutable, provided that no code changes the arrays.
 *
 * @param name of the case
 * @param bits of the filter
 * @param added the keys that were added
 * @param probes other keys that were asked for
 * @param answersOfAdded a character for each key that was added: 1 for "may contain", 0 for "absent"
 * @param answersOfProbes the same for {@code probes}
 * @param bitmap the answer of {@code GET}; nothing if the key does not exist
 */
public record GoZeroCase(
        String name,
        long bits,
        List<byte[]> added,
        List<byte[]> probes,
        String answersOfAdded,
        String answersOfProbes,
        byte[] bitmap) {

    static GoZeroCase from(Path directory, Members members) {
        Path answers = directory.resolve(members.textOrEmpty("asked"));
        List<byte[]> added = members.text("added")
                .filter(file -> !file.isEmpty())
                .map(file -> RedisRecordings.keys(directory.resolve(file)))
                .orElse(List.of());
        return new GoZeroCase(
                members.textOrEmpty("name"),
                members.number("bits").orElseThrow(),
                added.subList(0, members.small("addedCount").orElseThrow()),
                RedisRecordings.keys(directory.resolve("keys-probes.hex")),
                RedisRecordings.line(answers, 0),
                RedisRecordings.line(answers, 1),
                CorpusFiles.plainBytes(directory.resolve(members.textOrEmpty("bitmap"))));
    }

    /** The name. */
    @Override
    public String toString() {
        return name;
    }
}
