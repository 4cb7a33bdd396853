// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import com.google.common.collect.Iterators;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.cli.LineHead;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.TaskCompletionListener;

/** Adds up all lines of an output on the cluster: the sum is that of the command line, however lines are grouped. */
final class JobMerge {
    private final JobSettings settings;
    private final JavaRDD<PartFile> parts;

    JobMerge(JavaSparkContext spark, JobOutput output, JobSettings settings) throws IOException {
        this.settings = settings;
        List<PartFile> files = output.parts();
        this.parts = spark.parallelize(files, Math.max(1, Math.min(files.size(), 8 * spark.defaultParallelism())));
    }

    private static TableStatus status(String line, String verb) {
        return LineHead.read(line, verb)
                .orElseThrow(() -> new IllegalStateException("a line of the output is damaged: " + line))
                .status();
    }

    /** The lines of a part, closed when the task ends. */
    private static Iterator<String> lines(PartFile part) throws IOException {
        WholeLines lines = part.lines();
        TaskCompletionListener close = task -> lines.closeQuietly();
        TaskContext.get().addTaskCompletionListener(close);
        return lines;
    }

    /** How many lines have each status. */
    Map<TableStatus, Long> statuses() {
        String verb = settings.verb();
        Map<TableStatus, Long> counts = new EnumMap<>(TableStatus.class);
        counts.putAll(parts.flatMap(part -> Iterators.transform(lines(part), line -> status(line, verb)))
                .countByValue());
        return counts;
    }

    /** The sum of all lines. */
    String merged() throws IOException {
        if (parts.isEmpty()) {
            return settings.lines().merged(Iterators.forArray());
        }
        JobSettings job = settings;
        return parts.mapPartitions(group -> Iterators.singletonIterator(sum(job, group)))
                .treeReduce((one, other) -> job.lines().merged(Iterators.forArray(one, other)));
    }

    private static String sum(JobSettings settings, Iterator<PartFile> parts) throws IOException {
        return settings.lines().merged(Iterators.concat(Iterators.transform(parts, JobMerge::unchecked)));
    }

    private static Iterator<String> unchecked(PartFile part) {
        try {
            return lines(part);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
