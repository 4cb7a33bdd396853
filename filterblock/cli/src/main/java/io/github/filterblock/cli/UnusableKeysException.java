// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.io.IOException;
import java.nio.file.Path;

/** Not all keys of a file are known, so no filter may be made of them. */
final class UnusableKeysException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Path file;
    private final String status;
    private final int exitStatus;

    UnusableKeysException(Path file, String status, String reason, int exitStatus) {
        super(reason);
        this.file = file;
        this.status = status;
        this.exitStatus = exitStatus;
    }

    Path file() {
        return file;
    }

    String status() {
        return status;
    }

    int exitStatus() {
        return exitStatus;
    }
}
