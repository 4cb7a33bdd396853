// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.cli.TableLines;
import io.github.filterblock.table.TableFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Makes the result for a table, whatever happens. For one thread. */
record TableExaminer(TableLines<?> lines, Configuration configuration) {

    /** The result for a table. */
    TableLines.Result<?> result(ListedTable table) {
        try {
            return lines.of(table.path(), new Opener(table, configuration));
        } catch (OutOfMemoryError | StackOverflowError e) {
            return lines.unreadable(table.path(), tooLittleMemory());
        } catch (RuntimeException e) {
            return lines.unreadable(table.path(), "internal error: " + e);
        }
    }

    private static String tooLittleMemory() {
        return "not enough memory: the executor has " + (Runtime.getRuntime().maxMemory() >> 20)
                + " MiB; give it more with spark.executor.memory, or fewer tables at once with spark.executor.cores";
    }

    private record Opener(ListedTable table, Configuration configuration) implements TableLines.Opener {
        @Override
        public TableFile open() throws IOException {
            if (table.isMissing()) {
                throw new FileNotFoundException(table.path());
            }
            Path path = new Path(table.path());
            FileSystem files = HadoopFiles.of(path, configuration);
            HadoopFiles.checkRegular(files, path);
            return TableFile.open(HadoopTableSource.open(files, table));
        }

        @Override
        public String reason(IOException e) {
            return HadoopFiles.reason(e);
        }
    }
}
