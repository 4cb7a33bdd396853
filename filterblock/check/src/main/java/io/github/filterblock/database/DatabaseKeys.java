// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.RegularFiles;
import io.github.filterblock.table.TableFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All user keys of a database: those of its live tables, and those that are still only in its write-ahead logs.
 *
 * <p>Every version and every deletion of a key is shown, so a key may be shown several times, and a deleted key
 * is shown too: a superset of what the database's program would find. Each pass reads the files again and keeps
 * nothing; it holds a data block or a record of a log at a time.
 *
 * <p>Immutable.
 */
public final class DatabaseKeys {
    /** The kinds of entries of LevelDB, 0 and 1, and of Basho, up to 3. */
    private static final int MAX_KIND = 3;

    private final List<LiveTable> tables;
    private final List<Path> logs;

    DatabaseKeys(List<LiveTable> tables, List<Path> logs) {
        this.tables = tables;
        this.logs = logs;
    }

    /**
     * Shows every key: the tables' by their numbers, then the logs'. May be called any number of times while the
     * database is open.
     *
     * @param visitor takes the keys
     * @throws CorruptTableException if a table cannot be read whole, or holds a key that has no tag; some keys may have
     *     been shown before
     * @throws CorruptDatabaseException if a log is damaged; a log that is torn at its end is not: the database's
     *     program does not find what is missing there either (DB-4)
     * @throws IOException if a file cannot be read
     */
    public void visit(KeyVisitor visitor) throws IOException {
        for (LiveTable table : tables) {
            visitTable(table.file(), visitor);
        }
        for (Path log : logs) {
            visitLog(log, visitor);
        }
    }

    private static void visitTable(Path file, KeyVisitor visitor) throws IOException {
        try (TableFile table = TableFile.open(file)) {
            long[] untagged = {-1};
            TableKeys.visit(table, table.structure(), KeyFormat.WHOLE_KEY, (blockOffset, key, length) -> {
                if (KeyFormat.USER_KEY.allows(length) && isKind(key[KeyFormat.USER_KEY.filterKeyLength(length)])) {
                    visitor.key(key, 0, KeyFormat.USER_KEY.filterKeyLength(length));
                } else if (untagged[0] < 0) {
                    untagged[0] = blockOffset;
                }
            });
            if (untagged[0] >= 0) {
                throw new CorruptTableException(
                        table.name(),
                        untagged[0],
                        CorruptTableException.Reason.BAD_ENTRIES,
                        "the data block has a key without the tag that every key of a database has");
            }
        }
    }

    /** The lowest byte of a tag, which is little-endian, is the kind of the entry. */
    private static boolean isKind(byte lowest) {
        return (lowest & 0xff) <= MAX_KIND;
    }

    private static void visitLog(Path file, KeyVisitor visitor) throws IOException {
        String name = file.toString();
        try (InputStream in = new BufferedInputStream(RegularFiles.open(file), LogFormat.BLOCK_LENGTH)) {
            LogReader reader = LogReader.ofWriteAheadLog(name, in);
            for (@Nullable LogRecord record = reader.next(); record != null; record = reader.next()) {
                WriteBatch.visit(name, record, visitor);
            }
        }
    }
}
