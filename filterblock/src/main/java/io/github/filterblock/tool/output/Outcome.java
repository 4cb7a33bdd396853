// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool.output;

import io.github.filterblock.Finding;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.TableVerdict.Reason;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The result of a verb about a file, or the reason why there is none. Every form of output prints this value.
 *
 * @param <T> the verb's result
 * @param name the file's name as forms of output name it
 * @param path the file, unless it is on another machine
 * @param status the outcome in one word
 * @param reason why it is not simply ok
 * @param exitStatus the exit status of the process if this is the only file
 * @param found the result; nothing if the verb failed
 * @param findings the broken rule, where the verb failed over a damaged file
 */
public record Outcome<T>(
        String name,
        Optional<Path> path,
        String status,
        Optional<String> reason,
        int exitStatus,
        Optional<T> found,
        List<Finding> findings) {

    /** The outcome for a table that was examined. */
    public static <T> Outcome<T> of(Path file, TableStatus status, Optional<Reason> reason, T found) {
        return of(file, status.id(), reason.map(Outcome::text), ExitStatus.of(status), found);
    }

    /** The outcome for a table that was examined, wherever it lies. */
    public static <T> Outcome<T> of(String name, TableStatus status, Optional<Reason> reason, T found) {
        return new Outcome<>(
                name,
                Optional.empty(),
                status.id(),
                reason.map(Outcome::text),
                ExitStatus.of(status),
                Optional.of(found),
                List.of());
    }

    /** The outcome of anything else that worked. */
    public static <T> Outcome<T> of(Path file, String status, Optional<String> reason, int exitStatus, T found) {
        return new Outcome<>(
                Names.of(file), Optional.of(file), status, reason, exitStatus, Optional.of(found), List.of());
    }

    /** A failure about a table. */
    public static <T> Outcome<T> failed(Path file, TableStatus status, String reason) {
        return failed(file, status.id(), reason, ExitStatus.of(status));
    }

    /** A failure about a table, wherever it is stored. */
    public static <T> Outcome<T> failed(String name, TableStatus status, String reason) {
        return new Outcome<>(
                name,
                Optional.empty(),
                status.id(),
                Optional.of(reason),
                ExitStatus.of(status),
                Optional.empty(),
                List.of());
    }

    /** A failure for a reason that has a word of its own. */
    public static <T> Outcome<T> failed(Path file, String status, String reason, int exitStatus) {
        return new Outcome<>(
                Names.of(file),
                Optional.of(file),
                status,
                Optional.of(reason),
                exitStatus,
                Optional.empty(),
                List.of());
    }

    /** The same with the rule that is broken. */
    public Outcome<T> with(Finding finding) {
        return new Outcome<>(name, path, status, reason, exitStatus, found, List.of(finding));
    }

    /** The same with the exit status at least that of something found, if it was found. */
    public Outcome<T> orFound(boolean something) {
        int least = something ? ExitStatus.FOUND : ExitStatus.WELL;
        return new Outcome<>(name, path, status, reason, Math.max(least, exitStatus), found, findings);
    }

    /** A reason in one line, which starts with the offset in the file where there is one. */
    public static String text(Reason reason) {
        return reason.offset().isPresent() ? at(reason.offset().getAsLong(), reason.detail()) : reason.detail();
    }

    /** A statement about a place in a file, in one line. */
    public static String at(long offset, String detail) {
        return "offset " + Long.toUnsignedString(offset) + ": " + detail;
    }

    /** The file on this machine. */
    public Path file() {
        return path.orElseThrow();
    }

    /** The status of a table. */
    public TableStatus tableStatus() {
        return Stream.of(TableStatus.values())
                .filter(value -> value.id().equals(status))
                .findFirst()
                .orElseThrow();
    }
}
