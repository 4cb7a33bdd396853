// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.analysis.ExaminedFilter;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyCertainty.Doubt;
import io.github.filterblock.analysis.KeyCertainty.Subject;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.durable.AtomicFile;
import io.github.filterblock.rewrite.FilterChange.AddedFilter;
import io.github.filterblock.rewrite.FilterDecision.Built;
import io.github.filterblock.rewrite.UnwritableFilterException.Parameter;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A table with another filter, ready to be written.
 *
 * <p>Data blocks keep their bytes and offsets, so the index keeps its bytes; everything after the data moves as far as
 * the new filter requires. The entries of the metaindex are written in the order of their names, each name once. The
 * filter that is replaced is the one that answers ({@link TableReport#filter}). Other filters of the table stay, unless
 * the new one has their name. The new filter is stored raw. A table that
 * already has the planned filter is copied byte for byte. A partitioned filter is replaced by a full one, if the plan
 * names its kind, or dropped; where the index is in parts too, they keep their places, and its bytes stay unused.
 *
 * <p>LevelDB's own tables are written as LevelDB would write them with the filter of the plan. The properties that
 * RocksDB stores about its filter are updated.
 *
 * <p>Immutable; the table must stay open until it is written.
 */
public final class TableRebuild {
    /** RocksDB pads to the end of a page of 4 KiB. */
    private static final int MAX_PADDING = 1 << 12;

    private static final int FIRST_WITHOUT_BLOCK_BASED_FILTERS = 6;

    private final RewrittenTable rewritten;
    private final TableReport original;
    private final TableResult result;

    private TableRebuild(RewrittenTable rewritten, TableReport original, TableResult result) {
        this.rewritten = rewritten;
        this.original = original;
        this.result = result;
    }

    /**
     * Writes a table with another filter to a new file, which appears complete or not at all.
     *
     * @param in the table; opened for reading only
     * @param out the new file, in a folder that exists
     * @param plan which filter it gets
     * @param hints what the caller knows about the table's present filter and its keys
     * @return what was written
     * @throws java.nio.file.FileAlreadyExistsException if {@code out} exists; it is left as it is
     * @throws java.nio.file.NoSuchFileException if the table or the folder of {@code out} does not exist
     * @throws UnwritableFilterException if the plan leaves open what the table does not settle
     * @throws CorruptTableException if the file is not a table, or a part of it other than the old filter is damaged
     * @throws java.nio.file.FileSystemException of {@code out} if it cannot be written, or if the table was changed
     *     while it was copied; nothing is there then, unless only one of the last steps failed, which make its name
     *     durable
     * @throws IOException if the table cannot be read
     */
    public static TableResult rebuild(Path in, Path out, FilterPlan plan, FilterHints hints) throws IOException {
        try (TableFile table = TableFile.open(in)) {
            return rebuild(table, in, out, plan, hints, report -> {});
        }
    }

    /** Decides before anything is written whether a table is to be rebuilt. */
    @FunctionalInterface
    public interface Judge {
        /**
         * Judges a table.
         *
         * @param report what was read of it
         * @throws IOException if it is not to be rebuilt
         */
        void judge(TableReport report) throws IOException;
    }

    /**
     * Writes a table that is open with another filter to a new file, which appears complete or not at all.
     *
     * @param table the table; stays open
     * @param in the table's file, whose permissions the new one gets
     * @param out the new file, in a folder that exists
     * @param plan which filter it gets
     * @param hints what the caller knows about the table's present filter and its keys
     * @param judge asked once, before anything is written
     * @return what was written
     * @throws IOException as {@link #rebuild(Path, Path, FilterPlan, FilterHints)} does, and as the judge does
     */
    public static TableResult rebuild(
            TableFile table, Path in, Path out, FilterPlan plan, FilterHints hints, Judge judge) throws IOException {
        AtomicFile file = AtomicFile.at(out).withPermissionsOf(List.of(in));
        TableRebuild rebuild = of(table, plan, hints);
        judge.judge(rebuild.original());
        file.write(rebuild::writeTo, rebuild.asWritten(in)::check);
        return rebuild.result();
    }

    /**
     * Builds the new filter of a table; nothing is written yet.
     *
     * @param table the table; must stay open until the new one is written
     * @param plan which filter it gets
     * @param hints what the caller knows about the table's present filter and its keys
     * @return the table with its new filter
     * @throws UnwritableFilterException if the plan leaves open what the table does not settle
     * @throws CorruptTableException if a part of the table other than the old filter is damaged
     * @throws IOException if the table cannot be read
     */
    public static TableRebuild of(TableFile table, FilterPlan plan, FilterHints hints) throws IOException {
        TableStructure structure = readable(table.structure());
        TableReport report = TableReport.of(table, structure, hints);
        refusePebble(structure, table.name());
        Decision decision;
        if (FullFilterDecision.isFor(report, plan)) {
            refuseDamagedData(table, report, plan);
            decision = new FullFilterDecision(table, report, plan).decide();
        } else {
            refuseFormsThatAreNotWritten(structure, table.name());
            refuseDamagedData(table, report, plan);
            decision = ofFilterBlock(table, report, plan);
        }
        RewrittenTable rewritten = decision.unchanged()
                ? RewrittenTable.copyOf(table, structure)
                : rewritten(table, report, decision.change());
        WriteCheck.checkBlocks(table, structure, decision.change().kept());
        return new TableRebuild(rewritten, report, TableResult.of(report, decision, rewritten.size()));
    }

    private static TableStructure readable(TableStructure structure) throws CorruptTableException {
        Optional<CorruptTableException> undecoded = structure.undecoded();
        if (undecoded.isPresent()) {
            throw undecoded.get();
        }
        return structure.orThrow();
    }

    private static Decision ofFilterBlock(TableFile table, TableReport report, FilterPlan plan) throws IOException {
        List<MetaindexEntry> metaindex = report.structure().metaindex();
        List<MetaindexEntry> old =
                report.filter().map(ExaminedFilter::entry).stream().toList();
        if (plan.drop()) {
            boolean unchanged = old.isEmpty() && FilterChange.isInOrder(metaindex);
            FilterChange change = FilterChange.of(metaindex, old, Optional.empty());
            return new Decision(Optional.empty(), change, unchanged, List.of());
        }
        FilterDecision decision = new FilterDecision(report, plan);
        Built built = decision.build(table, dataEnd(report, report.structure()));
        AddedFilter added = new AddedFilter(keyOf(built.info().policyName()), built.block());
        return new Decision(
                Optional.of(built.info()),
                FilterChange.of(metaindex, old, Optional.of(added)),
                decision.isStored(built) && FilterChange.isInOrder(metaindex),
                List.of());
    }

    private static String keyOf(String policyName) {
        return new String(MetaindexEntry.keyOf(policyName), StandardCharsets.ISO_8859_1);
    }

    private static void refusePebble(TableStructure structure, String file) throws UnwritableFilterException {
        int format = structure.footer().pebbleFormat();
        if (format > 0) {
            throw new UnwritableFilterException(
                    file,
                    Parameter.NONE,
                    "the table has format " + format + " of Pebble, which is read but not written");
        }
    }

    /**
     * RocksDB asks a full or partitioned filter and no other, and none of these is wanted; from format version 6 on it
     * asks no block-based filter, and an index in parts would have to be written anew.
     */
    private static void refuseFormsThatAreNotWritten(TableStructure structure, String file)
            throws UnwritableFilterException {
        Optional<MetaindexEntry> filter = structure.metaindex().stream()
                .filter(entry -> entry.filterForm()
                        .filter(form -> !form.isProbedByBlock())
                        .isPresent())
                .findFirst();
        int version = structure.footer().formatVersion();
        if (filter.isPresent() || version >= FIRST_WITHOUT_BLOCK_BASED_FILTERS) {
            throw new UnwritableFilterException(
                    file,
                    Parameter.NONE,
                    filter.map(entry -> "the table has the filter " + entry.printableKey()
                                    + (structure.keyFilterEntry().isPresent()
                                            ? ", which is read but not written;"
                                            : " of a policy that is not built in;")
                                    + " another filter beside it would not be asked")
                            .orElse("RocksDB uses no filter block in tables of format version " + version
                                    + ", and its other filters are not written"));
        }
        if (!structure.indexParts().isEmpty()) {
            throw new UnwritableFilterException(
                    file, Parameter.NONE, "RocksDB's index is partitioned; it is read but not written");
        }
    }

    /**
     * A new filter would lack the keys that cannot be read, and deny them. A table that gets no filter may keep data
     * that cannot be decoded.
     */
    private static void refuseDamagedData(TableFile table, TableReport report, FilterPlan plan) throws IOException {
        Optional<CorruptTableException> unreadable = report.facts()
                .firstDamagedBlock()
                .or(() -> plan.drop() ? Optional.empty() : report.facts().undecoded());
        if (unreadable.isPresent()) {
            throw unreadable.get();
        }
        Optional<Doubt> doubt = report.certainty().doubtAbout(Subject.COMPLETE);
        Optional<CorruptTableException> unsure = plan.drop()
                ? report.gap().map(gap -> unsure(report, gap.offset(), gap.message()))
                : doubt.map(each -> unsure(report, each.offset(), each.detail()));
        if (unsure.isPresent()) {
            long dataEnd = TableLayout.dataEnd(report.facts().blocks());
            List<MetaindexEntry> besideData = report.structure().metaindex().stream()
                    .filter(entry -> entry.policyName().isEmpty())
                    .filter(entry -> entry.handle()
                            .filter(handle -> handle.offset() < dataEnd)
                            .isEmpty())
                    .toList();
            WriteCheck.checkBlocks(table, report.structure(), besideData); // says more, if it is one of these
            throw unsure.get();
        }
    }

    private static CorruptTableException unsure(TableReport report, long offset, String why) {
        return new CorruptTableException(report.name(), offset, Reason.BAD_ORDER, why);
    }

    /** RocksDB may pad its data blocks, and starts the next block after the padding, even if there is none. */
    private static long dataEnd(TableReport report, TableStructure structure) {
        long end = TableLayout.dataEnd(report.facts().blocks());
        return structure.origin().rocksDb() && !report.facts().blocks().isEmpty()
                ? Stream.concat(
                                Stream.of(structure.footer().index()),
                                structure.metaindex().stream().flatMap(entry -> entry.handle().stream()))
                        .mapToLong(BlockHandle::offset)
                        .filter(offset -> offset >= end && offset - end < MAX_PADDING)
                        .min()
                        .orElse(end)
                : end;
    }

    private static RewrittenTable rewritten(TableFile table, TableReport report, FilterChange change)
            throws IOException {
        Set<MetaindexEntry> kept = new HashSet<>(change.kept());
        List<BlockHandle> placed = new ArrayList<>(change.replaced().keySet());
        for (MetaindexEntry entry : report.structure().metaindex()) {
            if (kept.contains(entry) || liesInside(entry, report.size())) {
                placed.add(table.handleOf(entry));
            }
        }
        placed.addAll(report.structure().indexParts());
        TableLayout layout = TableLayout.of(table, report.facts().blocks(), placed);
        return RewrittenTable.of(table, report.structure(), layout, change);
    }

    /** A filter that is replaced may be damaged, also its handle. */
    private static boolean liesInside(MetaindexEntry entry, long fileSize) {
        return entry.handle().filter(handle -> handle.liesInside(fileSize)).isPresent();
    }

    /** The report on the table that is rebuilt. */
    TableReport original() {
        return original;
    }

    /** {@return what will be written; known before anything is written, so a plan can be tried} */
    public TableResult result() {
        return result;
    }

    /** The state that the written file must have. */
    WriteCheck asWritten(Path in) {
        return WriteCheck.with(result.filter(), in, original);
    }

    /**
     * Writes the new file. Unlike {@link #rebuild(Path, Path, FilterPlan, FilterHints)} it does not read again what it
     * wrote: if another program may change the table meanwhile, verify the result.
     *
     * @param channel takes all bytes, {@code result().newSize()} of them; stays open
     * @throws IOException if the table cannot be read any more, or the channel fails
     */
    public void writeTo(WritableByteChannel channel) throws IOException {
        rewritten.writeTo(channel);
    }
}
