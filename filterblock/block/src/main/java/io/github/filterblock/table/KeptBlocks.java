// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What was read of a table to find its data and filters, as it is stored, so nobody needs to read it again. Filled by
 * one thread before others see it, and not changed afterwards.
 */
final class KeptBlocks {
    private final NavigableMap<Long, byte[]> stored = new TreeMap<>();
    private final Map<BlockHandle, KeyValueBlock> blocks = new HashMap<>();

    void keepFooter(TableBlocks table) throws IOException {
        stored.put(table.footerOffset(), table.footerBytes());
    }

    /** Keeps a block, whatever its contents are. */
    StoredBlock keep(StoredBlock block) {
        stored.put(block.handle().offset(), block.storedBytes());
        return block;
    }

    /** Keeps a block's entries too. */
    KeyValueBlock keep(StoredBlock block, KeyValueBlock entries) {
        blocks.put(block.handle(), entries);
        return entries;
    }

    Optional<KeyValueBlock> block(BlockHandle handle) {
        return Optional.ofNullable(blocks.get(handle));
    }

    /** Where the first part begins at this offset or after it; 2^63 - 1 if there is none. */
    long next(long offset) {
        Long next = stored.ceilingKey(offset);
        return next == null ? Long.MAX_VALUE : next;
    }

    /** Reads bytes of the file as they are, those that were kept from memory. */
    void readBytes(TableBlocks table, long position, byte[] dst, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, dst.length);
        int done = 0;
        while (done < length) {
            long at = position + done;
            Map.Entry<Long, byte[]> held = stored.floorEntry(at);
            long inHeld = held == null ? 0 : at - held.getKey();
            if (held != null && inHeld < held.getValue().length) {
                int count = (int) Math.min(length - done, held.getValue().length - inHeld);
                System.arraycopy(held.getValue(), (int) inHeld, dst, offset + done, count);
                done += count;
            } else {
                Long next = stored.higherKey(at);
                int count = next == null ? length - done : (int) Math.min(length - done, next - at);
                table.readBytes(at, dst, offset + done, count);
                done += count;
            }
        }
    }
}
