// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Formats.number;

import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
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
        TableQuery.@Nullable Search search,
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

    /** Which keys may be in which tables of a directory; of several threads. */
    static final class Tally {
        private final BitSet held = new BitSet();
        private final List<String> failed = new ArrayList<>();
        private int keys;
        private long tables;
        private long holding;

        /** Adds a table, which may hold some of so many keys. */
        private synchronized void add(BitSet inTable, int asked) {
            held.or(inTable);
            keys = Math.max(keys, asked);
            tables++;
            holding += inTable.isEmpty() ? 0 : 1;
        }

        long tables() {
            return tables;
        }

        /** How many keys are in no table. */
        int unheld() {
            return keys - held.cardinality();
        }

        int keys() {
            return keys;
        }

        /** Whether a table may hold the key of this place in the order. */
        boolean isHeld(int place) {
            return held.get(place);
        }

        /** Takes note of a table that could not be asked. */
        synchronized void addFailed(String file) {
            failed.add(file);
        }

        /** The tables that could not be asked, in the order of their names. */
        synchronized List<String> failed() {
            return failed.stream().sorted().toList();
        }

        /** The sum in words; that keys are in no table is said only if every table was asked. */
        String words(boolean certain) {
            String where =
                    certain ? " of them are in no table" : " of them were not found in the tables that were read";
            String unheld = unheld() == 0 || keys == 1 ? "" : ", " + number(unheld()) + where;
            return number(holding) + " may hold "
                    + (keys == 1 ? "the key" : "at least one of the " + number(keys, "key") + unheld);
        }
    }

    /** The answers of a table. They end before a wrong question, so that the output is whole. */
    private static final class Answers implements Iterator<Answer> {
        private final TableQuery query;
        private final Iterator<Question> questions;
        private final @Nullable Tally tally;
        private final BitSet held = new BitSet();
        private int asked;
        private boolean absent;
        private @Nullable RuntimeException failure;
        private @Nullable Answer next;

        Answers(TableQuery query, Iterator<Question> questions, @Nullable Tally tally) {
            this.tally = tally;
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
            if (tally != null) {
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

        /** A key that is in one table is absent from most others of a directory. */
        int exitStatus() {
            if (failure != null) {
                throw failure;
            }
            if (tally != null) {
                tally.add(held, asked);
            }
            return absent && tally == null ? ExitStatus.FOUND : ExitStatus.WELL;
        }
    }

    /**
     * The answers about a table that was examined.
     *
     * @param tally counts which keys may be in which tables of a directory; null for a single table
     */
    static QueryDocument of(
            String file,
            TableReport report,
            Iterator<Question> questions,
            @Nullable Boolean obsolete,
            @Nullable Tally tally) {
        TableQuery query = new TableQuery(report);
        return new QueryDocument(
                Document.schema(QueryDocument.class),
                file,
                report.status().id(),
                InspectDocument.reason(report.verdict()),
                query.search(),
                new Answers(query, questions, tally),
                obsolete);
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

    /** Also says whether a key was absent; throws the exception that ended the answers. */
    @Override
    public int exitStatus() {
        int ofTable = ExitStatus.of(status);
        return answers instanceof Answers given ? Math.max(ofTable, given.exitStatus()) : ofTable;
    }
}
