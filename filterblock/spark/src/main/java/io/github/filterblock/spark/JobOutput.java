// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Serializable;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.util.SerializableConfiguration;

/**
 * The directory that a job writes into:
 *
 * <ul>
 *   <li>{@code part-00000.jsonl} and so on: lines; each file is whole as soon as it exists;
 *   <li>{@code _temporary}: files that are being written; removed at the end;
 *   <li>{@code merged.json} and {@code summary.json}: all lines together;
 *   <li>{@code _SUCCESS}: empty, there when the job is done.
 * </ul>
 *
 * @param directory its qualified path
 */
record JobOutput(String directory, SerializableConfiguration configuration) implements Serializable {
    /** The directory cannot be used. */
    static final class UnusableOutputException extends IOException {
        private static final long serialVersionUID = 1L;

        private UnusableOutputException(String message) {
            super(message);
        }
    }

    /** Writes a file under a name of its own, and gives it its name at the end. For one thread. */
    final class FileWriter implements Closeable {
        private final FileSystem files;
        private final Path file;
        private final Path attempt;
        private final Writer out;
        private boolean committed;

        private FileWriter(String name, String attemptName) throws IOException {
            this.files = files();
            this.file = new Path(directory, name);
            this.attempt = new Path(temporary(), name + "." + attemptName);
            this.out = new BufferedWriter(new OutputStreamWriter(files.create(attempt, true), StandardCharsets.UTF_8));
        }

        void write(String line) throws IOException {
            out.write(line);
            out.write('\n');
        }

        /** Gives the file its name. Several attempts have the same lines: it does not matter which one counts. */
        void commit() throws IOException {
            out.close();
            committed = renamed();
            if (!committed && !files.exists(file)) {
                throw new IOException(file + ": cannot be written");
            }
        }

        private boolean renamed() throws IOException {
            try {
                return files.rename(attempt, file);
            } catch (FileAlreadyExistsException e) {
                return false;
            }
        }

        /** Removes the file if it was not committed. */
        @Override
        public void close() throws IOException {
            if (!committed) {
                out.close();
                files.delete(attempt, false);
            }
        }
    }

    private FileSystem files() throws IOException {
        return HadoopFiles.of(new Path(directory), configuration.value());
    }

    /** The directory for unfinished files. */
    private Path temporary() {
        return new Path(directory, "_temporary");
    }

    /**
     * Begins a job.
     *
     * @throws UnusableOutputException if the directory exists and is not empty
     */
    void begin() throws IOException {
        FileSystem files = files();
        Path path = new Path(directory);
        if (files.exists(path) && files.listStatusIterator(path).hasNext()) {
            throw new UnusableOutputException(directory + ": is not empty");
        }
        files.mkdirs(temporary());
    }

    /**
     * Begins to write a part; it appears when the writer commits.
     *
     * @param attempt a name for this attempt at it
     */
    FileWriter part(int number, String attempt) throws IOException {
        return new FileWriter(String.format(Locale.ROOT, "part-%05d.jsonl", number), attempt);
    }

    /** Writes the results and marks the job as done. */
    void end(String merged, String summary) throws IOException {
        writeWhole("merged.json", merged);
        writeWhole("summary.json", summary);
        files().create(new Path(directory, "_SUCCESS"), true).close();
        files().delete(temporary(), true);
    }

    private void writeWhole(String name, String line) throws IOException {
        try (FileWriter writer = new FileWriter(name, "0")) {
            writer.write(line);
            writer.commit();
        }
    }
}
