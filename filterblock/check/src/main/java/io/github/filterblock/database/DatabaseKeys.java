// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.coding.RegularFiles;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The user keys of the files of a database: of a live table, and of a write-ahead log (DB-8). */
final class DatabaseKeys {
    /** The kinds of entries of LevelDB, 0 and 1, and of Basho, up to 3. */
    private static final int MAX_KIND = 3;

    private DatabaseKeys() {}

    static void visitTable(Path file, KeyVisitor visitor) throws IOException {
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

    static void visitLog(Path file, KeyVisitor visitor) throws IOException {
        String name = file.toString();
        try (InputStream in = new BufferedInputStream(RegularFiles.open(file), Log.BLOCK_LENGTH)) {
            Log.Reader reader = Log.Reader.ofWriteAheadLog(name, in);
            for (Log.@Nullable Record record = reader.next(); record != null; record = reader.next()) {
                WriteBatch.visit(name, record, visitor);
            }
        }
    }
}
