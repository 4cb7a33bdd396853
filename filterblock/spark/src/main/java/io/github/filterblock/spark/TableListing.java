// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.cli.TableFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.StorageLevels;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The tables that patterns stand for, listed by tasks: all patterns, then all directories that they match, then all
 * directories in those, and so on. The names of directories pass through the driver, those of tables do not.
 */
final class TableListing {
    /** The most messages that are kept. */
    private static final int MOST_TROUBLES = 1000;

    private final JavaRDD<Listed> found;
    private final List<String> troubles;

    private TableListing(JavaRDD<Listed> found, List<String> troubles) {
        this.found = found;
        this.troubles = troubles;
    }

    /**
     * Lists tables.
     *
     * @param spark where the tasks run
     * @param patterns qualified patterns of Hadoop's {@code globStatus}
     */
    static TableListing of(JavaSparkContext spark, List<String> patterns) {
        DirectoryLister lister = new DirectoryLister(new SerializableConfiguration(spark.hadoopConfiguration()));
        JavaRDD<Listed> named = parallelized(spark, patterns).flatMap(lister::matches);
        named.persist(StorageLevels.MEMORY_AND_DISK);
        List<Listed> directories = named.filter(Listed::isDirectory).collect();
        Set<String> roots = new TreeSet<>(directories.stream().map(Listed::root).toList());
        JavaRDD<Listed> found = named;
        while (!directories.isEmpty()) {
            JavaRDD<Listed> level = parallelized(spark, directories).flatMap(lister::entries);
            level.persist(StorageLevels.MEMORY_AND_DISK);
            found = found.union(level);
            directories = level.filter(Listed::isDirectory).collect();
        }
        return new TableListing(found, troubles(found, roots));
    }

    private static <T> JavaRDD<T> parallelized(JavaSparkContext spark, List<T> items) {
        int slices = Math.min(items.size(), 4 * spark.defaultParallelism());
        return spark.parallelize(items, Math.max(1, slices));
    }

    private static List<String> troubles(JavaRDD<Listed> found, Set<String> roots) {
        List<String> troubles = new ArrayList<>(found.filter(item -> item.trouble() != null)
                .map(Listed::trouble)
                .take(MOST_TROUBLES));
        if (!roots.isEmpty()) {
            Set<String> empty = new TreeSet<>(roots);
            empty.removeAll(new HashSet<>(found.filter(item -> !item.isDirectory())
                    .map(Listed::root)
                    .distinct()
                    .collect()));
            empty.stream().limit(MOST_TROUBLES).forEach(root -> troubles.add(root + TableFiles.NO_TABLE));
        }
        return troubles.stream().sorted().toList();
    }

    /** Messages about directories that cannot be listed or hold no table. */
    List<String> troubles() {
        return troubles;
    }

    /** The tables, each once however many patterns match it. */
    JavaRDD<ListedTable> tables() {
        return found.filter(Listed::isTable)
                .map(item -> Objects.requireNonNull(item.table()))
                .mapToPair(table -> Pairs.of(table.path(), table))
                .reduceByKey((one, other) -> one)
                .values();
    }

    /**
     * One result of listing tables: a table, a directory to list, or a message about one that cannot be listed.
     *
     * @param root the directory that was named, below which it was found; its own path for what was named itself
     */
    private record Listed(
            String root,
            @Nullable ListedTable table,
            @Nullable String directory,
            @Nullable String trouble) implements Serializable {

        static Listed table(String root, ListedTable table) {
            return new Listed(root, table, null, null);
        }

        static Listed directory(String root, String directory) {
            return new Listed(root, null, directory, null);
        }

        static Listed trouble(String root, String message) {
            return new Listed(root, null, null, message);
        }

        boolean isTable() {
            return table != null;
        }

        boolean isDirectory() {
            return directory != null;
        }
    }

    /**
     * Lists one pattern or one directory, in a task. A path that is not a directory stands for itself; a directory for
     * every {@code .ldb} and {@code .sst} file below it, as on the command line.
     */
    private record DirectoryLister(SerializableConfiguration configuration) implements Serializable {

        /** The matches of a qualified pattern; a pattern without matches stands for a missing file. */
        Iterator<Listed> matches(String pattern) {
            List<Listed> found = new ArrayList<>();
            try {
                Path path = new Path(pattern);
                FileStatus[] statuses = path.getFileSystem(hadoop()).globStatus(path);
                if (statuses == null || statuses.length == 0) {
                    found.add(Listed.table(pattern, ListedTable.missing(pattern)));
                    return found.iterator();
                }
                for (FileStatus status : statuses) {
                    String name = status.getPath().toString();
                    found.add(
                            status.isDirectory()
                                    ? Listed.directory(name, name)
                                    : Listed.table(name, ListedTable.of(status)));
                }
            } catch (IOException e) {
                found.add(Listed.trouble(pattern, pattern + ": " + HadoopFiles.reason(e)));
            }
            return found.iterator();
        }

        /** The entries of a directory. */
        Iterator<Listed> entries(Listed directory) {
            List<Listed> found = new ArrayList<>();
            Path path = new Path(directory.directory());
            try {
                FileSystem files = path.getFileSystem(hadoop());
                RemoteIterator<FileStatus> statuses = files.listStatusIterator(path);
                while (statuses.hasNext()) {
                    add(directory.root(), statuses.next(), files, found);
                }
            } catch (FileNotFoundException e) {
                found.add(Listed.trouble(directory.root(), path + ": the directory vanished"));
            } catch (IOException e) {
                found.add(Listed.trouble(directory.root(), path + ": " + HadoopFiles.reason(e)));
            }
            return found.iterator();
        }

        private static void add(String root, FileStatus status, FileSystem files, List<Listed> found) {
            Path path = status.getPath();
            if (status.isDirectory()) {
                if (!HadoopFiles.isLink(files, path)) {
                    found.add(Listed.directory(root, path.toString()));
                }
            } else if (TableFiles.isTableName(path.getName())) {
                found.add(Listed.table(root, ListedTable.of(status)));
            }
        }

        private Configuration hadoop() {
            return configuration.value();
        }
    }
}
