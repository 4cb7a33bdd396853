// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableStatus;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The exit statuses; with several files the largest counts. */
public final class ExitStatus {
    public static final int WELL = 0;
    public static final int FOUND = 1;
    public static final int USAGE = 2;
    public static final int UNREADABLE = 3;

    private static final Set<TableStatus> WHERE_ALL_IS_WELL =
            EnumSet.of(TableStatus.OK, TableStatus.NO_FILTER, TableStatus.UNKNOWN_POLICY);
    private static final Set<TableStatus> WHERE_SOMETHING_IS_FOUND =
            EnumSet.of(TableStatus.FINDINGS, TableStatus.INCOMPLETE, TableStatus.CORRUPT);

    private ExitStatus() {}

    /** {@return the exit status that belongs to the status of a table, a word} */
    public static int of(@Nullable String status) {
        TableStatus known = status == null ? null : TableStatus.withId(status).orElse(null);
        if (known == null) {
            return UNREADABLE;
        }
        return WHERE_ALL_IS_WELL.contains(known) ? WELL : WHERE_SOMETHING_IS_FOUND.contains(known) ? FOUND : UNREADABLE;
    }

    /** {@return whether a table of this status is well} */
    static boolean isWell(@Nullable String status) {
        return of(status) == WELL;
    }
}
