// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.common.collect.AbstractIterator;
import io.github.filterblock.durable.FailureReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files that paths name, found as they are asked for: only the names in the directories on the way to the
 * present file are held. Not thread-safe.
 *
 * <p>A path that is not a directory is a file itself; a directory means every table below it, in the order of the names
 * in each directory. A link to a directory is followed if it was named, but not below a directory: links could form a
 * cycle.
 */
public final class TableFiles extends AbstractIterator<Path> {
    /** What is wrong with a directory that was named, after its name. */
    public static final String NO_TABLE = ": no .ldb or .sst file in this directory";

    /** The ends of so many files are read in a directory without tables. */
    private static final long MAX_ENDS = 10_000;

    private final Iterator<Path> paths;
    private final Consumer<String> warning;
    private final BiConsumer<Path, List<Path>> entered;
    private final Predicate<Path> mayHoldNone;
    private final BiPredicate<Path, String> tolerated;
    private final Deque<Iterator<Path>> open = new ArrayDeque<>();
    private long foundInNamed;

    /**
     * The files below paths.
     *
     * @param paths taken one at a time
     * @param warning receives a message about each directory that cannot be read or holds no table; the rest are still
     *     listed
     */
    public TableFiles(Iterator<Path> paths, Consumer<String> warning) {
        this(paths, warning, (directory, entries) -> {}, directory -> false, (directory, why) -> false);
    }

    /**
     * The files below paths.
     *
     * @param paths taken one at a time
     * @param warning as above
     * @param entered receives each directory and its entries, in the order of names
     * @param mayHoldNone tells of which directories no warning says that they hold no table
     */
    public TableFiles(
            Iterator<Path> paths,
            Consumer<String> warning,
            BiConsumer<Path, List<Path>> entered,
            Predicate<Path> mayHoldNone) {
        this(paths, warning, entered, mayHoldNone, (directory, why) -> false);
    }

    /**
     * The files below paths.
     *
     * @param paths taken one at a time
     * @param warning as above
     * @param entered as above
     * @param mayHoldNone as above
     * @param tolerated receives what would be a warning about a directory that cannot be read or an entry that is not
     *     looked into; true if it is none
     */
    public TableFiles(
            Iterator<Path> paths,
            Consumer<String> warning,
            BiConsumer<Path, List<Path>> entered,
            Predicate<Path> mayHoldNone,
            BiPredicate<Path, String> tolerated) {
        this.paths = paths;
        this.warning = warning;
        this.entered = entered;
        this.mayHoldNone = mayHoldNone;
        this.tolerated = tolerated;
    }

    @Override
    protected @Nullable Path computeNext() {
        Path named = null;
        while (true) {
            if (open.isEmpty()) {
                report(named);
                if (!paths.hasNext()) {
                    return endOfData();
                }
                named = paths.next();
                if (!Files.isDirectory(named)) {
                    return named;
                }
                foundInNamed = 0;
                enter(named);
            } else if (!open.peek().hasNext()) {
                open.pop();
            } else {
                Path path = open.peek().next();
                if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                    enter(path);
                } else if (isLeftOut(path)) {
                    foundInNamed++;
                    warn(path, path + leftOut(path));
                } else if (isTableName(String.valueOf(path.getFileName())) && !Files.isDirectory(path)) {
                    foundInNamed++;
                    return path;
                }
            }
        }
    }

    /** A directory that is listed to its end without a table was entered in the same call. */
    private void report(@Nullable Path named) {
        if (named != null && foundInNamed == 0 && !mayHoldNone.test(named)) {
            warning.accept(named + NO_TABLE + withoutEnding(named));
        }
    }

    /** How many of the first files below a directory end as tables do, though their names do not. */
    private static String withoutEnding(Path named) {
        try (Stream<Path> files = Files.walk(named)) {
            long count = files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .limit(MAX_ENDS)
                    .filter(FileHints::endsAsTable)
                    .count();
            return count == 0
                    ? ""
                    : "; " + Formats.number(count, "file")
                            + (count == 1 ? " ends as tables do: name it" : " end as tables do: name them");
        } catch (IOException | UncheckedIOException e) {
            return ""; // that a directory cannot be read was said
        }
    }

    private void enter(Path directory) {
        List<Path> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            entries.forEach(names::add);
        } catch (IOException e) {
            report(directory, e);
        } catch (DirectoryIteratorException e) {
            report(directory, Objects.requireNonNull(e.getCause()));
        }
        Collections.sort(names);
        entered.accept(directory, names);
        open.push(names.iterator());
    }

    private void report(Path directory, IOException e) {
        if (warn(directory, directory + ": " + FailureReason.of(directory, e))) {
            foundInNamed++;
        }
    }

    /** Returns whether the warning was given, and not tolerated. */
    private boolean warn(Path path, String why) {
        boolean isTolerated = tolerated.test(path, why);
        if (!isTolerated) {
            warning.accept(why);
        }
        return !isTolerated;
    }

    /** What is said of an entry that is not looked into, after its name. */
    private static String leftOut(Path entry) {
        return (Files.isDirectory(entry)
                        ? ": skipped, a link to a directory"
                        : ": skipped, its name is not in lower case")
                + "; name it explicitly";
    }

    /** Whether an entry below a directory is a linked directory, or has a table's name in another case. */
    static boolean isLeftOut(Path entry) {
        String name = String.valueOf(entry.getFileName());
        return Files.isSymbolicLink(entry) && Files.isDirectory(entry)
                || isTableName(name.toLowerCase(Locale.ROOT)) && !isTableName(name);
    }

    /** Whether a file of this name is taken for a table where it was not named itself. */
    public static boolean isTableName(String name) {
        return name.endsWith(".ldb") || name.endsWith(".sst");
    }
}
