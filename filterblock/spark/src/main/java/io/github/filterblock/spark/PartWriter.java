// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes a part under a name of its attempt, and gives the part its name at the end. Of several attempts at one part,
 * the first that ends counts: they have the same tables. For one thread.
 */
final class PartWriter implements Closeable {
    private final FileSystem files;
    private final Path part;
    private final Path attempt;
    private final Writer out;
    private boolean committed;

    private PartWriter(FileSystem files, Path part, Path attempt) throws IOException {
        this.files = files;
        this.part = part;
        this.attempt = attempt;
        this.out = new BufferedWriter(new OutputStreamWriter(files.create(attempt, true), StandardCharsets.UTF_8));
    }

    static PartWriter create(PartFile part, String attempt) throws IOException {
        Path temporary = new Path(part.output().temporary(), part.path().getName() + "." + attempt);
        return new PartWriter(part.output().files(), part.path(), temporary);
    }

    void write(String line) throws IOException {
        out.write(line);
        out.write('\n');
    }

    /** Gives the part its name. */
    void commit() throws IOException {
        out.close();
        committed = renamed();
        if (!committed && !files.exists(part)) {
            throw new IOException(part + ": cannot be written");
        }
    }

    private boolean renamed() throws IOException {
        try {
            return files.rename(attempt, part);
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
