// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.cli.LineHead;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * A file of lines in the output of a job.
 *
 * @param output the output to which it belongs
 * @param path its path
 */
record PartFile(JobOutput output, Path path) implements Serializable {

    /** Opens the lines. */
    WholeLines lines() throws IOException {
        return new WholeLines(output.files().open(path));
    }

    /** Begins to write the file; it appears when the writer commits. */
    PartWriter writer(String attempt) throws IOException {
        return PartWriter.create(this, attempt);
    }

    /**
     * The tables of the lines that need not be read again: all but those that could not be read. Other lines are
     * removed from the file, half written ones too.
     *
     * @param verb the verb of the lines
     * @return names of tables
     */
    List<String> keptOf(String verb) throws IOException {
        List<String> kept = new ArrayList<>();
        boolean sound = true;
        try (WholeLines lines = lines()) {
            while (lines.hasNext()) {
                Optional<String> table = tableOf(lines.next(), verb);
                table.ifPresent(kept::add);
                sound &= table.isPresent();
            }
            sound &= lines.endWithLineFeed();
        }
        if (!sound) {
            rewrite(verb);
        }
        return kept;
    }

    private static Optional<String> tableOf(String line, String verb) {
        return LineHead.read(line, verb)
                .filter(head -> head.status() != TableStatus.UNREADABLE)
                .map(LineHead::file);
    }

    private void rewrite(String verb) throws IOException {
        try (PartWriter writer = writer("rewritten");
                WholeLines lines = lines()) {
            while (lines.hasNext()) {
                String line = lines.next();
                if (tableOf(line, verb).isPresent()) {
                    writer.write(line);
                }
            }
            output.files().delete(path, false);
            writer.commit();
        }
    }
}
