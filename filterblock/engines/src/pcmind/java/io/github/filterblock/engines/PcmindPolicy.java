// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterGenerator;
import java.util.List;
import org.iq80.leveldb.table.FilterPolicy;
import org.iq80.leveldb.util.Slice;

/** A policy of this library behind pcmind's interface. Keys arrive without their tags; the windows are pcmind's own. */
record PcmindPolicy(BloomFilterPolicy policy) implements FilterPolicy {
    @Override
    public String name() {
        return policy.name();
    }

    @Override
    public byte[] createFilter(List<Slice> keys) {
        FilterGenerator generator = policy.newGenerator();
        for (Slice key : keys) {
            generator.addKey(key.getRawArray(), key.getRawOffset(), key.length());
        }
        byte[] filter = new byte[(int) generator.filterSize()];
        generator.generate(filter, 0);
        return filter;
    }

    @Override
    public boolean keyMayMatch(Slice key, Slice filter) {
        return policy.keyMayMatch(
                key.getRawArray(),
                key.getRawOffset(),
                key.length(),
                filter.getRawArray(),
                filter.getRawOffset(),
                filter.length());
    }
}
