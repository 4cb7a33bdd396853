// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.io.PrintWriter;

/**
 * A form of output for the results of one verb. Stateless: several threads print with one form.
 *
 * @param <R> the result
 */
public interface Form<R> {
    /**
     * Prints a result.
     *
     * @param result what to print
     * @param out takes the result
     * @param err takes remarks and failures that must not be mixed up with results
     */
    void print(R result, PrintWriter out, PrintWriter err);
}
