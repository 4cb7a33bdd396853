// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import io.github.filterblock.arithmetic.Ranges;
import io.github.filterblock.bloom.HashedKey;
import java.util.Arrays;
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
    long hash(byte[] key, int offset, int length) {
        Ranges.check(offset, length, key.length);
        return 0;
    }

    @Override
    long hash(HashedKey key) {
        return 0;
    }

    @Override
    long touch(long[] hashes, int from, int to) {
        return 0;
    }

    @Override
    void answer(long[] hashes, boolean[] answers, int from, int to) {
        Arrays.fill(answers, from, to, geometry().kind() != FullFilterKind.EMPTY);
    }

    @Override
    public FullFilterTrace trace(byte[] key) {
        return new FullFilterTrace(
                geometry(), 0, 0, Collections.emptyList(), geometry().kind() != FullFilterKind.EMPTY);
    }
}
