// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.analysis.InternalKey;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.util.Optional;

/** The first and the last user key of a table whose keys have tags. */
final class TableEnds {
    private TableEnds() {}

    /** The first user key of a block; empty if it has no key with a tag. */
    static Optional<byte[]> first(TableFile table, TableStructure structure, BlockHandle block) throws IOException {
        KeyValueBlock.Cursor cursor = structure.dataEntries(table.read(block)).cursor();
        return cursor.next() ? userKey(cursor.copyOfKey()) : Optional.empty();
    }

    /** The last user key of a block; empty if it has no key with a tag. */
    static Optional<byte[]> last(TableFile table, TableStructure structure, BlockHandle block) throws IOException {
        KeyValueBlock.Cursor cursor = structure.dataEntries(table.read(block)).cursor();
        byte[] last = {};
        while (cursor.next()) {
            last = cursor.copyOfKey();
        }
        return userKey(last);
    }

    private static Optional<byte[]> userKey(byte[] stored) {
        return InternalKey.hasRoomForTag(stored.length) ? Optional.of(InternalKey.userKey(stored)) : Optional.empty();
    }
}
