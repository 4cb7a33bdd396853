// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.io.PrintWriter;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * A line on the error output that says how far the work is: only on a terminal, not in the first second, a few times a
 * second. It is erased before anything else is printed and at the end. Not thread-safe.
 */
final class Progress implements AutoCloseable {
    private static final long NANOS = 1_000_000_000L;
    private static final long FIRST_AFTER = NANOS;
    private static final long AGAIN_AFTER = NANOS / 5;

    private final PrintWriter err;
    private final Terminals terminals;
    private final Supplier<OptionalLong> counter;
    private final long start;
    private OptionalLong total = OptionalLong.empty();
    private boolean counted;
    private long done;
    private long shownAt;
    private int shownLength;

    /**
     * Starts to measure.
     *
     * @param err where the line is shown
     * @param terminals whether that is a terminal; nothing is ever shown if not
     * @param counter counts all files; called at most once, and only when the line is shown
     */
    Progress(PrintWriter err, Terminals terminals, Supplier<OptionalLong> counter) {
        this.err = err;
        this.terminals = terminals;
        this.counter = counter;
        this.start = now();
        this.shownAt = start + FIRST_AFTER - AGAIN_AFTER;
    }

    /** Starts to measure the work of a verb. */
    static Progress of(Verb<?> verb, Supplier<OptionalLong> counter) {
        return new Progress(verb.err(), verb.session().terminals(), counter);
    }

    /** One more file is done. */
    void fileDone() {
        done++;
    }

    /** Shows the line if it is time. */
    void show() {
        if (!terminals.errorIsTerminal() || now() - shownAt < AGAIN_AFTER) {
            return;
        }
        if (!counted) {
            counted = true;
            total = counter.get();
        }
        long now = now();
        long perSecond = Math.round(done / ((double) (now - start) / NANOS));
        String all = total.isPresent() ? " of " + Formats.number(total.getAsLong()) : "";
        String line = Formats.number(done) + all + " files, " + Formats.number(perSecond) + " a second";
        err.print("\r" + line + " ".repeat(Math.max(0, shownLength - line.length())));
        err.flush();
        shownLength = line.length();
        shownAt = now;
    }

    private long now() {
        return terminals.clock().getAsLong();
    }

    /** Makes room on the terminal for what is printed next to the standard output. */
    void beforeOutput() {
        if (terminals.outputIsTerminal()) {
            erase();
        }
    }

    /** Makes room for what is printed next to the error output. */
    void erase() {
        if (shownLength > 0) {
            err.print("\r" + " ".repeat(shownLength) + "\r");
            err.flush();
            shownLength = 0;
        }
    }

    @Override
    public void close() {
        erase();
    }
}
