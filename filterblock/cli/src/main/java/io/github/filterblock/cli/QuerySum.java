// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.database.NewestEntries.Newest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code filterblock.query.sum/1}: what {@code query} says of a directory, after its tables.
 *
 * @param file the directory
 * @param tables how many tables lie in it
 * @param holding how many live tables have at least one of the keys
 * @param mayHold how many others may have one
 * @param skipped how many were not read, since all keys lie outside the range that the MANIFEST gives
 * @param obsolete how many tables the MANIFEST does not name
 * @param deleted how many keys have entries, and are deleted wherever they have some
 * @param keys what becomes of each key, in the order of the questions; of several databases or column families with
 *     entries of a key, one member each
 * @param certain whether all that could have a key was read, so that a key is nowhere unless it was found
 * @param why what was not read and may have keys
 * @param unreadLogs write-ahead logs that were not read, and may add or delete keys
 * @param notes what else is worth knowing
 */
record QuerySum(
        String schema,
        String file,
        long tables,
        long holding,
        long mayHold,
        long skipped,
        long obsolete,
        int deleted,
        List<Key> keys,
        boolean certain,
        List<String> why,
        List<String> unreadLogs,
        List<String> notes) {
    /** Of a key without an entry: everything was read, or not, or a table may have it. */
    private static final String NOWHERE = "nowhere";

    private static final String NOT_FOUND = "not-found";
    private static final String MAY_MATCH = "may-match";

    /**
     * What becomes of a key.
     *
     * @param place its place in the order of the questions, from 0 on
     * @param key in hexadecimal digits
     * @param text the key as it was written; null where a data block was named
     * @param state of its newest entry {@code kept}, {@code deleted}, {@code in-deleted-range} or {@code unknown}; of a
     *     key without an entry {@code nowhere}, {@code not-found} or {@code may-match}
     * @param disputed whether some entries keep the key, and others or ranges delete it
     * @param columnFamily with the entries; null if there is none, or it is not known
     * @param table with the newest entry; null if that is not known
     * @param sequence its sequence number; null if that is not known
     * @param rangeTable the table that deleted a range with the key last; null if none did
     */
    record Key(
            int place,
            String key,
            @Nullable String text,
            String state,
            boolean disputed,
            @Nullable String columnFamily,
            @Nullable String table,
            @Nullable Long sequence,
            @Nullable String rangeTable) {
        private static Key of(int place, Question question, String state) {
            return new Key(place, hex(question), question.text(), state, false, null, null, null, null);
        }

        private static Key of(int place, Question question, Newest newest, boolean disputed) {
            String family = newest.family().name();
            OptionalLong sequence = newest.sequence();
            return new Key(
                    place,
                    hex(question),
                    question.text(),
                    Formats.word(newest.state()),
                    disputed,
                    family.isEmpty() ? null : family,
                    newest.table().orElse(null),
                    sequence.isPresent() ? (Long) sequence.getAsLong() : null,
                    newest.rangeTable().orElse(null));
        }

        private static String hex(Question question) {
            return HexFormat.of().formatHex(question.key());
        }

        /** Whether no table has the key, or may have it. */
        boolean isUnheld() {
            return state.equals(NOWHERE) || state.equals(NOT_FOUND);
        }
    }

    /** The sum over a directory. */
    static QuerySum of(
            String directory,
            List<Question> questions,
            QueryTally tally,
            DirectoryDoubts doubts,
            boolean isWithoutTables) {
        List<String> why = doubts.unread();
        List<String> unreadLogs = doubts.unreadLogs();
        boolean certain = why.isEmpty() && unreadLogs.isEmpty();
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < questions.size(); i++) {
            keys.addAll(keys(i, questions.get(i), tally, certain));
        }
        return new QuerySum(
                "filterblock.query.sum/1",
                directory,
                tally.tables(),
                tally.holding(),
                tally.mayHold(),
                tally.skipped(),
                tally.obsolete(),
                tally.newest().deleted(),
                keys,
                certain,
                why,
                unreadLogs,
                doubts.notes(isWithoutTables));
    }

    private static List<Key> keys(int place, Question question, QueryTally tally, boolean certain) {
        List<Newest> all = tally.newest().of(place);
        if (all.isEmpty()) {
            String state = tally.isPossible(place) ? MAY_MATCH : certain ? NOWHERE : NOT_FOUND;
            return List.of(Key.of(place, question, state));
        }
        boolean differ = all.stream().map(Newest::state).distinct().count() > 1;
        return all.stream()
                .map(newest -> Key.of(place, question, newest, differ || newest.isDisputed()))
                .toList();
    }

    /** How many keys there are. */
    int count() {
        return keys.isEmpty() ? 0 : keys.get(keys.size() - 1).place() + 1;
    }

    /** The keys that no table has, or may have. */
    Stream<Key> unheld() {
        return keys.stream().filter(Key::isUnheld);
    }

    /** A log that was not read matters where a key was not found; a table that was not read is lost. */
    int exitStatus() {
        boolean isAnyLost = !why.isEmpty() || !certain && unheld().findAny().isPresent();
        boolean allFound =
                keys.stream().noneMatch(key -> key.isUnheld() || key.state().equals(MAY_MATCH));
        return isAnyLost ? ExitStatus.UNREADABLE : allFound ? ExitStatus.WELL : ExitStatus.FOUND;
    }
}
