// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import java.io.IOException;
import java.nio.file.Path;

/** Looks at a file that was written before it gets its name. */
@FunctionalInterface
public interface Check {
    /** Takes any file. */
    Check NONE = written -> {};

    /**
     * Looks at the file.
     *
     * @param written the file under its temporary name; complete, forced to the disk
     * @throws IOException if it is wrong; then it does not get its name
     */
    void check(Path written) throws IOException;
}
