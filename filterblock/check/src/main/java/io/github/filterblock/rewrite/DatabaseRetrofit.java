// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.Finding;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.TableVerdict;
import io.github.filterblock.coding.RegularFiles;
import io.github.filterblock.database.CorruptDatabaseException;
import io.github.filterblock.database.Database;
import io.github.filterblock.database.DatabaseDirectory;
import io.github.filterblock.database.DatabaseInUseException;
import io.github.filterblock.database.LiveTable;
import io.github.filterblock.durable.AtomicDirectory;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Writes a whole database with other filters: a new directory that the database's own program opens.
 *
 * <p>Each live table gets the filter of a {@link FilterPlan}; by default a table without one gets LevelDB's usual
 * filter, and a table with one keeps it. The new MANIFEST has the same version edits in the same order, with the new
 * sizes of tables. Names, file numbers, comparator, CURRENT and write-ahead logs are the same; the program replays the
 * logs itself when it opens the database. Files that no program would read again are not copied. Links are copied as
 * links, and refused in the place of a file of LevelDB. The rules are DB-1 to
 * DB-7 of DATABASE.md.
 *
 * <p>The database is only read. While it is read it is locked against LevelDB and the Java engines, and refused if one
 * of them has it open; what another program such as goleveldb changes is noticed at the end (DB-7). Do not retrofit a
 * database that this process itself has open: under POSIX, closing a file releases all locks that the process holds on
 * it. A damaged database is refused too: nothing is guessed, and nothing is left out silently.
 *
 * <p>The new directory appears complete or not at all. It is filled beside its place, as {@code
 * .NAME.filterblock-xxxxxxxx}, forced to the disk and renamed. A run that is killed leaves this directory behind; it is
 * never in the way of another run and may be deleted.
 *
 * <p>Immutable.
 */
public final class DatabaseRetrofit {
    private final Path database;
    private final Path target;
    private final FilterPlan plan;
    private final int threads;
    private final Listener listener;
    private final Outputs outputs;
    private final boolean equalBytes;

    /** Follows the progress of a retrofit. It is called by one thread at a time, but not always by the same one. */
    @FunctionalInterface
    public interface Listener {

        /**
         * A table is written.
         *
         * @param table the table of the database
         * @param done how many have been written, 1 or more
         * @param tables how many there are
         */
        void written(Path table, int done, int tables);
    }

    /** Makes the directory that is filled; a test makes one whose steps fail. */
    interface Outputs {
        AtomicDirectory create(Path target) throws IOException;
    }

    private DatabaseRetrofit(
            Path database,
            Path target,
            FilterPlan plan,
            int threads,
            Listener listener,
            Outputs outputs,
            boolean equalBytes) {
        this.database = database;
        this.target = target;
        this.plan = plan;
        this.threads = threads;
        this.listener = listener;
        this.outputs = outputs;
        this.equalBytes = equalBytes;
    }

    /**
     * A retrofit with the usual filters, one table at a time. Nothing is done yet.
     *
     * @param database the directory of the database
     * @param target the new directory; must not exist, its parent must
     * @return the retrofit
     */
    public static DatabaseRetrofit of(Path database, Path target) {
        return new DatabaseRetrofit(
                Objects.requireNonNull(database, "database"),
                target.toString().isEmpty() ? target : target.toAbsolutePath().normalize(),
                FilterPlan.KEEP,
                1,
                (table, done, tables) -> {},
                AtomicDirectory::create,
                false);
    }

    /**
     * The same retrofit with other filters.
     *
     * @param wanted for all tables; {@link FilterPlan#KEEP} for those that have none
     * @return the other retrofit
     */
    public DatabaseRetrofit withPlan(FilterPlan wanted) {
        return new DatabaseRetrofit(
                database, target, Objects.requireNonNull(wanted, "wanted"), threads, listener, outputs, equalBytes);
    }

    /**
     * The same retrofit, working on several tables at once.
     *
     * @param wanted number of threads, 1 or more
     * @return the other retrofit
     * @throws IllegalArgumentException if the number is below 1
     */
    public DatabaseRetrofit withThreads(int wanted) {
        if (wanted < 1) {
            throw new IllegalArgumentException("at least one thread, not " + wanted);
        }
        return new DatabaseRetrofit(database, target, plan, wanted, listener, outputs, equalBytes);
    }

    /**
     * The same retrofit with a listener.
     *
     * @param wanted called after each table
     * @return the other retrofit
     */
    public DatabaseRetrofit withListener(Listener wanted) {
        return new DatabaseRetrofit(
                database, target, plan, threads, Objects.requireNonNull(wanted, "wanted"), outputs, equalBytes);
    }

    DatabaseRetrofit withOutputs(Outputs wanted) {
        return new DatabaseRetrofit(database, target, plan, threads, listener, wanted, equalBytes);
    }

