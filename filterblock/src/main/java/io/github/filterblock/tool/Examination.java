// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import io.github.filterblock.Finding;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.durable.RegularFiles;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.tool.input.FileTrouble;
import io.github.filterblock.tool.output.Outcome;
import java.io.IOException;
import java.nio.file.Path;

/** Opens a table for a verb and turns failures into outcomes. */
final class Examination {
    /** What a verb does with an open table. */
    interface Work<T> {
        Outcome<T> with(TableFile table) throws IOException;
    }

    private Examination() {}

    static <T> Outcome<T> of(Path file, Work<T> work) {
        try {
            RegularFiles.check(file);
            try (TableFile table = TableFile.open(file)) {
                return work.with(table);
            }
        } catch (CorruptTableException e) {
            return Outcome.<T>failed(file, statusOf(e), Outcome.at(e.offset(), e.detail()))
                    .with(findingOf(e));
        } catch (IOException e) {
            return Outcome.failed(file, TableStatus.UNREADABLE, FileTrouble.reason(file, e));
        }
    }

    /** A table stored anywhere. */
    static <T> Outcome<T> of(String name, TableLines.Opener opener, Work<T> work) {
        try (TableFile table = opener.open()) {
            return work.with(table);
        } catch (CorruptTableException e) {
            return Outcome.<T>failed(name, statusOf(e), Outcome.at(e.offset(), e.detail()))
                    .with(findingOf(e));
        } catch (IOException e) {
            return Outcome.failed(name, TableStatus.UNREADABLE, opener.reason(e));
        }
    }

    private static Finding findingOf(CorruptTableException e) {
        return new Finding(e.reason().rule(), e.offset(), e.detail());
    }

    static TableStatus statusOf(CorruptTableException e) {
        return e.reason().meansNoTable() ? TableStatus.NOT_A_TABLE : TableStatus.CORRUPT;
    }
}
