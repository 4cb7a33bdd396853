// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Findings;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.TableStructure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a pass over the data blocks of a table found beside their keys.
 *
 * @param blocks one for each entry of the index
 * @param damage what could not be read
 * @param restarts what is wrong with restarts
 * @param consistency whether index and blocks belong together
 */
record ScannedBlocks(List<DataBlock> blocks, Damage damage, Findings restarts, IndexConsistency consistency) {

    /** Index and data blocks do not belong together; {@link IndexConsistency} says where. */
    static CorruptTableException misfit(String file, TableStructure structure) {
        return new CorruptTableException(
                file,
                structure.footer().index().offset(),
                Reason.BAD_ORDER,
                "index and data blocks do not belong together");
    }

    /** Why blocks could not be read: the first few reasons, and how many there are. Not thread-safe while it grows. */
    static final class Damage {
        private final int limit;
        private final List<CorruptTableException> first = new ArrayList<>();
        private Optional<CorruptTableException> unreadable = Optional.empty();
        private Optional<CorruptTableException> damaged = Optional.empty();
        private long count;

        Damage(int limit) {
            this.limit = limit;
        }

        /** The exception is made only if it is kept: those of a million blocks would take seconds. */
        void add(Reason reason, Supplier<CorruptTableException> exception) {
            boolean wanted = wants(reason);
            count++;
            if (!wanted) {
                return;
            }
            CorruptTableException e = exception.get();
            if (first.size() < limit) {
                first.add(e);
            }
            unreadable = unreadable.or(() -> Optional.of(e));
            if (!reason.isUnsupported()) {
                damaged = damaged.or(() -> Optional.of(e));
            }
        }

        /** Whether an exception of this reason would be kept. */
        boolean wants(Reason reason) {
            return first.size() < limit || unreadable.isEmpty() || !reason.isUnsupported() && damaged.isEmpty();
        }

        List<CorruptTableException> reasons() {
            return List.copyOf(first);
        }

        long count() {
            return count;
        }

        /** The first block that could not be read, for whatever reason. */
        Optional<CorruptTableException> firstUnreadable() {
            return unreadable;
        }

        /** The first block that is damaged, not just of a kind that is not known. */
        Optional<CorruptTableException> firstDamaged() {
            return damaged;
        }
    }
}
