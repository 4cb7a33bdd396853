// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import io.github.filterblock.analysis.FilterChoice;
import io.github.filterblock.analysis.KeyDomain;
import io.github.filterblock.analysis.TableAnalysis;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.database.Database;
import io.github.filterblock.database.KeyVisitor;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import io.github.filterblock.tool.input.TableFiles;
import io.github.filterblock.tool.output.ExitStatus;
import io.github.filterblock.tool.output.Outcome;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/** Every key of tables, directories of tables and databases, as many times as they are asked for. */
final class KeySource implements Closeable {
    private final List<Path> paths;
    private final FilterChoice choice;
    private final List<Database> databases = new ArrayList<>();
    private final Runnable fileDone;

    /** Keys of a database are read under its lock from now on, until this is closed. */
    KeySource(List<Path> paths, FilterChoice choice, Runnable fileDone) throws IOException {
        this.paths = paths;
        this.choice = choice;
        this.fileDone = fileDone;
        try {
            for (Path path : paths) {
                if (isDatabase(path)) {
                    databases.add(Database.open(path));
                } else if (!Files.exists(path)) {
                    throw new NoSuchFileException(path.toString(), null, "no such file or directory");
                }
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private static boolean isDatabase(Path path) {
        return Files.isRegularFile(path.resolve("CURRENT"));
    }

    /** Shows every key, in the order of the paths; deleted keys and old versions too. */
    void visit(KeyVisitor visitor) throws IOException {
        Iterator<Database> opened = databases.iterator();
        for (Path path : paths) {
            if (isDatabase(path)) {
                opened.next().keys().visit(visitor);
                fileDone.run();
            } else {
                visitTables(path, visitor);
            }
        }
    }

    private void visitTables(Path path, KeyVisitor visitor) throws IOException {
        List<String> troubles = new ArrayList<>();
        TableFiles files = new TableFiles(List.of(path).iterator(), troubles::add);
        while (files.hasNext()) {
            visitTable(Objects.requireNonNull(files.next()), visitor);
            fileDone.run();
        }
        if (!troubles.isEmpty()) {
            throw new UnusableKeysException(path, "unreadable", troubles.get(0), ExitStatus.UNREADABLE);
        }
    }

    private void visitTable(Path file, KeyVisitor visitor) throws IOException {
        try (TableFile table = TableFile.open(file)) {
            TableStructure structure = table.structure();
            TableAnalysis analysis = TableAnalysis.of(table, structure, choice);
            if (ExitStatus.of(analysis.status()) != ExitStatus.WELL) {
                String reason = analysis.verdict().reason().map(Outcome::text).orElse("");
                throw new UnusableKeysException(file, analysis.status().id(), reason, ExitStatus.FOUND);
            }
            if (analysis.entries() > 0) {
                TableKeys.visit(
                        table,
                        structure,
                        domain(file, analysis),
                        (blockOffset, key, length) -> visitor.key(key, 0, length));
            }
        }
    }

    private KeyDomain domain(Path file, TableAnalysis analysis) throws UnusableKeysException {
        return choice.keyDomain()
                .or(() -> analysis.reading().keyDomain())
                .orElseThrow(() -> new UnusableKeysException(
                        file,
                        "ambiguous",
                        "whether its keys have an 8-byte tag cannot be determined; choose it with --key-domain",
                        ExitStatus.FOUND));
    }

    /** Refuses databases that another program changed since they were opened. */
    void checkUnchanged() throws IOException {
        for (Database database : databases) {
            database.checkUnchanged();
        }
    }

    @Override
    public void close() throws IOException {
        for (Database database : databases) {
            database.close();
        }
    }
}
