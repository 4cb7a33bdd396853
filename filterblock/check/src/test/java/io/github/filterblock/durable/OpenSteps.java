// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import java.io.IOException;
import java.nio.file.Path;

/** Steps of writing that a test of another package changes. */
public class OpenSteps extends FileSteps {
    /** Makes a directory that is filled by these steps. */
    public AtomicDirectory directory(Path target) throws IOException {
        return AtomicDirectory.create(target, this);
    }
}
