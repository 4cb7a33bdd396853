// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.engine.DatabaseFilters;
import io.github.filterblock.engine.EngineFilter;
import io.github.filterblock.engine.FilterWriter;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.StoredFilterBlock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What an engine does with filters. It keeps an open filter with its open table. */
final class EngineExample {
    private final DatabaseFilters filters = DatabaseFilters.of(FullFilterPolicy.fastLocalBloom(10));

    /** The filter of a table whose data blocks end at an offset: its bytes, and its entry in the metaindex. */
    StoredFilterBlock write(List<byte[]> userKeys, long endOfData) {
        FilterWriter writer = filters.newWriter();
        for (byte[] userKey : userKeys) {
            writer.addUserKey(userKey, 0, userKey.length); // without the 8-byte tag that the table stores after it
        }
        return writer.finish(endOfData).orElseThrow();
    }

    /** Whether a table must be searched for a key. */
    boolean mayHold(Path table, byte[] userKey) throws IOException {
        try (TableSource source = TableSource.of(table);
                EngineFilter filter = filters.open(source)) {
            return filter.tableMayMatch(userKey, 0, userKey.length);
        }
    }
}
