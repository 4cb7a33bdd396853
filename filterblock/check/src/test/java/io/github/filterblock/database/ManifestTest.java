// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static io.github.filterblock.database.RecordBytes.complete;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.analysis.Recorded;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Version edits, the set of tables that they make, and edits that no engine wrote. */
@Tag("DB-5")
@Tag("DB-6")
class ManifestTest {
    private final Recorded cases = new Recorded();

    @Test
    void everyWritersManifestIsRead() throws IOException {
        for (GoldenDatabase database : GoldenDatabase.all()) {
            Path path = Databases.manifest(database.directory());
            byte[] contents = Files.readAllBytes(path);
            Manifest manifest = Manifest.of(path, contents, DatabaseKind.LEVELDB);
            assertEquals(database.comparator(), manifest.comparator());
            String ending = database.name().equals("iq80") ? ".sst" : ".ldb";
            assertEquals(
                    Databases.tables(database.directory()).stream()
                            .map(file -> file.getFileName().toString())
                            .toList(),
                    manifest.tables().keySet().stream()
                            .map(number -> DatabaseFileName.ofTable(number, ending))
                            .toList());
            assertArrayEquals(contents, Manifest.withSizes(contents, Map.of()), "nothing changes without new sizes");
        }
    }

    @Test
    void aMovedTableGetsItsSizeEverywhereAndNothingElseChanges() throws IOException {
        byte[] changed = Manifest.withSizes(RecordBytes.log(movedTable(100)), Map.of(10L, 20_000L));
        assertArrayEquals(RecordBytes.log(movedTable(20_000)), changed);
    }

    private static RecordBytes[] movedTable(int size) {
        RecordBytes first =
                complete().field(5, 1).prefixed(new byte[8]).added(0, 10, size).added(0, 11, 1 << 21);
        return new RecordBytes[] {
            first, edit().deleted(0, 10).added(1, 10, size).field(4, 5000)
        };
    }

    private static RecordBytes edit() {
        return new RecordBytes();
    }

    private static RecordBytes comparator(int... name) {
        return edit().field(1, name.length).raw(name);
    }

    private void add(String name, RecordBytes... edits) {
        cases.add(name, () -> outcome(edits));
    }

    private static String outcome(RecordBytes... edits) throws IOException {
        try {
            Manifest manifest = RecordBytes.decoded(edits);
            StringBuilder text = new StringBuilder("comparator " + manifest.comparator() + "\n");
            manifest.tables()
                    .forEach((number, table) -> text.append("table " + DatabaseFileName.ofTable(number, ".ldb"))
                            .append(" of " + Long.toUnsignedString(table.size()) + " bytes\n"));
            LongStream.of(2, 3, 6, 7, 19, 20, -1)
                    .filter(manifest::needsLog)
                    .forEach(log -> text.append("needs the log " + Long.toUnsignedString(log) + "\n"));
            return text.toString();
        } catch (CorruptDatabaseException e) {
            return "refused " + e.reason() + " at " + e.offset() + ", " + e.getMessage() + "\n";
        }
    }

    @TestFactory
    Stream<DynamicTest> edits() throws IOException {
        add(
                "the last word counts",
                complete().added(0, 10, 1000).added(0, 11, 1100),
                edit().added(1, 10, 1000).deleted(0, 10).deleted(0, 99),
                edit().field(2, 20).field(9, 3).field(3, 50).deleted(0, 11).added(2, 12, 1200));
        RecordBytes addedAgain = edit().added(0, 10, 1000).deleted(0, 10);
        add("an edit deletes before it adds, whatever their order", complete().added(0, 10, 1000), addedAgain);
        add("numbers up to two to the sixty-four", complete().field(3, -1).added(6, -2, -1));
        add("the last level", complete().added(6, 10, 1));
        add("an unknown tag", complete().field(8, 1));
        add("the largest tag", complete().number(0xffff_ffffL));
        add("a new table of level 7", complete().added(7, 10, 1));
        add("a deleted table of the largest level", complete().deleted(0xffff_ffffL, 1));
        add("a key longer than the record", complete().field(7, 0, 10, 1).number(0xffff_ffffL));
        add("a name a byte longer than the record", edit().field(1, 2).raw('x'));
        add(
                "a key a byte longer than the record",
                complete().field(5, 0).number(9).raw(new int[8]));
        add("a compact pointer without a tag", complete().field(5, 0).prefixed(new byte[7]));
        add("a number that does not end", complete().raw(4, 0x80, 0x80));
        add("a number of eleven bytes", complete().raw(2, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1));
        add("no edit");
        add("no comparator", edit().field(2, 1).field(3, 2).field(4, 3));
        add("no log number", comparator('c'));
        add("no last sequence number", comparator('c').field(2, 1));
        add("no next file number", comparator('c').field(2, 1).field(4, 1));
        add("two comparators", complete(), comparator(0x1b));
        add("two comparators, the first one odd", comparator(0x1b), comparator('x'));
        add("a table in two levels", complete().added(0, 10, 1), edit().added(1, 10, 1));
        RecordBytes moved = edit().deleted(0, 10).added(1, 10, 2);
        add("a table of two sizes", complete().added(0, 10, -1), moved);
        add("a table of the next file number", complete().added(0, 100, 1));
        return cases.compareWith("database/edits.txt");
    }
}
