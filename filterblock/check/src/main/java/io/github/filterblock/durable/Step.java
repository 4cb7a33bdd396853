// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;

/** A step of writing that can fail. */
@FunctionalInterface
interface Step {
    void run() throws IOException;

    /**
     * Runs a step; its exceptions name the output, the step and the reason.
     *
     * @param output the output's name, for people
     * @param what the step, such as {@code "writing"}
     */
    static void run(Object output, String what, Step step) throws FileSystemException {
        try {
            step.run();
        } catch (IOException e) {
            if (e instanceof FileAlreadyExistsException there
                    && output.toString().equals(there.getFile())) {
                throw there;
            }
            FileSystemException named =
                    new FileSystemException(output.toString(), null, what + " failed: " + FailureReason.of(e));
            named.initCause(e);
            throw named;
        }
    }
}
