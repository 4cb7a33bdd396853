// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import java.util.List;

/** A filter of which no bit is asked: it denies every key, or none. */
final class NoBits extends FullFilter {
    private final boolean mayMatch;

    private NoBits(FullFilterInfo info, boolean mayMatch) {
        super(info);
        this.mayMatch = mayMatch;
    }

    static NoBits empty() {
        return new NoBits(FullFilterInfo.of(FullFilterKind.EMPTY, "5 bytes or fewer"), false);
    }

    static NoBits always(String reason) {
        return new NoBits(FullFilterInfo.of(FullFilterKind.ALWAYS, reason), true);
    }

    @Override
    public boolean keyMayMatch(FilterKey key) {
        return mayMatch;
    }

    @Override
    public FullFilterTrace trace(byte[] key) {
        return new FullFilterTrace(info(), 0, 0, List.of(), mayMatch);
    }
}
