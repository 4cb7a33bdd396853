// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.Findings;
import io.github.filterblock.analysis.Presence;
import io.github.filterblock.analysis.RangeDeletions;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code filterblock.query/1}.
 *
 * @param fault what is wrong with the table as a part of its database, whose program may not find its keys; null if
 *     nothing is
 * @param search how the data block of a key is found; null if the table was not read
 * @param answers in the order of the questions
 * @param obsolete whether the MANIFEST beside the table does not name it; null where there is none
 */
record QueryDocument(
        String schema,
        String file,
        String status,
        @Nullable String reason,
        @Nullable String fault,
        @Nullable Searched search,
        List<Answer> answers,
        @Nullable Boolean obsolete)
        implements Document {
    private static final String SKIPPED = "skipped";

    /**
     * The answer to a question.
     *
     * @param key in hexadecimal digits
     * @param text the key as it was written, null where a data block was named
     * @param blockOffset the data block of the newest entry of the key; of a key without one, the block whose filter
     *     was asked, or let it pass; null if no block was asked, or every one denied the key
     * @param answer {@code present}, {@code absent}, {@code false-positive} or {@code may-match}
     * @param deleted whether the newest entry of the key, or a range of the same table, deletes it
     * @param sequence the sequence number of the newest entry; null if there is no entry, or its number is not known
     * @param filter what the filter answers alone, {@code absent} or {@code may-match}; null if it could deny no key
     * @param hiddenByHashIndex whether RocksDB's {@code Get} does not find the newest entry (RF-12)
     */
    record Answer(
            String key,
            @Nullable String text,
            @Nullable BigInteger blockOffset,
            String answer,
            boolean deleted,
            @Nullable Long sequence,
            @Nullable String filter,
            boolean hiddenByHashIndex) {
        /** What the filter says to a question that names a data block. */
        static Answer ofBlock(Question question, TableQuery query) {
            long offset = question.blockOffset().orElseThrow();
            String word = word(query.askFilter(offset, question.key()));
            return new Answer(hex(question), null, Formats.unsigned(offset), word, false, null, word, false);
        }

        /**
         * What a table says of a key.
         *
         * @param key how the file has the key
         * @param deletions the ranges that the table deletes
         * @param commonSequence the number that counts for every entry; empty if those of the tags do
         */
        static Answer ofKey(
                Question question,
                byte[] key,
                TableQuery.Result result,
                RangeDeletions deletions,
                OptionalLong commonSequence) {
            OptionalLong range = deletions.newest(key);
            OptionalLong block = result.blockOffset();
            OptionalLong sequence = result.sequence();
            boolean isHidden = sequence.isPresent() && range.isPresent() && range.getAsLong() > sequence.getAsLong();
            return new Answer(
                    hex(question),
                    question.text(),
                    block.isPresent() ? Formats.unsigned(block.getAsLong()) : null,
                    result.presence().id(),
                    result.deleted() || isHidden,
                    sequence.isPresent() ? (Long) commonSequence.orElse(sequence.getAsLong()) : null,
                    result.filter().map(QueryDocument::word).orElse(null),
                    result.hidden());
        }

        private static String hex(Question question) {
            return HexFormat.of().formatHex(question.key());
        }

        boolean isPresent() {
            return answer.equals(Presence.PRESENT.id());
        }

        boolean isAbsent() {
            return answer.equals(Presence.ABSENT.id());
        }

        boolean mayMatch() {
            return answer.equals(Presence.MAY_MATCH.id());
        }

        /** Whether a key is not there, or the filter denies one in a data block that was named. */
        boolean isMissed() {
            return isAbsent() || text != null && !isPresent();
        }

        /** The answer in words. */
        String words() {
            return answer.replace('-', ' ') + (deleted ? " (deleted)" : "");
        }

        /** Whether the filter denies a key that is there. */
        boolean isDeniedWrongly() {
            return isPresent() && Presence.ABSENT.id().equals(filter);
        }
    }

    /**
     * The answers about a table that was examined.
     *
     * @param deletions the ranges that it deletes
     * @param findings what is wrong with it as a part of the database
     */
    static QueryDocument of(
            String file,
            TableReport report,
            Searched search,
            List<Answer> answers,
            RangeDeletions deletions,
            Findings findings,
            @Nullable Boolean obsolete) {
        return new QueryDocument(
                Document.schema(QueryDocument.class),
                file,
                report.status().id(),
                reason(report, deletions),
                fault(findings),
                search,
                answers,
                obsolete);
    }

    private static @Nullable String reason(TableReport report, RangeDeletions deletions) {
        List<String> reasons = Stream.of(
                        Optional.ofNullable(InspectDocument.reason(report.verdict())), ranges(deletions))
                .flatMap(Optional::stream)
                .toList();
        return reasons.isEmpty() ? null : String.join("; ", reasons);
    }

    private static Optional<String> ranges(RangeDeletions deletions) {
        if (deletions.isEmpty()) {
            return Optional.empty();
        }
        String start = "the table deletes ranges of keys, which may hide entries of ";
        return Optional.of(deletions
                .obstacle()
                .map(why -> start + "it and of other tables: " + why)
                .orElse(start + "other tables"));
    }

    private static @Nullable String fault(Findings findings) {
        return findings.first().stream()
                .findFirst()
                .map(first -> first.message()
                        + (findings.count() == 1
                                ? ""
                                : "; verify has " + Formats.number(findings.count() - 1, "more finding")))
                .orElse(null);
    }

    /** What is said about a table that was not read, since the MANIFEST says that it has none of the keys. */
    static QueryDocument skipped(String file) {
        return new QueryDocument(
                Document.schema(QueryDocument.class),
                file,
                SKIPPED,
                "all keys lie outside the range that the MANIFEST gives, so the database does not look for them here",
                null,
                null,
                List.of(),
                false);
    }

    /** What is said about a table that was not read, since it is obsolete. */
    static QueryDocument obsolete(String file) {
        String reason = "the MANIFEST does not name the table; --obsolete asks it";
        return new QueryDocument(
                Document.schema(QueryDocument.class), file, SKIPPED, reason, null, null, List.of(), true);
    }

    /** An answer in one word. */
    static String word(boolean mayMatch) {
        return mayMatch ? "may-match" : "absent";
    }

    /** Whether the table was not read, since none of the keys can be in it. */
    boolean isSkipped() {
        return status.equals(SKIPPED);
    }

    /** Whether the table has one of the keys. */
    boolean hasAny() {
        return answers.stream().anyMatch(Answer::isPresent);
    }

    /** Why the answers are not simply to be believed; empty if they are. */
    Optional<String> doubts() {
        String all = Stream.of(reason, fault)
                .flatMap(Stream::ofNullable)
                .reduce((first, second) -> first + "; " + second)
                .orElse("");
        return all.isEmpty() ? Optional.empty() : Optional.of(all);
    }

    @Override
    public int exitStatus() {
        boolean isAnyHidden = answers.stream().anyMatch(Answer::hiddenByHashIndex);
        return isSkipped()
                ? ExitStatus.WELL
                : Math.max(ExitStatus.of(status), isAnyHidden ? ExitStatus.FOUND : ExitStatus.WELL);
    }
}
