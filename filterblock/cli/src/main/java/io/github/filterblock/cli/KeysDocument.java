// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code filterblock.keys/1}: what {@code keys} says about a table, after its entries.
 *
 * @param file its name, as it was given or found
 * @param status that of the table, as far as it was read
 * @param reason why not all entries could be shown, or not as the database shows them; null if they were
 * @param tags whether stored keys have a tag; null if that is not known, so that they are shown as they are stored
 * @param entries how many entries were shown
 */
record KeysDocument(
        String schema,
        String file,
        String status,
        @Nullable String reason,
        @Nullable Boolean tags,
        long entries) implements Document {
    /**
     * {@code filterblock.keys.entry/1}.
     *
     * @param file the table's name
     * @param blockOffset offset in the file of the entry's data block, in bytes
     * @param key the user key, or the stored key if it has no tag, in hexadecimal digits
     * @param sequence the sequence number that counts; null if the key has no tag
     * @param kind what the entry does, a word, or a number for a kind that is not known; null if the key has no tag
     * @param value as it is stored, in hexadecimal digits; null where values were not asked for or are not decoded
     */
    record Entry(
            String schema,
            String file,
            long blockOffset,
            String key,
            @Nullable Long sequence,
            @Nullable String kind,
            @Nullable String value) {}

    /**
     * {@code filterblock.keys.sum/1}, the last line.
     *
     * @param files how many files were read
     * @param statuses how many of them have which status
     * @param entries how many entries were shown
     * @param obsolete how many tables were left out, since the MANIFEST beside them does not name them
     */
    record Sum(String schema, long files, Map<String, Long> statuses, long entries, long obsolete) {}
}
