// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool.input;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The files that paths stand for, found while they are asked for: no more than the names of the directories on the way to
 * the present file are held. Not thread-safe.
 *
 * <p>A path that is no directory stands for itself; a directory for every table below it, in the order of the names in
 * each directory. A link to a directory is followed where it was named, but not below: links could form a circle.
 */
public final class TableFiles implements Iterator<Path> {
    private final Iterator<Path> paths;
    private final Consumer<String> trouble;
    private final Deque<Iterator<Path>> open = new ArrayDeque<>();
    private @Nullable Path named;
    private long foundInNamed;
    private @Nullable Path next;

    private TableFiles(Iterator<Path> paths, Consumer<String> trouble) {
        this.paths = paths;
        this.trouble = trouble;
    }

    /**
     * The files below paths.
     *
     * @param paths taken one at a time
     * @param trouble is told of each directory that cannot be read or holds no table; the others go on
     */
    public static TableFiles below(Iterator<Path> paths, Consumer<String> trouble) {
        return new TableFiles(paths, trouble);
    }

    @Override
    public boolean hasNext() {
        while (next == null) {
            if (!open.isEmpty()) {
                advance(open.peek());
            } else if (paths.hasNext()) {
                start(paths.next());
            } else {
                return false;
            }
        }
        return true;
    }

    @Override
    public Path next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Path found = next;
        next = null;
        return found;
    }

    private void start(Path path) {
        if (Files.isDirectory(path)) {
            named = path;
            foundInNamed = 0;
            enter(path);
        } else {
            next = path;
        }
    }

    private void advance(Iterator<Path> names) {
        if (!names.hasNext()) {
            leave();
            return;
        }
        Path path = names.next();
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            enter(path);
        } else if (hasTableName(path) && !Files.isDirectory(path)) {
            foundInNamed++;
            next = path;
        }
    }

    private void enter(Path directory) {
        List<Path> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            entries.forEach(names::add);
            Collections.sort(names);
        } catch (AccessDeniedException e) {
            report(directory, "permission denied");
        } catch (NotDirectoryException e) {
            report(directory, "is no directory any more");
        } catch (IOException | DirectoryIteratorException e) {
            report(directory, "cannot be listed: " + e.getMessage());
        }
        open.push(names.iterator());
    }

    private void leave() {
        open.pop();
        if (open.isEmpty() && foundInNamed == 0) {
            report(named, "no .ldb or .sst file in this directory");
        }
    }

    private void report(@Nullable Path directory, String what) {
        foundInNamed++;
        trouble.accept(directory + ": " + what);
    }

    private static boolean hasTableName(Path path) {
        String name = String.valueOf(path.getFileName());
        return name.endsWith(".ldb") || name.endsWith(".sst");
    }
}
