// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.Findings;
import io.github.filterblock.analysis.Presence;
import io.github.filterblock.analysis.RangeDeletions;
import io.github.filterblock.analysis.SoughtKeys;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.database.NewestEntries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code filterblock.query/1}.
 *
 * @param search how the data block of a key is found
 * @param answers in the order of the questions, each given when it is taken
 * @param obsolete whether the MANIFEST beside the table does not name it; null where there is none
 */
record QueryDocument(
        String schema,
        String file,
        String status,
        @Nullable String reason,
        @Nullable Searched search,
        Iterator<Answer> answers,
        @Nullable Boolean obsolete)
        implements Document {
    private static final String SKIPPED = "skipped";

    /**
     * A question about a key.
     *
     * @param key the bytes
     * @param text the key as it was written; null where a data block was named
     * @param blockOffset the data block whose filter is asked, unsigned; empty for a plain key
     */
    record Question(byte[] key, @Nullable String text, OptionalLong blockOffset) {}

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
     */
    record Answer(
            String key,
            @Nullable String text,
            @Nullable BigInteger blockOffset,
            String answer,
            boolean deleted,
            @Nullable Long sequence,
            @Nullable String filter) {
        boolean isPresent() {
            return answer.equals(Presence.PRESENT.id());
        }

        boolean isAbsent() {
            return answer.equals(Presence.ABSENT.id());
        }

        boolean mayMatch() {
            return answer.equals(Presence.MAY_MATCH.id());
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
     * What is known of a table beside its own report.
     *
     * @param obsolete whether the MANIFEST beside it does not name it; null where there is none
     * @param table how its entries count among those of other tables
     * @param findings what is wrong with it as a part of the database
     */
    record Beside(@Nullable Boolean obsolete, NewestEntries.Table table, Findings findings) {
        boolean isObsolete() {
            return Boolean.TRUE.equals(obsolete);
        }
    }

    /** Looks for keys in a table that was examined before. */
    interface Seeker {
        SoughtKeys seek(TableReport report, List<byte[]> keys) throws IOException, Failure;
    }

    /** The answers of a table. They end before a wrong question, so that the output is whole. */
    private static final class Answers implements Iterator<Answer> {
        private final TableReport report;
        private final TableQuery query;
        private final Iterator<Question> questions;
        private final Seeker seeker;
        private final Beside beside;
        private final @Nullable QueryTally tally;
        private final QueryTally.OfTable ofTable = new QueryTally.OfTable();
        private boolean found;
        private QuestionBatch batch;
        private SoughtKeys sought;
        private int asked;
        private int place;
        private boolean anyPresent;
        private @Nullable RuntimeException failure;

        Answers(
                TableReport report,
                FirstBatch first,
                Iterator<Question> questions,
                Seeker seeker,
                Beside beside,
                @Nullable QueryTally tally) {
            this.beside = beside;
            this.report = report;
            this.query = new TableQuery(report);
            this.batch = first.batch();
            this.sought = first.sought();
            this.questions = questions;
            this.seeker = seeker;
            this.tally = tally;
        }

        @Override
        public boolean hasNext() {
            if (failure != null) {
                return false;
            }
            if (asked == batch.questions().size()) {
                failure = batch.failure();
                if (failure == null) {
                    nextBatch();
                }
            }
            return failure == null && asked < batch.questions().size();
        }

        private void nextBatch() {
            asked = 0;
            batch = QuestionBatch.next(questions);
            List<byte[]> keys = batch.keys();
            if (!keys.isEmpty()) {
                try {
                    sought = seeker.seek(report, keys);
                } catch (IOException e) {
                    failure = new UncheckedIOException(e);
                } catch (Failure e) {
                    failure = new UncheckedIOException(new IOException(e.reason(), e));
                }
            }
        }

        @Override
        public Answer next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Answer answer = answer(batch.questions().get(asked++));
            found |= answer.isAbsent() || answer.text() != null && !answer.isPresent();
            anyPresent |= answer.isPresent();
            ofTable.add(answer);
            place++;
            return answer;
        }

        private Answer answer(Question question) {
            String key = HexFormat.of().formatHex(question.key());
            if (question.blockOffset().isPresent()) {
                long offset = question.blockOffset().getAsLong();
                String word = word(query.askFilter(offset, question.key()));
                return new Answer(key, null, Formats.unsigned(offset), word, false, null, word);
            }
            TableQuery.Result result = query.find(question.key(), sought);
            OptionalLong range = beside.table().deletions().newest(question.key());
            if (tally != null && !beside.isObsolete()) {
                tally.newest().add(beside.table(), place, question.key(), result);
            }
            OptionalLong block = result.blockOffset();
            OptionalLong sequence = result.sequence();
            boolean isHidden = sequence.isPresent() && range.isPresent() && range.getAsLong() > sequence.getAsLong();
            return new Answer(
                    key,
                    question.text(),
                    block.isPresent() ? Formats.unsigned(block.getAsLong()) : null,
                    result.presence().id(),
                    result.deleted() || isHidden,
                    sequence.isPresent()
                            ? (Long) beside.table().commonSequence().orElse(sequence.getAsLong())
                            : null,
                    result.filter().map(QueryDocument::word).orElse(null));
        }

        /** A key that is in one table is absent from most others of a directory. */
        int exitStatus() {
            if (failure != null) {
                throw failure;
            }
            if (tally != null && beside.isObsolete()) {
                tally.addObsolete(ofTable);
            } else if (tally != null) {
                tally.add(ofTable);
            }
            return found && tally == null ? ExitStatus.FOUND : ExitStatus.WELL;
        }
    }

    /** The first questions, and which of their keys were found while the table was examined. */
    record FirstBatch(QuestionBatch batch, SoughtKeys sought) {}

    /**
     * The answers about a table that was examined.
     *
     * @param questions those after the first batch
     * @param tally counts which keys are in which tables of a directory; null for a single table
     */
    static QueryDocument of(
            String file,
            TableReport report,
            FirstBatch first,
            Iterator<Question> questions,
            Seeker seeker,
            Beside beside,
            @Nullable QueryTally tally) {
        Answers answers = new Answers(report, first, questions, seeker, beside, tally);
        return new QueryDocument(
                Document.schema(QueryDocument.class),
                file,
                report.status().id(),
                reason(report, beside),
                Searched.of(answers.query),
                answers,
                beside.obsolete());
    }

    private static @Nullable String reason(TableReport report, Beside beside) {
        List<String> reasons = Stream.of(
                        Optional.ofNullable(InspectDocument.reason(report.verdict())),
                        ranges(beside.table().deletions()),
                        faults(beside.findings()))
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

    /** A program may not find keys that a table has. */
    private static Optional<String> faults(Findings findings) {
        return findings.first().stream()
                .findFirst()
                .map(first -> first.message()
                        + (findings.count() == 1
                                ? ""
                                : "; verify has " + Formats.number(findings.count() - 1, "more finding")));
    }

    /** Whether the table is not what the database around it says. */
    boolean hasFindings() {
        return answers instanceof Answers given && !given.beside.findings().isEmpty();
    }

    /** Whether the table has a key that the database's program may not find. */
    boolean isDoubtful() {
        return hasFindings() && answers instanceof Answers given && given.anyPresent;
    }

    /** What is said about a table that was not read, since the MANIFEST says that it has none of the keys. */
    static QueryDocument skipped(String file) {
        return new QueryDocument(
                Document.schema(QueryDocument.class),
                file,
                SKIPPED,
                "all keys lie outside the range that the MANIFEST gives, so the database does not look for them here",
                null,
                List.<Answer>of().iterator(),
                false);
    }

    /** What is said about a table that could not be examined. */
    static QueryDocument of(Failure failure, @Nullable Boolean obsolete) {
        Map<String, Object> known = new HashMap<>();
        known.put("obsolete", obsolete);
        return Document.failed(QueryDocument.class, failure, known);
    }

    /** An answer in one word. */
    static String word(boolean mayMatch) {
        return mayMatch ? "may-match" : "absent";
    }

    /** Whether the table was not read, since none of the keys can be in it. */
    boolean isSkipped() {
        return status.equals(SKIPPED);
    }

    /** Also says whether a key was not found; throws the exception that ended the answers. */
    @Override
    public int exitStatus() {
        int ofTable = isSkipped() ? ExitStatus.WELL : ExitStatus.of(status);
        return answers instanceof Answers given ? Math.max(ofTable, given.exitStatus()) : ofTable;
    }
}
