// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.io.PrintWriter;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A line on the error output that says how far the work is: only on a terminal, not in the first second, a few times a
 * second. It is erased before anything else is printed and at the end. Not thread-safe.
 */
final class Progress implements AutoCloseable {
    private static final long NANOS = 1_000_000_000L;
    private static final long FIRST_AFTER = NANOS;
    private static final long AGAIN_AFTER = NANOS / 5;
    private static final long SECONDS_OF_A_MINUTE = 60;
    private static final long MINUTES_OF_AN_HOUR = 60;

    private final PrintWriter err;
    private final Terminals terminals;
    private final Supplier<Total> counter;
    private final LongSupplier bytes;
    private final long start;
    private @Nullable Total total;
    private long done;
    private long shownAt;
    private int shownLength;

    /** All files, and their bytes; empty where that is not known. */
    record Total(OptionalLong files, OptionalLong bytes) {}

    /**
     * Starts to measure files.
     *
     * @param err where the line is shown
     * @param terminals whether that is a terminal; nothing is ever shown if not
     * @param counter counts all files; called at most once, and only when the line is shown
     */
    Progress(PrintWriter err, Terminals terminals, Supplier<OptionalLong> counter) {
        this(err, terminals, () -> new Total(counter.get(), OptionalLong.empty()), () -> 0);
    }

    /**
     * Starts to measure files and bytes.
     *
     * @param err where the line is shown
     * @param terminals whether that is a terminal; nothing is ever shown if not
     * @param counter counts all files and bytes; called at most once, and only when the line is shown
     * @param bytes gives the number of bytes that are done
     */
    Progress(PrintWriter err, Terminals terminals, Supplier<Total> counter, LongSupplier bytes) {
        this.err = err;
        this.terminals = terminals;
        this.counter = counter;
        this.bytes = bytes;
        this.start = now();
        this.shownAt = start + FIRST_AFTER - AGAIN_AFTER;
    }

    /** Starts to measure the work of a verb. */
    static Progress of(Verb<?> verb, Supplier<OptionalLong> counter) {
        return new Progress(verb.err(), verb.session().terminals(), counter);
    }

    /** Starts to measure the work of a verb on tables. */
    static Progress ofTables(Verb<?> verb, Supplier<Total> counter) {
        return new Progress(
                verb.err(), verb.session().terminals(), counter, verb.session().bytesRead()::sum);
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
        if (total == null) {
            total = counter.get();
        }
        long now = now();
        String line = line(total, (double) (now - start) / NANOS);
        err.print("\r" + line + " ".repeat(Math.max(0, shownLength - line.length())));
        err.flush();
        shownLength = line.length();
        shownAt = now;
    }

    private String line(Total all, double seconds) {
        String files = Formats.number(done) + of(all.files().stream().mapToObj(Formats::number)) + " files";
        if (all.bytes().isEmpty()) {
            return files + ", " + Formats.number(Math.round(done / seconds)) + " a second";
        }
        long size = all.bytes().getAsLong();
        long read = Math.min(size, bytes.getAsLong());
        long rate = Math.round(read / seconds);
        return (all.files().equals(OptionalLong.of(1)) ? "" : files + ", ")
                + Formats.bytes(read) + " of " + Formats.bytes(size) + ", " + Formats.bytes(rate) + " a second"
                + (rate == 0 ? "" : ", " + time((size - read) / rate) + " left");
    }

    private static String of(Stream<String> all) {
        return all.map(number -> " of " + number).collect(Collectors.joining());
    }

    private static String time(long seconds) {
        if (seconds < SECONDS_OF_A_MINUTE) {
            return seconds + " s";
        }
        long minutes = seconds / SECONDS_OF_A_MINUTE;
        return minutes < MINUTES_OF_AN_HOUR
                ? minutes + " min"
                : minutes / MINUTES_OF_AN_HOUR + " h " + minutes % MINUTES_OF_AN_HOUR + " min";
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
