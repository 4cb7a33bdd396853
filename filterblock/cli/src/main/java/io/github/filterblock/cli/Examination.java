// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.Finding;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.durable.FailureReason;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.file.Path;

/** Opens a table for a verb and turns failures into outcomes. */
final class Examination {
    /** What a verb does with an open table. */
    interface Work<T> {
        Outcome<T> with(TableFile table) throws IOException;
    }

    private Examination() {}

    /** A file on this machine. */
    private record TableInFile(Path file) implements TableLines.Opener {
        @Override
        public TableFile open() throws IOException {
            return TableFile.open(file);
        }

        @Override
        public String reason(IOException e) {
            return FailureReason.of(file, e);
        }
    }

    static <T> Outcome<T> of(Path file, Work<T> work) {
        return of(Subject.of(file), new TableInFile(file), work);
    }

    /** A table stored anywhere. */
    static <T> Outcome<T> of(Subject subject, TableLines.Opener opener, Work<T> work) {
        try (TableFile table = opener.open()) {
            return work.with(table);
        } catch (CorruptTableException e) {
            return Outcome.<T>failed(subject, statusOf(e), Outcome.at(e.offset(), e.detail()))
                    .with(new Finding(e.rule(), e.offset(), e.detail()));
        } catch (IOException e) {
            return Outcome.failed(subject, TableStatus.UNREADABLE, opener.reason(e));
        }
    }

    static TableStatus statusOf(CorruptTableException e) {
        return e.reason().meansNoTable() ? TableStatus.NOT_A_TABLE : TableStatus.CORRUPT;
    }
}