    /**
     * The same retrofit of a database whose comparator is not known, but calls only keys of equal bytes equal. Without
     * it, no filter is added to such a database, unless it has sound ones, whose writer relies on it.
     *
     * @return the other retrofit
     */
    public DatabaseRetrofit withEqualBytes() {
        return new DatabaseRetrofit(database, target, plan, threads, listener, outputs, true);
    }

    /**
     * Writes the new directory.
     *
     * @return the result
     * @throws IllegalArgumentException if the target lies inside the database
     * @throws java.nio.file.FileAlreadyExistsException if the target exists
     * @throws NoSuchFileException if the database or the target's parent does not exist
     * @throws DatabaseInUseException if another program has the database open, or changed it meanwhile
     * @throws CorruptDatabaseException if CURRENT, MANIFEST, or the set of tables is damaged
     * @throws io.github.filterblock.table.CorruptTableException if a live table is damaged
     * @throws UnwritableFilterException if the plan leaves something open that a table does not determine
     * @throws IOException if something cannot be read or written. In all these cases there is nothing at the target,
     *     unless only forcing its name to the disk failed
     */
    public Report run() throws IOException {
        checkTarget();
        try (Database opened = Database.open(database)) {
            refuseLinks(opened);
            opened.checkLogs();
            try (AtomicDirectory output = outputs.create(target)) {
                List<TableResult> tables = fill(output, opened);
                opened.checkUnchanged();
                checkWritten(output.path());
                output.publish(database);
                return report(opened, tables);
            }
        }
    }

    /** What links lead to is not the database's; only files that are not the engine's may be links, and stay links. */
    private static void refuseLinks(Database opened) throws FileSystemException {
        Stream<Path> files = Stream.of(
                        Stream.of(opened.manifest()),
                        opened.tables().stream().map(LiveTable::file),
                        opened.otherFiles().stream().filter(DatabaseDirectory::isPart))
                .flatMap(part -> part);
        Optional<Path> link = files.filter(Files::isSymbolicLink).findFirst();
        if (link.isPresent()) {
            throw new FileSystemException(
                    link.get().toString(), null, "is a link, and links are not followed out of the database");
        }
    }

    private void checkTarget() throws IOException {
        refuseEmptyPath(database);
        refuseEmptyPath(target);
        Path source = database.toRealPath();
        AtomicDirectory.checkAbsent(target);
        if (parentOfTarget().startsWith(source)) {
            throw new IllegalArgumentException(target + " lies inside the database " + database);
        }
    }

    /** An empty path would mean the current directory of the process. */
    private static void refuseEmptyPath(Path path) throws NoSuchFileException {
        if (path.toString().isEmpty()) {
            throw new NoSuchFileException("", null, "an empty path names no directory");
        }
    }

    private Path parentOfTarget() throws IOException {
        Path parent = target.toAbsolutePath().getParent();
        try {
            if (parent != null && Files.isDirectory(parent.toRealPath())) {
                return parent.toRealPath();
            }
        } catch (NoSuchFileException e) {
            // said below
        }
        throw new NoSuchFileException(target.toString(), null, "its parent directory does not exist");
    }

    private List<TableResult> fill(AtomicDirectory output, Database opened) throws IOException {
        List<TableResult> tables =
                new TableWork(threads, listener).run(opened.tables(), table -> retrofit(table, opened, output));
        for (Path file : opened.otherFiles()) {
            if (Files.isSymbolicLink(file)) {
                output.copyLink(file);
            } else {
                output.copy(file, written -> {});
            }
        }
        byte[] contents = opened.manifestWithSizes(newSizes(opened, tables));
        output.write(opened.manifest(), channel -> channel.write(ByteBuffer.wrap(contents)), written -> {});
        return tables;
    }

    /**
     * Writes a table. Its keys are internal keys, whatever a single table looks like. {@link FilterPlan#KEEP} does not
     * change a table that has a filter: it is copied, not built anew, and a filter of an unknown policy stays. It must
     * nevertheless be sound.
     */
    private TableResult retrofit(LiveTable live, Database opened, AtomicDirectory output) throws IOException {
        try (TableFile table = TableFile.open(live.file())) {
            return retrofit(table, live, opened, output)
                    .inDatabase(live.file().getFileName().toString(), live.manifestSize());
        }
    }

    private TableResult retrofit(TableFile table, LiveTable live, Database opened, AtomicDirectory output)
            throws IOException {
        Path in = live.file();
        Optional<TableReport> kept = kept(table);
        if (kept.isPresent()) {
            checkSound(kept.get());
            checkKeys(table, kept.get(), live, opened);
            output.copy(in, WriteCheck.same(in, kept.get())::check);
            return TableResult.kept(kept.get());
        }
        TableRebuild rebuild = TableRebuild.of(
                table,
                plan,
                new FilterHints(
                        Optional.empty(),
                        Optional.of(KeyFormat.USER_KEY),
                        plan.drop() ? Optional.empty() : opened.doubtOfKeys(equalBytes)));
        checkKeys(table, rebuild.original(), live, opened);
        output.write(in, rebuild::writeTo, rebuild.asWritten(in)::check);
        return rebuild.result();
    }

