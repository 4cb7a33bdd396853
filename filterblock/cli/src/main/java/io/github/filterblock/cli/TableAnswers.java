// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.Presence;
import io.github.filterblock.analysis.RangeDeletions;
import io.github.filterblock.analysis.SoughtKeys;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableQuery.Result;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.cli.QueryDocument.Answer;
import io.github.filterblock.database.KeyView;
import io.github.filterblock.database.KeyView.Shown;
import io.github.filterblock.database.NewestEntries;
import io.github.filterblock.table.TableStructure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a table says of keys. A file may hold several tables of a database, with bounds, or with another prefix of their
 * keys: each is asked for the keys that it can have.
 */
final class TableAnswers {
    private final List<Question> questions;
    private final List<Integer> places;
    private final KeyView view;
    private final SoughtKeys sought;

    /**
     * Answers to questions, before the table is read.
     *
     * @param places those of the questions that are asked
     * @param view what the database around the table shows of it
     */
    TableAnswers(List<Question> questions, List<Integer> places, KeyView view, TableStructure structure) {
        this.questions = questions;
        this.places = places;
        this.view = view;
        List<byte[]> keys = places.stream()
                .map(questions::get)
                .filter(Question::isOfKey)
                .flatMap(question -> inFile(question.key()))
                .toList();
        this.sought = new SoughtKeys(keys, structure);
    }

    /** The keys of the file that the database shows as a key. */
    private Stream<byte[]> inFile(byte[] key) {
        return view.parts().stream().filter(part -> part.shows(key) != Shown.NO).map(part -> part.inFile(key));
    }

    /** What is to be looked for while the table is read. */
    SoughtKeys sought() {
        return sought;
    }

    /**
     * The answers, in the order of the places.
     *
     * @param report of the table, which was read
     * @param among the table among those of its database
     * @param newest receives the entries; null if they do not count
     */
    List<Answer> of(TableReport report, NewestEntries.Table among, @Nullable NewestEntries newest) {
        TableQuery query = new TableQuery(report);
        List<Answer> answers = new ArrayList<>();
        for (int place : places) {
            Question question = questions.get(place);
            answers.add(
                    question.isOfKey()
                            ? ofKey(place, question, query, among, newest)
                            : Answer.ofBlock(question, query));
        }
        return answers;
    }

    /** The best answer that a part of the file gives. */
    private Answer ofKey(
            int place, Question question, TableQuery query, NewestEntries.Table among, @Nullable NewestEntries newest) {
        Optional<Answer> best = Optional.empty();
        for (KeyView.Part part : view.parts()) {
            Shown shown = part.shows(question.key());
            byte[] key = shown == Shown.NO ? question.key() : part.inFile(question.key());
            Result found = result(part, shown, key, query);
            NewestEntries.Table table = among.as(part);
            if (shown == Shown.YES && newest != null) {
                newest.add(table, place, key, found);
            }
            RangeDeletions hiding = shown == Shown.YES ? among.deletions() : RangeDeletions.none();
            Answer answer = Answer.ofKey(question, key, found, hiding, table.commonSequence());
            if (best.isEmpty() || best.get().isAbsent() || answer.isPresent()) {
                best = Optional.of(answer);
            }
        }
        return best.orElseThrow();
    }

    private Result result(KeyView.Part part, Shown shown, byte[] key, TableQuery query) {
        if (shown == Shown.NO) {
            return withoutEntry(Presence.ABSENT);
        }
        if (part.replacesSuffixes()) {
            return withoutEntry(Presence.MAY_MATCH);
        }
        Result found = query.find(key, sought);
        return shown == Shown.UNKNOWN && found.presence() == Presence.PRESENT
                ? withoutEntry(Presence.MAY_MATCH)
                : found;
    }

    /** Of a key that the database does not show, or perhaps in another form. */
    private static Result withoutEntry(Presence presence) {
        return new Result(presence, false, OptionalLong.empty(), OptionalLong.empty(), Optional.empty(), false);
    }
}
