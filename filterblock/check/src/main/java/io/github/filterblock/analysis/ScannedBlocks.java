// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Findings;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.TableStructure;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a pass over the data blocks of a table found beside their keys.
 *
 * @param blocks one for each entry of the index
 * @param damage what could not be read
 * @param restarts what is wrong with restarts
 * @param fit whether index and blocks belong together
 */
record ScannedBlocks(List<DataBlock> blocks, Damage damage, Findings restarts, IndexConsistency fit) {

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
        private final BoundedList<CorruptTableException> unreadable;
        private final BoundedList<CorruptTableException> damaged = new BoundedList<>(1);
        private final BoundedList<CorruptTableException> first = new BoundedList<>(1);

        Damage(int limit) {
            this.unreadable = new BoundedList<>(limit);
        }

        /** The exception is made only if it is kept: those of a million blocks would take seconds. */
        void add(Reason reason, Supplier<CorruptTableException> exception) {
            if (!wants(reason)) {
                unreadable.count(1);
                return;
            }
            CorruptTableException e = exception.get();
            unreadable.add(e);
            first.add(e);
            if (!reason.isUnsupported()) {
                damaged.add(e);
            }
        }

        /** Whether an exception of this reason would be kept. */
        boolean wants(Reason reason) {
            return unreadable.hasRoom() || first.hasRoom() || !reason.isUnsupported() && damaged.hasRoom();
        }

        List<CorruptTableException> reasons() {
            return unreadable.first();
        }

        long count() {
            return unreadable.count();
        }

        /** The first block that could not be read, for whatever reason. */
        Optional<CorruptTableException> firstUnreadable() {
            return first.first().stream().findFirst();
        }

        /** The first block that is damaged, not just of a kind that is not known. */
        Optional<CorruptTableException> firstDamaged() {
            return damaged.first().stream().findFirst();
        }
    }
}
