// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import java.math.BigInteger;
import java.util.BitSet;
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
 * @param obsolete whether the MANIFEST beside the table does not name it; null where there is none
 */
record QueryDocument(
        String schema,
        String file,
        String status,
        @Nullable String reason,
        @Nullable String search,
        Iterator<Answer> answers,
        @Nullable Boolean obsolete)
        implements Document {
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
     * @param blockOffset the data block whose filter was asked, or let the key pass; null if no block was asked, or
     *     every one denied the key
     */
    record Answer(
            String key, @Nullable String text, @Nullable BigInteger blockOffset, String answer) {
        boolean isAbsent() {
            return answer.equals("absent");
        }
    }

    /** The answers of a table. They end before a wrong question, so that the output is whole. */
    private static final class Answers implements Iterator<Answer> {
        private final TableQuery query;
        private final Iterator<Question> questions;
        private final @Nullable BitSet held;
        private int asked;
        private boolean absent;
        private @Nullable RuntimeException failure;
        private @Nullable Answer next;

        Answers(TableQuery query, Iterator<Question> questions, boolean marking) {
            this.held = marking ? new BitSet() : null;
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
            if (held != null) {
                held.set(asked, !answer.isAbsent());
                asked = Math.addExact(asked, 1);
            }
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

    /**
     * The answers about a table that was examined.
     *
     * @param marking whether {@link #held()} will be asked for
     */
    static QueryDocument of(
            String file,
            TableReport report,
            Iterator<Question> questions,
            @Nullable Boolean obsolete,
            boolean marking) {
        TableQuery query = new TableQuery(report);
        return new QueryDocument(
                Document.schema(QueryDocument.class),
                file,
                report.status().id(),
                InspectDocument.reason(report.verdict()),
                query.search().id(),
                new Answers(query, questions, marking),
                obsolete);
    }

    /** Which questions were answered by anything but absent, by their places in the order. */
    BitSet held() {
        return answers instanceof Answers given && given.held != null ? given.held : new BitSet();
    }

    /** How many questions were answered. */
    int asked() {
        return answers instanceof Answers given ? given.asked : 0;
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
