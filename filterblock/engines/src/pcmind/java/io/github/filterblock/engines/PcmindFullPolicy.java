// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import io.github.filterblock.rocksdb.FullFilter;
import io.github.filterblock.rocksdb.FullFilterBuilder;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.rocksdb.LegacyHash;
import java.util.List;
import org.iq80.leveldb.table.FilterPolicy;
import org.iq80.leveldb.util.Slice;

/**
 * RocksDB's filters behind pcmind's interface, one for each of its windows of 2 KiB: each takes a line of 64 bytes or
 * more. The name is nobody else's, since no other program has such filters in windows.
 */
record PcmindFullPolicy(FullFilterPolicy policy) implements FilterPolicy {
    @Override
    public String name() {
        return "filterblock." + policy.kind().label().replace(' ', '-');
    }

    @Override
    public byte[] createFilter(List<Slice> keys) {
        FullFilterBuilder builder = policy.newBuilder();
        for (Slice key : keys) {
            builder.addKey(key.getRawArray(), key.getRawOffset(), key.length());
        }
        return builder.finish();
    }

    @Override
    public boolean keyMayMatch(Slice key, Slice filter) {
        FullFilter window =
                FullFilter.wrap(filter.getRawArray(), filter.getRawOffset(), filter.length(), LegacyHash.SIGNED);
        return window.keyMayMatch(key.getRawArray(), key.getRawOffset(), key.length());
    }
}
