// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.Finding;
import io.github.filterblock.Findings;
import io.github.filterblock.analysis.Presence;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.cli.QueryDocument.Answer;
import io.github.filterblock.database.NewestEntries;
import io.github.filterblock.database.WriteAheadLog;
import io.github.filterblock.durable.FailureReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What the write-ahead log of a database says of keys. */
final class LogAnswers {
    private final WriteAheadLog log;
    private final String name;
    private final List<Question> questions;
    private final Map<ByteBuffer, Entry> newest = new HashMap<>();

    /** The newest entry of a key; none was seen if the number is negative. */
    private record Entry(long sequence, boolean deletes) {
        static final Entry NONE = new Entry(-1, false);
    }

    /**
     * Answers of a log.
     *
     * @param name its name, for display
     */
    LogAnswers(WriteAheadLog log, String name, List<Question> questions) {
        this.log = log;
        this.name = name;
        this.questions = questions;
        questions.forEach(question -> newest.put(ByteBuffer.wrap(question.key()), Entry.NONE));
    }

    /** Reads the log, and counts what it has. */
    QueryDocument document(QueryTally tally) throws Failure {
        Findings damage = read();
        NewestEntries.Table among = NewestEntries.Table.ofLog(log, name);
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < questions.size(); i++) {
            Question question = questions.get(i);
            TableQuery.Result result = result(question, damage.isEmpty());
            tally.newest().add(among, i, question.key(), result);
            answers.add(Answer.ofKey(question, question.key(), result, among.deletions(), OptionalLong.empty()));
        }
        tally.addLog(answers);
        return new QueryDocument(
                Document.schema(QueryDocument.class),
                name,
                (damage.isEmpty() ? TableStatus.OK : TableStatus.CORRUPT).id(),
                reason(damage),
                null,
                null,
                answers,
                false);
    }

    private Findings read() throws Failure {
        try {
            return log.read((key, offset, length, sequence, deletes) -> newest.computeIfPresent(
                    ByteBuffer.wrap(key, offset, length),
                    (asked, before) -> sequence < before.sequence() ? before : new Entry(sequence, deletes)));
        } catch (IOException e) {
            throw Failure.unreadable(name, FailureReason.of(log.file(), e));
        }
    }

    /** What is damaged may have any key. */
    private TableQuery.Result result(Question question, boolean isWhole) {
        Entry entry = newest.getOrDefault(ByteBuffer.wrap(question.key()), Entry.NONE);
        boolean isThere = entry.sequence() >= 0;
        Presence presence = isThere ? Presence.PRESENT : isWhole ? Presence.ABSENT : Presence.MAY_MATCH;
        return new TableQuery.Result(
                presence,
                entry.deletes(),
                isThere ? OptionalLong.of(entry.sequence()) : OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                false);
    }

    private static @Nullable String reason(Findings damage) {
        return damage.first().stream()
                .findFirst()
                .map(Finding::message)
                .map(first -> damage.count() == 1
                        ? first
                        : first + "; verify has " + Formats.number(damage.count() - 1, "more finding"))
                .orElse(null);
    }
}
