// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.io.IOException;

/**
 * Tables of SurrealKV end as LevelDB's do, with the same magic number, but nothing before the footer is the same:
 * checksums are CRC-32, not CRC-32C, and keys and indexes have another form ({@code src/sstable/table.rs}). Two bytes
 * precede the footer, a format and a kind of checksum, and before them lie the index and then the metaindex, which
 * LevelDB writes in the opposite order.
 */
final class SurrealKvFooter {
    private static final int LENGTH = 50;

    /** The only format and the only kind of checksum that there are. */
    private static final byte ONE = 1;

    private SurrealKvFooter() {}

    /**
     * Refuses a table of SurrealKV.
     *
     * @param source the file
     * @param footer its last bytes as a footer of LevelDB
     * @throws CorruptTableException if the file is a table of SurrealKV
     */
    static void refuse(TableSource source, Footer footer) throws IOException {
        long start = source.size() - LENGTH;
        BlockHandle metaindex = footer.metaindex();
        if (footer.hasProperties() || metaindex.end() != start || footer.index().end() != metaindex.offset()) {
            return;
        }
        byte[] before = new byte[LENGTH - Footer.LENGTH];
        source.read(start, before, 0, before.length);
        if (before[0] == ONE && before[1] == ONE) {
            throw new CorruptTableException(
                    source.name(),
                    start,
                    Reason.FOREIGN_FORMAT,
                    "a table of SurrealKV, which is not read: only its magic number is LevelDB's");
        }
    }
}
