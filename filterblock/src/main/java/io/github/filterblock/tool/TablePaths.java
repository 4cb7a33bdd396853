// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import io.github.filterblock.tool.input.Lines;
import io.github.filterblock.tool.input.TableFiles;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The tables that a verb works on: paths on the command line, paths in a list, or both. */
final class TablePaths {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Parameters(paramLabel = "PATH", arity = "0..*", description = "tables, or directories of .ldb and .sst files")
    private List<Path> paths = List.of();

    @Option(
            names = "--files-from",
            paramLabel = "FILE|-",
            description = "a further PATH on each line of FILE, in UTF-8; empty lines are passed over")
    private @Nullable String filesFrom;

    /**
     * Starts to list the files.
     *
     * @param trouble is told of each directory that cannot be read or holds no table
     * @throws ParameterException if no path was given in either way
     * @throws IOException if the list cannot be opened
     */
    TableFiles files(Consumer<String> trouble) throws IOException {
        if (paths.isEmpty() && filesFrom == null) {
            throw new ParameterException(spec.commandLine(), "no PATH is given, and no --files-from");
        }
        return TableFiles.below(filesFrom == null ? paths.iterator() : listed(filesFrom, trouble), trouble);
    }

    /** The paths on the command line, as they are; not those of a list. */
    List<Path> named() {
        return paths;
    }

    /** The number of files, found by listing them once more; nothing if that cannot be done twice. */
    OptionalLong count() {
        if (filesFrom != null) {
            return OptionalLong.empty();
        }
        long count = 0;
        TableFiles files = TableFiles.below(paths.iterator(), message -> {});
        for (; files.hasNext(); files.next()) {
            count++;
        }
        return OptionalLong.of(count);
    }

    private Iterator<Path> listed(String list, Consumer<String> trouble) throws IOException {
        Lines lines = Lines.of(list);
        Iterator<Path> named = paths.iterator();
        return new Iterator<>() {
            private @Nullable Path next;
            private boolean atEnd;

            @Override
            public boolean hasNext() {
                if (next == null && !atEnd) {
                    next = named.hasNext() ? named.next() : path(lines, trouble);
                    atEnd = next == null;
                }
                return next != null;
            }

            @Override
            public Path next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                Path path = next;
                next = null;
                return path;
            }
        };
    }

    /** The path on the next line that is not empty; null at the end, which is also where the list cannot be read on. */
    private static @Nullable Path path(Lines lines, Consumer<String> trouble) {
        try {
            String line = lines.next();
            while (line != null && line.isEmpty()) {
                line = lines.next();
            }
            if (line != null) {
                return Path.of(line);
            }
            lines.close();
        } catch (InvalidPathException e) {
            trouble.accept(lines.place() + ": not a path: " + e.getReason());
        } catch (IOException e) {
            trouble.accept(String.valueOf(e.getMessage()));
        }
        return null;
    }
}
