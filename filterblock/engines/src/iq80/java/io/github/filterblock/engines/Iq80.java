// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.audit.Audit;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterPolicy;
import io.github.filterblock.database.Database;
import io.github.filterblock.engine.DatabaseFilters;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.iq80.leveldb.Options;
import org.iq80.leveldb.impl.DbImpl;

/** iq80's LevelDB for Java with our lines in it. */
final class Iq80 implements Engine {
    private static final int SMALL_WRITE_BUFFER = 64 << 10;
    private static final int USUAL_WRITE_BUFFER = 2 << 20;

    private final int writeBuffer;

    private Iq80(int writeBuffer) {
        this.writeBuffer = writeBuffer;
    }

    /** With small tables, so that there are many. */
    static Iq80 withSmallTables() {
        return new Iq80(SMALL_WRITE_BUFFER);
    }

    static Iq80 usual() {
        return new Iq80(USUAL_WRITE_BUFFER);
    }

    @Override
    public String name() {
        return "iq80-0.12";
    }

    @Override
    public List<Layout> layouts() {
        return List.of(Layout.NONE, Layout.WINDOWS, Layout.TABLE);
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
            case WINDOWS -> DatabaseFilters.of(policy(policy));
            case TABLE -> DatabaseFilters.of(policy(policy)).onePerTable();
            case OWN -> throw new IllegalArgumentException("iq80 has no filters of its own");
        };
    }

    private static FilterPolicy policy(int policy) {
        return switch (policy) {
            case 0 -> BloomFilterPolicy.levelDb(10);
            case 1 -> BloomFilterPolicy.levelDb(4);
            default -> BloomFilterPolicy.levelDb117Signed(10);
        };
    }

    /** The live tables of a closed database. A compaction that closing interrupted leaves incomplete others behind. */
    static List<Path> tables(Path directory) throws IOException {
        try (Database database = Database.openWithoutLock(directory)) {
            return database.tables().stream().map(Database.LiveTable::file).toList();
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
