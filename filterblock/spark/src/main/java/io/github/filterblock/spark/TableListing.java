// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.cli.TableFiles;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.StorageLevels;
import org.apache.spark.util.SerializableConfiguration;

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
                .mapToPair(item -> Pairs.of(item.table().path(), item.table()))
                .reduceByKey((one, other) -> one)
                .values();
    }
}
