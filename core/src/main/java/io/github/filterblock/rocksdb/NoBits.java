// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import java.util.Collections;

/** A filter whose bits are never examined: it denies every key, or none. */
final class NoBits extends FullFilter {
    private NoBits(FullFilterGeometry geometry) {
        super(geometry, FilterBytes.NONE);
    }

    static FullFilter of(FullFilterGeometry geometry) {
        return new NoBits(geometry);
    }

    @Override
    public FullFilterTrace trace(byte[] key) {
        return new FullFilterTrace(
                geometry(), 0, 0, Collections.emptyList(), geometry().kind() != FullFilterKind.EMPTY);
    }
}
