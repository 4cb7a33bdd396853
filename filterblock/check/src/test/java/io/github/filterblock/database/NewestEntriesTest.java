// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.Presence;
import io.github.filterblock.analysis.RangeDeletions;
import io.github.filterblock.analysis.RangeTables;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.database.NewestEntries.Family;
import io.github.filterblock.database.NewestEntries.Newest;
import io.github.filterblock.database.NewestEntries.State;
import io.github.filterblock.database.NewestEntries.Table;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which entry of a key counts where tables disagree; RocksJava is the judge of whole databases. */
@Tag("DB-9")
class NewestEntriesTest {
    private static final Family FAMILY = new Family(Path.of("db"), "default");
    private static final Family UNKNOWN = new Family(Path.of("db"), "");

    private final NewestEntries newest = new NewestEntries();

    private static Table table(Family family, String name, OptionalLong commonSequence) throws IOException {
        return table(family, name, commonSequence, TestTable.ofInternalKeys().block("k"));
    }

    private static Table table(Family family, String name, OptionalLong commonSequence, TestTable contents)
            throws IOException {
        TableFile file = open(contents);
        return new Table(
                family,
                name,
                Optional.of(new KeyRange(bytes("a"), bytes("m"), KeyRange.Order.BYTEWISE)),
                commonSequence,
                RangeDeletions.of(file, file.structure()));
    }

    private static TableFile open(TestTable table) throws IOException {
        return TableFile.open(TableSource.of(ByteBuffer.wrap(table.bytes()), "array"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private void add(Family family, String name, long sequence, boolean deletes) throws IOException {
        add(table(family, name, OptionalLong.empty()), OptionalLong.of(sequence), deletes);
    }

    private void add(Table table, OptionalLong sequence, boolean deletes) {
        newest.add(
                table,
                0,
                bytes("k"),
                new TableQuery.Result(Presence.PRESENT, deletes, sequence, OptionalLong.empty(), Optional.empty()));
    }

    private void assertNewest(State state, boolean isDisputed, String table) {
        Newest only = newest.of(0).get(0);
        assertEquals(state, only.state(), only::toString);
        assertEquals(isDisputed, only.isDisputed());
        assertEquals(Optional.of(table), only.table());
    }

    @Test
    void theHighestSequenceNumberCounts() throws IOException {
        assertEquals(List.of(), newest.of(0));
        add(FAMILY, "1", 5, false);
        assertNewest(State.KEPT, false, "1");
        add(FAMILY, "2", 4, true);
        assertNewest(State.KEPT, true, "1");
        assertEquals(0, newest.deleted());
        add(FAMILY, "3", 6, true);
        assertNewest(State.DELETED, true, "3");
        assertEquals(1, newest.deleted());
        add(new Family(Path.of("db"), "other"), "4", 1, false);
        assertEquals(0, newest.deleted(), "a key of another column family is another key");
    }

    @Test
    void allKeysOfAnIngestedTableHaveItsSequenceNumber() throws IOException {
        add(FAMILY, "1", 5, true);
        add(table(FAMILY, "2", OptionalLong.of(6)), OptionalLong.of(0), false);
        assertNewest(State.KEPT, true, "2");
    }

    /** A range counts from its own number on, and only between the bounds of its table. */
    @Test
    void aDeletedRangeHidesOlderEntries() throws IOException {
        RangeDeletions ranges =
                RangeTables.deletions("leveldb.BytewiseComparator", List.of(RangeTables.range("a", "z", 7)));
        Table deleting = new Table(FAMILY, "2", Optional.empty(), OptionalLong.empty(), ranges);
        TableQuery.Result absent = new TableQuery.Result(
                Presence.ABSENT, false, OptionalLong.empty(), OptionalLong.empty(), Optional.empty());
        add(FAMILY, "1", 5, false);
        newest.add(deleting, 0, bytes("k"), absent);
        assertNewest(State.IN_DELETED_RANGE, true, "1");
        assertEquals(Optional.of("2"), newest.of(0).get(0).rangeTable());
        assertEquals(1, newest.deleted());
        add(FAMILY, "3", 8, false);
        assertNewest(State.KEPT, true, "3");

        NewestEntries bounded = new NewestEntries();
        KeyRange before = new KeyRange(bytes("a"), bytes("b"), KeyRange.Order.BYTEWISE);
        Table elsewhere = new Table(FAMILY, "2", Optional.of(before), OptionalLong.empty(), ranges);
        add(bounded, table(FAMILY, "1", OptionalLong.empty()), 5);
        bounded.add(elsewhere, 0, bytes("k"), absent);
        assertEquals(State.KEPT, bounded.of(0).get(0).state());

        Table unknown = new Table(UNKNOWN, "4", Optional.empty(), OptionalLong.empty(), ranges);
        NewestEntries doubtful = new NewestEntries();
        add(doubtful, table(UNKNOWN, "1", OptionalLong.empty()), 5);
        doubtful.add(unknown, 0, bytes("k"), absent);
        assertEquals(State.UNKNOWN, doubtful.of(0).get(0).state());
    }

    private static void add(NewestEntries entries, Table table, long sequence) {
        entries.add(
                table,
                0,
                bytes("k"),
                new TableQuery.Result(
                        Presence.PRESENT, false, OptionalLong.of(sequence), OptionalLong.empty(), Optional.empty()));
    }

    @Test
    void whatIsNotKnownIsNotDecided() throws IOException {
        add(FAMILY, "1", 5, true);
        add(FAMILY, "2", 5, false);
        assertEquals(State.UNKNOWN, newest.of(0).get(0).state(), "the same number");
        NewestEntries other = new NewestEntries();
        for (boolean deletes : new boolean[] {true, false}) {
            other.add(
                    table(UNKNOWN, "1", OptionalLong.empty()),
                    0,
                    bytes("k"),
                    new TableQuery.Result(
                            Presence.PRESENT, deletes, OptionalLong.of(1), OptionalLong.empty(), Optional.empty()));
        }
        assertEquals(State.UNKNOWN, other.of(0).get(0).state(), "tables that may not be live");
        assertEquals(0, other.deleted());
    }

    @Test
    void anEmptyTableDeletesNoRange() throws IOException {
        TableFile file = open(TestTable.ofInternalKeys().block("k"));
        RangeDeletions none = RangeDeletions.of(file, file.structure());
        assertTrue(none.isEmpty());
        assertEquals(OptionalLong.empty(), none.newest(bytes("k")));
        assertFalse(none.obstacle().isPresent());
    }
}
