// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import java.util.Collections;

/** A filter whose bits are never examined: it denies every key, or none. */
final class NoBits extends FullFilter {
    private final boolean mayMatch;

    private NoBits(FullFilterGeometry geometry, boolean mayMatch) {
        super(geometry, FilterBytes.NONE);
        this.mayMatch = mayMatch;
    }

    static NoBits empty(int length, String reason) {
        return new NoBits(new NoBitsGeometry(FullFilterKind.EMPTY, length, reason), false);
    }

    static NoBits always(int length, String reason) {
        return new NoBits(new NoBitsGeometry(FullFilterKind.ALWAYS, length, reason), true);
    }

    @Override
    public FullFilterTrace trace(byte[] key) {
        return new FullFilterTrace(geometry(), 0, 0, Collections.emptyList(), mayMatch);
    }
}
