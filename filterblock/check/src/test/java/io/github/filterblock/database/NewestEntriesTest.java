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
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.FilterContents.Order;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
                Optional.of(new LiveTable.KeyRange(bytes("a"), bytes("m"), Order.BYTEWISE)),
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
                new TableQuery.Result(
                        Presence.PRESENT, deletes, sequence, OptionalLong.empty(), Optional.empty(), false));
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
                Presence.ABSENT, false, OptionalLong.empty(), OptionalLong.empty(), Optional.empty(), false);
        add(FAMILY, "1", 5, false);
        newest.add(deleting, 0, bytes("k"), absent);
        assertNewest(State.IN_DELETED_RANGE, true, "1");
        assertEquals(Optional.of("2"), newest.of(0).get(0).rangeTable());
        assertEquals(1, newest.deleted());
        add(FAMILY, "3", 8, false);
        assertNewest(State.KEPT, true, "3");

        NewestEntries bounded = new NewestEntries();
        LiveTable.KeyRange before = new LiveTable.KeyRange(bytes("a"), bytes("b"), Order.BYTEWISE);
        Table elsewhere = new Table(FAMILY, "2", Optional.of(before), OptionalLong.empty(), ranges);
        add(bounded, table(FAMILY, "1", OptionalLong.empty()), 5);
        bounded.add(elsewhere, 0, bytes("k"), absent);
        assertEquals(State.KEPT, bounded.of(0).get(0).state());
        LiveTable.KeyRange around = new LiveTable.KeyRange(bytes("a"), bytes("k"), Order.BYTEWISE);
        bounded.add(new Table(FAMILY, "3", Optional.of(around), OptionalLong.empty(), ranges), 0, bytes("k"), absent);
        assertEquals(State.IN_DELETED_RANGE, bounded.of(0).get(0).state());

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
                        Presence.PRESENT,
                        false,
                        OptionalLong.of(sequence),
                        OptionalLong.empty(),
                        Optional.empty(),
                        false));
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
                            Presence.PRESENT,
                            deletes,
                            OptionalLong.of(1),
                            OptionalLong.empty(),
                            Optional.empty(),
                            false));
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

    private void add(int key, Table table, OptionalLong sequence, boolean deletes) {
        newest.add(
                table,
                key,
                bytes("k"),
                new TableQuery.Result(
                        Presence.PRESENT, deletes, sequence, OptionalLong.empty(), Optional.empty(), false));
    }

    @Test
    void keysAreKnownByTheirNumbers() throws IOException {
        Table one = table(FAMILY, "1", OptionalLong.empty());
        add(9, one, OptionalLong.of(5), false);
        add(3, one, OptionalLong.of(4), true);
        add(40, one, OptionalLong.of(6), true);
        add(41, one, OptionalLong.of(6), false);
        assertEquals(List.of(State.KEPT), states(9));
        assertEquals(List.of(State.DELETED), states(3));
        assertEquals(List.of(State.DELETED), states(40));
        assertEquals(List.of(State.KEPT), states(41));
        assertEquals(List.of(), states(4));
        assertEquals(List.of(), states(42));
        assertEquals(2, newest.deleted());
    }

    private List<State> states(int key) {
        return newest.of(key).stream().map(Newest::state).toList();
    }

    /** Of tables with one sequence number, so that the answer does not depend on which is asked first. */
    @Test
    void theFirstTableByNameIsNamed() throws IOException {
        add(FAMILY, "2", 5, false);
        add(FAMILY, "1", 5, false);
        add(FAMILY, "3", 5, false);
        assertNewest(State.KEPT, false, "1");
    }

    @Test
    void familiesComeInTheOrderOfTheirDirectoriesAndNames() throws IOException {
        for (Family family : List.of(
                new Family(Path.of("e"), "a"), FAMILY, new Family(Path.of("db"), "b"), new Family(Path.of("c"), "z"))) {
            add(family, "1", 5, !family.equals(FAMILY));
        }
        assertEquals(
                "c z DELETED, db b DELETED, db default KEPT, e a DELETED",
                newest.of(0).stream()
                        .map(each ->
                                each.family().directory() + " " + each.family().name() + " " + each.state())
                        .collect(Collectors.joining(", ")));
    }

    /** A table of LevelDB's older formats, or a damaged block, may not tell the number; who agrees needs none. */
    @Test
    void withoutASequenceNumberOnlyAgreementIsKnown() throws IOException {
        Table one = table(FAMILY, "1", OptionalLong.empty());
        add(1, one, OptionalLong.empty(), true);
        add(2, one, OptionalLong.empty(), false);
        add(3, one, OptionalLong.empty(), true);
        add(3, one, OptionalLong.of(9), false);
        assertEquals(List.of(State.DELETED), states(1));
        assertEquals(List.of(State.KEPT), states(2));
        assertEquals(List.of(State.UNKNOWN), states(3));
        assertEquals(Optional.empty(), newest.of(1).get(0).table());
    }

    /** It hides what is older, not what has its own number; the number of an ingested table counts for its ranges. */
    @Test
    void aDeletedRangeHasTheSequenceNumberOfItsTable() throws IOException {
        RangeDeletions ranges =
                RangeTables.deletions("leveldb.BytewiseComparator", List.of(RangeTables.range("a", "z", 0)));
        TableQuery.Result absent = new TableQuery.Result(
                Presence.ABSENT, false, OptionalLong.empty(), OptionalLong.empty(), Optional.empty(), false);
        newest.add(new Table(FAMILY, "2", Optional.empty(), OptionalLong.of(7), ranges), 0, bytes("k"), absent);
        assertEquals(List.of(), newest.of(0), "no table has an entry");
        assertEquals(0, newest.deleted());
        add(FAMILY, "1", 7, false);
        assertNewest(State.KEPT, true, "1");
        NewestEntries older = new NewestEntries();
        older.add(new Table(FAMILY, "2", Optional.empty(), OptionalLong.of(7), ranges), 0, bytes("k"), absent);
        add(older, table(FAMILY, "1", OptionalLong.empty()), 6);
        assertEquals(State.IN_DELETED_RANGE, older.of(0).get(0).state());
    }

    /** Only a live table has a family, a range and a common number; where it lies is known of every table. */
    @Test
    void theDatabaseAroundATableSaysWhatItsEntriesMean(@TempDir Path folder) throws IOException {
        byte[] key = TestTable.internalKey(bytes("k"), 6, 1);
        RecordBytes ingested = RecordBytes.complete()
                .field(100, 1, 10, 3)
                .prefixed(key)
                .prefixed(key)
                .number(6)
                .number(6);
        Files.write(folder.resolve("MANIFEST-000005"), RecordBytes.log(ingested));
        Files.writeString(folder.resolve("CURRENT"), "MANIFEST-000005\n");
        Path file = Files.writeString(folder.resolve("000010.sst"), "sst");
        Optional<DatabaseReport> database = DatabaseReport.of(folder);
        RangeDeletions none = table(FAMILY, "1", OptionalLong.empty()).deletions();
        LiveTable stated = database.orElseThrow().liveTable(file).orElseThrow();
        Table live = Table.of(file, "name", database, Optional.of(stated), none)
                .as(database.orElseThrow().view(stated).parts().get(0));
        assertEquals(new Family(folder, "default"), live.family());
        assertEquals("name", live.name());
        assertEquals(OptionalLong.of(6), live.commonSequence());
        assertEquals(true, live.keys().orElseThrow().contains(bytes("k")));
        for (Table unknown : List.of(
                Table.of(folder.resolve("000011.sst"), "name", database, Optional.empty(), none),
                Table.of(file, "name", Optional.empty(), Optional.empty(), none))) {
            assertEquals(new Family(folder, ""), unknown.family());
            assertEquals(OptionalLong.empty(), unknown.commonSequence());
            assertEquals(Optional.empty(), unknown.keys());
        }
    }
}
