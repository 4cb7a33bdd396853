// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.gson.annotations.JsonAdapter;
import io.github.filterblock.analysis.TableQuery;
import java.math.BigInteger;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * {@code filterblock.query/1}.
 *
 * @param search how the data block of a key is found
 * @param answers in the order of the questions, each given when it is taken
 */
record QueryDocument(
        String schema,
        String file,
        String status,
        @Nullable String reason,
        @Nullable String search,
        Iterator<Answer> answers)
        implements Document {
    private static final String SCHEMA = "filterblock.query/1";

    /**
     * A question about a key.
     *
     * @param key the bytes
     * @param text the key as it was written; null where nobody reads it, or a data block was named
     * @param blockOffset the data block whose filter is asked, unsigned; empty for a plain key
     */
    record Question(byte[] key, @Nullable String text, OptionalLong blockOffset) {}

    /**
     * The answer to a question.
     *
     * @param key in hexadecimal digits
     * @param text the key as it was written, for people; left out in JSON and where a data block was named
     * @param blockOffset the data block whose filter was asked, or let the key pass; null if no block was asked, or
     *     every one denied the key
     */
    record Answer(
            String key,

            @JsonAdapter(value = Json.LeftOut.class, nullSafe = false) @Nullable
            String text,

            @Nullable BigInteger blockOffset,
            String answer) {
        boolean isAbsent() {
            return answer.equals("absent");
        }
    }

    /** The answers of a table. They end before a wrong question, so that the output is whole. */
    private static final class Answers implements Iterator<Answer> {
        private final TableQuery query;
        private final Iterator<Question> questions;
        private boolean absent;
        private @Nullable RuntimeException failure;
        private @Nullable Answer next;

        Answers(TableQuery query, Iterator<Question> questions) {
            this.query = query;
            this.questions = questions;
        }

        @Override
        public boolean hasNext() {
            if (next == null && failure == null) {
                try {
                    next = questions.hasNext() ? answer(questions.next()) : null;
                } catch (RuntimeException e) {
                    failure = e;
                }
            }
            return next != null;
        }

        @Override
        public Answer next() {
            if (!hasNext() || next == null) {
                throw new NoSuchElementException();
            }
            Answer answer = next;
            next = null;
            absent |= answer.isAbsent();
            return answer;
        }

        private Answer answer(Question question) {
            if (question.blockOffset().isPresent()) {
                long offset = question.blockOffset().getAsLong();
                return answer(question, question.blockOffset(), query.askFilter(offset, question.key()));
            }
            TableQuery.Answer answer = query.ask(question.key());
            return answer(question, answer.blockOffset(), answer.mayMatch());
        }

        private static Answer answer(Question question, OptionalLong block, boolean mayMatch) {
            return new Answer(
                    HexFormat.of().formatHex(question.key()),
                    question.text(),
                    block.isPresent() ? Formats.unsigned(block.getAsLong()) : null,
                    word(mayMatch));
        }

        int exitStatus() {
            if (failure != null) {
                throw failure;
            }
            return absent ? ExitStatus.FOUND : ExitStatus.WELL;
        }
    }

    /** The answers about a table that was examined. */
    static QueryDocument of(
            String file, String status, @Nullable String reason, TableQuery query, Iterator<Question> questions) {
        return new QueryDocument(SCHEMA, file, status, reason, query.search().id(), new Answers(query, questions));
    }

    static QueryDocument of(Failure failure) {
        return new QueryDocument(
                SCHEMA, failure.file(), failure.status(), failure.reason(), null, Collections.emptyIterator());
    }

    /** An answer in one word. */
    static String word(boolean mayMatch) {
        return mayMatch ? "may-match" : "absent";
    }

    /** Also says whether a key was absent; throws the exception that ended the answers. */
    @Override
    public int exitStatus() {
        int ofTable = ExitStatus.of(status);
        return answers instanceof Answers given ? Math.max(ofTable, given.exitStatus()) : ofTable;
    }
}
