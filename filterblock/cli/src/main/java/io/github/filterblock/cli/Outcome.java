// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.Finding;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.TableVerdict;
import io.github.filterblock.analysis.TableVerdict.Reason;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The result of a verb about a file, or the reason why there is none. Every form of output prints this value.
 *
 * @param <T> the verb's result
 * @param subject the file
 * @param status the outcome in one word
 * @param reason why it is not simply ok
 * @param exitStatus the exit status of the process if this is the only file
 * @param found the result; nothing if the verb failed
 * @param findings the broken rule, where the verb failed over a damaged file
 */
public record Outcome<T>(
        Subject subject,
        String status,
        Optional<String> reason,
        int exitStatus,
        Optional<T> found,
        List<Finding> findings) {

    /** The outcome for a table that was examined. */
    public static <T> Outcome<T> of(Subject table, TableVerdict verdict, T found) {
        TableStatus status = verdict.status();
        return of(table, status.id(), verdict.reason().map(Outcome::text), ExitStatus.of(status), found);
    }

    /** The outcome for a table in a file. */
    public static <T> Outcome<T> of(Path file, TableVerdict verdict, T found) {
        return of(Subject.of(file), verdict, found);
    }

    /** The outcome where all is well. */
    public static <T> Outcome<T> ok(Path file, T found) {
        return of(Subject.of(file), TableStatus.OK.id(), Optional.empty(), ExitStatus.WELL, found);
    }

    /** The outcome of anything else that worked. */
    public static <T> Outcome<T> of(Subject file, String status, Optional<String> reason, int exitStatus, T found) {
        return new Outcome<>(file, status, reason, exitStatus, Optional.of(found), List.of());
    }

    /** A failure about a table. */
    public static <T> Outcome<T> failed(Subject table, TableStatus status, String reason) {
        return failed(table, status.id(), reason, ExitStatus.of(status));
    }

    /** A failure about a table in a file. */
    public static <T> Outcome<T> failed(Path file, TableStatus status, String reason) {
        return failed(Subject.of(file), status, reason);
    }

    /** A failure for a reason that has a word of its own. */
    public static <T> Outcome<T> failed(Subject file, String status, String reason, int exitStatus) {
        return new Outcome<>(file, status, Optional.of(reason), exitStatus, Optional.empty(), List.of());
    }

    /** The same with the rule that is broken. */
    public Outcome<T> with(Finding finding) {
        return new Outcome<>(subject, status, reason, exitStatus, found, List.of(finding));
    }

    /** The same with the exit status at least that of something found, if it was found. */
    public Outcome<T> orFound(boolean something) {
        int least = something ? ExitStatus.FOUND : ExitStatus.WELL;
        return new Outcome<>(subject, status, reason, Math.max(least, exitStatus), found, findings);
    }

    /** A reason in one line, which starts with the offset in the file where there is one. */
    public static String text(Reason reason) {
        return reason.offset().isPresent() ? at(reason.offset().getAsLong(), reason.detail()) : reason.detail();
    }

    /** A statement about a place in a file, in one line. */
    public static String at(long offset, String detail) {
        return "offset " + Long.toUnsignedString(offset) + ": " + detail;
    }

    /** The file's name as forms of output name it. */
    public String name() {
        return subject.name();
    }

    /** The file on this machine. */
    public Path file() {
        return subject.path().orElseThrow();
    }

    /** The status of a table. */
    public TableStatus tableStatus() {
        return TableStatus.withId(status).orElseThrow();
    }
}
