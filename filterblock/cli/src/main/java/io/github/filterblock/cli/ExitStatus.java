// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableStatus;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The exit statuses; with several files the largest counts. */
public final class ExitStatus {
    public static final int WELL = 0;
    public static final int FOUND = 1;
    public static final int USAGE = 2;
    public static final int UNREADABLE = 3;

    private ExitStatus() {}

    /** {@return the exit status that belongs to the status of a table, a word} */
    public static int of(@Nullable String status) {
        return Optional.ofNullable(status)
                .flatMap(TableStatus::withId)
                .map(ExitStatus::of)
                .orElse(UNREADABLE);
    }

    private static int of(TableStatus status) {
        return switch (status) {
            case OK, NO_FILTER, UNKNOWN_POLICY -> WELL;
            case FINDINGS, CORRUPT -> FOUND;
            case NOT_A_TABLE, UNREADABLE -> UNREADABLE;
        };
    }
}
