// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import io.github.filterblock.analysis.TableStatus;

/** The exit statuses; with several files the largest counts. */
final class ExitStatus {
    static final int WELL = 0;
    static final int FOUND = 1;
    static final int USAGE = 2;
    static final int UNREADABLE = 3;

    private ExitStatus() {}

    static int of(TableStatus status) {
        return switch (status) {
            case OK, NO_FILTER, UNKNOWN_POLICY -> WELL;
            case FINDINGS, CORRUPT -> FOUND;
            case NOT_A_TABLE, UNREADABLE -> UNREADABLE;
        };
    }
}
