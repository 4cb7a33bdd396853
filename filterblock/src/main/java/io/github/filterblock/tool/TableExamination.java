// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import io.github.filterblock.Finding;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Opens a file for a verb and tells its failures apart. */
final class TableExamination {

    /** What a verb does with an open table. */
    interface Work<T> {
        T with(TableFile table) throws IOException;
    }

    /** What a verb makes of a file that could not be opened or read. */
    interface Failure<T> {
        /** The findings hold the broken rule, if the file was read at all. */
        T of(TableStatus status, String reason, List<Finding> findings);
    }

    private TableExamination() {}

    static <T> T examine(Path file, Work<T> work, Failure<T> failure) {
        try (TableFile table = TableFile.open(file)) {
            return work.with(table);
        } catch (CorruptTableException e) {
            Finding finding = new Finding(e.reason().rule(), e.offset(), e.detail());
            return failure.of(
                    statusOf(e), "offset " + Long.toUnsignedString(e.offset()) + ": " + e.detail(), List.of(finding));
        } catch (NoSuchFileException e) {
            return failure.of(TableStatus.UNREADABLE, "no such file", List.of());
        } catch (AccessDeniedException e) {
            return failure.of(TableStatus.UNREADABLE, "permission denied", List.of());
        } catch (IOException e) {
            return failure.of(TableStatus.UNREADABLE, String.valueOf(e.getMessage()), List.of());
        }
    }

    static TableStatus statusOf(CorruptTableException e) {
        return e.reason().meansNoTable() ? TableStatus.NOT_A_TABLE : TableStatus.CORRUPT;
    }
}
