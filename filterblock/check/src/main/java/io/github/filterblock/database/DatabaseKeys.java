// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.Findings;
import io.github.filterblock.analysis.InternalKey;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.database.Database.KeyVisitor;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The keys of a live table of a database (DB-6). */
final class DatabaseKeys {
    /** The kinds of entries of LevelDB, 0 and 1, and of Basho, up to 3. */
    private static final int MAX_KIND = 3;

    private DatabaseKeys() {}

    /**
     * Shows the keys of a table.
     *
     * @param limit what sequence numbers its keys may have
     * @return that the database's program does not find all of them, because the MANIFEST excludes them
     */
    static Findings visitTable(LiveTable live, String comparator, SequenceLimit limit, KeyVisitor visitor)
            throws IOException {
        try (TableFile table = TableFile.open(live.file())) {
            Shown shown = new Shown(visitor);
            TableKeys.visit(table, table.structure(), KeyFormat.WHOLE_KEY, Optional.of(comparator), shown::key);
            if (shown.untagged >= 0) {
                throw new CorruptTableException(
                        table.name(),
                        shown.untagged,
                        CorruptTableException.Reason.BAD_ENTRIES,
                        "the data block has a key without the tag that every key of a database has");
            }
            return shown.hidden(live, limit);
        }
    }

    /** The keys of a table, on their way to a visitor. */
    private static final class Shown {
        private final KeyVisitor visitor;
        private long untagged = -1;
        private byte @Nullable [] first;
        private byte[] last = {};
        private int lastLength;
        private long largestSequence;

        Shown(KeyVisitor visitor) {
            this.visitor = visitor;
        }

        void key(long blockOffset, byte[] key, int storedLength) {
            int length = InternalKey.userKeyLength(storedLength);
            if (length < 0 || InternalKey.kind(key, storedLength) > MAX_KIND) {
                untagged = untagged < 0 ? blockOffset : untagged;
                return;
            }
            largestSequence = Math.max(largestSequence, InternalKey.sequence(key, storedLength));
            first = first == null ? Arrays.copyOf(key, length) : first;
            last = last.length < length ? new byte[Math.max(length, 2 * last.length)] : last;
            System.arraycopy(key, 0, last, 0, length);
            lastLength = length;
            visitor.key(key, 0, length);
        }

        Findings hidden(LiveTable live, SequenceLimit limit) {
            Findings.Collector findings = new Findings.Collector(1);
            if (first != null) {
                HiddenKeys.add(HiddenKeys.outside(live, first, Arrays.copyOf(last, lastLength)), findings);
                HiddenKeys.add(limit.check(live, OptionalLong.of(largestSequence)), findings);
            }
            return findings.findings();
        }
    }
}
