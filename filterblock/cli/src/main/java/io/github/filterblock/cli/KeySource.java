// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyCertainty;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.database.CorruptDatabaseException;
import io.github.filterblock.database.Database;
import io.github.filterblock.database.Database.KeyVisitor;
import io.github.filterblock.database.DatabaseDirectory;
import io.github.filterblock.database.LiveTable;
import io.github.filterblock.database.UnsupportedDatabaseException;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Every key of tables, directories of tables and databases, as many times as they are asked for. */
final class KeySource implements Closeable {
    private final List<Source> sources = new ArrayList<>();
    private final FilterHints hints;
    private final boolean equalBytes;
    private final NearbyDatabases databases = new NearbyDatabases();
    private final Runnable fileDone;
    private final Set<Path> files = new LinkedHashSet<>();
    private final Set<String> notes = new LinkedHashSet<>();

    /** What a path names: a database, or else a table or a directory of tables. */
    private record Source(Path path, @Nullable Database database) {}

    /** Keys of a database are read under its lock from now on, until this is closed. */
    KeySource(List<Path> paths, FilterHints hints, boolean equalBytes, Runnable fileDone) throws IOException, Failure {
        this.hints = hints;
        this.equalBytes = equalBytes;
        this.fileDone = fileDone;
        try {
            Set<Path> named = new HashSet<>();
            for (Path path : paths) {
                if (named.add(realPath(path))) {
                    Source source = source(path);
                    sources.add(source);
                    refuseUnequalKeys(source);
                }
            }
        } catch (IOException | Failure | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** A reader of the filter has no comparator. */
    private void refuseUnequalKeys(Source source) throws IOException, Failure {
        if (source.database != null) {
            Optional<String> doubt = source.database.doubtOfKeys(equalBytes);
            if (doubt.isPresent()) {
                boolean isSettled = source.database.doubtOfKeys(true).isEmpty();
                throw new Failure(
                        TerminalText.name(source.path),
                        "ambiguous",
                        doubt.get() + (isSettled ? FilterPlanOptions.ADVICE_OF_EQUAL_BYTES : ""),
                        ExitStatus.FOUND);
            }
        }
    }

    private static Path realPath(Path path) throws Failure {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            throw Failure.of(path, e);
        }
    }

    private static Source source(Path path) throws IOException, Failure {
        if (Files.exists(path.resolve("CURRENT"), LinkOption.NOFOLLOW_LINKS)) {
            try {
                return new Source(path, Database.open(path));
            } catch (UnsupportedDatabaseException e) {
                throw Failure.of(path, e);
            }
        }
        refuseWhatLosesKeys(path);
        return new Source(path, null);
    }

    /** Refuses a path without tables, and one below which a database is: its write-ahead logs have keys, too. */
    private static void refuseWhatLosesKeys(Path path) throws IOException, Failure {
        if (!Files.readAttributes(path, BasicFileAttributes.class).isDirectory()) {
            return;
        }
        List<String> warnings = new ArrayList<>();
        TableFiles files = new TableFiles(
                List.of(path).iterator(),
                warnings::add,
                (directory, names) -> {
                    if (names.stream().anyMatch(DatabaseDirectory::isPart)) {
                        warnings.add(directory
                                + ": belongs to a database, whose write-ahead logs have keys as well; name the"
                                + " database itself or, to leave its logs out, its tables one by one");
                    }
                },
                directory -> false);
        files.forEachRemaining(file -> {});
        refuse(path, warnings);
    }

    private static void refuse(Path path, List<String> warnings) throws Failure {
        if (!warnings.isEmpty()) {
            throw Failure.unreadable(TerminalText.name(path), warnings.get(0));
        }
    }

    /** Shows every key, in the order of the paths; deleted keys and old versions too. */
    void visit(KeyVisitor visitor) throws IOException, Failure {
        Set<Path> visited = new HashSet<>();
        for (Source source : sources) {
            if (source.database == null) {
                visitTables(source.path, visited, visitor);
            } else {
                source.database.visitKeys(visitor);
                for (LiveTable table : source.database.tables()) {
                    visited.add(table.file().toRealPath());
                }
                source.database.tables().forEach(table -> files.add(table.file()));
                source.database.otherFiles().stream()
                        .filter(DatabaseDirectory::isPart)
                        .forEach(files::add);
                fileDone.run();
            }
        }
    }

    private void visitTables(Path path, Set<Path> visited, KeyVisitor visitor) throws IOException, Failure {
        List<String> warnings = new ArrayList<>();
        TableFiles tables = new TableFiles(List.of(path).iterator(), warnings::add);
        while (tables.hasNext()) {
            Path file = Objects.requireNonNull(tables.next());
            if (visited.add(file.toRealPath())) {
                visitTable(file, visitor);
            }
            files.add(file);
            fileDone.run();
        }
        refuse(path, warnings);
    }

    private void visitTable(Path file, KeyVisitor visitor) throws IOException, Failure {
        try (TableFile table = TableFile.open(file)) {
            TableStructure structure = table.structure();
            TableReport report = TableReport.of(table, structure, databases.hints(file, hints, equalBytes));
            databases.refuseHidden(file, table, report);
            if (!ExitStatus.isWell(report.status().id())) {
                String reason = Objects.requireNonNullElse(InspectDocument.reason(report.verdict()), "");
                throw new Failure(TerminalText.name(file), report.status().id(), reason, ExitStatus.FOUND);
            }
            KeyCertainty certainty = report.certaintyOfUserKeys();
            if (certainty.doubt().isPresent()) {
                throw refused(file, certainty.doubt().get());
            }
            report.unprotected().ifPresent(note -> notes.add(TerminalText.name(file) + ": " + note));
            KeyFormat format = certainty.keyFormat().orElse(KeyFormat.WHOLE_KEY);
            TableKeys.visit(table, structure, format, (blockOffset, key, length) -> visitor.key(key, 0, length));
        } catch (CorruptTableException e) {
            throw Failure.of(TerminalText.name(file), e);
        } catch (CorruptDatabaseException e) {
            throw new Failure(TerminalText.name(file), "refused", String.valueOf(e.getMessage()), ExitStatus.FOUND);
        }
    }

    private static Failure refused(Path file, KeyCertainty.Doubt doubt) {
        String status = doubt.about() == KeyCertainty.Subject.COMPLETE ? TableStatus.CORRUPT.id() : "ambiguous";
        String reason = doubt.about() == KeyCertainty.Subject.KEY_FORMAT
                ? "it cannot be determined whether its keys have an 8-byte tag; say so with --key-domain"
                : Failure.at(doubt.offset(), doubt.detail());
        return new Failure(TerminalText.name(file), status, reason, ExitStatus.FOUND);
    }

    /** The files whose keys were shown. */
    Set<Path> files() {
        return files;
    }

    /** What to know of the tables whose keys were shown, one line each. */
    Set<String> notes() {
        return notes;
    }

    /** Refuses databases that another program changed since they were opened. */
    void checkUnchanged() throws IOException {
        for (Source source : sources) {
            if (source.database != null) {
                source.database.checkUnchanged();
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (Source source : sources) {
            if (source.database != null) {
                source.database.close();
            }
        }
    }
}
