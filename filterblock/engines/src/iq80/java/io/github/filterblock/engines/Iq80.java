// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.audit.Audit;
import io.github.filterblock.database.Database;
import io.github.filterblock.database.LiveTable;
import io.github.filterblock.engine.DatabaseFilters;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.iq80.leveldb.Options;
import org.iq80.leveldb.impl.DbImpl;

/** iq80's LevelDB for Java with our lines in it. */
record Iq80(int writeBuffer) implements Engine {
    static final Iq80 USUAL = new Iq80(USUAL_WRITE_BUFFER);

    @Override
    public String name() {
        return "iq80-0.12";
    }

    @Override
    public List<Layout> layouts() {
        return List.of(Layout.NONE, Layout.WINDOWS, Layout.TABLE, Layout.FAST_LOCAL, Layout.RIBBON);
    }

    @Override
    public Iq80Store open(Path directory, Layout layout, int policy) throws IOException {
        return open(directory, filters(layout, policy));
    }

    Iq80Store open(Path directory, DatabaseFilters filters) throws IOException {
        Options options = new Options().writeBufferSize(writeBuffer).filters(filters);
        return new Iq80Store(new DbImpl(options, directory.toFile()));
    }

    static DatabaseFilters filters(Layout layout, int policy) {
        return switch (layout) {
            case NONE -> DatabaseFilters.withoutPolicy();
            case WINDOWS -> DatabaseFilters.of(POLICIES.get(policy));
            case TABLE -> DatabaseFilters.of(POLICIES.get(policy)).wholeTable();
            case FAST_LOCAL, RIBBON -> DatabaseFilters.of(Engine.full(layout, policy));
            case OWN -> throw new IllegalArgumentException("iq80 has no filters of its own");
        };
    }

    /** The live tables of a closed database. A compaction that closing interrupted leaves incomplete others behind. */
    static List<Path> tables(Path directory) throws IOException {
        try (Database database = Database.openWithoutLock(directory)) {
            return database.tables().stream().map(LiveTable::file).toList();
        }
    }

    /** Audits all tables of a database. */
    static Audit audit(Path directory) throws IOException {
        Audit all = null;
        for (Path path : tables(directory)) {
            try (TableFile table = TableFile.open(path)) {
                Audit one = Audit.of(table, TableReport.of(table), 1, 100_000);
                all = all == null ? one : all.plus(one);
            }
        }
        return all;
    }
}
