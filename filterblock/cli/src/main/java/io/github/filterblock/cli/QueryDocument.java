// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.Presence;
import io.github.filterblock.analysis.SoughtKeys;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
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

    /** The beginning of the names under which RocksDB and Pebble keep deletions of ranges. */
    private static final String RANGE_DELETIONS = "rocksdb.range_del";

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
     * @param deleted whether the newest entry of the key deletes it
     * @param filter what the filter answers alone, {@code absent} or {@code may-match}; null if it could deny no key
     */
    record Answer(
            String key,
            @Nullable String text,
            @Nullable BigInteger blockOffset,
            String answer,
            boolean deleted,
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
        private final boolean obsolete;
        private final @Nullable QueryTally tally;
        private final QueryTally.OfTable ofTable = new QueryTally.OfTable();
        private boolean found;
        private QuestionBatch batch;
        private SoughtKeys sought;
        private int asked;
        private @Nullable RuntimeException failure;

        Answers(
                TableReport report,
                FirstBatch first,
                Iterator<Question> questions,
                Seeker seeker,
                boolean obsolete,
                @Nullable QueryTally tally) {
            this.obsolete = obsolete;
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
            ofTable.add(answer);
            return answer;
        }

        private Answer answer(Question question) {
            String key = HexFormat.of().formatHex(question.key());
            if (question.blockOffset().isPresent()) {
                long offset = question.blockOffset().getAsLong();
                String word = word(query.askFilter(offset, question.key()));
                return new Answer(key, null, Formats.unsigned(offset), word, false, word);
            }
            TableQuery.Result result = query.find(question.key(), sought);
            OptionalLong block = result.blockOffset();
            return new Answer(
                    key,
                    question.text(),
                    block.isPresent() ? Formats.unsigned(block.getAsLong()) : null,
                    result.presence().id(),
                    result.deleted(),
                    result.filter().map(QueryDocument::word).orElse(null));
        }

        /** A key that is in one table is absent from most others of a directory. */
        int exitStatus() {
            if (failure != null) {
                throw failure;
            }
            if (tally != null && obsolete) {
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
            @Nullable Boolean obsolete,
            @Nullable QueryTally tally) {
        Answers answers = new Answers(report, first, questions, seeker, Boolean.TRUE.equals(obsolete), tally);
        return new QueryDocument(
                Document.schema(QueryDocument.class),
                file,
                report.status().id(),
                reason(report),
                Searched.of(answers.query),
                answers,
                obsolete);
    }

    /** Range deletions are entries of no key; whether they hide one is not worked out. */
    private static @Nullable String reason(TableReport report) {
        String reason = InspectDocument.reason(report.verdict());
        if (report.metaindex().stream().noneMatch(entry -> entry.key().startsWith(RANGE_DELETIONS))) {
            return reason;
        }
        String deletions = "the table deletes ranges of keys, which may hide entries of it and of other tables";
        return reason == null ? deletions : reason + "; " + deletions;
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