    /** Looks at a table that is to keep its filter; empty if it has none, or if it is to get another. */
    private Optional<TableReport> kept(TableFile table) throws IOException {
        if (!plan.keepsFilter()) {
            return Optional.empty();
        }
        TableStructure structure = table.structure().orThrow();
        if (structure.metaindex().stream().allMatch(entry -> entry.policyName().isEmpty())) {
            return Optional.empty();
        }
        WriteCheck.checkBlocks(table, structure, structure.metaindex());
        return Optional.of(
                TableReport.of(table, structure, new FilterHints(Optional.empty(), Optional.of(KeyFormat.USER_KEY))));
    }

    /** The database's program does not find keys that are out of order, or that are hidden. */
    private static void checkKeys(TableFile table, TableReport report, LiveTable live, Database opened)
            throws IOException {
        opened.check(live, table, report);
        Optional<Finding> found = report.facts().outOfOrder(opened.comparator());
        if (found.isPresent()) {
            throw new CorruptTableException(
                    report.name(),
                    found.get().offset(),
                    Reason.BAD_ORDER,
                    found.get().message());
        }
    }

    /** A part that is only of an unknown kind stays as it is. */
    private static void checkSound(TableReport report) throws CorruptTableException {
        for (CorruptTableException damage : report.damage()) {
            if (!damage.reason().isUndecoded()) {
                throw damage;
            }
        }
        if (report.status() == TableStatus.CORRUPT) {
            throw new CorruptTableException(
                    report.name(),
                    report.filter()
                            .flatMap(filter -> filter.entry().handle())
                            .map(BlockHandle::offset)
                            .orElse(0L),
                    Reason.BAD_ENTRIES,
                    report.verdict().reason().map(TableVerdict.Reason::detail).orElse("the filter is damaged")
                            + "; use --policy to rebuild it");
        }
    }

    /** Retrofitted tables come in the order of the live ones. */
    private static Map<Long, Long> newSizes(Database opened, List<TableResult> tables) {
        Map<Long, Long> sizes = new HashMap<>();
        for (int i = 0; i < tables.size(); i++) {
            sizes.put(opened.tables().get(i).number(), tables.get(i).newSize());
        }
        return sizes;
    }

    /** Reads the new directory as the database was read: its MANIFEST must be sound, and its tables must exist. */
    private static void checkWritten(Path directory) throws IOException {
        Database.openWithoutLock(directory).close();
    }

    private static Report report(Database opened, List<TableResult> tables) throws IOException {
        return new Report(
                opened.manifest().getFileName().toString(),
                opened.versionEdits(),
                opened.comparator(),
                tables,
                names(opened.otherFiles()),
                namesWithKinds(opened.obsoleteFiles()));
    }

    private static List<String> names(List<Path> files) {
        return files.stream().map(file -> file.getFileName().toString()).toList();
    }

    private static List<String> namesWithKinds(List<Path> files) throws IOException {
        List<String> names = new ArrayList<>();
        for (Path file : files) {
            names.add(file.getFileName() + (Files.isRegularFile(file) ? "" : " (" + RegularFiles.kind(file) + ")"));
        }
        return names;
    }

    /**
     * The result of a retrofit. Immutable.
     *
     * @param manifest name of the MANIFEST, in the database and in the new one
     * @param versionEdits number of version edits in it
     * @param comparator the comparator's name, each character standing for one byte
     * @param tables the live tables, by their numbers
     * @param copied names of the files that were copied as they are: CURRENT, write-ahead logs, files that are not
     *     LevelDB's
     * @param leftOut names of files that were not copied, since no engine would read them again: obsolete tables, logs
     *     and MANIFESTs, temporary files; and of entries that are not regular files, each with its kind in parentheses
     */
    public record Report(
            String manifest,
            int versionEdits,
            String comparator,
            List<TableResult> tables,
            List<String> copied,
            List<String> leftOut) {

        /** Copies the lists. */
        public Report {
            tables = List.copyOf(tables);
            copied = List.copyOf(copied);
            leftOut = List.copyOf(leftOut);
        }

        /**
         * Counts the tables with one kind of change.
         *
         * @param change the kind
         * @return 0 or more
         */
        public long count(TableResult.Change change) {
            return tables.stream().filter(table -> table.change() == change).count();
        }

        /**
         * {@return the tables whose size was wrong in the database's MANIFEST, by their numbers; the new one has the
         * right sizes}
         */
        public List<TableResult> correctedSizes() {
            return tables.stream().filter(TableResult::hadWrongSize).toList();
        }

        /** A line with the numbers; the tables and files are only counted. */
        @Override
        public String toString() {
            return "Report[" + manifest + " with " + versionEdits + " version edits, " + tables.size() + " tables, "
                    + correctedSizes().size() + " of them with a wrong size in it, " + copied.size()
                    + " other files copied, "
                    + leftOut.size() + " left out]";
        }
    }
}
