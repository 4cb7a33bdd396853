// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.cli.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.util.SerializableConfiguration;

/**
 * The directory that a job writes into:
 *
 * <ul>
 *   <li>{@code _job.json}: the {@link JobSettings};
 *   <li>{@code part-00000.jsonl} and so on: lines; each file is whole as soon as it exists;
 *   <li>{@code _temporary}: files that tasks are writing, and the list of tables; removed at the end;
 *   <li>{@code merged.json} and {@code summary.json}: all lines together;
 *   <li>{@code _SUCCESS}: empty, there when the job is done.
 * </ul>
 *
 * @param directory its qualified path
 */
record JobOutput(String directory, SerializableConfiguration configuration) implements Serializable {
    private static final Pattern PART = Pattern.compile("part-([0-9]{5,9})\\.jsonl");
    private static final String SETTINGS = "_job.json";
    private static final String TEMPORARY = "_temporary";
    private static final String SUCCESS = "_SUCCESS";
    private static final List<String> RESULTS = List.of(SUCCESS, "merged.json", "summary.json");

    /** The directory cannot be used. */
    static final class UnusableOutputException extends IOException {
        private static final long serialVersionUID = 1L;

        private UnusableOutputException(String message) {
            super(message);
        }
    }

    /** The file system of the directory. */
    FileSystem files() throws IOException {
        return HadoopFiles.of(new Path(directory), configuration.value());
    }

    /** A file of the directory. */
    Path path(String name) {
        return new Path(directory, name);
    }

    /** The directory for unfinished parts and for lists. */
    Path temporary() {
        return path(TEMPORARY);
    }

    /**
     * Begins a job.
     *
     * @param resume whether to continue where a job with the same settings stopped, if there was one
     * @throws UnusableOutputException if the directory cannot be used
     */
    void begin(JobSettings settings, boolean resume) throws IOException {
        FileSystem files = files();
        boolean started = files.exists(path(SETTINGS));
        if (resume && started) {
            checkSame(settings);
            for (String result : RESULTS) {
                files.delete(path(result), false);
            }
            files.delete(temporary(), true);
        } else {
            checkEmpty(files, started);
            writeWhole(SETTINGS, settings);
        }
        files.mkdirs(temporary());
    }

    private void checkSame(JobSettings settings) throws IOException {
        try (WholeLines lines = new WholeLines(files().open(path(SETTINGS)))) {
            String before = lines.hasNext() ? lines.next() : "";
            if (!before.equals(Json.line(settings))) {
                throw new UnusableOutputException(directory + ": the job there has other settings: " + before);
            }
        }
    }

    private void checkEmpty(FileSystem files, boolean started) throws IOException {
        Path path = new Path(directory);
        if (started) {
            throw new UnusableOutputException(directory + ": holds the output of a job; --resume goes on with it");
        }
        if (files.exists(path) && files.listStatusIterator(path).hasNext()) {
            throw new UnusableOutputException(directory + ": is not empty");
        }
    }

    /** The existing parts, in the order of their names. */
    List<PartFile> parts() throws IOException {
        List<PartFile> parts = new ArrayList<>();
        for (FileStatus status : files().listStatus(new Path(directory))) {
            if (PART.matcher(status.getPath().getName()).matches()) {
                parts.add(new PartFile(this, status.getPath()));
            }
        }
        parts.sort(Comparator.comparing(PartFile::path));
        return parts;
    }

    /** The first number without a part. */
    int nextPart() throws IOException {
        int next = 0;
        for (PartFile part : parts()) {
            Matcher name = PART.matcher(part.path().getName());
            next = Math.max(next, name.matches() ? Integer.parseInt(name.group(1)) + 1 : 0);
        }
        return next;
    }

    /** The part with a number. */
    PartFile part(int number) {
        return new PartFile(this, path(String.format(Locale.ROOT, "part-%05d.jsonl", number)));
    }

    /** Writes the results and marks the job as done. */
    void end(String merged, JobSummary summary) throws IOException {
        writeWhole("merged.json", merged + "\n");
        writeWhole("summary.json", summary);
        writeWhole(SUCCESS, "");
        files().delete(temporary(), true);
    }

    private void writeWhole(String name, Record content) throws IOException {
        writeWhole(name, Json.line(content) + "\n");
    }

    /** Writes a file that appears with its whole content or not at all. */
    private void writeWhole(String name, String content) throws IOException {
        FileSystem files = files();
        Path temporary = new Path(temporary(), name);
        try (OutputStream out = files.create(temporary, true)) {
            out.write(content.getBytes(StandardCharsets.UTF_8));
        }
        if (!files.rename(temporary, path(name))) {
            throw new IOException(path(name) + ": cannot be written");
        }
    }
}
