// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Tables that delete ranges of keys. */
public final class RangeTables {
    /** The kind of a range deletion in a tag. */
    private static final int RANGE_DELETION = 15;

    private RangeTables() {}

    /** A range as it is stored, its start with a tag. */
    public static Entry range(String start, String end, long sequence) {
        byte[] key = TestTable.internalKey(start.getBytes(US_ASCII), sequence, RANGE_DELETION);
        return new Entry(key, end.getBytes(US_ASCII));
    }

    /** The deletions of a table with this comparator in its properties, and these entries in its block of deletions. */
    public static RangeDeletions deletions(String comparator, List<Entry> entries) throws IOException {
        byte[] block = TestBlocks.entries(entries, 16);
        TestTable table = TestTable.ofInternalKeys()
                .block("k")
                .changeData(0, any -> block)
                .properties("rocksdb.comparator", comparator)
                .changeMetaindexEntries(
                        metaindex -> metaindex.add(Entry.of("rocksdb.range_del", TestBlocks.handle(0, block.length))));
        try (TableFile file = TableFile.open(TableSource.of(ByteBuffer.wrap(table.bytes()), "array"))) {
            return RangeDeletions.of(file, file.structure());
        }
    }
}
