// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code filterblock.failure/1}: stands in the place of a command's own record where there is none, whatever the
 * command is.
 *
 * @param command the command that failed
 * @param file the file or directory with which it failed
 * @param status the result in a word
 * @param reason why, in one line
 * @param findings the rules that a damaged file breaks, the one that prevents reading it first; none for any other
 *     failure
 * @param obsolete whether the MANIFEST beside the table does not name it; null where there is none, or the command does
 *     not look for one
 */
public record FailureDocument(
        String schema,
        String command,
        String file,
        String status,
        String reason,
        List<Found> findings,
        @Nullable Boolean obsolete)
        implements Document {
    static FailureDocument of(String command, Failure failure, @Nullable Boolean obsolete) {
        return new FailureDocument(
                "filterblock.failure/1",
                command,
                failure.file(),
                failure.status(),
                failure.reason(),
                failure.findings().stream().map(Found::of).toList(),
                obsolete);
    }
}
