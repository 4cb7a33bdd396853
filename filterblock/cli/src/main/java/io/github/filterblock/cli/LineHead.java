// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.gson.JsonParseException;
import io.github.filterblock.analysis.TableStatus;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which table a line of {@code verify} or {@code audit} is about, and its result.
 *
 * @param file the table's name
 * @param status its status
 */
public record LineHead(String file, TableStatus status) {
    private record Members(@Nullable String file, @Nullable String status) {}

    /**
     * Reads a line back.
     *
     * @param verb {@code verify} or {@code audit}
     * @return nothing if it is not such a line, or is cut short
     */
    public static Optional<LineHead> read(String line, String verb) {
        try {
            Members members = Json.read(line, "filterblock." + verb + "/1", Members.class);
            return members.file == null || members.status == null
                    ? Optional.empty()
                    : TableStatus.withId(members.status).map(status -> new LineHead(members.file, status));
        } catch (JsonParseException e) {
            return Optional.empty();
        }
    }
}
