// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.Rule;
import io.github.filterblock.database.LiveTable.State;
import io.github.filterblock.table.FilterContents.Order;
import io.github.filterblock.table.MetaindexEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is worth knowing of a database and breaks no rule. */
final class DatabaseNotes {
    private DatabaseNotes() {}

    /**
     * The notes of a database.
     *
     * @param first what is to be said first; null for nothing
     * @param names the names in its directory
     */
    static List<String> of(
            @Nullable String first, DatabaseReport.Contents contents, DatabaseKind kind, Set<String> names) {
        List<String> all = new ArrayList<>();
        if (first != null) {
            all.add(first);
        }
        if (contents.isComplete() && contents.tables().isEmpty()) {
            all.add("the database has no live table: what it holds is in its write-ahead logs");
        }
        contents.noteOnEnd().ifPresent(all::add);
        contents.noteOnLogs().ifPresent(all::add);
        names.stream()
                .filter(DatabaseFiles::isPendingCurrent)
                .sorted()
                .forEach(name -> all.add(name + " is left over; goleveldb would use it instead of CURRENT"));
        contents.comparators().values().stream()
                .distinct()
                .filter(name -> !name.isEmpty() && Order.of(name) == Order.UNKNOWN)
                .forEach(name -> all.add("the order of keys was not checked: it is that of the comparator "
                        + MetaindexEntry.printable(name)));
        long ofIq80 = contents.tables().stream()
                .filter(table -> table.state() == State.PRESENT
                        && kind == DatabaseKind.LEVELDB
                        && table.size() != table.manifestSize())
                .count();
        if (ofIq80 > 0) {
            all.add("the MANIFEST gives 4 bytes more than the file has for " + ofIq80 + " of the "
                    + contents.tables().size() + " live tables, as iq80's writer does; LevelDB refuses them ("
                    + Rule.DB_6 + ")");
        }
        long elsewhere = contents.tables().stream()
                .filter(table -> table.state() == State.ELSEWHERE)
                .count();
        if (elsewhere > 0) {
            all.add(elsewhere + " of the live tables lie in another directory, and were not looked for");
        }
        return List.copyOf(all);
    }
}
