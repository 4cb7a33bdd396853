// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.cli.TableFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * The tables that patterns match, each once, in the order of their paths. A path that is not a directory is a table; in
 * a directory all {@code .ldb} and {@code .sst} files are, as on the command line. The driver lists them and holds them
 * in memory: a million in about 250 MB.
 */
final class TableListing {
    /** The most messages that are kept. */
    private static final int MAX_WARNINGS = 1000;

    /** What a table counts beside its bytes. */
    static final long OPEN_COST = 1 << 20;

    /** The most groups; more tasks would only cost time. */
    private static final int MAX_GROUPS = 1 << 18;

    private final Configuration configuration;
    private final TreeMap<String, ListedTable> tables = new TreeMap<>();
    private final List<String> warnings = new ArrayList<>();

    private TableListing(Configuration configuration) {
        this.configuration = configuration;
    }

    /**
     * Lists tables.
     *
     * @param patterns qualified patterns of Hadoop's {@code globStatus}
     */
    static TableListing of(List<String> patterns, Configuration configuration) {
        TableListing listing = new TableListing(configuration);
        patterns.forEach(listing::match);
        return listing;
    }

    /** Messages about directories that cannot be listed or hold no table. */
    List<String> warnings() {
        return warnings;
    }

    /** A pattern without a match names a missing file. */
    private void match(String pattern) {
        Path path = new Path(pattern);
        try {
            FileSystem files = path.getFileSystem(configuration);
            FileStatus[] statuses = files.globStatus(path);
            if (statuses == null || statuses.length == 0) {
                add(ListedTable.missing(pattern));
                return;
            }
            for (FileStatus status : statuses) {
                if (!status.isDirectory()) {
                    add(ListedTable.of(status));
                } else if (!list(status.getPath(), files)) {
                    warn(status.getPath() + TableFiles.NO_TABLE);
                }
            }
        } catch (IOException e) {
            warn(path + ": " + HadoopFiles.reason(e));
        }
    }

    /** Lists all below a directory; false if nothing was found there, not even a directory that cannot be listed. */
    private boolean list(Path named, FileSystem files) {
        Deque<Path> directories = new ArrayDeque<>(List.of(named));
        boolean found = false;
        while (!directories.isEmpty()) {
            Path directory = directories.pop();
            try {
                found |= list(directory, files, directories);
            } catch (FileNotFoundException e) {
                found = true;
                warn(directory + ": the directory vanished");
            } catch (IOException e) {
                found = true;
                warn(directory + ": " + HadoopFiles.reason(e));
            }
        }
        return found;
    }

    private boolean list(Path directory, FileSystem files, Deque<Path> directories) throws IOException {
        boolean found = false;
        RemoteIterator<FileStatus> entries = files.listStatusIterator(directory);
        while (entries.hasNext()) {
            FileStatus entry = entries.next();
            Path path = entry.getPath();
            if (entry.isDirectory()) {
                if (!HadoopFiles.isLink(files, path)) {
                    directories.push(path);
                }
            } else if (TableFiles.isTableName(path.getName())) {
                add(ListedTable.of(entry));
                found = true;
            }
        }
        return found;
    }

    private void add(ListedTable table) {
        tables.put(table.path(), table);
    }

    private void warn(String message) {
        if (warnings.size() < MAX_WARNINGS) {
            warnings.add(message);
        }
    }

    /**
     * Cuts the tables into groups of about the same size, neighbours together.
     *
     * @param bytes how many bytes a group is to have, 1 or more
     * @param least the smallest number of groups, if there are as many tables; 1 or more
     */
    List<List<ListedTable>> groups(long bytes, int least) {
        return groups(tables.values(), bytes, least);
    }

    static List<List<ListedTable>> groups(Collection<ListedTable> tables, long bytes, int least) {
        long total = tables.stream().mapToLong(TableListing::cost).sum();
        long wanted = Math.min(tables.size(), Math.max(least, (total + bytes - 1) / bytes));
        long count = Math.min(wanted, MAX_GROUPS);
        List<List<ListedTable>> groups = new ArrayList<>();
        long before = 0;
        for (ListedTable table : tables) {
            if (groups.isEmpty() || before >= (double) total / count * groups.size()) {
                groups.add(new ArrayList<>());
            }
            groups.get(groups.size() - 1).add(table);
            before += cost(table);
        }
        return groups;
    }

    private static long cost(ListedTable table) {
        return OPEN_COST + Math.max(0, table.length());
    }
}
