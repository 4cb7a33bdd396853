// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.columns;

import java.util.Objects;

/** A block is not one of columns; the message says what is wrong where in it. The caller knows file and offset. */
public final class MalformedColumnsException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedColumnsException(String message) {
        super(message);
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }
}
