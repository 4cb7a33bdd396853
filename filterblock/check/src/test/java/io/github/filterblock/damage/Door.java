// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.analysis.BlockFilter;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.Presence;
import io.github.filterblock.analysis.SoughtKeys;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.database.HandMadeDatabase;
import io.github.filterblock.engine.DatabaseFilters;
import io.github.filterblock.engine.EngineFilter;
import io.github.filterblock.rewrite.DatabaseRetrofit;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.FilterRecipe;
import io.github.filterblock.rewrite.TableRebuild;
import io.github.filterblock.rewrite.TableResult.NewFilter;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.OpenFilters;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableFilter;
import io.github.filterblock.table.TableStructure;
import io.github.filterblock.table.TrustedPolicies;
import io.github.filterblock.testdata.PlacedKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What may call a key absent; of the damaged tables about each n-th one is taken to it. */
enum Door {
    QUERY_BY_KEY(1, table -> {
        TableQuery query = table.query();
        return Optional.of(key -> query.ask(key.key()).mayMatch());
    }),
    /** The data blocks and the filter together; the keys were sought in the pass that made the report. */
    PRESENCE(1, table -> {
        TableQuery query = table.query();
        return Optional.of(key -> isPossible(query.find(key.key(), table.sought())));
    }),
    QUERY_BY_BLOCK(1, table -> {
        TableQuery query = table.query();
        return Optional.of(key -> query.askFilter(key.blockOffset(), key.key()));
    }),
    EXPLAIN(4, table -> {
        TableQuery query = table.query();
        return Optional.of(key -> {
            boolean mayMatch = query.explain(key.key()).mayMatch();
            assertEquals(query.ask(key.key()).mayMatch(), mayMatch, key::toString);
            return mayMatch && query.explain(key.blockOffset(), key.key()).mayMatch();
        });
    }),
    /** The report's matcher, with which others read the filter. */
    REPORT(4, table -> {
        TableReport report = table.report();
        return report.filter(BlockFilter.class).map(filter -> {
            byte[] block = filter.stored().contents();
            FilterBlockReader reader = FilterBlockReader.wrap(block, 0, block.length, filter.matcher());
            return key -> reader.keyMayMatch(key.blockOffset(), key.key());
        });
    }),
    ENGINE_BY_BLOCK(
            1,
            table -> BytesSource.open(table.bytes)
                    .openFilter()
                    .map(filter -> key -> filter.keyMayMatch(key.blockOffset(), key.key()))),
    ENGINE_BY_KEY(
            1,
            table -> BytesSource.open(table.bytes).openFilter().map(filter -> key -> filter.tableMayMatch(key.key()))),
    ENGINE_FILTER(1, table -> {
        TableSource source = TableSource.of(ByteBuffer.wrap(table.bytes), "array");
        EngineFilter filter = DatabaseFilters.withoutPolicy().open(source);
        return Optional.of(key -> filter.tableMayMatch(key.key()) && filter.keyMayMatch(key.blockOffset(), key.key()));
    }),
    FULL_FILTER(
            1,
            table -> OpenFilters.byKey(BytesSource.open(table.bytes))
                    .map(filter -> key -> filter.tableMayMatch(key.key()))),
    REBUILD(2, table -> rebuilt(table.bytes, FilterPlan.KEEP)),
    REBUILD_WITH_PLAN(
            4, table -> rebuilt(table.bytes, FilterPlan.KEEP.withBitsPerKey(9).withBaseLg(63))),
    RETROFIT(14, Door::retrofitted);

    private interface Opener {
        /** Opens a door, whose answers say whether a key may be in the table; empty if it does not open. */
        Optional<Predicate<PlacedKey>> open(Table table) throws IOException;
    }

    /** A damaged table, and a directory for databases with it; all doors share the report. */
    static final class Table {
        private final byte[] bytes;
        private final Path directory;
        private final List<byte[]> keys;
        private Optional<TableReport> report = Optional.empty();
        private Optional<SoughtKeys> sought = Optional.empty();

        /** @param keys those that are asked about */
        Table(byte[] bytes, Path directory, List<byte[]> keys) {
            this.bytes = bytes;
            this.directory = directory;
            this.keys = keys;
        }

        TableReport report() throws IOException {
            if (report.isEmpty()) {
                TableFile table = BytesSource.open(bytes);
                TableStructure structure = table.structure();
                sought = Optional.of(new SoughtKeys(keys, structure));
                report = Optional.of(TableReport.of(table, structure, FilterHints.NONE, sought.get()));
            }
            return report.get();
        }

        private SoughtKeys sought() {
            return sought.orElseThrow();
        }

        TableQuery query() throws IOException {
            return new TableQuery(report());
        }
    }

    /** About how many tables there are for one that is taken here. */
    final int step;

    private final Opener opener;

    Door(int step, Opener opener) {
        this.step = step;
        this.opener = opener;
    }

    Optional<Predicate<PlacedKey>> open(Table table) throws IOException {
        return opener.open(table);
    }

    boolean isEngine() {
        return this == ENGINE_BY_BLOCK || this == ENGINE_BY_KEY || this == ENGINE_FILTER;
    }

    boolean writes() {
        return this == REBUILD || this == REBUILD_WITH_PLAN || this == RETROFIT;
    }

    private static boolean isPossible(TableQuery.Result result) {
        return result.presence() == Presence.PRESENT || result.presence() == Presence.MAY_MATCH;
    }

    private static Optional<Predicate<PlacedKey>> rebuilt(byte[] bytes, FilterPlan plan) throws IOException {
        TableRebuild rebuild = TableRebuild.of(BytesSource.open(bytes), plan, FilterHints.NONE);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        rebuild.writeTo(Channels.newChannel(out));
        return written(out.toByteArray(), rebuild.result().filter());
    }

    private static Optional<Predicate<PlacedKey>> retrofitted(Table table) throws IOException {
        Path old = Files.createTempDirectory(table.directory, "old");
        HandMadeDatabase.write(old, table.bytes);
        Path retrofit = old.resolveSibling(old.getFileName() + "-new");
        FilterPlan plan = FilterPlan.KEEP.withBitsPerKey(12);
        var tables = DatabaseRetrofit.of(old, retrofit).withPlan(plan).run().tables();
        return written(
                Files.readAllBytes(retrofit.resolve("000010.ldb")),
                tables.get(0).filter());
    }

    /** Data blocks stay where they are, so the keys keep their offsets. */
    private static Optional<Predicate<PlacedKey>> written(byte[] table, Optional<NewFilter> info) throws IOException {
        if (info.isEmpty()) {
            return Optional.empty();
        }
        TableFile file = BytesSource.open(table);
        if (!(info.get().recipe() instanceof FilterRecipe.Block recipe)) {
            RocksDbFilter filter = file.keyFilter(file.structure()).orElseThrow();
            return Optional.of(key -> filter.tableMayMatch(key.key()));
        }
        BloomFilterPolicy policy = BloomFilterPolicy.of(recipe.dialect(), recipe.bitsPerKey());
        TableFilter reader = file.openFilter(
                        TrustedPolicies.of(policy.named(info.get().policyName())))
                .orElseThrow();
        return Optional.of(key -> reader.keyMayMatch(key.blockOffset(), key.key()) && reader.tableMayMatch(key.key()));
    }
}
