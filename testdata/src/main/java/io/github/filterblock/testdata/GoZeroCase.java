// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import io.github.filterblock.testdata.Json.At;
import java.nio.file.Path;
import java.util.List;

/**
 * A bitmap that go-zero made in Redis, and its answers. Immutable; the files are read at each call.
 *
 * @param name of the case
 * @param bits of the filter
 * @param directory of the files
 * @param keys the file of the keys that were added; empty if there are none
 * @param addedCount how many of these keys were added
 * @param asked the file of the answers
 * @param bitmapFile the file of the bitmap
 */
public record GoZeroCase(
        String name,
        long bits,
        @At("") Path directory,
        @At("added") String keys,
        int addedCount,
        Path asked,
        @At("bitmap") Path bitmapFile) {

    /** Returns the keys that were added. */
    public List<byte[]> added() {
        return keys.isEmpty()
                ? List.of()
                : RedisRecordings.keys(directory.resolve(keys)).subList(0, addedCount);
    }

    /** Returns other keys that were asked for. */
    public List<byte[]> probes() {
        return RedisRecordings.keys(directory.resolve("keys-probes.hex"));
    }

    /** Returns a character for each key that was added: 1 for "may contain", 0 for "absent". */
    public String answersOfAdded() {
        return RedisRecordings.line(asked, 0);
    }

    /** Returns the same for {@link #probes}. */
    public String answersOfProbes() {
        return RedisRecordings.line(asked, 1);
    }

    /** Returns the answer of {@code GET}; no bytes if the key does not exist. */
    public byte[] bitmap() {
        return CorpusFiles.plainBytes(bitmapFile);
    }

    /** The name. */
    @Override
    public String toString() {
        return name;
    }
}
