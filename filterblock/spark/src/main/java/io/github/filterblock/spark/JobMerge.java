// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import com.google.common.collect.Iterators;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.cli.LineHead;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.StorageLevels;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;

/**
 * Adds up all lines of an output on the cluster. A table that was audited in several places counts once, under the
 * first of its names: the sum is that of {@code audit --merge} over the lines without the other copies, however lines
 * are grouped.
 */
final class JobMerge {
    private final JavaSparkContext spark;
    private final JobSettings settings;
    private final JavaRDD<PartFile> parts;
    private final JavaRDD<Head> heads;

    /** The subject of a line. */
    private record Head(
            String file, TableStatus status, @Nullable String fingerprint) implements Serializable {}

    /** The place in which a table counts, and the number of its places. */
    private record Place(String file, long count) implements Serializable {
        Place plus(Place other) {
            return new Place(file.compareTo(other.file) <= 0 ? file : other.file, count + other.count);
        }
    }

    JobMerge(JavaSparkContext spark, JobOutput output, JobSettings settings) throws IOException {
        this.spark = spark;
        this.settings = settings;
        List<PartFile> files = output.parts();
        this.parts = spark.parallelize(files, Math.max(1, Math.min(files.size(), 8 * spark.defaultParallelism())));
        String verb = settings.verb();
        this.heads = parts.flatMap(part -> heads(part, verb)).persist(StorageLevels.MEMORY_AND_DISK);
    }

    private static Iterator<Head> heads(PartFile part, String verb) throws IOException {
        return Iterators.transform(lines(part), line -> {
            LineHead head = head(line, verb);
            return new Head(head.file(), head.status(), head.fingerprint().orElse(null));
        });
    }

    private static LineHead head(String line, String verb) {
        return LineHead.read(line, verb)
                .orElseThrow(() -> new IllegalStateException("a line of the output is damaged: " + line));
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
        Map<TableStatus, Long> counts = new EnumMap<>(TableStatus.class);
        counts.putAll(heads.map(Head::status).countByValue());
        return counts;
    }

    /** The place in which each table with several places counts. */
    private Map<String, Place> copied() {
        return new HashMap<>(heads.filter(head -> head.fingerprint() != null)
                .mapToPair(head -> Pairs.of(head.fingerprint(), new Place(head.file(), 1)))
                .reduceByKey(Place::plus)
                .filter(pair -> pair._2().count() > 1)
                .collectAsMap());
    }

    /** The sum of all lines, and the number of copies left out of it. */
    Merged merged() throws IOException {
        Map<String, Place> copied = copied();
        long copies =
                copied.values().stream().mapToLong(place -> place.count() - 1).sum();
        if (parts.isEmpty()) {
            return new Merged(settings.lines().merged(Iterators.forArray()), copies);
        }
        JobSettings job = settings;
        Broadcast<Map<String, Place>> places = spark.broadcast(copied);
        String sum = parts.mapPartitions(group -> Iterators.singletonIterator(sum(job, group, places.value())))
                .treeReduce((one, other) -> job.lines().merged(Iterators.forArray(one, other)));
        return new Merged(sum, copies);
    }

    /** A sum of lines, and the number of copies left out of it. */
    record Merged(String line, long copies) {}

    private static String sum(JobSettings settings, Iterator<PartFile> parts, Map<String, Place> copied)
            throws IOException {
        Iterator<Iterator<String>> lines = Iterators.transform(parts, part -> unchecked(part));
        Iterator<String> all = Iterators.concat(lines);
        Iterator<String> counted =
                copied.isEmpty() ? all : Iterators.filter(all, line -> counts(head(line, settings.verb()), copied));
        return settings.lines().merged(counted);
    }

    private static boolean counts(LineHead head, Map<String, Place> copied) {
        Place place = head.fingerprint().map(copied::get).orElse(null);
        return place == null || place.file().equals(head.file());
    }

    private static Iterator<String> unchecked(PartFile part) {
        try {
            return lines(part);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
