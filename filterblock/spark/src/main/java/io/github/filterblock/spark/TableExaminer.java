// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.cli.TableLines;
import io.github.filterblock.table.TableFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Makes the result for a table, whatever happens. For one thread. */
final class TableExaminer {
    private final TableLines<?> lines;
    private final Configuration configuration;

    TableExaminer(JobSettings settings, Configuration configuration) {
        this.lines = settings.lines();
        this.configuration = configuration;
    }

    /** The sum of no results. */
    JobTotals none() {
        return JobTotals.none(lines);
    }

    /** The result for a table; a table that is not, or no longer, the one that was listed is unreadable. */
    TableLines.Result result(ListedTable table) {
        try {
            Reading reading = new Reading(table);
            TableLines.Result result = lines.of(table.path(), reading);
            return reading.change().map(change -> unreadable(table, change)).orElse(result);
        } catch (OutOfMemoryError | StackOverflowError e) {
            return unreadable(table, tooLittleMemory());
        } catch (RuntimeException e) {
            return unreadable(table, "an error of this program: " + e);
        }
    }

    private TableLines.Result unreadable(ListedTable table, String reason) {
        return lines.unreadable(table.path(), reason);
    }

    private static String tooLittleMemory() {
        return "needs more memory than the " + (Runtime.getRuntime().maxMemory() >> 20)
                + " MiB that the executor has; give it more with spark.executor.memory, or fewer tables at once with"
                + " spark.executor.cores";
    }

    /** A table that is opened, read, and checked for changes afterwards. */
    private final class Reading implements TableLines.Opener {
        private final ListedTable table;
        private final Path path;
        private boolean opened;

        Reading(ListedTable table) {
            this.table = table;
            this.path = new Path(table.path());
        }

        @Override
        public TableFile open() throws IOException {
            if (table.isMissing()) {
                throw new FileNotFoundException(table.path());
            }
            FileSystem files = HadoopFiles.of(path, configuration);
            HadoopFiles.checkRegular(files, path);
            HadoopTableSource source = HadoopTableSource.open(files, table);
            opened = true;
            return TableFile.open(source);
        }

        @Override
        public String reason(IOException e) {
            return HadoopFiles.reason(e);
        }

        /** The change of the file since it was listed, if any. */
        Optional<String> change() {
            if (!opened) {
                return Optional.empty();
            }
            try {
                boolean same = table.isStill(HadoopFiles.of(path, configuration).getFileStatus(path));
                return same ? Optional.empty() : Optional.of("the file changed after it was listed");
            } catch (FileNotFoundException e) {
                return Optional.of("the file vanished while it was read");
            } catch (IOException e) {
                return Optional.of("whether the file changed cannot be found out: " + HadoopFiles.reason(e));
            }
        }
    }
}
