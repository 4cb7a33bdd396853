// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.common.collect.AbstractIterator;
import com.google.common.collect.Iterators;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
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
    private List<String> words = List.of();

    @Option(
            names = "--files-from",
            paramLabel = "FILE|-",
            description = "a further PATH on each line of FILE, in UTF-8; empty lines are skipped")
    private @Nullable String filesFrom;

    /**
     * Starts to list the files.
     *
     * @param trouble receives a message about each line that names no file and each directory that cannot be read or
     *     holds no table; the others are still listed
     * @throws ParameterException if no path was given in either way
     * @throws IOException if the list cannot be opened
     */
    TableFiles files(Consumer<String> trouble) throws IOException {
        if (words.isEmpty() && filesFrom == null) {
            throw wrongUsage("no PATH is given, and no --files-from");
        }
        if (words.contains("")) {
            throw wrongUsage("a PATH is empty");
        }
        Lines lines = filesFrom == null ? null : Lines.of(filesFrom);
        Iterator<String> named = words.iterator();
        return new TableFiles(
                new AbstractIterator<>() {
                    @Override
                    protected @Nullable Path computeNext() {
                        Path next = named(named, trouble);
                        next = next == null && lines != null ? listed(lines, trouble) : next;
                        return next == null ? endOfData() : next;
                    }
                },
                trouble);
    }

    /** The paths on the command line, as they are; not those of a list. */
    List<Path> named() {
        try {
            return words.stream().map(Words::path).toList();
        } catch (IllegalArgumentException e) {
            throw wrongUsage(String.valueOf(e.getMessage()));
        }
    }

    private ParameterException wrongUsage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** The number of files, found by listing them twice; nothing if they can be listed only once. */
    OptionalLong count() {
        Iterator<Path> named = Iterators.transform(words.iterator(), Words::path);
        return filesFrom == null
                ? OptionalLong.of(Iterators.size(new TableFiles(named, message -> {})))
                : OptionalLong.empty();
    }

    private static @Nullable Path named(Iterator<String> words, Consumer<String> trouble) {
        while (words.hasNext()) {
            String word = words.next();
            try {
                return Words.path(word);
            } catch (IllegalArgumentException e) {
                trouble.accept(word + ": " + e.getMessage());
            }
        }
        return null;
    }

    /** The path on the next line that names one; null at the end, or where the rest of the list cannot be read. */
    private static @Nullable Path listed(Lines lines, Consumer<String> trouble) {
        while (true) {
            try {
                String line = lines.next();
                if (line == null) {
                    lines.close();
                    return null;
                }
                if (!line.isEmpty()) {
                    return Words.path(line);
                }
            } catch (Lines.BadLineException e) {
                trouble.accept(e.getMessage());
            } catch (IllegalArgumentException e) {
                trouble.accept(lines.place() + ": " + e.getMessage());
            } catch (IOException e) {
                trouble.accept(String.valueOf(e.getMessage()));
                return null;
            }
        }
    }
}
