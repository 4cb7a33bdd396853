// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.Set;

/**
 * By what a change of the MANIFEST is noticed: a program only appends to it, or names another.
 *
 * @param manifest its file
 * @param size its length in bytes
 * @param modified its time
 */
record ManifestStamp(Path manifest, long size, FileTime modified) {
    /** The stamp now; empty if no MANIFEST can be found. */
    static Optional<ManifestStamp> of(Path directory, Set<String> names) {
        try {
            Path manifest = ManifestPointer.read(directory, names).manifest();
            BasicFileAttributes attributes = Files.readAttributes(manifest, BasicFileAttributes.class);
            return Optional.of(new ManifestStamp(manifest, attributes.size(), attributes.lastModifiedTime()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
